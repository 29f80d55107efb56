use std::{env, thread, time::Duration};

fn main() {
    let sender = env::var("SENDER").unwrap_or_default();
    loop {
        println!("{sender}: {}", mail::is_address(&sender));
        thread::sleep(Duration::from_secs(60));
    }
}
