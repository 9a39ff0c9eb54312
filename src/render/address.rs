//! Text in the address of a page.

use std::fmt::Write as _;

/// The text as it can stand in an address, where letters, digits and these signs mean themselves.
pub(crate) fn escaped(text: &str, signs: &[u8]) -> String {
    let mut escaped = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || signs.contains(&byte) {
            escaped.push(char::from(byte));
        } else {
            let _ = write!(escaped, "%{byte:02X}");
        }
    }
    escaped
}
