//! No bound that a step shows excludes the answer: every value with a proof, against the certified end of its run.

use contact_lens::answer::{Finding, Found as _, number::Exact};
use contact_lens::lesson::Value;
use contact_lens::scene::model::{Body, Shape};

use super::scene;
use crate::played::{Beats, Met, Play, Rule, each, met};

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
    /// Time of first contact.
    Contact,
    /// Nothing that the end of the run certifies: a part of the search, a limit, or a name.
    Other,
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
    ("at least so far", Bounded::Cores, Side::Below),
    ("at most so far", Bounded::Cores, Side::Above),
    ("depth at least", Bounded::Depth, Side::Below),
    ("depth at most", Bounded::Depth, Side::Above),
    ("no contact before", Bounded::Contact, Side::Below),
    ("contact by", Bounded::Contact, Side::Above),
];

/// Words of captions that promise a bound.
const WORDS: [&str; 6] = ["at least", "at most", "proven", "bound", "before", "by"];

fn bounded(caption: &str) -> Option<(Bounded, Side)> {
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

/// The sum of the balls of the bodies that a play is about.
fn balls(play: &Play) -> f64 {
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
        Bounded::Depth => finding.bracket().map(|[lower, upper]| [-upper - balls, -lower - balls].map(|x| x.max(0.0))),
        Bounded::Contact => match finding {
            Finding::FirstContact(found) => Some([found.lower, found.upper.unwrap_or(f64::INFINITY)]),
            Finding::PartsInFlight(found) => {
                found.pair.as_ref().map(|found| [found.lower, found.upper.unwrap_or(f64::INFINITY)])
            }
            _ => None,
        },
        Bounded::Other => None,
    }
}

fn number(value: &Value) -> Option<f64> {
    match value.text.exact? {
        Exact::Number(number) => Some(number).filter(|number| number.is_finite()),
        Exact::Count(_) | Exact::Vector(_) => None,
    }
}

fn bounds_hold_the_answer(play: &Play, beats: &Beats, met: &mut Met) {
    let balls = balls(play);
    for (step, beat) in beats.iter().flat_map(|(step, beats)| beats.iter().map(move |beat| (step, beat))) {
        for value in &beat.values {
            let Some((quantity, side)) = bounded(value.meaning) else { 
                if WORDS.iter().any(|word| value.meaning.contains(word)) { met.names.insert((value.symbol, value.meaning)); }
                continue };
            let (Some(shown), Some([lower, upper])) = (number(value), certified(play, quantity, balls)) else { continue };
            let holds = match side {
                Side::Below => shown <= upper,
                Side::Above => shown >= lower,
            };
            met.count += 1;
            if !holds { met.wrong.push(format!("{}: @{} step {step} {}: {} {} = {shown:e} is not of [{lower:e}, {upper:e}]", play.name, play.lesson.card().title, beat.line, value.symbol, value.meaning)); }
        }
    }
}

#[test]
fn no_bound_of_a_step_excludes_the_answer() {
    let met = met("proven bounds");
    println!("{} {:?}", met.count, met.names);
    assert!(met.count > 2000, "a weak test: {}", met.count);
}
