//! No bound that a step shows excludes the answer: every value with a proof, against the certified end of its run.

use contact_lens::answer::{Finding, FindingFacts as _, number::Exact};
use contact_lens::lesson::Value;
use contact_lens::scene::model::{Body, Method, Shape};

use super::scene;
use crate::played::{Beats, Met, Play, Rule, met};

pub(crate) const RULES: &[(&str, Rule)] = &[("proven bounds", bounds_hold_the_answer)];

/// The quantity that a caption promises a bound of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bounded {
    /// Signed distance of the bodies.
    Distance,
    /// Distance of the cores, which the balls around them do not shorten.
    Cores,
    /// Penetration depth of the cores.
    Depth,
    /// Penetration depth of the bodies, with the balls around their cores.
    DepthOfBodies,
    /// Time of first contact.
    Contact,
}

/// Which side of the quantity a value is proven to be on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Below,
    Above,
}

/// Captions of bounds. A caption with one of [`WORDS`] is in this table, so that a new bound has to be compared too.
const CAPTIONS: &[(&str, Bounded, Side)] = &[
    ("at least, proven", Bounded::Distance, Side::Below),
    ("at most, proven", Bounded::Distance, Side::Above),
    ("signed distance, at least", Bounded::Distance, Side::Below),
    ("signed distance, at most", Bounded::Distance, Side::Above),
    ("proven: not below", Bounded::Distance, Side::Below),
    ("proven: not above", Bounded::Distance, Side::Above),
    ("least upper bound", Bounded::Distance, Side::Above),
    ("lower bound", Bounded::Distance, Side::Below),
    ("upper bound", Bounded::Distance, Side::Above),
    ("best lower bound", Bounded::Cores, Side::Below),
    ("at least so far", Bounded::Cores, Side::Below),
    ("distance to origin", Bounded::Cores, Side::Above),
    ("at most so far", Bounded::Cores, Side::Above),
    ("core gap", Bounded::Cores, Side::Below),
    ("depth at least", Bounded::DepthOfBodies, Side::Below),
    ("depth at most", Bounded::DepthOfBodies, Side::Above),
    ("no contact before", Bounded::Contact, Side::Below),
    ("contact by", Bounded::Contact, Side::Above),
];

/// Words of captions that promise a bound.
const WORDS: [&str; 4] = ["at least", "at most", "proven", "bound"];

/// Captions with these words that promise none of the answer: of a part of the search, of a rate, or of a rounding.
const OTHERS: [&str; 16] = [
    "pairs beyond bound",
    "bound of pair",
    "first half's bound",
    "second half's bound",
    "of a bound",
    "gap of the bounds",
    "bound of the first half",
    "bound of the second half",
    "at most, m/s",
    "bends at most",
    "in which bounds of friction were held",
    "off at most",
    "within its bounds, N s",
    "within its bounds, N m s",
    "proven: not less",
    "bound of deviation",
];

/// The quantity that the bounds of a beat are about, where the caption does not say it.
fn quantity(play: &Play, line: &str) -> Bounded {
    match play.lesson.card().id {
        _ if play.lesson.card().title.contains("half-space") => Bounded::Distance,
        "epa" => Bounded::Depth,
        "distance" if line != "gjk" => Bounded::Depth,
        "distance" | "gjk" => Bounded::Cores,
        _ => Bounded::Distance,
    }
}

fn bounded(play: &Play, line: &str, caption: &str) -> Option<(Bounded, Side)> {
    match caption {
        "lower bound" => return Some((quantity(play, line), Side::Below)),
        "upper bound" | "previous upper bound" => return Some((quantity(play, line), Side::Above)),
        // ISA-GJK measures the whole bodies where the plane is lifted to space, else their cores.
        "distance to origin" if play.lesson.card().id == "isa_gjk" => return Some((Bounded::Distance, Side::Above)),
        _ => {}
    }
    CAPTIONS.iter().find(|(name, ..)| *name == caption).map(|(_, bounded, side)| (*bounded, *side))
}

/// Radius of the ball around the core of a body.
fn ball(body: &Body) -> f64 {
    fn of_shape(shape: &Shape) -> f64 {
        match shape {
            Shape::Sphere { radius } | Shape::Circle { radius } | Shape::Capsule { radius, .. } => *radius,
            Shape::Inflate { radius, shape } => radius + of_shape(shape),
            _ => 0.0,
        }
    }
    body.margin + of_shape(&body.shape)
}

/// The sum of the balls around the cores of the bodies that a play is about; 0 where the cores are the whole shapes.
fn balls(play: &Play) -> f64 {
    if play.query.ask.clone().method_mut() == Some(&mut Method::Epa) {
        return 0.0;
    }
    let scene = scene(play.name.split(' ').next().unwrap());
    let named: Vec<&str> = play.query.ask.subjects().bodies().map(|(_, name)| name).collect();
    scene.bodies.iter().filter(|body| named.contains(&body.name.as_str())).map(ball).sum()
}

/// The interval that the end of a run proves of a quantity.
fn certified(play: &Play, quantity: Bounded, balls: f64) -> Option<[f64; 2]> {
    let finding = &play.lesson.verdict().finding;
    match quantity {
        Bounded::Distance => finding.bracket(),
        Bounded::Cores => finding.bracket().map(|ends| ends.map(|end| (end + balls).max(0.0))),
        Bounded::Depth => finding.bracket().map(|[lower, upper]| [-upper - balls, -lower - balls]),
        Bounded::DepthOfBodies => finding.bracket().map(|[lower, upper]| [-upper, -lower]),
        Bounded::Contact => match finding {
            Finding::FirstContact(found) => Some([found.lower, found.upper.unwrap_or(f64::INFINITY)]),
            Finding::PartsInFlight(found) => {
                found.pair.as_ref().map(|found| [found.lower, found.upper.unwrap_or(f64::INFINITY)])
            }
            _ => None,
        },
    }
}

fn number(value: &Value) -> Option<f64> {
    match value.text.exact? {
        Exact::Number(number) => Some(number).filter(|number| number.is_finite()),
        Exact::Count(_) | Exact::Vector(_) => None,
    }
}

/// A value as a failure names it; the kind of failure is between `@` and `:`.
fn described(play: &Play, step: usize, line: &str, value: &Value) -> String {
    let title = play.lesson.card().title;
    format!("{} step {step}, @{title} {line} {} {}: {}", play.name, value.symbol, value.meaning, value.text.text)
}

fn bounds_hold_the_answer(play: &Play, beats: &Beats, met: &mut Met) {
    let balls = balls(play);
    for (step, beat) in beats.iter().flat_map(|(step, beats)| beats.iter().map(move |beat| (*step, beat))) {
        for value in &beat.values {
            let Some((quantity, side)) = bounded(play, beat.line, value.meaning) else {
                if WORDS.iter().any(|word| value.meaning.contains(word)) && !OTHERS.contains(&value.meaning) {
                    met.wrong.push(described(play, step, beat.line, value) + " is in no table of captions");
                }
                continue;
            };
            let (Some(shown), Some([lower, upper])) = (number(value), certified(play, quantity, balls)) else {
                continue;
            };
            let holds = match side {
                Side::Below => shown <= upper,
                Side::Above => shown >= lower,
            };
            met.count += 1;
            if !holds {
                let said = described(play, step, beat.line, value);
                met.wrong.push(format!("{said}, {shown:e}, and the answer is in [{lower:e}, {upper:e}]"));
            }
        }
    }
}

#[test]
fn no_bound_of_a_step_excludes_the_answer() {
    let count = met("proven bounds").count;
    assert!(count > 2000, "a weak test: {count} bounds");
}
