//! Numbers as engines and debuggers print them, read without loss.

/// Number with the form in which it was written, which indicates its precision in the program that wrote it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Number {
    /// Value that the text denotes, without rounding.
    pub(super) value: f64,
    /// Number of significant digits; `None` for a hexadecimal number, which is exact.
    pub(super) digits: Option<usize>,
    /// Whether a suffix marks it as single precision.
    pub(super) is_single: bool,
}

/// Suffixes of numbers in C and Rust, in lower case; a longer one is before those that it ends with.
const SUFFIXES: [&str; 16] =
    ["_f32", "f32", "_f64", "f64", "u8", "u16", "u32", "u64", "usize", "i32", "i64", "isize", "f", "l", "d", "u"];

/// Parses a decimal number, or a hexadecimal float as C's `%a` prints it, with suffixes of C and Rust; also infinities
/// and NaN.
pub(super) fn number(word: &str) -> Option<Number> {
    let lower = word.to_ascii_lowercase();
    let bare = lower.trim_start_matches(['+', '-']);
    if bare.len() + 1 < lower.len() {
        return None;
    }
    if let Some(hexadecimal_digits) = bare.strip_prefix("0x") {
        let single = hexadecimal_digits.contains('p') && hexadecimal_digits.ends_with('f');
        let value =
            hexadecimal(if single { &hexadecimal_digits[..hexadecimal_digits.len() - 1] } else { hexadecimal_digits })?;
        return Some(Number {
            value: if lower.starts_with('-') { -value } else { value },
            digits: None,
            is_single: single,
        });
    }
    if !bare.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        let known = ["inf", "infinity", "nan", "-nan(ind)", "nan(ind)", "1.#inf"].contains(&bare);
        let value = if bare.starts_with("nan") { f64::NAN } else { f64::INFINITY };
        return known.then_some(Number {
            value: if lower.starts_with('-') { -value } else { value },
            digits: None,
            is_single: false,
        });
    }
    let suffix = SUFFIXES.into_iter().find_map(|end| Some((lower.strip_suffix(end)?, end)));
    let (plain, suffix) = suffix.unwrap_or((&lower, ""));
    let plain = plain.replace('_', "");
    let value: f64 = plain.parse().ok()?;
    let mantissa = plain.split('e').next().unwrap_or_default();
    let digits = mantissa.chars().filter(char::is_ascii_digit).collect::<String>();
    let digits = digits.trim_start_matches('0').len();
    Some(Number { value, digits: Some(digits), is_single: matches!(suffix, "_f32" | "f32" | "f") })
}

/// Largest binary exponent of a hexadecimal number, far beyond the range of a double, so that sums do not overflow.
const MAX_EXPONENT: i32 = 20_000;

/// Maximum number of hexadecimal digits after the point, far more than the smallest double needs.
const MAX_FRACTION_DIGITS: usize = 2_000;

/// Parses `1.8p+1`, or the integer `ff`; `None` when the value has no exact double.
fn hexadecimal(text: &str) -> Option<f64> {
    let (mantissa, exponent) = match text.split_once('p') {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.len() + part.len() == 0 || exponent.abs() > MAX_EXPONENT || part.len() > MAX_FRACTION_DIGITS {
        return None;
    }
    let mut bits = 0u64;
    let mut shift = 0i32;
    let mut lost = false;
    for digit in whole.chars().chain(part.chars()) {
        let digit = u64::from(digit.to_digit(16)?);
        if bits >> 59 == 0 {
            bits = bits << 4 | digit;
        } else {
            // Of digits beyond 60 bits, only whether any is nonzero matters.
            shift = shift.checked_add(4)?;
            lost |= digit != 0;
        }
    }
    let scale = exponent.checked_add(shift)?.checked_sub(4 * part.len() as i32)?;
    // A double has 53 bits; a number that needs more was not printed by a program.
    let exact = !lost && (bits as f64) as u64 == bits;
    exact.then(|| scaled(bits as f64, scale)).flatten()
}

/// Largest power of 2 of a step, within the range of a double.
const MAX_STEP: i32 = 1000;

/// Returns `value · 2^power`, in steps within the range of a double; `None` when bits would be lost.
fn scaled(value: f64, power: i32) -> Option<f64> {
    let mut scaled = value;
    let mut remaining = power;
    while remaining != 0 {
        let step = remaining.clamp(-MAX_STEP, MAX_STEP);
        let next = scaled * 2f64.powi(step);
        if next.is_infinite() || step < 0 && next * 2f64.powi(-step) != scaled {
            return None;
        }
        scaled = next;
        remaining -= step;
    }
    Some(scaled)
}

/// Number of significant digits that distinguish all single-precision numbers.
const SINGLE_DIGITS: usize = 9;

/// Precision of the numbers of a source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Precision {
    numbers: usize,
    /// Whether a suffix marks a number as single precision.
    single: bool,
    /// Largest number of digits.
    digits: usize,
    hexadecimal: bool,
    /// Whether a number has digits that single precision does not need.
    beyond_single: bool,
}

impl Precision {
    /// Adds a number of the source.
    pub(super) fn add(&mut self, number: Number) {
        self.numbers += 1;
        self.single |= number.is_single;
        self.hexadecimal |= number.digits.is_none();
        self.digits = self.digits.max(number.digits.unwrap_or(0));
        self.beyond_single |= number.digits.is_some_and(|digits| digits > SINGLE_DIGITS)
            && f64::from(number.value as f32) != number.value;
    }

    /// Returns a sentence about the precision of the numbers; `None` without numbers.
    pub(super) fn sentence(self) -> Option<String> {
        let digits = self.digits;
        Some(match (self.numbers, self.single, self.hexadecimal) {
            (0, ..) => return None,
            (_, true, _) => {
                String::from("Numbers are marked as single precision; run with f32 to get the source's bits.")
            }
            (_, _, true) => String::from("Some numbers are hexadecimal and exact."),
            _ if self.beyond_single => format!("Numbers have up to {digits} digits: double precision."),
            _ if digits >= 8 => format!(
                "Numbers have up to {digits} digits, as printed in single precision; run with f32 to get the source's bits."
            ),
            _ => format!(
                "Numbers have {digits} significant digit{} at most: if the source rounded them for printing, their last bits are lost.",
                if digits == 1 { "" } else { "s" }
            ),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(word: &str) -> Option<f64> {
        number(word).map(|number| number.value)
    }

    #[test]
    fn numbers_of_c_and_rust_are_read_to_the_bit() {
        for (word, wanted) in [
            ("0x1.8p+1", 3.0),
            ("-0x1.999999999999ap-4", -0.1),
            ("0x1p-1074", 5e-324),
            ("0x0p+0", 0.0),
            ("0.1f", 0.1),
            ("1_000.5_f64", 1000.5),
            ("-1e-3", -1e-3),
            (".5", 0.5),
            ("5.", 5.0),
        ] {
            assert_eq!(value(word).map(f64::to_bits), Some(f64::to_bits(wanted)), "{word}");
        }
        for word in ["0x1.80000000000001p+1000000", "0x", "--1", "1-2", "e5", "x", "", "1.2.3", "0x1p-1075"] {
            assert_eq!(value(word), None, "{word}");
        }
        assert!(value("nan").unwrap().is_nan() && value("-inf") == Some(f64::NEG_INFINITY));
    }
}
