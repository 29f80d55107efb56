use std::io::Write;
use std::net::TcpListener;

fn main() -> std::io::Result<()> {
    for stream in TcpListener::bind("0.0.0.0:5000")?.incoming() {
        let page = std::fs::read_to_string("static/index.html")?;
        write!(
            stream?,
            "HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{page}",
            page.len()
        )?;
    }
    Ok(())
}
