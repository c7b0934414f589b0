//! What was measured, by family and over all, and the bars.

/// A case's numbers.
pub struct Row {
    pub family: String,
    /// Both shapes are polytopes, of at most 23 points together, and overlap.
    pub small_overlap: bool,
    /// Nanoseconds, ours; theirs, where they answer.
    pub ns: [Option<f64>; 2],
    /// Iterations of our outer loops.
    pub iterations: u32,
    /// Calls of A's support mapping, ours; theirs, where they can be counted.
    pub supports: [Option<u32>; 2],
}

/// The value below which the share `q` of the numbers lies.
pub fn quantile(numbers: impl IntoIterator<Item = f64>, q: f64) -> f64 {
    let mut all: Vec<f64> = numbers.into_iter().collect();
    all.sort_by(f64::total_cmp);
    all.get(((all.len() as f64 - 1.0) * q).round().max(0.0) as usize).copied().unwrap_or(f64::NAN)
}

/// The quantile of one side's times, where both sides answer.
pub fn time<'r>(rows: impl IntoIterator<Item = &'r Row>, side: usize, q: f64) -> f64 {
    quantile(rows.into_iter().filter(|row| row.ns[1].is_some()).filter_map(|row| row.ns[side]), q)
}

/// The quantiles of ours and of theirs.
pub fn quantiles<'r>(rows: impl IntoIterator<Item = &'r Row> + Clone, q: f64) -> [f64; 2] {
    [0, 1].map(|side| time(rows.clone(), side, q))
}

fn line(name: &str, rows: &[&Row]) {
    let time = |side, q| time(rows.iter().copied(), side, q);
    let worst = |of: fn(&Row) -> Option<u32>| rows.iter().filter_map(|r| of(r)).max().unwrap_or(0);
    let mean = |of: fn(&Row) -> Option<u32>| {
        let all: Vec<u32> = rows.iter().filter_map(|r| of(r)).collect();
        f64::from(all.iter().sum::<u32>()) / all.len() as f64
    };
    println!(
        "{name:24} {:5} | {:7.0} {:8.0} | {:7.0} {:8.0} | {:5.2} {:5.2} | {:5.1} {:4} | {:5.1} {:4} | {:5.1} {:4}",
        rows.len(),
        time(0, 0.5),
        time(0, 0.99),
        time(1, 0.5),
        time(1, 0.99),
        time(0, 0.5) / time(1, 0.5),
        time(0, 0.99) / time(1, 0.99),
        mean(|r| Some(r.iterations)),
        worst(|r| Some(r.iterations)),
        mean(|r| r.supports[0]),
        worst(|r| r.supports[0]),
        mean(|r| r.supports[1]),
        worst(|r| r.supports[1]),
    );
}

/// Prints the table of one precision against one peer.
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
        line(family, &rows.iter().filter(|row| row.family == family).collect::<Vec<_>>());
    }
    line("small overlaps", &rows.iter().filter(|row| row.small_overlap).collect::<Vec<_>>());
    line("all", &rows.iter().collect::<Vec<_>>());
    let unanswered = rows.iter().filter(|row| row.ns[1].is_none()).count();
    println!("unanswered by parry, and left out of the times: {unanswered}");
}
