fn main() {
    for address in std::env::args().skip(1) {
        println!("{address}: {}", mail::is_address(&address));
    }
}
