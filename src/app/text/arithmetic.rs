//! Evaluates arithmetic expressions that users type into number fields: `1/3`, `2 * (0.5 + 3 mm)`, `30 deg`.
//!
//! **Grammar**, from the loosest binding: sums of products of powers (`+ −`, `* /`, `^`); numbers, `pi`, `sqrt(…)` and
//! parentheses, each with an optional unit after it.

/// Maximum depth of nested parentheses, signs and powers, so that long texts cannot exhaust the stack.
const MAX_DEPTH: usize = 32;

/// Evaluates an expression in a field with the unit `unit`. Units in the text are converted: angles to degrees in a
/// field with the unit `°`, else to radians; the others to meters, seconds and kilograms. Returns `None` for text that
/// is no expression.
pub(crate) fn evaluate(text: &str, unit: &str) -> Option<f64> {
    let text = text.replace(['−', '–'], "-").replace(['×', '·'], "*").replace('÷', "/");
    let mut parser = Parser { remainder: text.as_str(), degrees: unit == "°" };
    let value = parser.parse_sum(0)?;
    parser.remainder.trim().is_empty().then_some(value)
}

/// Recursive-descent parser that evaluates while it parses. Its methods return `None` for text that is no expression;
/// their argument `depth` is the number of expressions around the parsed one.
struct Parser<'a> {
    /// Text that has not been read.
    remainder: &'a str,
    /// Whether angles are in degrees, else in radians.
    degrees: bool,
}

impl Parser<'_> {
    /// Consumes the next character if it is one of `signs`, and returns it; `None` for any other character.
    fn take_sign(&mut self, signs: &[char]) -> Option<char> {
        self.remainder = self.remainder.trim_start();
        let sign = self.remainder.chars().next().filter(|sign| signs.contains(sign))?;
        self.remainder = &self.remainder[sign.len_utf8()..];
        Some(sign)
    }

    /// Parses terms joined by + and −, from left to right.
    fn parse_sum(&mut self, depth: usize) -> Option<f64> {
        let mut sum = self.parse_product(depth)?;
        while let Some(sign) = self.take_sign(&['+', '-']) {
            let next = self.parse_product(depth)?;
            sum += if sign == '+' { next } else { -next };
        }
        Some(sum)
    }

    /// Parses factors joined by * and /, from left to right.
    fn parse_product(&mut self, depth: usize) -> Option<f64> {
        let mut product = self.parse_power(depth)?;
        while let Some(sign) = self.take_sign(&['*', '/']) {
            let next = self.parse_power(depth)?;
            product = if sign == '*' { product * next } else { product / next };
        }
        Some(product)
    }

    /// Parses a power, which binds tighter than a sign: −2^2 is −4.
    fn parse_power(&mut self, depth: usize) -> Option<f64> {
        if depth > MAX_DEPTH {
            return None;
        }
        if let Some(sign) = self.take_sign(&['+', '-']) {
            let value = self.parse_power(depth + 1)?;
            return Some(if sign == '-' { -value } else { value });
        }
        let base = self.parse_operand(depth)?;
        match self.take_sign(&['^']) {
            Some(_) => Some(base.powf(self.parse_power(depth + 1)?)),
            None => Some(base),
        }
    }

    /// Parses a number, a constant, a root or a parenthesized expression, with its unit.
    fn parse_operand(&mut self, depth: usize) -> Option<f64> {
        let value = if self.take_sign(&['(']).is_some() {
            self.parse_parenthesized(depth)?
        } else {
            match self.next_word() {
                Some("pi" | "π") => {
                    self.skip_word();
                    std::f64::consts::PI
                }
                Some("sqrt" | "√") => {
                    self.skip_word();
                    self.take_sign(&['('])?;
                    self.parse_parenthesized(depth)?.sqrt()
                }
                Some(_) => return None,
                None => self.parse_number()?,
            }
        };
        let Some(unit) = self.next_word() else { return Some(value) };
        let factor = self.factor_of_unit(unit)?;
        self.skip_word();
        Some(value * factor)
    }

    /// Parses the remainder of a parenthesized expression, after its opening parenthesis.
    fn parse_parenthesized(&mut self, depth: usize) -> Option<f64> {
        let value = self.parse_sum(depth + 1).filter(|_| depth < MAX_DEPTH)?;
        self.take_sign(&[')']).map(|_| value)
    }

    /// Returns the next word, such as a unit or `pi`, without consuming it; `None` if no word follows.
    fn next_word(&self) -> Option<&str> {
        let remainder = self.remainder.trim_start();
        let end = remainder.find(|c| !is_word_letter(c)).unwrap_or(remainder.len());
        (end > 0).then(|| &remainder[..end])
    }

    /// Consumes the next word, if there is one.
    fn skip_word(&mut self) {
        let length = self.next_word().map_or(0, str::len);
        self.remainder = &self.remainder.trim_start()[length..];
    }

    /// Parses decimal digits with an optional point and exponent.
    fn parse_number(&mut self) -> Option<f64> {
        let remainder = self.remainder.trim_start();
        let bytes = remainder.as_bytes();
        let mut end = bytes.iter().take_while(|byte| byte.is_ascii_digit() || **byte == b'.').count();
        // An exponent, if digits follow.
        if end > 0 && bytes.get(end).is_some_and(|byte| matches!(byte, b'e' | b'E')) {
            let sign_length = usize::from(bytes.get(end + 1).is_some_and(|byte| matches!(byte, b'+' | b'-')));
            let after_sign = bytes.get(end + 1 + sign_length..).unwrap_or_default();
            let digit_count = after_sign.iter().take_while(|byte| byte.is_ascii_digit()).count();
            if digit_count > 0 {
                end += 1 + sign_length + digit_count;
            }
        }
        let value = remainder[..end].parse().ok()?;
        self.remainder = &remainder[end..];
        Some(value)
    }

    /// Factor from the unit `word` to the field's unit for that quantity; `None` for unknown units.
    fn factor_of_unit(&self, word: &str) -> Option<f64> {
        let degree = if self.degrees { 1.0 } else { 1f64.to_radians() };
        match word {
            "m" | "s" | "kg" => Some(1.0),
            "km" => Some(1e3),
            "cm" => Some(1e-2),
            "mm" | "ms" | "g" => Some(1e-3),
            "µm" | "um" => Some(1e-6),
            "deg" | "°" => Some(degree),
            "rad" => Some(degree * 1f64.to_degrees()),
            "turn" | "turns" => Some(360.0 * degree),
            _ => None,
        }
    }
}

/// Whether a character can be part of a function, constant or unit.
fn is_word_letter(c: char) -> bool {
    c.is_alphabetic() || matches!(c, '°' | '√')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> Option<f64> {
        evaluate(text, "")
    }

    #[test]
    fn expressions_have_values() {
        assert_eq!(plain("1/3"), Some(1.0 / 3.0));
        assert_eq!(plain(" 2 * (0.5 + 3 mm) "), Some(2.0 * 0.503));
        assert_eq!(plain("-2^2 + 1e-3"), Some(-4.0 + 1e-3));
        assert_eq!(plain("2^-1"), Some(0.5));
        assert_eq!(plain("sqrt(2)/2"), Some(2f64.sqrt() / 2.0));
        assert_eq!(plain("8 − 2 − 1"), Some(5.0));
        assert_eq!(plain("30 deg"), Some(30f64.to_radians()));
        assert_eq!(plain("pi/2"), Some(std::f64::consts::FRAC_PI_2));
        assert_eq!(plain("5 cm"), Some(0.05));
    }

    #[test]
    fn angles_are_in_the_unit_of_their_field() {
        assert_eq!(evaluate("30 deg", "°"), Some(30.0));
        assert_eq!(evaluate("90°/4", "°"), Some(22.5));
        assert!((evaluate("pi rad", "°").unwrap() - 180.0).abs() < 1e-12);
        assert_eq!(evaluate("(1/8) turn", "°"), Some(45.0));
    }

    #[test]
    fn other_texts_have_no_value() {
        for text in ["", "1 +", "two", "3 apples", "(1", "1)", "1 2", "--", "sqrt 2", "1..2", "e5"] {
            assert_eq!(evaluate(text, ""), None, "{text}");
        }
        assert_eq!(evaluate(&"(".repeat(100_000), ""), None);
        assert_eq!(evaluate(&"-".repeat(100_000), ""), None);
    }
}
