//! Quoting of command-line arguments for a POSIX shell.

/// Returns `text` as one word of a command line, in single quotes if it is empty or has characters that a shell
/// may interpret.
pub fn shell_quoted(text: &str) -> String {
    // Punctuation that a shell does not interpret.
    const PLAIN_PUNCTUATION: &str = "-_./:+,=@%";
    let is_plain = text.chars().all(|c| c.is_alphanumeric() || PLAIN_PUNCTUATION.contains(c));
    if is_plain && !text.is_empty() {
        return text.to_owned();
    }
    // A single quote ends the quoted text, is escaped, and starts it again.
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::shell_quoted;

    #[test]
    fn commands_can_be_pasted_into_a_shell() {
        assert_eq!(shell_quoted("scenes/pair.scene.json"), "scenes/pair.scene.json");
        assert_eq!(shell_quoted("margins off"), "'margins off'");
        assert_eq!(shell_quoted("it's"), r"'it'\''s'");
    }
}
