//! Parses numbers as programs, debuggers and source code write them (`0.1f`, `1_000.5_f64`, `0x1.8p+1`, `-inf`), and
//! derives from all numbers of a source a sentence about their precision.

/// Number with the form in which it was written, which indicates its precision in the program that wrote it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Number {
    /// Double nearest to the number in the text.
    pub(super) value: f64,
    /// Number of significant digits; `None` for a hexadecimal number, which is exact.
    pub(super) digits: Option<usize>,
    /// Whether a suffix marks it as single precision.
    pub(super) is_single: bool,
}

/// Suffixes of numbers in C and Rust, in lower case; the first that fits applies, so `_f32` is before `f32` and `f`.
const SUFFIXES: [&str; 16] =
    ["_f32", "f32", "_f64", "f64", "u8", "u16", "u32", "u64", "usize", "i32", "i64", "isize", "f", "l", "d", "u"];

/// Parses a decimal number, a hexadecimal float as C's `%a` prints it, an infinity or a NaN, with an optional sign and
/// a suffix of C or Rust; `None` for any other word.
pub(super) fn number(word: &str) -> Option<Number> {
    let lower = word.to_ascii_lowercase();
    let bare = lower.trim_start_matches(['+', '-']);
    let has_several_signs = bare.len() + 1 < lower.len();
    if has_several_signs {
        return None;
    }
    if let Some(hexadecimal_digits) = bare.strip_prefix("0x") {
        // An `f` after the exponent is a suffix; without an exponent it is a digit.
        let is_single = hexadecimal_digits.contains('p') && hexadecimal_digits.ends_with('f');
        let suffix_length = usize::from(is_single);
        let magnitude = hexadecimal(&hexadecimal_digits[..hexadecimal_digits.len() - suffix_length])?;
        let value = if lower.starts_with('-') { -magnitude } else { magnitude };
        return Some(Number { value, digits: None, is_single });
    }
    if !bare.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        let magnitude = non_finite(bare)?;
        let value = if lower.starts_with('-') { -magnitude } else { magnitude };
        return Some(Number { value, digits: None, is_single: false });
    }
    let suffix = SUFFIXES.into_iter().find(|suffix| lower.ends_with(suffix)).unwrap_or("");
    let plain = &lower[..lower.len() - suffix.len()];
    let plain = plain.replace('_', "");
    let value: f64 = plain.parse().ok()?;
    let mantissa = plain.split('e').next().unwrap_or_default();
    let digits = mantissa.chars().filter(char::is_ascii_digit).collect::<String>();
    let digits = digits.trim_start_matches('0').len();
    Some(Number { value, digits: Some(digits), is_single: matches!(suffix, "_f32" | "f32" | "f") })
}

/// Parses the name of an infinity or a NaN without its sign, in lower case; `None` for other words. Microsoft's C
/// library prints `nan(ind)`.
fn non_finite(word: &str) -> Option<f64> {
    match word {
        "inf" | "infinity" => Some(f64::INFINITY),
        "nan" | "nan(ind)" => Some(f64::NAN),
        _ => None,
    }
}

/// Largest binary exponent of a hexadecimal number, far beyond the range of a double, so that sums do not overflow.
const MAX_EXPONENT: i32 = 20_000;

/// Maximum number of hexadecimal digits after the point, far more than the smallest double needs.
const MAX_FRACTION_DIGITS: usize = 2_000;

/// Parses a hexadecimal number without sign and `0x`, such as `1.8p+1` or the integer `ff`; `None` when the value has
/// no exact double. Digits are in lower case.
fn hexadecimal(text: &str) -> Option<f64> {
    let (mantissa, exponent) = match text.split_once('p') {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let has_digits = !whole.is_empty() || !fraction.is_empty();
    if !has_digits || exponent.abs() > MAX_EXPONENT || fraction.len() > MAX_FRACTION_DIGITS {
        return None;
    }
    let mut bits = 0u64;
    let mut shift = 0i32;
    let mut has_lost_bits = false;
    for digit in whole.chars().chain(fraction.chars()) {
        let digit = u64::from(digit.to_digit(16)?);
        if bits >> 59 == 0 {
            bits = bits << 4 | digit;
        } else {
            // Of digits beyond 60 bits, only whether any is nonzero matters.
            shift = shift.checked_add(4)?;
            has_lost_bits |= digit != 0;
        }
    }
    let scale = exponent.checked_add(shift)?.checked_sub(4 * fraction.len() as i32)?;
    // A double has 53 bits; a number that needs more was not printed by a program.
    let is_exact = !has_lost_bits && (bits as f64) as u64 == bits;
    if is_exact { scaled(bits as f64, scale) } else { None }
}

/// Largest power of 2 by which [`scaled`] multiplies at once, within the range of a double.
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

/// Least number of digits that programs print for single-precision numbers that are not short in decimal.
const MIN_PRINTED_SINGLE_DIGITS: usize = 8;

/// Precision of the numbers of a source, by the forms in which they are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Precision {
    /// Number of numbers in the source.
    numbers: usize,
    /// Whether a suffix marks a number as single precision.
    single: bool,
    /// Largest number of significant digits.
    digits: usize,
    /// Whether a number is hexadecimal, infinite or NaN.
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
        if self.numbers == 0 {
            return None;
        }
        let digits = self.digits;
        Some(if self.single {
            String::from("Numbers are marked as single precision; run with f32 to get the source's bits.")
        } else if self.hexadecimal {
            String::from("Some numbers are hexadecimal and exact.")
        } else if self.beyond_single {
            format!("Numbers have up to {digits} digits: double precision.")
        } else if digits >= MIN_PRINTED_SINGLE_DIGITS {
            format!(
                "Numbers have up to {digits} digits, as printed in single precision; run with f32 to get the \
                 source's bits."
            )
        } else {
            let plural = if digits == 1 { "" } else { "s" };
            format!(
                "Numbers have {digits} significant digit{plural} at most: if the source rounded them for \
                 printing, their last bits are lost."
            )
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
