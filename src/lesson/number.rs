//! Numbers for reading: few digits, the same everywhere. Machine-readable output never goes through here.

use glam::DVec3;

/// Five significant digits; plain between 0.001 and a million, else with an exponent.
pub fn number(x: f64) -> String {
    significant(x, 5)
}

/// A vector, each coordinate with four significant digits. What is nothing beside the largest coordinate is 0.
pub fn vector(v: DVec3) -> String {
    let noise = v.abs().max_element() * 1e-12;
    let [x, y, z] = v.to_array().map(|c| significant(if c.abs() < noise { 0.0 } else { c }, 4));
    format!("({x}, {y}, {z})")
}

/// A length in the unit that reads best, from nanometres to metres.
pub fn length(metres: f64) -> String {
    let size = metres.abs();
    let (factor, unit) = match size {
        _ if size >= 0.01 || size == 0.0 => (1.0, "m"),
        _ if size >= 1e-4 => (1e3, "mm"),
        _ if size >= 1e-7 => (1e6, "µm"),
        _ if size >= 1e-10 => (1e9, "nm"),
        _ => (1.0, "m"),
    };
    format!("{} {unit}", significant(metres * factor, 4))
}

/// A length that is only an error: two digits.
pub fn error(metres: f64) -> String {
    let size = metres.abs();
    if size == 0.0 { String::from("0 m") } else { format!("{} m", significant(size, 2)) }
}

/// A weight or share: four decimals, so that columns line up.
pub fn weight(x: f64) -> String {
    if x != 0.0 && x.abs() < 5e-5 { significant(x, 2) } else { minus(&format!("{x:.4}")) }
}

/// `digits` significant digits, zeros at the end cut.
fn significant(x: f64, digits: usize) -> String {
    if x == 0.0 {
        return String::from("0");
    }
    if !x.is_finite() {
        return String::from(if x.is_nan() {
            "not a number"
        } else if x > 0.0 {
            "∞"
        } else {
            "−∞"
        });
    }
    // The exponent after rounding: 9.99996 is written as 10, not as 10.000.
    let rounded = format!("{x:.*e}", digits - 1);
    let (mantissa, exponent) = rounded.split_once('e').unwrap_or((&rounded, "0"));
    let power: i32 = exponent.parse().unwrap_or(0);
    if (-3..6).contains(&power) {
        let decimals = (digits as i32 - 1 - power).max(0) as usize;
        minus(cut_zeros(&format!("{x:.decimals$}")))
    } else {
        minus(&format!("{}e{exponent}", cut_zeros(mantissa)))
    }
}

fn cut_zeros(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

/// With the sign that is as wide as a digit.
fn minus(text: &str) -> String {
    text.replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_true() {
        let cases = [
            (0.0, "0"),
            (-0.0, "0"),
            (0.445039423, "0.44504"),
            (1.25, "1.25"),
            (-9.999996, "−10"),
            (123456.7, "123457"),
            (1234567.0, "1.2346e6"),
            (1e-7, "1e−7"),
            (0.001, "0.001"),
            (f64::INFINITY, "∞"),
        ];
        for (x, text) in cases {
            assert_eq!(number(x), text, "{x}");
        }
    }

    #[test]
    fn lengths_choose_their_unit() {
        assert_eq!(length(0.445039), "0.445 m", "metres from a centimetre on");
        assert_eq!(length(0.0005), "0.5 mm", "below: millimetres");
        assert_eq!(length(-7.693e-7), "−0.7693 µm", "a sign changes no unit");
        assert_eq!(length(1e5), "100000 m", "no kilometres");
        assert_eq!(length(0.0), "0 m", "zero");
    }

    #[test]
    fn weights_line_up() {
        assert_eq!(weight(0.25), "0.2500", "four decimals");
        assert_eq!(weight(1e-9), "1e−9", "but nothing that is there looks like nothing");
        assert_eq!(vector(DVec3::new(1.0, 1e-17, -0.5)), "(1, 0, −0.5)", "noise is not shown");
    }
}
