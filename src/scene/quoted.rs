//! Text as a shell takes it.

/// A word of a command line: in quotes where a shell would read something else than what stands there.
pub fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./:+,=@%".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn commands_can_be_pasted_into_a_shell() {
        assert_eq!(quoted("scenes/pair.scene.json"), "scenes/pair.scene.json");
        assert_eq!(quoted("margins off"), "'margins off'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
    }
}
