//! A point of one body below the nearest wall of the other.

use glam::DVec3;

use super::super::super::support::Support;
use super::super::inscribed_balls::closed;
use super::super::{Deep, Sunk};
use super::CARD;
use crate::lesson::number::{length, number};
use crate::lesson::{Beat, Event, Stage, StopTest, Value, Verdict, Wide, named};
use crate::picture::{Picture, Role};

/// The end, where a wall is the proof.
pub(super) fn proven<A: Support, B: Support>(
    found: &Sunk,
    deep: &Deep<A, B>,
    stage: &Stage,
    verdict: &Verdict,
) -> Beat {
    let event = Some(Event::Stop(CARD.worth(verdict)));
    let mut beat = Beat { line: "deep", event, ..sunk(found, deep, stage) };
    beat.say = format!("Not less and not more: the wall is the proof, and no polytope is needed. {}", verdict.say);
    let (key, at, name) = match found.in_a {
        true => ("witness/a", verdict.witness_a, "p_A"),
        false => ("witness/b", verdict.witness_b, "p_B"),
    };
    named(&mut beat.world, Role::Witness, key, at, name);
    beat
}

/// The wall, the point below it, and what that says of the depth.
pub(super) fn sunk<A: Support, B: Support>(sunk: &Sunk, deep: &Deep<A, B>, stage: &Stage) -> Beat {
    let Sunk { in_a, proven, .. } = *sunk;
    let (height, clearance) = (sunk.height.wide(), sunk.clearance.wide());
    let [walled, other] = if in_a { [0, 1] } else { [1, 0] };
    let point = ["p_A", "p_B"][other];
    let n = stage.space.cso(sunk.normal);
    let out = if in_a { n } else { -n };
    let below = stage.space.world(sunk.point);
    let top = below + out * clearance;
    let (mut world, mut cso) = (Picture::default(), Picture::default());
    stage.plane(&mut world, walled, "wall", top, out);
    world.segment(Role::Lower, "clearance", top, below);
    // Lengths that cannot be seen have no label; then the way out is shown by its direction alone.
    let least = 1.0e-6 * stage.reach();
    if clearance > least {
        world.label(Role::Lower, "clearance", (top + below) * 0.5, length(clearance));
    }
    if height > least {
        cso.arrow(Role::Upper, "depth", DVec3::ZERO, n * height);
        cso.label(Role::Upper, "depth", n * height, length(height));
    } else {
        stage.direction(&mut world, "depth", below, n);
        stage.direction(&mut cso, "depth", DVec3::ZERO, n);
    }
    let key = ["witness/a", "witness/b"][other];
    named(&mut world, Role::Witness, key, below, point);
    stage.plane(&mut cso, 2, "wall", n * height, n);
    let (body, of) = (&stage.names[other], &stage.names[walled]);
    let found = format!(
        "Is there a wall that tells the depth? {point} of {body} lies {} below the nearest wall of {of}: the depth is not \
         less.",
        length(clearance)
    );
    let say = match proven {
        true => format!("{found} And nothing of {body} is deeper below that wall: it is not more."),
        false => format!(
            "{found} But below that wall {body} is {} deep, and nothing is proven: EPA builds a polytope.",
            length(height)
        ),
    };
    Beat {
        line: "dive",
        say,
        world,
        cso,
        values: vec![
            Value::new("upper", "h(n): the cores' depth is at most this", number(height), "depth"),
            Value::new("lower", "to the nearest wall: it is at least this", number(clearance), key),
        ],
        stops: vec![test(sunk, deep)],
        event: Some(if proven { Event::Bound } else { Event::Warning }),
        ..Beat::default()
    }
}

/// Whether both bounds are the same, compared as the run does.
fn test<A: Support, B: Support>(sunk: &Sunk, deep: &Deep<A, B>) -> StopTest {
    StopTest {
        name: "proven",
        line: "dive",
        formula: "upper − lower ≤ rounding",
        left: (sunk.height - sunk.clearance).wide(),
        relation: "≤",
        right: closed(sunk.height, deep.epa.grain()).wide(),
        fired: sunk.proven,
    }
}
