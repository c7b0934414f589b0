//! Forms of words that only the prefixes of log lines have: times and places in source files.

/// Whether a word is a date, a time, both joined, or seconds with at least three decimals. Fewer than four digits are a
/// number of a body.
pub(super) fn is_stamp(word: &str) -> bool {
    let word = word.trim();
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    let bytes = word.as_bytes();
    if digits < 4 || !bytes.first().is_some_and(u8::is_ascii_digit) {
        return false;
    }
    if let Some((whole, fraction)) = word.split_once('.')
        && !fraction.contains('.')
        && whole.bytes().all(|byte| byte.is_ascii_digit())
        && fraction.bytes().all(|byte| byte.is_ascii_digit())
    {
        return fraction.len() >= 3;
    }
    let has_time = word.matches(':').count() >= 2;
    let has_date = word.matches('-').count() >= 1 || word.matches('/').count() == 2;
    (has_time || has_date)
        && word.bytes().all(|byte| byte.is_ascii_digit() || b":.,-+/TZ_".contains(&byte))
        && !word.ends_with(['-', '/', ','])
        && !word.contains(",-")
        && word.matches(',').count() <= 1
}

/// Whether a word is a place in a source file: `src/main.rs:12:5`.
pub(super) fn is_source_line(word: &str) -> bool {
    let Some((file, place)) = word.split_once(':') else { return false };
    let is_file = file.rsplit_once('.').is_some_and(|(name, ending)| {
        !name.is_empty()
            && (1..=4).contains(&ending.len())
            && ending.bytes().all(|byte| byte.is_ascii_alphabetic())
            && file.chars().all(|c| c.is_alphanumeric() || "_-./\\".contains(c))
    });
    is_file && !place.is_empty() && place.bytes().all(|byte| byte.is_ascii_digit() || byte == b':')
}
