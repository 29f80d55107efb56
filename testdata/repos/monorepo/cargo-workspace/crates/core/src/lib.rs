//! What every program of the workspace knows about mail.

/// Whether a text could be an address.
pub fn is_address(text: &str) -> bool {
    matches!(text.split_once('@'), Some((user, host)) if !user.is_empty() && host.contains('.'))
}
