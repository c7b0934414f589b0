//! What the lessons in space and in the plane have in common: the lines of a run, what its answer says, what a step tells.

use glam::DVec3;

use super::super::super::prelude::*;
use super::super::super::separation::{Answer, Found, Outcome, Tested};
use crate::answer::number::length;
use crate::answer::{Finding, PairStatus, SeparationFinding};
use crate::lesson::shadows::{Lanes, LineTold, Passing};
use crate::lesson::{Detail, EndingKind, StopTest, Tape, ToF64, Verdict};

/// What was found on every line, and whether it was the best so far.
type Lines<L, V> = Vec<(Tested<L, V>, bool)>;

/// Records a test, with every line that it tried and whether that was the best so far.
pub(crate) fn record<S, L, V>(start: S, found: impl Fn(&S) -> &Found<L, V>) -> (Tape<S>, Lines<L, V>)
where
    S: Stepper<Outcome = Outcome> + Clone,
    L: Copy + PartialEq,
    V: Copy + PartialEq,
{
    let (mut lines, mut taken) = (Vec::new(), None);
    let tape = Tape::record_seeing(start, |state| {
        let found = found(state);
        lines.extend(found.now.map(|now| (now, found.best != taken)));
        taken = found.best;
    });
    (tape, lines)
}

/// What a step tells of the line that it tries.
pub(crate) fn told<'a, L: Copy + PartialEq, V: Copy + Default>(
    lanes: &'a Lanes,
    [before, after]: [&Found<L, V>; 2],
    [has_cached, stop_at_first]: [bool; 2],
    end: Option<(&'a str, EndingKind)>,
    detail: Detail,
) -> LineTold<'a> {
    let tried = [before.tested as usize, after.tested as usize];
    let cached = tried[0] == 0 && has_cached;
    let stop = after.now.filter(|_| cached || stop_at_first).map(|now| {
        let ending = if cached { Outcome::SeparatedByCache } else { Outcome::Separated };
        let test = StopTest::new(name(ending), "stop", "gap > rounding", after.parts(&now));
        StopTest { fired: end.is_some() && tried[1] > tried[0], ..test }
    });
    LineTold {
        lanes,
        tried,
        skipped: 0,
        passing: Passing::Asked,
        cached: cached && tried[1] > tried[0],
        stop,
        end,
        detail,
    }
}

/// How an outcome is called.
pub fn name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Separated => "Separated",
        Outcome::SeparatedByCache => "SeparatedByCache",
        Outcome::Touching => "Touching",
        Outcome::Overlapping => "Overlapping",
        Outcome::Degenerate => "Degenerate",
        Outcome::NotFinite => "NotFinite",
    }
}

/// What an ending claims about the bodies.
fn status(outcome: Outcome) -> PairStatus {
    match outcome {
        Outcome::Separated | Outcome::SeparatedByCache => PairStatus::Separated,
        Outcome::Touching | Outcome::Degenerate => PairStatus::Touching,
        Outcome::Overlapping => PairStatus::Penetrating,
        Outcome::NotFinite => PairStatus::NotConverged,
    }
}

/// The answer in a sentence. The normal is in the world; lines go by their short names.
pub(crate) fn verdict<L: Copy, V>(
    answer: &Answer<L, V>,
    normal: DVec3,
    ties: &[Tested<L, V>],
    short: impl Fn(L) -> String,
    [a, b]: &[String; 2],
) -> Verdict {
    let outcome = answer.outcome;
    let known = answer.axis.is_some() || outcome == Outcome::Degenerate;
    let finding = SeparationFinding {
        status: status(outcome),
        separation: known.then(|| answer.separation.to_f64()),
        lower: answer.lower.to_f64(),
        upper: answer.upper.map(ToF64::to_f64),
        normal: normal.try_normalize(),
        line: answer.axis.map(&short),
        lines: answer.tested,
        skipped: answer.pruned,
        ties: ties.iter().map(|tie| short(tie.axis)).collect(),
    };
    let gap = finding.separation.unwrap_or(0.0);
    let along = finding.line.as_deref().map_or_else(String::new, |line| format!(" along {line}"));
    let say = match outcome {
        Outcome::Separated => format!("{a} and {b} are apart, by at least {}{along}.", length(gap)),
        Outcome::SeparatedByCache => {
            format!("{a} and {b} are still apart{along}, by at least {}: one line was enough.", length(gap))
        }
        Outcome::Touching => format!("{a} and {b} touch{along}, within rounding."),
        Outcome::Overlapping => format!("{a} and {b} overlap by {}{along}: no line has a gap.", length(-gap)),
        Outcome::Degenerate => format!("{a} and {b} share points, but A − B has no volume: the depth is 0."),
        Outcome::NotFinite => format!("{a} and {b} are too large or too far apart: squares would be infinite."),
    };
    Verdict { outcome: name(outcome), say, iterations: finding.lines, finding: Finding::Separation(finding) }
}
