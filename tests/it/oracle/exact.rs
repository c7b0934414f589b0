//! Signed distance of two small polytopes by brute force, in exact integers. It shares no line with the engine.
//!
//! All coordinates are dyadic, so one power of two makes them integers. Nothing is a hull here and nothing iterates:
//!
//! - *Apart*: the nearest points of disjoint hulls are a vertex and a triangle, or two segments, of some of the given
//!   points. All of them are tried, interiors and ends. The least difference `v` is believed only when `v·w ≥ v·v`
//!   holds for every vertex difference `w`: then it is the point of `A − B` nearest the origin (duality gap 0).
//! - *Overlap*: the width of `A − B` beyond the origin along any direction is an upper bound of the depth, and it is the
//!   depth along a facet's normal. Every facet's normal is the normal of three points of A, of three of B, or of one
//!   pair of each; all of them are tried, in both senses.

use dashu::base::Sign;
use dashu::integer::IBig;

type Vector = [IBig; 3];

/// The exact answer, rounded once at the end.
#[derive(Clone, Debug)]
pub struct Exact {
    /// Positive apart, negative overlapping; within two ulps.
    pub signed_distance: f64,
    a: Vec<Vector>,
    b: Vec<Vector>,
    shift: i32,
}

impl Exact {
    /// The pair of hulls of `a` and `b`, in world coordinates. At most a dozen points each, or it takes long.
    pub fn new(a: &[[f64; 3]], b: &[[f64; 3]]) -> Self {
        let shift = a.iter().chain(b).flatten().filter(|x| **x != 0.0).map(|x| parts(*x).1).min().unwrap_or(0);
        let whole = |points: &[[f64; 3]]| points.iter().map(|p| p.map(|x| integer(x, shift))).collect::<Vec<_>>();
        let mut this = Self { signed_distance: 0.0, a: whole(a), b: whole(b), shift };
        let (v, d) = this.nearest();
        let square = dot(&v, &v);
        let apart = square > IBig::ZERO && this.differences().all(|w| &d * dot(&v, &w) >= square);
        let distance = float(&square).sqrt() / float(&d);
        this.signed_distance = this.meters(if apart { distance } else { -this.depth() });
        this
    }

    /// The gap along the unit vector `n`: never more than the signed distance, and equal to it for a right normal.
    pub fn gap(&self, n: [f64; 3]) -> f64 {
        const UNIT: i32 = -60;
        let n = n.map(|x| IBig::from((x * (-UNIT as f64).exp2()) as i128));
        let gap = self.differences().map(|w| -dot(&n, &w)).min().unwrap_or_default();
        self.meters(float(&gap)) * (UNIT as f64).exp2()
    }

    fn meters(&self, x: f64) -> f64 {
        // In two steps, as a power of two may be out of range where the product is not.
        let half = self.shift / 2;
        x * f64::from(half).exp2() * f64::from(self.shift - half).exp2()
    }

    fn differences(&self) -> impl Iterator<Item = Vector> {
        self.a.iter().flat_map(|a| self.b.iter().map(move |b| minus(a, b)))
    }

    /// The shortest difference over all features: `v = numerator / denominator`, denominator positive.
    fn nearest(&self) -> (Vector, IBig) {
        let mut best: Option<(Vector, IBig)> = None;
        let mut offer = |(v, d): (Vector, IBig)| {
            let shorter = |(old, old_d): &(Vector, IBig)| dot(&v, &v) * old_d * old_d < dot(old, old) * &d * &d;
            if best.as_ref().is_none_or(shorter) {
                best = Some((v, d));
            }
        };
        for a in &self.a {
            self.b.iter().for_each(|b| offer((minus(a, b), IBig::ONE)));
            pairs(&self.b).filter_map(|s| to_segment(a, s)).for_each(&mut offer);
            triples(&self.b).filter_map(|t| to_triangle(a, t)).for_each(&mut offer);
        }
        let back = |(v, d): (Vector, IBig)| (v.map(|x| -x), d);
        for b in &self.b {
            pairs(&self.a).filter_map(|s| to_segment(b, s)).map(back).for_each(&mut offer);
            triples(&self.a).filter_map(|t| to_triangle(b, t)).map(back).for_each(&mut offer);
        }
        for s in pairs(&self.a) {
            pairs(&self.b).filter_map(|t| between_segments(s, t)).for_each(&mut offer);
        }
        best.expect("each has a point")
    }

    /// In units of the integers.
    fn depth(&self) -> f64 {
        let mut best: Option<(IBig, IBig)> = None;
        let faces = triples(&self.a).chain(triples(&self.b)).map(|[p, q, r]| cross(&minus(q, p), &minus(r, p)));
        let edges =
            pairs(&self.a).flat_map(|[p, q]| pairs(&self.b).map(move |[r, s]| cross(&minus(q, p), &minus(s, r))));
        for n in faces.chain(edges).filter(|n| n.iter().any(|x| *x != IBig::ZERO)) {
            let square = dot(&n, &n);
            let reach = |n: &Vector| {
                let far = |points: &[Vector], n: &Vector| points.iter().map(|p| dot(p, n)).max().unwrap_or_default();
                far(&self.a, n) + far(&self.b, &n.clone().map(|x| -x))
            };
            for h in [reach(&n), reach(&n.clone().map(|x| -x))] {
                assert!(h.sign() == Sign::Positive || h == IBig::ZERO, "they overlap, so no direction separates them");
                if best.as_ref().is_none_or(|(old, old_square)| &h * &h * old_square < old * old * &square) {
                    best = Some((h, square.clone()));
                }
            }
        }
        // Without any normal both are on one line: nothing is deep.
        best.map_or(0.0, |(h, square)| float(&h) / float(&square).sqrt())
    }
}

/// From the foot of `p` on a segment to `p`, when the foot is inside.
fn to_segment(p: &Vector, [a, b]: [&Vector; 2]) -> Option<(Vector, IBig)> {
    let (e, f) = (minus(b, a), minus(p, a));
    let (t, d) = (dot(&e, &f), dot(&e, &e));
    (t > IBig::ZERO && t < d).then(|| ([0, 1, 2].map(|k| &f[k] * &d - &e[k] * &t), d))
}

/// From the foot of `p` on a triangle to `p`, when the foot is inside.
fn to_triangle(p: &Vector, [a, b, c]: [&Vector; 3]) -> Option<(Vector, IBig)> {
    let n = cross(&minus(b, a), &minus(c, a));
    let d = dot(&n, &n);
    let inside = |a, b| dot(&cross(&minus(b, a), &minus(p, a)), &n) > IBig::ZERO;
    (d > IBig::ZERO && inside(a, b) && inside(b, c) && inside(c, a)).then(|| {
        let height = dot(&n, &minus(p, a));
        (n.map(|x| x * &height), d)
    })
}

/// From the nearest point of the second segment to that of the first, when both are inside.
fn between_segments([a, b]: [&Vector; 2], [c, d]: [&Vector; 2]) -> Option<(Vector, IBig)> {
    let (u, v, r) = (minus(b, a), minus(d, c), minus(c, a));
    let n = cross(&u, &v);
    let square = dot(&n, &n);
    let (s, t) = (dot(&cross(&r, &v), &n), dot(&cross(&r, &u), &n));
    let inside = |x: &IBig| *x > IBig::ZERO && *x < square;
    (square > IBig::ZERO && inside(&s) && inside(&t)).then(|| {
        let height = -dot(&n, &r);
        (n.map(|x| x * &height), square.clone())
    })
}

fn pairs(points: &[Vector]) -> impl Iterator<Item = [&Vector; 2]> {
    points.iter().enumerate().flat_map(|(i, a)| points[i + 1..].iter().map(move |b| [a, b]))
}

fn triples(points: &[Vector]) -> impl Iterator<Item = [&Vector; 3]> {
    points.iter().enumerate().flat_map(|(i, a)| pairs(&points[i + 1..]).map(move |[b, c]| [a, b, c]))
}

fn minus(a: &Vector, b: &Vector) -> Vector {
    [0, 1, 2].map(|k| &a[k] - &b[k])
}

fn cross(a: &Vector, b: &Vector) -> Vector {
    [(1, 2), (2, 0), (0, 1)].map(|(i, j)| &a[i] * &b[j] - &a[j] * &b[i])
}

fn dot(a: &Vector, b: &Vector) -> IBig {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

/// Mantissa (odd, or zero) and exponent of a finite number.
pub fn parts(x: f64) -> (i64, i32) {
    let bits = x.to_bits();
    let exponent = ((bits >> 52) & 0x7ff) as i32;
    let fraction = (bits & ((1 << 52) - 1)) as i64 | if exponent == 0 { 0 } else { 1 << 52 };
    let zeros = if fraction == 0 { 0 } else { fraction.trailing_zeros() as i32 };
    let sign = if x < 0.0 { -1 } else { 1 };
    (sign * (fraction >> zeros), exponent.max(1) - 1075 + zeros)
}

/// `x / 2^shift`, which is whole.
pub fn integer(x: f64, shift: i32) -> IBig {
    let (mantissa, exponent) = parts(x);
    if mantissa == 0 { IBig::ZERO } else { IBig::from(mantissa) << (exponent - shift) as usize }
}

pub fn float(x: &IBig) -> f64 {
    x.to_f64().value()
}
