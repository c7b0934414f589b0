//! A point of one body below the nearest wall of the other.

use glam::DVec3;

use super::super::Sunk;
use crate::lesson::number::{length, number};
use crate::lesson::{Beat, Event, Stage, StopTest, Value, Wide, named};
use crate::picture::{Picture, Role};

/// The wall, the point below it, and what that says of the depth.
pub(super) fn sunk(sunk: &Sunk, stage: &Stage) -> Beat {
    let Sunk { in_a, proven, .. } = *sunk;
    let (height, clearance) = (sunk.height.wide(), sunk.clearance.wide());
    let [walled, other] = if in_a { [0, 1] } else { [1, 0] };
    let point = ["p_A", "p_B"][other];
    let (n, [a, b]) = (stage.space.cso(sunk.normal), sunk.points().map(|p| stage.space.world(p)));
    let (mut world, mut cso) = (Picture::default(), Picture::default());
    let (top, below) = if in_a { (a, b) } else { (b, a) };
    stage.plane(&mut world, walled, "wall", top, if in_a { n } else { -n });
    world.segment(Role::Witness, "depth", top, below);
    world.label(Role::Witness, "depth", (top + below) * 0.5, length(height));
    named(&mut world, Role::Witness, "below", below, point);
    cso.arrow(Role::Normal, "depth", DVec3::ZERO, n * height);
    cso.label(Role::Normal, "depth", n * height, length(height));
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
    let value =
        |symbol, meaning, x: f64, key: &'static str| Value { symbol, meaning, text: number(x), key: Some(key.into()) };
    Beat {
        line: "dive",
        say,
        world,
        cso,
        values: vec![
            value("upper", "h(n): the cores' depth is at most this", height, "depth"),
            value("lower", "to the nearest wall: it is at least this", clearance, "below"),
        ],
        stops: vec![StopTest {
            name: "proven",
            formula: "upper ≤ lower, to rounding",
            left: height,
            relation: "≤",
            right: clearance,
            fired: proven,
        }],
        event: Some(if proven { Event::Bound } else { Event::Warning }),
        ..Beat::default()
    }
}
