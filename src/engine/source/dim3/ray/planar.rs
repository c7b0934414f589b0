//! Rays in the plane z = 0: a planar body is the section of a body in space, so the pieces, the closed forms and their
//! error bounds are the same.

use super::chord::{Chord, Line};
use super::exact::{ExactLine, ExactParameter};
use super::pieces::Pieces;
use super::{Answer, Ray, answer_from_chord, clip, pieces_below_plane};
use crate::dim3::prelude::*;
use crate::interval::{Interval, Vector, vector};

/// Ray in the plane z = 0 and a planar body: a core with vertices, counter-clockwise, and a margin.
pub(crate) struct PlanarCast<'a> {
    /// Vertices of the core.
    pub corners: &'a [[f64; 2]],
    /// Margin of the body, meters.
    pub ball: f64,
    /// Origin and direction of the ray in the frame of the body.
    pub line: [Vector; 2],
    /// Parameter of the ray's end point.
    pub t_max: f64,
}

impl PlanarCast<'_> {
    /// Vertices of the core in space.
    fn points(&self) -> Vec<[f64; 3]> {
        self.corners.iter().map(|[x, y]| [*x, *y, 0.0]).collect()
    }

    /// Pieces of the body; `None` if a vertex is not finite.
    pub(super) fn pieces(&self) -> Option<Pieces<'static>> {
        let [origin, direction] = self.line;
        let line = Line { origin, direction, t_max: self.t_max };
        Pieces::hull_of(&line, &self.points(), Interval::from(self.ball), true)
    }

    /// Chord of the ray and the body. `exact` computes the exact line of the ray; it is called if bounds leave the ray
    /// undecided.
    pub fn chord(&self, exact: impl FnOnce() -> Option<ExactLine>) -> PlanarChord {
        let chord = self.pieces().map_or(Chord::UNKNOWN, |pieces| pieces.chord());
        self.decided(chord, exact)
    }

    /// The chord, or the exact one if bounds leave the ray undecided and the body has no margin.
    pub(super) fn decided(&self, chord: Chord, exact: impl FnOnce() -> Option<ExactLine>) -> PlanarChord {
        if self.ball > 0.0 || chord.is_decided(self.t_max) {
            return PlanarChord(chord);
        }
        let exact_part = exact().and_then(|line| clip::hull_of(&line, self.points()));
        PlanarChord(exact_part.map_or(chord, |part| part.chord(self.t_max)))
    }
}

/// Exact parameter at which a ray of the plane z = 0 is first inside the hull of `corners`, a polygon, segment or
/// point; `None` on a miss.
#[cold]
pub(crate) fn exact_parameter_in_plane(corners: &[[f64; 2]], line: &ExactLine, t_max: f64) -> Option<ExactParameter> {
    let points = corners.iter().map(|[x, y]| [*x, *y, 0.0]).collect();
    clip::hull_of(line, points)?.first(t_max)
}

/// Chord of a ray in the plane z = 0 and a half-plane, whose normal and heights are as in [`cast_half_space`].
pub(crate) fn below_in_plane(
    normal: [f64; 2],
    heights: [Real; 2],
    [origin, direction]: [Vector; 2],
    t_max: f64,
) -> PlanarChord {
    PlanarChord(pieces_below_line(normal, heights, [origin, direction], t_max).chord())
}

/// The half-plane of [`below_in_plane`] as pieces.
pub(super) fn pieces_below_line(
    [x, y]: [f64; 2],
    heights: [Real; 2],
    [origin, direction]: [Vector; 2],
    t_max: f64,
) -> Pieces<'static> {
    pieces_below_plane(&Line { origin, direction, t_max }, vector([x, y, 0.0]), heights)
}

/// Chord of a ray in the plane z = 0 and a planar body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlanarChord(pub(super) Chord);

impl PlanarChord {
    /// Answer for the ray in space, with z = 0. `in_world` converts the chord's normal to a unit vector in the world.
    pub fn answer(&self, ray: &Ray, in_world: impl Fn([f64; 3]) -> Option<Vec3>) -> Answer {
        answer_from_chord(&self.0, ray, in_world)
    }
}

/// Unit vector in the world along a vector of any length in the frame that rotations lead to; `None` if it is not
/// finite. Each rotation is a cosine and a sine, the outermost first.
pub(crate) fn normal_in_plane(
    rotations: impl DoubleEndedIterator<Item = [f64; 2]>,
    [x, y, _]: [f64; 3],
) -> Option<Vec3> {
    let size = x.abs().max(y.abs());
    let [x, y] = rotations.rev().fold([x / size, y / size], |[x, y], [c, s]| [c * x - s * y, s * x + c * y]);
    let length = x.hypot(y);
    let unit = Vec3::new((x / length) as Real, (y / length) as Real, 0.0);
    unit.is_finite().then_some(unit)
}
