//! Imports notes from an address and ends.

#[tokio::main]
async fn main() -> Result<(), reqwest::Error> {
    let address = std::env::args().nth(1).expect("an address");
    println!("{}", reqwest::get(address).await?.text().await?);
    Ok(())
}
