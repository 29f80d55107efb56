use std::io::Write;
use std::net::TcpListener;

fn main() -> std::io::Result<()> {
    for stream in TcpListener::bind("0.0.0.0:8080")?.incoming() {
        let body = inner::greeting();
        write!(
            stream?,
            "HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        )?;
    }
    Ok(())
}
