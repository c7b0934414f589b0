//! Every number of a beat is of one moment: what its sentence says stands in its values, tables and stop tests.

use std::collections::{BTreeMap, BTreeSet};

use contact_lens::answer::number;
use contact_lens::lesson::{Beat, CSO, Card, Event, Lesson, Run};
use contact_lens::picture::Form;

use crate::played::{Beats, Met, Play, Rule, both, each, met};

/// What holds of every moment.
pub(crate) const RULES: &[(&str, Rule)] = &[
    ("numbers", numbers_stand_beside),
    ("stop tests", stop_tests_are_so),
    ("ticks", ticks_stand_beside_numbers_that_pass),
    ("sides", stop_tests_compare_the_values_beside),
    ("polytope", faces_are_drawn_and_listed),
    ("corners", corners_are_found_before_they_are_listed),
];

/// A number as people read it: in meters where it has a unit, without its sign.
#[derive(Clone, Copy, Debug)]
struct Number {
    value: f64,
    /// Significant digits shown.
    digits: usize,
    /// A count: no unit, no fraction.
    whole: bool,
}

/// The numbers of a text. Those in names (`w12`, `p_A`) are none.
fn numbers(text: &str) -> Vec<Number> {
    let chars: Vec<char> = text.replace('−', "-").chars().collect();
    let at = |k: usize| chars.get(k).copied().unwrap_or(' ');
    let digit = |k: usize| at(k).is_ascii_digit();
    let (mut found, mut k) = (Vec::new(), 0);
    while k < chars.len() {
        let before = if k > 0 { at(k - 1) } else { ' ' };
        if !digit(k) || before.is_alphanumeric() || matches!(before, '_' | '.' | ',') {
            k += 1;
            continue;
        }
        let start = k;
        while digit(k) || at(k) == '.' && digit(k + 1) {
            k += 1;
        }
        let mantissa = k;
        if at(k) == 'e' && (digit(k + 1) || at(k + 1) == '-' && digit(k + 2)) {
            k += 2;
            while digit(k) {
                k += 1;
            }
        }
        let shown: String = chars[start..k].iter().collect();
        let factor = match (at(k), at(k + 1), at(k + 2)) {
            (' ', 'm', 'm') => 1e-3,
            (' ', 'µ', 'm') => 1e-6,
            (' ', 'n', 'm') => 1e-9,
            _ => 1.0,
        };
        let unit = at(k) == '°' || at(k) == ' ' && matches!(at(k + 1), 'm' | 'µ' | 'n') && !at(k + 3).is_alphabetic();
        let plain: String = chars[start..mantissa].iter().filter(|c| c.is_ascii_digit()).collect();
        let digits = plain.trim_start_matches('0').len();
        let whole = !unit && shown.chars().all(|c| c.is_ascii_digit());
        found.push(Number { value: shown.parse::<f64>().unwrap() * factor, digits, whole });
    }
    found
}

/// All numbers that stand beside a sentence, without their signs.
fn beside(beat: &Beat) -> Vec<f64> {
    let values = beat.values.iter().map(|value| &*value.text);
    let cells = beat.tables.iter().flat_map(|table| &table.rows).flat_map(|row| row.texts());
    let marks = beat.pictures.iter().flat_map(|(_, picture)| &picture.marks);
    let labels = marks.flat_map(|mark| match &mark.form {
        Form::Label { text, .. } | Form::Interval { text, .. } => vec![text.as_str()],
        Form::Lane { name, note, .. } | Form::Entry { name, note, .. } => vec![name.as_str(), note.as_str()],
        _ => Vec::new(),
    });
    let number = values.chain(cells).chain(labels).flat_map(numbers).map(|number| number.value);
    let tests = beat.stops.iter().flat_map(|stop| [stop.left.abs(), stop.right.abs()]);
    // The length of a vector says the same as its coordinates; half of it is the mean of two unit vectors.
    let vectors = beat.values.iter().filter_map(|value| match value.text.exact {
        Some(number::Exact::Vector(vector)) => Some(vector.length()),
        _ => None,
    });
    let lengths = vectors.flat_map(|length| [length, 0.5 * length]);
    let all = number.chain(tests).chain(lengths).chain(beat.points.iter().map(|(_, value)| value.abs()));
    // A moment that never comes is infinite, and no sentence tells it.
    all.filter(|value| value.is_finite()).collect()
}

/// Half a unit of the last of so many digits of a number.
fn half_a_unit(value: f64, digits: i32) -> f64 {
    0.5 * 10f64.powi(value.abs().max(f64::MIN_POSITIVE).log10().floor() as i32 + 1 - digits)
}

/// Whether what a sentence says is this number: to its four digits, or, where it only says how small an error is, to two.
fn is(number: Number, value: f64, largest: f64) -> bool {
    let digits = if number.digits <= 2 && number.value < 1e-2 * largest { 2 } else { 4 };
    // Both are rounded, and the other may be written with four digits, too.
    (number.value - value).abs() <= half_a_unit(value, digits) + half_a_unit(value, 4) * 1.01
}

/// Words of a sentence that refer to nothing. Quantities, names and the answer refer to what they are about, which the
/// laws of figures check.
fn unreferenced(beat: &Beat) -> String {
    beat.say.runs().iter().filter(|run| matches!(run, Run::Text(_))).map(Run::text).collect()
}

/// What a sentence says before the run's answer, which is no number of the beat.
pub(super) fn own(beat: &Beat, lesson: &dyn Lesson) -> String {
    let text = beat.say.text();
    let say = text.strip_suffix(lesson.verdict().say.as_str()).unwrap_or(&text);
    // GJK's own answer, where the depth was found after it, or rounding allows no better one.
    let ends = [" GJK cannot measure", " Rounding prevents a further step"];
    ends.into_iter().fold(say, |say, end| say.split(end).next().unwrap_or(say)).to_owned()
}

/// Numbers that are part of a formula in words.
const FORMULAS: [&str; 3] = ["36 times the squared volume", "theorem 4", "above the limit of 1e6"];

/// A sentence without the numbers by which faces, edges, sides and corners are called, and without how long a search went on.
fn without_names(say: &str) -> String {
    let (mut words, mut named) = (Vec::new(), false);
    for word in say.split(' ') {
        named = matches!(word, "face" | "faces" | "edge" | "edges" | "side" | "corner" | "after")
            || named && (word == "and" || word.starts_with(char::is_numeric));
        words.push(if named && word.starts_with(char::is_numeric) { "" } else { word });
    }
    words.join(" ")
}

fn numbers_stand_beside(play: &Play, told_beats: &Beats, met: &mut Met) {
    // A run that diverges shows no values of its last state.
    for (i, beat) in each(told_beats).enumerate().filter(|(_, beat)| beat.line != "diverged") {
        let pool = beside(beat);
        let largest = pool.iter().copied().fold(0.0, f64::max);
        let say = FORMULAS.iter().fold(unreferenced(beat), |say, words| say.replace(words, ""));
        let say = without_names(&say);
        let rounded = beat.values.iter().any(|value| value.text.text.contains("within rounding"));
        for number in numbers(&say) {
            // Counts are words; 0 and 1 are words of formulas, and nothing in vectors.
            if number.whole || number.value == 0.0 || number.value == 1.0 {
                continue;
            }
            // What is rounding beside the other numbers of the beat reads 0 there.
            if rounded && number.value.abs() < 1e-3 {
                continue;
            }
            let there = pool.iter().any(|&value| is(number, value, largest));
            met.count += 1;
            if !there {
                met.wrong.push(format!("{}, beat {i} @{}: {} in {say:?}", play.name, beat.line, number.value));
            }
        }
    }
}

#[test]
fn every_number_of_a_sentence_stands_beside_it() {
    // Nearly all numbers are quantities by now.
    met("numbers");
}

/// Whether a comparison holds.
fn holds(left: f64, relation: &str, right: f64) -> bool {
    match relation {
        "≤" => left <= right,
        "<" => left < right,
        "≥" => left >= right,
        ">" => left > right,
        "=" => left == right,
        other => panic!("relation {other}"),
    }
}

fn stop_tests_are_so(play: &Play, beats: &Beats, met: &mut Met) {
    let printed = |x: f64| number::number(x).replace('−', "-").replace('∞', "inf").parse::<f64>().unwrap();
    for beat in each(beats) {
        for stop in &beat.stops {
            let at = format!("{} @{}: {stop:?}", play.name, beat.line);
            assert!(!stop.left.is_nan() && !stop.right.is_nan(), "{at}");
            assert_eq!(holds(stop.left, stop.relation, stop.right), stop.fired, "{at}: says other than its numbers");
            let (left, right) = (printed(stop.left), printed(stop.right));
            // As far as it is printed, and what is printed alike is not told apart.
            let shown = left == right || holds(left, stop.relation, right) == stop.fired;
            assert!(shown, "{at}: is printed as {left} {} {right}", stop.relation);
            met.names.insert((play.lesson.card().title, stop.line));
        }
    }
}

#[test]
fn no_stop_test_shows_a_comparison_that_is_not_so() {
    let seen = &met("stop tests").names;
    let listed: BTreeSet<&str> = seen.iter().map(|(id, _)| *id).collect();
    assert!(listed.len() >= 11 && seen.len() >= 35, "a weak test: {seen:?}");
    let cards: BTreeMap<&str, &Card> =
        both().iter().map(|play| play.lesson.card()).map(|card| (card.title, card)).collect();
    for (id, line) in seen {
        let card = cards[id];
        let there = card.listing.lines().any(|listed| listed.trim_end().ends_with(&format!("@{line}")));
        assert!(there, "{id}: no line @{line} in the listing");
    }
}

fn ticks_stand_beside_numbers_that_pass(play: &Play, beats: &Beats, met: &mut Met) {
    for beat in each(beats) {
        let faces = beat.tables.iter().filter(|table| table.title == "Tests of the faces");
        for row in faces.flat_map(|table| &table.rows) {
            let mut all = true;
            for (column, relation) in [(1, ">"), (2, "≤")] {
                for test in row.cells[column].split(", ").filter(|test| test.contains(" = ")) {
                    let (_, number) = test.split_once(" = ").unwrap();
                    let (number, mark) = number.rsplit_once(' ').unwrap();
                    let number: f64 = number.replace('−', "-").parse().unwrap();
                    let at = format!("{} @{}: {row:?}", play.name, beat.line);
                    assert_eq!(holds(number, relation, 0.0), mark == "✓", "{at}: {test}");
                    all &= mark == "✓";
                    met.count += 1;
                }
            }
            if matches!(&*row.cells[3], "passes" | "fails") {
                assert_eq!(all, &*row.cells[3] == "passes", "{} @{}: {row:?}", play.name, beat.line);
                met.names.insert((play.lesson.card().title, beat.line));
            }
        }
    }
}

#[test]
fn a_tick_in_the_table_of_faces_stands_beside_a_number_that_passes() {
    let Met { count, names, .. } = met("ticks");
    assert!(*count > 2000 && names.len() > 2, "a weak test: {count} ticks, rows told by {names:?}");
}

/// Tests whose sides stand among the values: the left side as a difference, and the right side.
const SIDES: [(&str, [&str; 2], Option<&str>); 3] = [
    ("upper − distance ≤ ε", ["upper", "face"], None),
    ("|v| − μ ≤ rounding", ["width", ""], None),
    ("|v| − μ ≤ ε_rel · |signed distance|", ["width", ""], None),
];

fn stop_tests_compare_the_values_beside(play: &Play, beats: &Beats, met: &mut Met) {
    for beat in each(beats) {
        for stop in &beat.stops {
            let Some((formula, [from, less], right)) = SIDES.iter().find(|side| side.0 == stop.formula) else {
                continue;
            };
            let at = format!("{} @{}: {stop:?} beside {:?}", play.name, beat.line, beat.values);
            // What is nothing but rounding stands there without its digits.
            if beat.values.iter().any(|value| value.text.text == number::WITHIN_ROUNDING) {
                continue;
            }
            let signed = |symbol: &str| {
                let value = beat.values.iter().find(|value| value.symbol == symbol)?;
                let number = numbers(&value.text).first()?.value;
                Some(if value.text.starts_with('−') { -number } else { number })
            };
            let Some(whole) = signed(from) else { continue };
            let part = if less.is_empty() { 0.0 } else { signed(less).unwrap_or_else(|| panic!("{at}")) };
            let allowed = 2.0 * (half_a_unit(whole, 4) + half_a_unit(part, 4));
            assert!((whole - part - stop.left).abs() <= allowed, "{at}");
            if let Some(symbol) = right {
                let value = signed(symbol).unwrap_or_else(|| panic!("{at}"));
                assert!((value - stop.right).abs() <= 2.0 * half_a_unit(value, 4), "{at}");
            }
            met.names.insert((formula, from));
        }
    }
}

#[test]
fn a_stop_test_compares_the_values_beside_it() {
    let held = &met("sides").names;
    assert_eq!(held.len(), SIDES.len(), "a weak test: {held:?}");
}

fn faces_are_drawn_and_listed(play: &Play, beats: &Beats, met: &mut Met) {
    if play.lesson.card().id != "epa" {
        return;
    }
    for beat in each(beats) {
        if !matches!(beat.line, "start" | "join" | "push") || play.lesson.card().title != "EPA penetration depth" {
            continue;
        }
        let at = format!("{} @{}", play.name, beat.line);
        let parts = beat.pictures.of(CSO).marks.iter().flat_map(|mark| match &mark.form {
            Form::Solid(solid) => solid.parts.iter().map(|part| part.key.0.as_ref()).collect(),
            _ => vec![mark.key.0.as_ref()],
        });
        let drawn = parts.filter(|key| key.starts_with("face/")).collect::<BTreeSet<_>>().len() as f64;
        let told = beat.say.quantities().find(|value| value.symbol == "F");
        let told = told.map(|value| numbers(&value.text)[0].value);
        assert!(told.is_none_or(|told| told == drawn), "{at}: faces drawn {drawn}, and told {told:?}");
        let table = beat.tables.iter().find(|table| table.title.starts_with("Queue")).unwrap();
        let rows = table.rows.iter().filter(|row| &*row.cells[3] != "taken");
        let count =
            |row: &contact_lens::lesson::Row| row.cells[0].strip_prefix('+').map_or(1.0, |n| n.parse().unwrap());
        let queue = rows.map(count).sum::<f64>();
        assert!(queue <= drawn, "{at}: {queue} of {drawn} faces wait");
        met.count += 1;
    }
}

#[test]
fn the_polytope_has_as_many_faces_as_are_drawn_and_the_queue_as_many_as_are_listed() {
    let held = met("polytope").count;
    assert!(held > 150, "a weak test: {held} beats");
}

fn corners_are_found_before_they_are_listed(play: &Play, beats: &Beats, met: &mut Met) {
    let cards = [
        "Support mapping",
        "GJK distance",
        "EPA penetration depth",
        "ISA-GJK",
        "Boolean GJK",
        "Boolean GJK in the plane",
    ];
    if !cards.contains(&play.lesson.card().title) {
        return;
    }
    let mut known: BTreeSet<String> = BTreeSet::new();
    for (i, beat) in each(beats).enumerate() {
        let titles = ["Simplex W", "Vertices", "Support points"];
        let tables = beat.tables.iter().filter(|table| titles.contains(&table.title));
        let before = known.len();
        for row in tables.flat_map(|table| &table.rows) {
            let name = row.cells[0].text.clone();
            if known.insert(name.clone()) {
                let found =
                    beat.event == Some(Event::Support) || matches!(beat.line, "start" | "flat" | "apart") && i == 0;
                assert!(found, "{} beat {i} @{}: {name} is listed before it is found", play.name, beat.line);
                met.count += 1;
            }
        }
        let found = known.len() - before;
        let start = matches!(beat.line, "start" | "flat" | "apart");
        assert!(found <= 1 || start, "{} beat {i} @{}: {found} points at once", play.name, beat.line);
    }
}

#[test]
fn no_corner_is_listed_before_it_is_found() {
    let held = met("corners").count;
    assert!(held > 1000, "a weak test: {held} corners");
}
