//! What is told of a step in which a line is tried.

use super::{Lanes, Shadows};
use crate::answer::number::{count, length, measured, vector};
use crate::lesson::{Beat, Detail, EndingKind, Event, Pictures, StopTest, Value};
use crate::snapshot::sat::Passing;

/// A line in a sentence: `a3`, and in full what has a preposition for a name, `the line along a`.
pub fn spoken(name: &str) -> String {
    if name.starts_with("along") || name.starts_with("across") { format!("the line {name}") } else { name.to_owned() }
}

/// A step in which at most one line is tried, or one line of a step in which several are.
#[derive(Clone, Debug)]
pub struct LineStep<'a> {
    /// All lines of the run.
    pub lanes: &'a Lanes,
    /// What people call A and B.
    pub names: &'a [String; 2],
    /// How many lines were tried before it, and with it.
    pub tried: [usize; 2],
    /// The same of the step: more lines where several are tried at once.
    pub step: [usize; 2],
    /// How many pairs of edges were skipped on the way to the line.
    pub skipped: usize,
    /// How those were passed by.
    pub passing: Passing,
    /// Whether the line is tried first because it had a gap in the frame before.
    pub cached: bool,
    /// The test whether this line ends the run, if it is made.
    pub stop: Option<StopTest>,
    /// How the run ends, if it does in this step: the sentence, and what the ending is worth.
    pub end: Option<(&'a str, EndingKind)>,
    /// How much is told.
    pub detail: Detail,
}

/// What the pictures of a beat show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shows {
    /// So many lines have been tried.
    pub tried: usize,
    /// The line at hand, as an index of [`Lanes::lines`].
    pub lit: Option<usize>,
    /// Whether its shadows are known yet.
    pub shadows: bool,
    /// Whether it is the line of the answer.
    pub end: bool,
}

impl LineStep<'_> {
    /// Which line comes and why; what is seen on it; whether it is the best so far; how the run ends.
    pub fn beats(&self, pictures: &dyn Fn(Shows) -> Pictures) -> Vec<Beat> {
        let [before, now] = self.tried;
        let mut beats = Vec::new();
        if self.skipped > 0 {
            beats.push(self.skipping(pictures));
        }
        if now > before {
            beats.push(self.axis(pictures));
            beats.push(self.gap(pictures));
            beats.extend(self.better(pictures).filter(|_| !self.in_row()));
        }
        if let Some((say, kind)) = self.end {
            let line = if now > before { "stop" } else { self.label("end", "row-again") };
            let shows = Shows { tried: now, lit: self.lanes.best(now), shadows: true, end: true };
            let mut beat = self.beat(line, say.to_owned(), shows, pictures);
            beat.event = Some(Event::Stop(kind));
            beat.stops = self.stop.iter().filter(|stop| stop.fired).cloned().collect();
            beats.push(beat);
        }
        beats
    }

    /// Whether it is a line of a row, of which the best is told at its end.
    fn in_row(&self) -> bool {
        self.passing == Passing::Parallel
    }

    /// The label of what is done line by line, or of the same by rows.
    fn label(&self, line: &'static str, row: &'static str) -> &'static str {
        if self.in_row() { row } else { line }
    }

    /// The same of what a walk does otherwise, with faces and with edges.
    fn walked(&self, line: &'static str, row: &'static str, [face, edges]: [&'static str; 2]) -> &'static str {
        match self.lanes.lines[self.tried[0]].group {
            _ if self.passing != Passing::Walked || self.cached => self.label(line, row),
            0 | 1 => face,
            _ => edges,
        }
    }

    /// Which line is the best after a row of lines.
    pub fn row(&self, pictures: &dyn Fn(Shows) -> Pictures) -> Option<Beat> {
        let [first, last] = self.step;
        let best = self.lanes.best(last)?;
        let line = &self.lanes.lines[best];
        let say = match self.lanes.best(first) {
            None => format!("Of these lines {} is the best: {}.", spoken(&line.name), self.has(line.gap())),
            Some(other) if other == best => {
                format!("None of these lines is better than {}: {}.", spoken(&line.name), self.has(line.gap()))
            }
            Some(other) => self.outdone(&spoken(&line.name), line.gap(), &self.lanes.lines[other]),
        };
        let shows = Shows { tried: last, lit: Some(best), shadows: true, end: true };
        let beat = self.beat("row-best", say, shows, pictures);
        Some(Beat { event: Some(Event::Bound), points: self.points(), ..beat })
    }

    fn skipping(&self, pictures: &dyn Fn(Shows) -> Pictures) -> Beat {
        let pairs = match self.skipped {
            1 => String::from("1 pair of edges is"),
            n => format!("{n} pairs of edges are"),
        };
        let (line, say) = match self.passing {
            Passing::Asked => (
                "prune",
                format!("{pairs} skipped: their arcs on the Gauss sphere do not cross, so they span no face of A − B."),
            ),
            Passing::Walked => (
                "walk",
                format!("{pairs} skipped: a walk along the arc of A's edge never meets the arcs of these edges of B."),
            ),
            Passing::Parallel => ("row-parallel", format!("{pairs} skipped: parallel edges span no line.")),
            Passing::Bounded => {
                let why = "either their arcs do not cross, or corners of A show that the gap there is no larger than the best";
                ("bound", format!("{pairs} skipped: {why}."))
            }
        };
        let tried = self.tried[0];
        let shows = Shows { tried, lit: self.lanes.best(tried), shadows: true, end: true };
        Beat { event: Some(Event::Reduction), ..self.beat(line, say, shows, pictures) }
    }

    fn axis(&self, pictures: &dyn Fn(Shows) -> Pictures) -> Beat {
        let number = self.tried[0];
        let line = &self.lanes.lines[number];
        let first = number == 0 || self.lanes.lines[number - 1].group != line.group;
        let why = match self.lanes.groups.get(line.group) {
            _ if self.cached => "The line that had a gap in the frame before comes first. ",
            Some(why) if first => why,
            _ => "",
        };
        let say = match line.name == spoken(&line.name) {
            true => format!("{why}Line {} is {}, n = {}.", line.name, line.words, vector(line.normal)),
            false => format!("{why}The next line runs {}, n = {}.", line.words, vector(line.normal)),
        };
        self.beat(
            self.walked("axis", "row", ["four", "walk"]),
            say,
            Shows { tried: number, lit: Some(number), shadows: false, end: false },
            pictures,
        )
    }

    fn shown(&self) -> Shows {
        let [number, tried] = self.tried;
        Shows { tried, lit: Some(number), shadows: true, end: false }
    }

    fn gap(&self, pictures: &dyn Fn(Shows) -> Pictures) -> Beat {
        let line = &self.lanes.lines[self.tried[0]];
        let gap = line.gap();
        let (name, [a, b]) = (spoken(&line.name), self.names);
        let say = if gap > self.lanes.rounding {
            format!(
                "On {name} the shadow of {b} begins {} after the shadow of {a} ends. One such line is enough: the bodies are apart.",
                length(gap)
            )
        } else if gap < -self.lanes.rounding {
            format!(
                "On {name} the shadows of {a} and {b} overlap by {}, so this line does not separate the bodies.",
                length(-gap)
            )
        } else {
            format!("On {name} the shadow of {b} begins just where the shadow of {a} ends, within rounding.")
        };
        let mut beat = self.beat(self.walked("gap", "row-gap", ["four-gap", "walk-gap"]), say, self.shown(), pictures);
        beat.event = Some(Event::Support);
        let last = self.tried[1] == self.step[1] && !self.in_row();
        beat.points = if last { self.points() } else { Vec::new() };
        beat.stops = self.stop.iter().filter(|stop| !stop.fired).cloned().collect();
        beat
    }

    /// What is plotted of the step: its largest gap, and that of the best so far where it is one of its lines.
    fn points(&self) -> Vec<(usize, f64)> {
        let [first, last] = self.step;
        let lines = self.lanes.lines.get(first..last).unwrap_or_default();
        let largest = lines.iter().map(Shadows::gap).reduce(f64::max);
        let best = lines.iter().rfind(|line| line.taken).map(Shadows::gap);
        largest.map(|gap| (0, gap)).into_iter().chain(best.map(|gap| (1, gap))).collect()
    }

    /// The line is the best so far.
    fn better(&self, pictures: &dyn Fn(Shows) -> Pictures) -> Option<Beat> {
        let [number, tried] = self.tried;
        let line = &self.lanes.lines[number];
        let (best, before) = (self.lanes.best(tried)?, self.lanes.best(number));
        let gap = self.lanes.lines[best].gap();
        if !line.taken {
            return None;
        }
        let say = match before.map(|other| &self.lanes.lines[other]) {
            None => format!("It is the first line, and so the best so far: {}.", self.has(gap)),
            Some(other) => self.outdone("This line", gap, other),
        };
        let mut beat = self.beat(self.walked("best", "best", ["again"; 2]), say, self.shown(), pictures);
        beat.event = Some(Event::Bound);
        Some(beat)
    }

    fn has(&self, gap: f64) -> String {
        match gap {
            gap if gap.abs() <= self.lanes.rounding => String::from("0, within rounding"),
            gap if gap > 0.0 => format!("a gap of {}", length(gap)),
            gap => format!("an overlap of {}", length(-gap)),
        }
    }

    /// A line with this gap is better than the best before it.
    fn outdone(&self, line: &str, gap: f64, other: &Shadows) -> String {
        if gap < -self.lanes.rounding {
            let [least, before] = [gap, other.gap()].map(|gap| length(-gap));
            return format!(
                "{line} has the least overlap so far: {least}, where {} had {before}.",
                spoken(&other.name)
            );
        }
        format!(
            "{line} is the best so far: {}, where {} had {}.",
            self.has(gap),
            spoken(&other.name),
            self.has(other.gap())
        )
    }

    fn beat(&self, line: &'static str, say: String, shows: Shows, pictures: &dyn Fn(Shows) -> Pictures) -> Beat {
        Beat {
            line,
            say,
            pictures: self.detail.full(|| pictures(shows)),
            values: self.detail.full(|| self.values(shows)),
            tables: self.detail.full(|| vec![self.lanes.table(shows.tried, shows.lit)]),
            ..Beat::default()
        }
    }

    fn values(&self, Shows { tried, lit, shadows, .. }: Shows) -> Vec<Value> {
        let lanes = self.lanes;
        let mut values = Vec::new();
        if let Some(line) = lit.and_then(|lit| lanes.lines.get(lit)) {
            values.push(Value::new("line", "the line at hand", line.name.clone(), "axis"));
            values.push(Value::new("n", "from A to B", vector(line.normal), "axis"));
            if shadows {
                values.push(Value::new("gap", "A's end to B", measured(line.gap(), lanes.rounding), "gap"));
            }
        }
        if let Some(best) = lanes.best(tried) {
            values.push(Value::new(
                "best",
                "largest so far",
                measured(lanes.lines[best].gap(), lanes.rounding),
                "best",
            ));
        }
        if let Some(margin) = lanes.margin(tried) {
            values.push(Value::new("margin", "to second best", measured(margin, 2.0 * lanes.rounding), "best"));
        }
        if self.skipped > 0 {
            values.push(Value::new("skipped", "pairs of edges", count(self.skipped), "axis"));
        }
        values.push(Value::new("rounding", "off at most", length(lanes.rounding), "rounding"));
        values
    }
}
