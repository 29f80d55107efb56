//! Counts words.

/// The number of words in a text.
pub fn count(text: &str) -> usize {
    text.split_whitespace().count()
}
