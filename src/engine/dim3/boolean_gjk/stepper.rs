//! The direction-driven test as a stepper: one iteration asks for one support point and runs one case.

use std::ops::ControlFlow::{self, Break, Continue};

use super::super::answer::Status;
use super::super::distance::Decision;
use super::super::numbers::unit;
use super::super::prelude::*;
use super::super::rounding;
use super::super::simplex::subset::members;
use super::super::simplex::{self, Solver, inside};
use super::super::support::{Cso, Support, Vertex, Whole};
use super::Outcome;
use super::cases::{Asked, Cases, Next};

/// `[Myoru24]` has no proof that it ends: near contact, signs may lead in circles. After so many iterations the nearest point leads,
/// which always ends. Random pairs of polytopes need about 4 iterations; only exact contact comes this far.
const PATIENCE: u32 = 24;

/// How a query is to be answered. Made from the default, with its fields then set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Cap on iterations.
    pub max_iterations: u32,
    /// First direction (pair frame), from A towards B. Absent: x, as in the source.
    pub start: Option<Vec3>,
}

impl Default for Options {
    fn default() -> Self {
        Self { max_iterations: rounding::MAX_ITERATIONS, start: None }
    }
}

/// The state of the test, in the pair frame.
#[derive(Clone, Debug)]
pub struct BooleanGjk<A, B> {
    /// `A − B`, balls included.
    pub cso: Cso<Whole<A>, Whole<B>>,
    /// How it is to be answered.
    pub options: Options,
    /// `a, b, c, d`: the simplex, newest first; `points[..len]`.
    pub points: [Vertex; 4],
    /// How many.
    pub len: usize,
    /// Where the next support point is looked for; not a unit vector.
    pub d: Vec3,
    /// The support point of the last iteration.
    pub w: Option<Vertex>,
    /// `−w·d/|d|`: the gap along the direction asked last, meters; negative: an overlap.
    pub g: Real,
    /// The widest gap (or least overlap) of all directions asked.
    pub mu: Real,
    /// The unit direction of `mu`.
    pub n: Vec3,
    /// The simplex of the last iteration before its case dropped some of it: `joined[..joined_len]`, newest first.
    pub joined: [Vertex; 4],
    /// How many.
    pub joined_len: usize,
    /// What the last case asked, and the answers.
    pub asked: [Asked; 12],
    /// How many questions.
    pub asked_count: usize,
    /// What the last case decided.
    pub next: Option<Next>,
    /// A product had lost its sign (or the signs lead in circles), so directions come from the nearest point now.
    pub rescued: bool,
    /// The distance of the last such nearest point, over the magnitude; infinite before.
    pub least: Real,
    /// Barycentric coordinates of the origin (or of the point found nearest to it) in `points`.
    pub lambda: [Real; 4],
    /// `ρ`: the radius of a ball around the origin that the tetrahedron surely holds; 0 where none is proven.
    pub rho: Real,
    /// The full answer, once rounding has stopped the test.
    pub full: Option<Decision<Whole<A>, Whole<B>>>,
    /// How the test ends if that decides nothing either.
    pub doubt: Option<Outcome>,
    /// Iterations so far.
    pub k: u32,
    /// All numbers of the query are at most of this size.
    pub magnitude: Real,
    scale: Real,
    outcome: Option<Outcome>,
}

impl<A: Support + Clone, B: Support + Clone> BooleanGjk<A, B> {
    /// Ready for the first iteration.
    pub fn new(cso: Cso<A, B>, options: Options) -> Self {
        let cso = cso.whole();
        let magnitude = cso.magnitude();
        let d = options.start.and_then(unit).unwrap_or(Vec3::X);
        let sound = rounding::is_sound(magnitude) && cso.rotation.is_finite() && cso.translation.is_finite();
        Self {
            cso,
            options,
            points: [Vertex::default(); 4],
            len: 0,
            d,
            w: None,
            g: Real::NEG_INFINITY,
            mu: Real::NEG_INFINITY,
            n: d,
            joined: [Vertex::default(); 4],
            joined_len: 0,
            asked: Cases::new([Vec3::ZERO; 4]).asked,
            asked_count: 0,
            next: None,
            rescued: false,
            least: Real::INFINITY,
            lambda: [0.0; 4],
            rho: 0.0,
            full: None,
            doubt: None,
            k: 0,
            magnitude,
            scale: rounding::unit_scale(magnitude),
            outcome: if sound { None } else { Some(Outcome::Degenerate) },
        }
    }

    /// What rounding may have done to a gap.
    pub fn bound_rounding(&self) -> Real {
        rounding::bound_rounding(self.magnitude)
    }

    /// `−w·d/|d| > 0`, beyond rounding
    #[inline(always)]
    pub fn by_axis(&self) -> Comparison<Real> {
        Comparison::above(self.g, self.bound_rounding())
    }

    /// `k ≥ limit`
    #[inline(always)]
    pub fn by_limit(&self) -> Comparison<u32> {
        Comparison::at_least(self.k, self.options.max_iterations)
    }

    /// `ρ > rounding`, of a tetrahedron
    #[inline(always)]
    pub fn by_inside(&self) -> Comparison<Real> {
        Comparison::above(self.rho, self.bound_rounding())
    }

    /// The questions of the last case.
    pub fn questions(&self) -> &[Asked] {
        &self.asked[..self.asked_count]
    }

    /// The points of A and of B that the weights name: a common point where the origin was found inside.
    pub fn witness(&self) -> (Vec3, Vec3) {
        let weigh = |sum: (Vec3, Vec3), i: usize| {
            (sum.0 + self.points[i].a * self.lambda[i], sum.1 + self.points[i].b * self.lambda[i])
        };
        if self.lambda == [0.0; 4] {
            return self.w.map_or((Vec3::ZERO, Vec3::ZERO), |w| (w.a, w.b));
        }
        (0..self.len).fold((Vec3::ZERO, Vec3::ZERO), weigh)
    }

    fn end(&mut self, outcome: Outcome) -> ControlFlow<Outcome> {
        self.outcome = Some(outcome);
        Break(outcome)
    }

    /// Rounding hides what is left: the full answer is asked next. If its bracket holds 0, the test ends as `doubt`.
    #[cold]
    fn hand_over(&mut self, doubt: Outcome) -> ControlFlow<Outcome> {
        self.doubt = Some(doubt);
        self.full = Some(Decision::new(&self.cso, self.options.max_iterations.saturating_sub(self.k)));
        Continue(())
    }

    /// What the end of the full answer says.
    fn decided(&mut self, side: Status) -> ControlFlow<Outcome> {
        self.end(match side {
            Status::Separated => Outcome::Separated,
            Status::Penetrating => Outcome::Overlapping,
            _ => self.doubt.unwrap_or(Outcome::Stalled),
        })
    }

    /// The simplex in units of about the magnitude.
    fn scaled(&self) -> [Vec3; 4] {
        let mut scaled = [Vec3::ZERO; 4];
        for (to, from) in scaled.iter_mut().zip(&self.points[..self.len]) {
            *to = from.w * self.scale;
        }
        scaled
    }

    /// `a` joins in front.
    fn push(&mut self, w: Vertex) {
        self.points = [w, self.points[0], self.points[1], self.points[2]];
        self.len = (self.len + 1).min(4);
        (self.joined, self.joined_len) = (self.points, self.len);
    }

    /// Keeps these places, in this order.
    fn keep(&mut self, places: &[u8]) {
        let old = self.points;
        for (to, &from) in places.iter().enumerate() {
            self.points[to] = old[usize::from(from) & 3];
        }
        self.len = places.len();
    }

    /// Certifies the claim that the origin lies in the simplex, by the ball around it that the tetrahedron holds. If it lies on the
    /// boundary the full answer is asked; else the nearest point leads, as long as that comes nearer.
    fn certify(&mut self) -> ControlFlow<Outcome> {
        let scaled = self.scaled();
        let nearest = simplex::nearest(Solver::default(), &scaled, ((1u16 << self.len) - 1) as u8);
        self.lambda = nearest.weights;
        if nearest.subset == 15 {
            self.rho = inside::depth(&scaled) / self.scale;
            return match self.by_inside().holds() {
                true => self.end(Outcome::Inside), // @inside
                false => self.hand_over(Outcome::OnFace),
            };
        }
        let farthest = members(nearest.subset).map(|i| scaled[i].length()).fold(0.0, Real::max);
        if nearest.v.length() <= 2.0 * rounding::VANISHING * EPS * farthest {
            return self.hand_over(match nearest.subset.count_ones() {
                3 => Outcome::OnFace, // @on-face
                _ => Outcome::OnEdge, // @on-edge
            });
        }
        if !(nearest.v.length() < self.least) {
            return self.hand_over(Outcome::Stalled); // @stalled
        }
        self.least = nearest.v.length();
        let mut kept = [0; 4];
        let mut count = 0;
        for i in members(nearest.subset) {
            (kept[count], count) = (i as u8, count + 1);
        }
        self.keep(&kept[..count]);
        (self.d, self.rescued, self.lambda) = (-nearest.v, true, [0.0; 4]); // @rescue
        Continue(())
    }
}

impl<A: Support + Clone, B: Support + Clone> Stepper for BooleanGjk<A, B> {
    type Outcome = Outcome;

    fn heap_bytes(&self) -> usize {
        self.full.as_ref().map_or(0, Decision::heap_bytes)
    }

    fn step(&mut self) -> ControlFlow<Outcome> {
        if let Some(outcome) = self.outcome {
            return Break(outcome);
        }
        if let Some(full) = &mut self.full {
            return match full.step() {
                // @full
                Continue(()) => Continue(()),
                Break(side) => self.decided(side), // @decided
            };
        }
        let Some(d) = unit(self.d) else {
            return self.end(Outcome::Degenerate);
        };
        let w = self.cso.support(d); // @support
        let g = -d.dot(w.w); // @gap
        (self.k, self.w, self.g, self.next, self.asked_count) = (self.k + 1, Some(w), g, None, 0);
        if g > self.mu {
            (self.mu, self.n) = (g, d);
        }
        if self.by_axis().holds() {
            return self.end(Outcome::Separated); // @separated
        }
        if self.points[..self.len].iter().any(|old| old.w == w.w) {
            (self.joined, self.joined_len) = (self.points, self.len);
            return self.certify(); // @repeated
        }
        self.push(w); // @push
        if self.by_limit().holds() {
            return self.end(Outcome::IterationLimit); // @limit
        }
        if self.rescued || self.k > PATIENCE {
            return self.certify();
        }
        let mut cases = Cases::new(self.scaled());
        let next = cases.decide(self.len); // @case
        (self.asked, self.asked_count, self.next) = (cases.asked, cases.count, Some(next));
        match next {
            Next::Search { places, len, d } => {
                self.keep(&places[..usize::from(len)]);
                self.d = d; // @direction
                Continue(())
            }
            Next::Inside | Next::NoSign => self.certify(), // @certify
        }
    }
}
