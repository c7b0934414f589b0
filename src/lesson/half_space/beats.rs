//! Sub-steps (beats) of half-space queries: sentences and values.

use glam::DVec3;

use super::pictures;
use super::step_context::StepContext;
use crate::answer::number::{length, number, vector};
use crate::answer::{Finding, Shown};
use crate::lesson::cast::seconds;
use crate::lesson::{Beat, Event, Row, StopTest, Table, Value};
use crate::snapshot::half_space::{Corner, Outcome, Phase, Query};
use crate::snapshot::{cast, manifold};

impl StepContext<'_> {
    /// Text of a length, meters; 0 where it is below the rounding error.
    pub(super) fn length(&self, meters: f64) -> Shown {
        match &self.verdict.finding {
            // Contacts use one unit in sentences, values and pictures.
            Finding::Manifold(found) => found.unit().within(self.context.pair.rounding()).length(meters),
            _ => self.context.pair.length(meters),
        }
    }

    fn normal(&self) -> DVec3 {
        self.after.n.unwrap_or_default()
    }

    fn offset(&self) -> Value {
        Value::new("o", "offset of the plane", length(self.after.offset), "n")
    }

    fn gap(&self) -> Option<Value> {
        let gap = self.after.gap?;
        Some(Value::new("d", "gap to the plane", self.length(gap.d), "gap"))
    }

    /// Values of the gap's bounds.
    fn bounds(&self) -> Vec<Value> {
        let Some(gap) = self.after.gap else { return Vec::new() };
        vec![
            Value::new("lower", "proven: not below", self.length(gap.lower), "gap"),
            Value::new("upper", "proven: not above", self.length(gap.upper), "gap"),
        ]
    }

    fn vertex(&self) -> String {
        let feature = self.after.deepest.map_or(0, |deepest| deepest.feature);
        format!("{}", feature + 1)
    }
}

pub(super) fn beats(step: &StepContext<'_>) -> Vec<Beat> {
    let mut beats = match step.before.phase {
        Phase::Normal => vec![normal(step)],
        Phase::Support => vec![support(step)],
        Phase::Gap => vec![gap(step)],
        Phase::Foot => vec![foot(step), side(step)],
        Phase::Closing => vec![closing(step)],
        Phase::Time => vec![time(step)],
        Phase::Corners => vec![corners(step)],
    };
    for beat in &mut beats {
        beat.pictures = step.detail.full(|| pictures::of(step));
        beat.values = step.detail.full(|| std::mem::take(&mut beat.values));
    }
    if let (Some(last), Some(worth)) = (beats.last_mut(), step.worth) {
        last.event = Some(Event::Stop(worth));
    }
    beats
}

fn normal(step: &StepContext<'_>) -> Beat {
    let [plane, body] = step.context.names();
    let say = format!(
        "{plane} is all that lies below one plane, and has no end. Its normal n points out of it: {body} can only leave it along n."
    );
    let values = vec![Value::new("n", "outward normal", vector(step.normal()), "n"), step.offset()];
    Beat { line: "normal", say, values, event: Some(Event::Bound), ..Beat::default() }
}

fn support(step: &StepContext<'_>) -> Beat {
    let [_, body] = step.context.names();
    let ball = if step.after.ball > 0.0 { ", with the ball around it" } else { "" };
    let say = format!(
        "Against the normal, along −n, no point of {body} lies farther than b{ball}: all of {body} is on the outer side of a plane \
         through b."
    );
    let at = step.after.deepest.map_or(DVec3::ZERO, |deepest| deepest.point);
    let at = step.context.pair.space.world(at);
    let mut values = vec![
        Value::new("b", "deepest point", vector(at), "b"),
        Value::new("vertex", "of the core, at b", step.vertex(), "b"),
    ];
    if step.after.ball > 0.0 {
        values.push(Value::new("μ", "ball around the core", length(step.after.ball), "b"));
    }
    Beat { line: "support", say, values, event: Some(Event::Support), ..Beat::default() }
}

fn gap(step: &StepContext<'_>) -> Beat {
    let state = step.after;
    let d = state.gap.map_or(0.0, |gap| gap.d);
    let depth = step.length(d.abs());
    let place = match () {
        () if step.context.pair.is_rounding(d)
            || state.touches.holds() && !state.apart.holds() && !state.inside.holds() =>
        {
            String::from("b lies on the plane, within rounding.")
        }
        () if d > 0.0 => format!("b lies {depth} above the plane."),
        () => format!("b lies {depth} below the plane, inside."),
    };
    let (line, rest, stops) = consequence_of_gap(step);
    let say = match step.worth {
        Some(_) => format!("{place} {}", step.verdict.say),
        None => format!("{place} {rest}"),
    };
    let mut values: Vec<Value> = step.gap().into_iter().collect();
    values.push(Value::new("|d|", "as a length", depth, "gap"));
    values.extend(step.bounds());
    values.push(step.offset());
    Beat { line, say, values, stops, event: Some(Event::Bound), ..Beat::default() }
}

/// Consequence of the gap for the query: line of the listing, sentence, and tests.
fn consequence_of_gap(step: &StepContext<'_>) -> (&'static str, String, Vec<StopTest>) {
    let state = step.after;
    match state.ask {
        Query::Distance => {
            ("gap", String::from("No other direction has to be tried: the half-space ends along n alone."), Vec::new())
        }
        Query::Cast { .. } => {
            let stops = vec![
                StopTest::new("Overlapping", "start", "upper < 0", state.inside),
                StopTest::new("Touching", "start", "upper ≤ touching", state.touches),
            ];
            let ended = matches!(state.outcome, Some(Outcome::Cast(_)));
            (if ended { "start" } else { "gap" }, String::from("They are apart at the start."), stops)
        }
        Query::Contacts { .. } => {
            let stops = vec![StopTest::new("Apart", "beyond", "d > margin", state.beyond)];
            let ended = state.outcome == Some(Outcome::Contact(manifold::Outcome::Apart));
            let near = String::from("That is within the margin: the corners around b are looked at.");
            (if ended { "beyond" } else { "gap" }, near, stops)
        }
    }
}

fn foot(step: &StepContext<'_>) -> Beat {
    let say = String::from("Straight along n from b lies its foot on the plane: no point of the plane is nearer to b.");
    let mut values: Vec<Value> = step.gap().into_iter().collect();
    if let Some(foot) = step.after.foot {
        values.push(Value::new("a", "foot on the plane", vector(step.context.pair.space.world(foot)), "a"));
    }
    Beat { line: "foot", say, values, ..Beat::default() }
}

/// Beat of the side: apart, touching or overlapping by the bounds of the gap.
fn side(step: &StepContext<'_>) -> Beat {
    let state = step.after;
    let stops = vec![
        StopTest::new("Separated", "side", "lower > 0", state.apart),
        StopTest::new("Penetrating", "side", "upper < 0", state.inside),
    ];
    let say = format!("The bounds of the gap say on which side of the plane b lies. {}", step.verdict.say);
    let mut values: Vec<Value> = step.gap().into_iter().collect();
    let d = state.gap.map_or(0.0, |gap| gap.d);
    values.push(Value::new("|d|", "distance or depth", length(d.abs()), "gap"));
    values.extend(step.bounds());
    values.extend(width(step));
    Beat { line: "side", say, values, stops, ..Beat::default() }
}

/// Half width of the bracket, as in the verdict.
fn width(step: &StepContext<'_>) -> Option<Value> {
    let [lower, upper] = crate::answer::Found::bracket(&step.verdict.finding)?;
    Some(Value::new("±", "half the bracket", crate::answer::number::error(0.5 * (upper - lower)), "gap"))
}

fn closing(step: &StepContext<'_>) -> Beat {
    let state = step.after;
    let speed = state.closing.unwrap_or(0.0);
    let Query::Cast { velocity, .. } = state.ask else { return Beat::default() };
    let (line, say) = match state.outcome {
        Some(Outcome::Cast(cast::Outcome::NoRelativeMotion)) => ("leaves", step.verdict.say.clone()),
        Some(_) => ("leaves", format!("Along the normal the gap does not close. {}", step.verdict.say)),
        None => (
            "closing",
            format!(
                "Only the part of the velocity along the normal counts: the gap closes by {} m every second, whatever the rest does.",
                &*number(speed)
            ),
        ),
    };
    let mut values = vec![
        Value::new("v", "velocity of the body, seen from the half-space, m/s", vector(velocity), "velocity"),
        Value::new("c", "how fast the gap closes, m/s", number(speed), "closing"),
    ];
    values.extend(step.gap());
    values.extend(step.verdict_gap());
    let stops = vec![StopTest::new("MovesApart", "leaves", "c ≤ 0", state.leaves)];
    Beat { line, say, values, stops, event: Some(Event::Bound), ..Beat::default() }
}

impl StepContext<'_> {
    /// Value of the smallest distance on a miss.
    fn verdict_gap(&self) -> Option<Value> {
        let Finding::FirstContact(found) = &self.verdict.finding else { return None };
        found.gap.filter(|_| self.worth.is_some()).map(|gap| Value::new("gap", "least distance", length(gap), "gap"))
    }
}

fn time(step: &StepContext<'_>) -> Beat {
    let (state, Query::Cast { t_max, .. }) = (step.after, step.after.ask) else { return Beat::default() };
    let moment = state.moment;
    let t = moment.map_or(f64::INFINITY, |moment| moment.t);
    let d = state.gap.map_or(0.0, |gap| gap.d);
    let c = state.closing.unwrap_or(0.0);
    let say = format!(
        "A gap of {} that closes by {} m every second is closed after {}. {}",
        step.length(d),
        &*number(c),
        seconds(t),
        step.verdict.say
    );
    let mut values: Vec<Value> = step.gap().into_iter().collect();
    values.push(Value::new("c", "how fast the gap closes, m/s", number(c), "closing"));
    values.push(Value::new("t", "d / c", seconds(t), "t"));
    values.push(Value::new("t end", "end of the motion", seconds(t_max), "t"));
    if let Some(moment) = moment {
        values.push(Value::new("lower", "no contact before", seconds(moment.lower), "t"));
        let upper = if moment.upper.is_finite() { seconds(moment.upper) } else { String::from("not known") };
        values.push(Value::new("upper", "contact by", upper, "t"));
        let half = crate::answer::number::two_digits(0.5 * (moment.upper - moment.lower));
        values.push(Value::new("±", "half the bracket, s", half, "t"));
    }
    values.extend(step.verdict_gap());
    let stops = vec![StopTest::new("TooLate", "time", "lower > t_max", state.late)];
    Beat { line: "time", say, values, stops, ..Beat::default() }
}

fn corners(step: &StepContext<'_>) -> Beat {
    let [_, body] = step.context.names();
    let corners = &step.after.corners;
    let margin = if let Query::Contacts { margin, .. } = step.after.ask { margin } else { 0.0 };
    let near = corners.iter().filter(|corner| corner.near).count();
    let (all, what) = match corners.len() {
        1 => (format!("Only the lowest point of {body}"), String::new()),
        2 if near == 2 => (format!("Both corners of {body} that face the plane"), String::new()),
        n if n == near => (format!("All {n} corners of {body} that face the plane"), String::new()),
        n => (format!("Of the {n} corners of {body} that face the plane"), format!(" {near}")),
    };
    let one = if near == 1 { "is" } else { "are" };
    let bound = if margin > 0.0 {
        format!("less than {} above the plane", step.length(margin))
    } else {
        String::from("on or below the plane")
    };
    let say = format!("{all}{what} {one} {bound}. {}", step.verdict.say);
    let mut values: Vec<Value> = step.gap().into_iter().collect();
    values.push(Value::new("margin", "points up to this far count", step.length(margin), "gap"));
    values.push(Value::new("k", "corners within the margin", crate::answer::number::count(near), "gap"));
    values.push(Value::new("n", "corners of the feature", crate::answer::number::count(corners.len()), "gap"));
    let kept = corners.iter().filter(|corner| corner.kept).count();
    values.push(Value::new("points", "that are told", crate::answer::number::count(kept), "gap"));
    let deepest = corners.iter().map(|corner| corner.gap).fold(f64::INFINITY, f64::min);
    values.push(Value::new("deepest", "how deep, or how far above", step.length(deepest.abs()), "gap"));
    Beat { line: "corners", say, values, tables: step.detail.full(|| vec![table(step, corners)]), ..Beat::default() }
}

fn table(step: &StepContext<'_>, corners: &[Corner]) -> Table {
    Table {
        title: "Corners of the deepest feature",
        columns: vec!["vertex", "d_i", ""],
        rows: corners
            .iter()
            .map(|corner| Row {
                cells: vec![
                    format!("{}", corner.vertex + 1).into(),
                    step.length(corner.gap),
                    match (corner.near, corner.kept) {
                        (false, _) => "beyond the margin".into(),
                        (_, true) => "contact".into(),
                        _ => "given up".into(),
                    },
                ],
                key: Some(format!("corner/{}", corner.vertex).into()),
                chosen: corner.kept,
            })
            .collect(),
    }
}
