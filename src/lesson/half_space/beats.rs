//! Sub-steps (beats) of half-space queries: sentences and values.

use glam::DVec3;

use super::pictures;
use super::step_context::StepContext;
use crate::answer::number::{count, length, number, vector};
use crate::answer::{Finding, Shown};
use crate::lesson::cast::seconds;
use crate::lesson::{Beat, Event, Row, Sentence, StopTest, Table, Value, symbol};
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

    /// Length without its sign, for sentences; 0 where it is below the rounding error.
    fn magnitude(&self, meters: f64) -> Shown {
        self.length(meters.abs())
    }

    /// Outward normal and offset of the plane.
    fn plane(&self) -> Vec<Value> {
        vec![
            Value::of(symbol::NORMAL, vector(self.after.n.unwrap_or_default()), "n"),
            Value::number(symbol::OFFSET, length(self.after.offset)),
        ]
    }

    /// Distance from the plane, or depth below it.
    fn gap(&self) -> Option<Value> {
        let d = self.after.gap?.d;
        let symbol = if d < 0.0 { symbol::DEPTH } else { symbol::GAP };
        Some(Value::of(symbol, self.magnitude(d), gap_key(d)))
    }

    /// Proven bounds of the signed distance.
    fn bounds(&self) -> Vec<Value> {
        let Some(gap) = self.after.gap else { return Vec::new() };
        vec![
            Value::of(symbol::LOWER, self.length(gap.lower), gap_key(gap.d)),
            Value::of(symbol::UPPER, self.length(gap.upper), gap_key(gap.d)),
        ]
    }

    /// Whether b is on the plane as far as the bounds tell.
    fn is_on_plane(&self, d: f64) -> bool {
        let state = self.after;
        self.context.pair.is_rounding(d) || state.touches.holds() && !state.apart.holds() && !state.inside.holds()
    }
}

/// Mark id of the line between b and the plane; of the point b where b is on the plane.
fn gap_key(d: f64) -> &'static str {
    if d == 0.0 { "b" } else { "witness" }
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
        "{plane} is a half-space: everything below one plane. Its normal n points outward, the only direction in which {body} can \
         be pushed out."
    );
    Beat { line: "normal", say: say.into(), values: step.plane(), event: Some(Event::Bound), ..Beat::default() }
}

fn support(step: &StepContext<'_>) -> Beat {
    let [_, body] = step.context.names();
    let has_margin = step.after.ball > 0.0;
    let margin = if has_margin { ", margin included" } else { "" };
    let say = format!(
        "b is the deepest point of {body}: the farthest along −n{margin}. All of {body} is on the outer side of the plane through b."
    );
    let at = step.after.deepest.map_or(DVec3::ZERO, |deepest| deepest.point);
    let at = step.context.pair.space.world(at);
    let mut values = vec![Value::of(symbol::WITNESS_B, vector(at), "b")];
    if has_margin {
        let symbol = if step.context.body() == 0 { symbol::MARGIN_A } else { symbol::MARGIN_B };
        values.push(Value::number(symbol, length(step.after.ball)));
    }
    Beat { line: "support", say: say.into(), values, event: Some(Event::Support), ..Beat::default() }
}

fn gap(step: &StepContext<'_>) -> Beat {
    let d = step.after.gap.map_or(0.0, |gap| gap.d);
    let depth = step.magnitude(d);
    let place = match () {
        () if d == 0.0 => String::from("b is on the plane."),
        () if step.is_on_plane(d) => String::from("b is on the plane: the gap is zero to rounding."),
        () if d > 0.0 => format!("b is {depth} above the plane."),
        () => format!("b is {depth} below the plane."),
    };
    let (line, next, stops) = consequence_of_gap(step);
    let say = match step.worth {
        Some(_) => format!("{place} {}", step.verdict.say),
        None => format!("{place} {next}"),
    };
    let values = step.gap().into_iter().chain(step.bounds()).collect();
    Beat { line, say: say.into(), values, stops, event: Some(Event::Bound), ..Beat::default() }
}

/// Consequence of the gap for the query: line of the listing, sentence, and tests.
fn consequence_of_gap(step: &StepContext<'_>) -> (&'static str, String, Vec<StopTest>) {
    let state = step.after;
    match state.ask {
        Query::Distance => {
            let next = "No other direction needs a test, because the half-space has one normal only.";
            ("gap", String::from(next), Vec::new())
        }
        Query::Cast { .. } => {
            let stops = vec![
                StopTest::new("Overlapping", "start", "upper < 0", state.inside),
                StopTest::new("Touching", "start", "upper ≤ touching", state.touches),
            ];
            let ended = matches!(state.outcome, Some(Outcome::Cast(_)));
            let [plane, body] = step.context.names();
            let next = format!("{body} and {plane} are apart at the start. Next: how fast the gap closes.");
            (if ended { "start" } else { "gap" }, next, stops)
        }
        Query::Contacts { margin, .. } => {
            let stops = vec![StopTest::new("Apart", "beyond", "d > margin", state.beyond)];
            let ended = state.outcome == Some(Outcome::Contact(manifold::Outcome::Apart));
            let is_above =
                state.gap.is_some_and(|gap| gap.d > 0.0) && !step.is_on_plane(state.gap.map_or(0.0, |gap| gap.d));
            let next = if is_above {
                format!(
                    "This gap is within the margin of {}. Next: the vertices that face the plane.",
                    step.length(margin)
                )
            } else {
                String::from("Next: the depth of the vertices that face the plane.")
            };
            (if ended { "beyond" } else { "gap" }, next, stops)
        }
    }
}

fn foot(step: &StepContext<'_>) -> Beat {
    let say = String::from("a is the foot of b on the plane, along n. No point of the plane is closer to b.");
    let mut values = Vec::new();
    if let Some(foot) = step.after.foot {
        values.push(Value::of(symbol::WITNESS_A, vector(step.context.pair.space.world(foot)), "a"));
    }
    values.extend(step.gap());
    Beat { line: "foot", say: say.into(), values, ..Beat::default() }
}

/// Beat of the side: apart, touching or overlapping by the bounds of the gap.
fn side(step: &StepContext<'_>) -> Beat {
    let state = step.after;
    let stops = vec![
        StopTest::new("Separated", "side", "lower > 0", state.apart),
        StopTest::new("Penetrating", "side", "upper < 0", state.inside),
    ];
    let mut values: Vec<Value> = step.gap().into_iter().chain(step.bounds()).collect();
    values.extend(width(step));
    Beat { line: "side", say: Sentence::answer(&step.verdict.say), values, stops, ..Beat::default() }
}

/// Half width of the bracket, as in the verdict.
fn width(step: &StepContext<'_>) -> Option<Value> {
    let [lower, upper] = crate::answer::Found::bracket(&step.verdict.finding)?;
    Some(Value::number(symbol::HALF_BRACKET, crate::answer::number::error(0.5 * (upper - lower))))
}

fn closing(step: &StepContext<'_>) -> Beat {
    let state = step.after;
    let speed = state.closing.unwrap_or(0.0);
    let Query::Cast { velocity, .. } = state.ask else { return Beat::default() };
    let (line, say) = match state.outcome {
        Some(Outcome::Cast(cast::Outcome::NoRelativeMotion)) => ("leaves", step.verdict.say.clone()),
        Some(_) if speed < 0.0 => {
            ("leaves", format!("The gap opens by {} m/s, so it never closes. {}", &*number(-speed), step.verdict.say))
        }
        Some(_) => ("leaves", format!("The velocity is along the plane, so the gap stays. {}", step.verdict.say)),
        None => (
            "closing",
            format!(
                "Only the component of the velocity along −n closes the gap: c = {} m/s. The component along the plane has no effect.",
                &*number(speed)
            ),
        ),
    };
    let is_at_rest = velocity == DVec3::ZERO;
    let velocity = Shown { text: format!("{} m/s", vector(velocity).text), ..vector(velocity) };
    let is_drawn = state.closing.is_some() && step.context.shown.is_finite() && !is_at_rest;
    let velocity = match is_drawn {
        true => Value::of(symbol::BODY_VELOCITY, velocity, "velocity"),
        false => Value::number(symbol::BODY_VELOCITY, velocity),
    };
    let mut values = vec![velocity, closing_speed(step, speed)];
    values.extend(step.verdict_gap());
    let stops = vec![StopTest::new("MovesApart", "leaves", "c ≤ 0", state.leaves)];
    Beat { line, say: say.into(), values, stops, event: Some(Event::Bound), ..Beat::default() }
}

/// Value of the closing speed; its arrow is drawn in the step that computes it, unless it is 0.
fn closing_speed(step: &StepContext<'_>, speed: f64) -> Value {
    let text = format!("{} m/s", number(speed).text);
    let shown = Shown { text, ..number(speed) };
    match step.before.phase == Phase::Closing && speed != 0.0 {
        true => Value::of(symbol::CLOSING_SPEED, shown, "closing"),
        false => Value::number(symbol::CLOSING_SPEED, shown),
    }
}

impl StepContext<'_> {
    /// Value of the smallest distance on a miss.
    fn verdict_gap(&self) -> Option<Value> {
        let Finding::FirstContact(found) = &self.verdict.finding else { return None };
        found
            .gap
            .filter(|_| self.worth.is_some())
            .map(|gap| Value::of(symbol::LEAST_DISTANCE, length(gap), gap_key(gap)))
    }
}

fn time(step: &StepContext<'_>) -> Beat {
    let (state, Query::Cast { t_max, .. }) = (step.after, step.after.ask) else { return Beat::default() };
    let moment = state.moment;
    let t = moment.map_or(f64::INFINITY, |moment| moment.t);
    let d = state.gap.map_or(0.0, |gap| gap.d);
    let c = state.closing.unwrap_or(0.0);
    let say = format!(
        "The gap of {} closes at {} m/s, so it is closed after {}. {}",
        step.magnitude(d),
        &*number(c),
        seconds(t),
        step.verdict.say
    );
    let mut values = vec![Value::of(symbol::TIME, seconds(t), "t"), closing_speed(step, c)];
    values.extend(step.gap());
    if state.late.holds() {
        values.push(Value::number(symbol::END_TIME, seconds(t_max)));
    }
    if let Some(moment) = moment {
        values.push(Value::of(symbol::TIME_AT_LEAST, seconds(moment.lower), "t"));
        if moment.upper.is_finite() {
            values.push(Value::of(symbol::TIME_AT_MOST, seconds(moment.upper), "t"));
        }
    }
    values.extend(step.verdict_gap());
    let stops = vec![StopTest::new("TooLate", "time", "lower > t_max", state.late)];
    Beat { line: "time", say: say.into(), values, stops, ..Beat::default() }
}

fn corners(step: &StepContext<'_>) -> Beat {
    let [_, body] = step.context.names();
    let corners = &step.after.corners;
    let margin = if let Query::Contacts { margin, .. } = step.after.ask { margin } else { 0.0 };
    let near = corners.iter().filter(|corner| corner.near).count();
    let place = if margin > 0.0 {
        format!("within the margin of {} above the plane", step.length(margin))
    } else {
        String::from("on or below the plane")
    };
    let say = match (corners.len(), near) {
        (1, _) => format!("The deepest point of {body} is {place}."),
        (2, 2) => format!("Both vertices of {body} that face the plane are {place}."),
        (all, near) if all == near => format!("All {all} vertices of {body} that face the plane are {place}."),
        (all, 1) => format!("One of the {all} vertices of {body} that face the plane is {place}."),
        (all, near) => format!("{near} of the {all} vertices of {body} that face the plane are {place}."),
    };
    let say = format!("{say} {}", step.verdict.say);
    let kept = corners.iter().filter(|corner| corner.kept).count();
    let deepest = corners.iter().filter(|corner| corner.kept).map(|corner| corner.gap).fold(f64::INFINITY, f64::min);
    let mut values = vec![
        Value::number(symbol::FACING_VERTICES, count(corners.len())),
        Value::number(symbol::POINTS, count(kept)),
        Value::number(symbol::CONTACT_MARGIN, step.length(margin)),
    ];
    if deepest.is_finite() && deepest != 0.0 {
        let symbol = if deepest < 0.0 { symbol::DEPTH } else { symbol::GAP };
        values.push(Value::of(symbol, step.magnitude(deepest), "depth"));
    }
    Beat {
        line: "corners",
        say: say.into(),
        values,
        tables: step.detail.full(|| vec![table(step, corners)]),
        ..Beat::default()
    }
}

fn table(step: &StepContext<'_>, corners: &[Corner]) -> Table {
    Table {
        title: "Vertices that face the plane",
        columns: vec!["vertex", "signed gap", "result"],
        rows: corners
            .iter()
            .map(|corner| Row {
                cells: vec![
                    format!("{}", corner.vertex + 1).into(),
                    step.length(corner.gap),
                    match (corner.near, corner.kept) {
                        (false, _) => "beyond the margin".into(),
                        (_, true) => "contact".into(),
                        _ => "not kept".into(),
                    },
                ],
                key: Some(format!("corner/{}", corner.vertex).into()),
                chosen: corner.kept,
            })
            .collect(),
    }
}
