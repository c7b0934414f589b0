//! Table of measurements by family of cases.

/// Measurements of one case.
pub struct Row {
    /// Family of the case.
    pub family: String,
    /// Whether both shapes are polytopes with at most 23 points together and the bodies overlap.
    pub is_small_overlap: bool,
    /// Time of Contact Lens, nanoseconds.
    pub our_time: f64,
    /// Time of parry, nanoseconds; `None` if parry has no answer.
    pub parry_time: Option<f64>,
    /// Number of iterations of all outer loops of Contact Lens.
    pub iterations: u32,
    /// Number of calls of A's support mapping by Contact Lens.
    pub our_supports: u32,
    /// Number of calls of A's support mapping by parry; `None` if they cannot be counted.
    pub parry_supports: Option<u32>,
}

/// Quantile of numbers: the value below which the fraction `q` of them is. NaN without numbers.
pub fn quantile(numbers: impl IntoIterator<Item = f64>, q: f64) -> f64 {
    let mut sorted: Vec<f64> = numbers.into_iter().collect();
    sorted.sort_by(f64::total_cmp);
    let index = ((sorted.len() as f64 - 1.0) * q).round().max(0.0) as usize;
    sorted.get(index).copied().unwrap_or(f64::NAN)
}

/// Quantiles of the times of Contact Lens and of parry, nanoseconds, over the cases that parry answers.
pub fn time_quantiles<'r>(rows: impl IntoIterator<Item = &'r Row>, q: f64) -> [f64; 2] {
    let answered = rows.into_iter().filter_map(|row| Some([row.our_time, row.parry_time?]));
    let answered: Vec<[f64; 2]> = answered.collect();
    [0, 1].map(|library| quantile(answered.iter().map(|times| times[library]), q))
}

/// Mean and maximum of counts, formatted in two columns.
fn format_counts(counts: &[u32]) -> String {
    let mean = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
    let largest = counts.iter().max().unwrap_or(&0);
    format!("{mean:5.1} {largest:4}")
}

/// Prints a line of the table about these cases.
fn print_line(name: &str, rows: &[&Row]) {
    let [our_median, parry_median] = time_quantiles(rows.iter().copied(), 0.5);
    let [our_p99, parry_p99] = time_quantiles(rows.iter().copied(), 0.99);
    let iterations: Vec<u32> = rows.iter().map(|row| row.iterations).collect();
    let our_supports: Vec<u32> = rows.iter().map(|row| row.our_supports).collect();
    let parry_supports: Vec<u32> = rows.iter().filter_map(|row| row.parry_supports).collect();
    println!(
        "{name:24} {:5} | {our_median:7.0} {our_p99:8.0} | {parry_median:7.0} {parry_p99:8.0} | {:5.2} {:5.2} | \
         {} | {} | {}",
        rows.len(),
        our_median / parry_median,
        our_p99 / parry_p99,
        format_counts(&iterations),
        format_counts(&our_supports),
        format_counts(&parry_supports),
    );
}

/// Prints the table of one precision against one peer: a line per family, one for small overlaps, and one for all
/// cases.
pub fn print(title: &str, rows: &[Row]) {
    println!("\n{title}; ns a query, cold");
    println!(
        "{:24} {:>5} | {:>7} {:>8} | {:>7} {:>8} | {:>5} {:>5} | {:>10} | {:>10} | {:>10}",
        "family", "cases", "ours", "p99", "parry", "p99", "ratio", "p99", "iterations", "supports", "parry's"
    );
    let mut families: Vec<&str> = rows.iter().map(|row| row.family.as_str()).collect();
    families.sort_unstable();
    families.dedup();
    for family in families {
        print_line(family, &rows.iter().filter(|row| row.family == family).collect::<Vec<_>>());
    }
    print_line("small overlaps", &rows.iter().filter(|row| row.is_small_overlap).collect::<Vec<_>>());
    print_line("all", &rows.iter().collect::<Vec<_>>());
    let unanswered = rows.iter().filter(|row| row.parry_time.is_none()).count();
    println!("unanswered by parry, and left out of the times: {unanswered}");
}
