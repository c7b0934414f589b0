//! Quoting of command-line arguments for a POSIX shell.

/// Returns `text` as one word of a command line, in single quotes if it holds characters that a shell interprets.
pub fn shell_quoted(text: &str) -> String {
    if !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || "-_./:+,=@%".contains(c)) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
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
