//! Answers every request with its own path.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};

fn main() -> std::io::Result<()> {
    let port = std::env::var("PORT").unwrap_or_else(|_| "8080".to_string());
    let listener = TcpListener::bind(format!("0.0.0.0:{port}"))?;
    println!("listening on {port}");
    for stream in listener.incoming() {
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
    let body = if line.starts_with("GET /healthz ") {
        "ok".to_string()
    } else {
        line.split_whitespace().nth(1).unwrap_or("/").to_string()
    };
    write!(
        stream,
        "HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
}
