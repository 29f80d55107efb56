//! A package inside a package.

/// What to say.
pub fn greeting() -> &'static str {
    "hello from within"
}
