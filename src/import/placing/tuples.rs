//! Positions in brackets in sentences and comments: `(0, 1.5f, 0)`, `[1, 2]`, `(x=0, y=1)`.

/// Maximum length of brackets with their content, characters.
const MAX_CHARS: usize = 4000;

/// Returns the length of a text up to the bracket that closes its first one.
pub fn closing_bracket(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (offset, c) in text.char_indices().take(MAX_CHARS) {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(offset + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// Reads two or three numbers between commas, perhaps with their names: `0, 1.5f`, `x=0, y=1`. A missing z is 0.
pub fn coordinates(inner: &str) -> Option<[f64; 3]> {
    let mut position = [0.0; 3];
    let mut count = 0;
    for (index, part) in inner.split(',').enumerate() {
        let mut value = part.trim();
        if let Some((name, own)) = value.split_once(['=', ':']) {
            let is_in_order = ["x", "y", "z"].get(index).is_some_and(|letter| name.trim().eq_ignore_ascii_case(letter));
            value = if is_in_order { own.trim() } else { return None };
        }
        let value: f64 = value.trim_end_matches(['f', 'F']).replace('−', "-").parse().ok()?;
        *position.get_mut(index)? = value;
        count = index + 1;
    }
    (count >= 2).then_some(position)
}

/// Reads a position with its brackets.
pub fn position(text: &str) -> Option<[f64; 3]> {
    coordinates(text.get(1..text.len().checked_sub(1)?)?)
}

/// Whether a text begins with a position in brackets.
pub fn begins_with_position(text: &str) -> bool {
    text.starts_with(['(', '[', '{']) && closing_bracket(text).is_some_and(|length| position(&text[..length]).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_or_three_numbers_are_a_position() {
        assert_eq!(position("(0, 1.5f, −2)"), Some([0.0, 1.5, -2.0]));
        assert_eq!(position("[x=1, y=2]"), Some([1.0, 2.0, 0.0]));
        assert_eq!(position("(1, 2, 3, 4)"), None);
        assert_eq!(position("(y=1, x=2)"), None);
    }
}
