//! Text of the operating system's errors for messages: in lower case and without error numbers.

use std::io;

/// Describes the error in lower case, to follow a colon: `no such file or directory`.
pub fn io_message(error: &io::Error) -> String {
    let text = error.to_string();
    let words = text.split(" (os error").next().unwrap_or(&text);
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_number_of_the_system_is_shown() {
        assert_eq!(io_message(&io::Error::other("Nobody is there (os error 7)")), "nobody is there");
        assert_eq!(io_message(&io::ErrorKind::UnexpectedEof.into()), "unexpected end of file");
        for number in 1..40 {
            let said = io_message(&io::Error::from_raw_os_error(number));
            assert!(!said.is_empty() && !said.contains("os error"), "{said}");
        }
    }
}
