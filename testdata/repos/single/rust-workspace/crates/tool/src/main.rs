fn main() {
    println!("left out of the workspace");
}
