use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener};

fn main() -> std::io::Result<()> {
    let addr = SocketAddr::from(([0, 0, 0, 0], 3000));
    for stream in TcpListener::bind(addr)?.incoming() {
        let mut stream = stream?;
        let mut line = String::new();
        BufReader::new(stream.try_clone()?).read_line(&mut line)?;
        let body = words::count(&line).to_string();
        write!(
            stream,
            "HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        )?;
    }
    Ok(())
}
