//! The ray cast at a convex body or a half-space as a stepper: one piece of the body per step, then the decision by
//! bounds, exact arithmetic or GJK. The production calls run the same functions in a loop. A comment `// @name` marks
//! the line of `listing.txt` that the statement implements.

use std::ops::ControlFlow;
use std::sync::Arc;

use contact_lens_model::snapshot::ray::Rule;

use super::chord::{Chord, Piece};
use super::exact::ExactLine;
use super::pieces::Pieces;
use super::planar::{PlanarCast, PlanarChord, normal_in_plane, pieces_below_line};
use super::{Answer, Outcome, PosedRay, Ray, answer_from_chord, in_body, in_world, pieces_below_plane, to_interval};
use super::{Shape, by_gjk, world_line};
use crate::dim3::pose::Pose;
use crate::dim3::prelude::*;
use crate::interval::Vector;

/// Phase that the next step executes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// The chord of the next piece is combined with that of the previous ones.
    Pieces,
    /// The bounds of the chord do not decide; exact arithmetic is tried.
    Exact,
    /// Neither decides, or the body has no closed form; GJK ray casts are tried.
    Gjk,
}

/// Chord of a line and a body, composed piece by piece.
#[derive(Clone, Debug)]
pub(super) struct Composition {
    /// Line and pieces of the body.
    pieces: Arc<Pieces<'static>>,
    /// Number of pieces that have been combined.
    pub combined: usize,
    /// Chord of the pieces combined.
    pub chord: Chord,
    /// The last of these pieces; `None` before the first.
    pub latest: Option<Piece>,
}

impl Composition {
    /// The composition before its first piece.
    fn new(pieces: Pieces<'static>) -> Self {
        let chord = pieces.start();
        Self { pieces: Arc::new(pieces), combined: 0, chord, latest: None }
    }

    /// Combination of the chords.
    pub fn rule(&self) -> Rule {
        self.pieces.rule()
    }

    /// Number of all pieces.
    pub fn count(&self) -> usize {
        self.pieces.count()
    }

    /// Combines the next piece. Returns whether it is the last.
    fn step(&mut self) -> bool {
        let piece = self.pieces.piece(self.combined); // @piece
        self.chord = self.pieces.combine(self.chord, piece.chord); // @combine
        self.latest = Some(piece);
        self.combined += 1;
        self.combined >= self.count()
    }
}

/// Planar body at which a ray is cast: a core with a margin, or a half-plane.
#[derive(Clone, Debug)]
pub(crate) struct PlanarTarget {
    /// Vertices of the core, counter-clockwise; empty for a half-plane.
    pub corners: Vec<[f64; 2]>,
    /// Margin of the core, meters.
    pub ball: f64,
    /// Origin and direction of the ray in the frame of the body.
    pub line: [Vector; 2],
    /// Exact line of the ray in that frame; `None` if a number is not finite.
    pub exact: Option<ExactLine>,
    /// Cosine and sine of the body's rotation, of length 1.
    pub rotation: [f64; 2],
}

/// Body at which a ray is cast.
#[derive(Clone, Debug)]
enum Target {
    /// A convex body and its pose.
    Convex(Shape, Pose),
    /// A half-space with this pose.
    HalfSpace(Pose),
    /// A planar body or a half-plane.
    Planar(Box<PlanarTarget>),
}

/// State of a ray cast.
#[derive(Clone, Debug)]
pub struct RayCast {
    /// The ray; in the plane with z = 0.
    ray: Ray,
    /// Body at which the ray is cast.
    target: Target,
    /// Chord of the ray's line and the body; `None` for a body without a closed form.
    pub(super) composition: Option<Composition>,
    /// Phase of the next step.
    pub(super) phase: Phase,
    /// Answer; `None` until the last step.
    answer: Option<Answer>,
}

impl RayCast {
    /// Cast at a convex body, before the first step.
    pub fn new(shape: &Shape, pose: &Pose, ray: &Ray) -> Self {
        let pieces = Pieces::new(&in_body(pose, world_line(ray)), shape).map(Pieces::into_owned);
        Self::with_pieces(ray, Target::Convex(shape.clone(), *pose), pieces)
    }

    /// Cast at a half-space, before the first step. The arguments are those of
    /// [`cast_half_space`](super::cast_half_space).
    pub fn at_half_space(normal: Vec3, heights: [Real; 2], pose: &Pose, ray: &Ray) -> Self {
        let pieces = pieces_below_plane(&in_body(pose, world_line(ray)), to_interval(normal), heights);
        Self::with_pieces(ray, Target::HalfSpace(*pose), Some(pieces))
    }

    /// Cast of a ray with z = 0 at a planar body, before the first step.
    pub(crate) fn in_plane(ray: &Ray, target: PlanarTarget) -> Self {
        let pieces = target.cast(ray).pieces();
        Self::with_pieces(ray, Target::Planar(Box::new(target)), pieces)
    }

    /// Cast of a ray with z = 0 at a half-plane, before the first step.
    pub(crate) fn at_half_plane(ray: &Ray, normal: [f64; 2], heights: [Real; 2], target: PlanarTarget) -> Self {
        let pieces = pieces_below_line(normal, heights, target.line, f64::from(ray.t_max));
        Self::with_pieces(ray, Target::Planar(Box::new(target)), Some(pieces))
    }

    /// Cast at a body with these pieces, before the first step.
    fn with_pieces(ray: &Ray, target: Target, pieces: Option<Pieces<'static>>) -> Self {
        let phase = if pieces.is_some() { Phase::Pieces } else { Phase::Gjk };
        Self { ray: *ray, target, composition: pieces.map(Composition::new), phase, answer: None }
    }

    /// Answer, in the world; `None` until the last step.
    pub fn answer(&self) -> Option<&Answer> {
        self.answer.as_ref()
    }

    /// Unit vector in the world along a vector of any length in the body's frame; `None` if it is not finite.
    pub(super) fn in_world(&self, n: [f64; 3]) -> Option<Vec3> {
        match &self.target {
            Target::Convex(_, pose) | Target::HalfSpace(pose) => in_world(pose, n),
            Target::Planar(target) => target.in_world(n),
        }
    }

    /// Answer by the bounds of the complete chord; `None` if they do not decide.
    fn by_bounds(&self, chord: &Chord) -> Option<Answer> {
        match &self.target {
            Target::Convex(_, pose) => PosedRay::new(&self.ray, pose).by_bounds(chord, None),
            Target::HalfSpace(pose) => Some(answer_from_chord(chord, &self.ray, |n| in_world(pose, n))),
            Target::Planar(target) => target.is_decided_by(chord, &self.ray).then(|| target.answer(chord, &self.ray)),
        }
    }

    /// Answer by exact arithmetic; `None` if it does not decide.
    fn by_exact_clip(&self, chord: &Chord) -> Option<Answer> {
        match &self.target {
            Target::Convex(shape, pose) => PosedRay::new(&self.ray, pose).by_exact_clip(chord, shape, None),
            Target::HalfSpace(pose) => Some(answer_from_chord(chord, &self.ray, |n| in_world(pose, n))),
            Target::Planar(target) => {
                let chord = target.cast(&self.ray).decided(*chord, || target.exact.clone());
                Some(chord.answer(&self.ray, |n| target.in_world(n)))
            }
        }
    }

    /// Answer by GJK ray casts of a point; if they do not decide, by the bounds of the chord.
    fn by_gjk(&self, chord: &Chord) -> Answer {
        match &self.target {
            Target::Convex(shape, pose) if self.composition.is_some() => {
                PosedRay::new(&self.ray, pose).by_gjk_or_bounds(chord, shape, None)
            }
            Target::Convex(shape, pose) => by_gjk(shape, pose, &self.ray),
            Target::HalfSpace(_) | Target::Planar(_) => answer_from_chord(chord, &self.ray, |n| self.in_world(n)),
        }
    }

    /// Ends the cast with an answer, or continues with `next`.
    fn end_with(&mut self, answer: Option<Answer>, next: Phase) -> ControlFlow<Outcome> {
        let Some(answer) = answer else {
            self.phase = next;
            return ControlFlow::Continue(());
        };
        self.answer = Some(answer);
        ControlFlow::Break(answer.outcome)
    }
}

impl PlanarTarget {
    /// The ray and the body in the form of the closed forms.
    fn cast(&self, ray: &Ray) -> PlanarCast<'_> {
        PlanarCast { corners: &self.corners, ball: self.ball, line: self.line, t_max: f64::from(ray.t_max) }
    }

    /// Whether bounds of the chord suffice: always for a half-plane and for a body with a margin.
    fn is_decided_by(&self, chord: &Chord, ray: &Ray) -> bool {
        self.corners.is_empty() || self.ball > 0.0 || chord.is_decided(f64::from(ray.t_max))
    }

    /// Answer for a chord.
    fn answer(&self, chord: &Chord, ray: &Ray) -> Answer {
        PlanarChord(*chord).answer(ray, |n| self.in_world(n))
    }

    /// Unit vector in the world along a vector of any length in the body's frame; `None` if it is not finite.
    fn in_world(&self, n: [f64; 3]) -> Option<Vec3> {
        normal_in_plane([self.rotation].into_iter(), n)
    }
}

impl Stepper for RayCast {
    type Outcome = Outcome;

    fn step(&mut self) -> ControlFlow<Outcome> {
        if let Some(answer) = &self.answer {
            return ControlFlow::Break(answer.outcome);
        }
        let chord = match &mut self.composition {
            Some(composition) => {
                if self.phase == Phase::Pieces && !composition.step() {
                    return ControlFlow::Continue(());
                }
                composition.chord
            }
            None => Chord::UNKNOWN,
        };
        match self.phase {
            Phase::Pieces => self.end_with(self.by_bounds(&chord), Phase::Exact), // @bounds
            Phase::Exact => self.end_with(self.by_exact_clip(&chord), Phase::Gjk), // @exact
            Phase::Gjk => self.end_with(Some(self.by_gjk(&chord)), Phase::Gjk),   // @gjk
        }
    }
}
