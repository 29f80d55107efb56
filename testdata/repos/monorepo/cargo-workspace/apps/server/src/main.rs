use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};

fn main() -> std::io::Result<()> {
    for stream in TcpListener::bind("0.0.0.0:4000")?.incoming() {
        if let Err(error) = answer(stream?) {
            eprintln!("{error}");
        }
    }
    Ok(())
}

fn answer(mut stream: TcpStream) -> std::io::Result<()> {
    let mut request = BufReader::new(stream.try_clone()?).lines();
    let line = request.next().transpose()?.unwrap_or_default();
    while request.next().transpose()?.is_some_and(|header| !header.is_empty()) {}
    let body = if line.starts_with("GET /health ") {
        "ok".to_string()
    } else {
        mail::is_address(line.trim()).to_string()
    };
    write!(
        stream,
        "HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
}
