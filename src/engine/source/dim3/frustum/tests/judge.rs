//! Exact integer reference for planes and boxes.
//!
//! Two polyhedra have a common point if and only if their intersection has a vertex, where three of their planes meet.
//! The reference shares no method with the tested code: neither sums of planes nor axes.

use dashu::base::{Sign, UnsignedAbs};
use dashu::integer::IBig;
use dashu::rational::RBig;

use crate::dim3::frustum::prelude::*;
use crate::dim3::frustum::{Frustum, OrientedBox};

/// `[a, b, c, d]`: the points with `ax + by + cz + d ≥ 0`.
type Half = [IBig; 4];

/// A number as its mantissa and power of two.
fn split(x: Real) -> (IBig, i32) {
    let bits = (x as f64).to_bits();
    let exponent = (bits >> 52 & 0x7ff) as i32;
    let fraction = bits & ((1 << 52) - 1);
    let mantissa = if exponent == 0 { fraction } else { fraction | 1 << 52 };
    let sign = if x < 0.0 { IBig::NEG_ONE } else { IBig::ONE };
    (sign * IBig::from(mantissa), exponent.max(1) - 1075)
}

/// All numbers, scaled by one common power of two.
fn whole<const N: usize>(numbers: [Real; N]) -> [IBig; N] {
    let parts = numbers.map(split);
    let lowest = parts.iter().filter(|(m, _)| *m != IBig::ZERO).map(|(_, e)| *e).min().unwrap_or(0);
    parts.map(|(m, e)| if m == IBig::ZERO { m } else { m << (e - lowest) as usize })
}

fn cross(a: [&IBig; 3], b: [&IBig; 3]) -> [IBig; 3] {
    [0, 1, 2].map(|k| {
        let i = (k + 1) % 3;
        let j = (k + 2) % 3;
        a[i] * b[j] - a[j] * b[i]
    })
}

fn dot(a: &[IBig], b: &[IBig]) -> IBig {
    a.iter().zip(b).fold(IBig::ZERO, |sum, (x, y)| sum + x * y)
}

/// The half-spaces of a frustum whose planes are moved outward by `margin`.
fn planes(frustum: &Frustum, margin: Real) -> Vec<Half> {
    let numbers = |n: Vec3, d: Real| whole([n.x, n.y, n.z, d, margin]);
    let moved = |[a, b, c, d, m]: [IBig; 5]| [a, b, c, d + m];
    frustum.planes().map(|(_, plane)| moved(numbers(plane.normal, plane.offset))).collect()
}

/// The half-spaces of a box with a volume.
fn sides(body: &OrientedBox) -> Vec<Half> {
    let [x, y, z] = body.half_axes;
    let all = whole([body.center.x, body.center.y, body.center.z, x.x, x.y, x.z, y.x, y.y, y.z, z.x, z.y, z.z]);
    let (_, lowest) = [body.center, x, y, z]
        .iter()
        .flat_map(|v| v.to_array())
        .filter(|x| *x != 0.0)
        .map(split)
        .min_by_key(|(_, e)| *e)
        .unwrap();
    let at = |k: usize| [&all[3 * k], &all[3 * k + 1], &all[3 * k + 2]];
    let mut found = Vec::new();
    for k in 0..3 {
        let n = cross(at(1 + (k + 1) % 3), at(1 + (k + 2) % 3));
        let [reach, middle] = [1 + k, 0].map(|k| dot(&n, &at(k).map(Clone::clone)));
        let reach = IBig::from(reach.unsigned_abs());
        for sign in [IBig::ONE, IBig::NEG_ONE] {
            // reach − sign · n · (x − c) ≥ 0 over a common power of two; x is in meters, the rest in units of 2^lowest.
            let offset = &reach + &sign * &middle;
            let scaled = |x: IBig| if lowest < 0 { x << (-lowest) as usize } else { x };
            let mut half: Vec<IBig> = n.iter().map(|x| scaled(-(&sign * x))).collect();
            half.push(if lowest > 0 { offset << lowest as usize } else { offset });
            found.push(<[IBig; 4]>::try_from(half).unwrap());
        }
    }
    found
}

/// Vertices of an intersection of half-spaces: `x/w, y/w, z/w` with `w > 0`.
fn corners(all: &[Half]) -> impl Iterator<Item = [IBig; 4]> + '_ {
    let triples = (0..all.len()).flat_map(move |i| (0..i).flat_map(move |j| (0..j).map(move |k| [i, j, k])));
    triples.filter_map(move |[i, j, k]| {
        let [a, b, c] = [i, j, k].map(|i| &all[i]);
        let n = |h: &'_ Half| [h[0].clone(), h[1].clone(), h[2].clone()];
        let refs = |v: &'_ [IBig; 3]| -> [IBig; 3] { v.clone() };
        let [na, nb, nc] = [n(a), n(b), n(c)].map(|v| refs(&v));
        let by = |p: &[IBig; 3], q: &[IBig; 3]| cross([&p[0], &p[1], &p[2]], [&q[0], &q[1], &q[2]]);
        let bc = by(&nb, &nc);
        let ca = by(&nc, &na);
        let ab = by(&na, &nb);
        let w = dot(&na, &bc);
        if w == IBig::ZERO {
            return None;
        }
        let flip = if w.sign() == Sign::Negative { IBig::NEG_ONE } else { IBig::ONE };
        let point = [0, 1, 2].map(|k| -(&a[3] * &bc[k] + &b[3] * &ca[k] + &c[3] * &ab[k]) * &flip);
        let [x, y, z] = point;
        let corner = [x, y, z, w * flip];
        all.iter().all(|half| dot(half, &corner).sign() == Sign::Positive).then_some(corner)
    })
}

/// Whether the box and the frustum, its planes moved outward by `margin`, have a common point.
pub fn meets(frustum: &Frustum, body: &OrientedBox, margin: Real) -> bool {
    let mut all = planes(frustum, margin);
    all.extend(sides(body));
    corners(&all).next().is_some()
}

/// Whether the planes have a common interior point within a large cube, and whether they have any common point after
/// all are moved outward a little.
pub fn interior(given: &[[Real; 4]; 6]) -> [bool; 2] {
    let size = 1.0e3;
    let cube = [0, 1, 2].into_iter().flat_map(|k| {
        [1.0, -1.0].map(|sign| {
            let mut half = [0.0, 0.0, 0.0, size];
            half[k] = sign;
            half
        })
    });
    let all: Vec<[Real; 4]> = given.iter().copied().chain(cube).collect();
    let plain: Vec<Half> = all.iter().map(|half| whole(*half)).collect();
    let grown: Vec<Half> = all.iter().map(|[a, b, c, d]| whole([*a, *b, *c, *d + 0.01])).collect();
    // The mean of the vertices is an interior point if there is one.
    let mut middle = [RBig::ZERO, RBig::ZERO, RBig::ZERO];
    let mut count = 0;
    for [x, y, z, w] in corners(&plain) {
        let w = w.unsigned_abs();
        for (sum, x) in middle.iter_mut().zip([x, y, z]) {
            *sum += RBig::from_parts(x, w.clone());
        }
        count += 1;
    }
    let inside = |[a, b, c, d]: &Half| {
        let [x, y, z] = &middle;
        let count = RBig::from(count);
        RBig::from(a.clone()) * x
            + RBig::from(b.clone()) * y
            + RBig::from(c.clone()) * z
            + RBig::from(d.clone()) * count
            > RBig::ZERO
    };
    [count > 0 && plain.iter().all(inside), corners(&grown).next().is_some()]
}

/// Whether a ball and a frustum whose planes are moved outward have a common point: compares the distance of the
/// center, over all sets of up to three planes that can contain the nearest point.
pub fn ball_meets(frustum: &Frustum, center: Vec3, radius: Real, margin: Real) -> bool {
    let exactly = |x: Real| RBig::try_from(x as f64).unwrap();
    let c = center.to_array().map(exactly);
    let planes: Vec<[RBig; 4]> = frustum
        .planes()
        .map(|(_, p)| {
            let [x, y, z] = p.normal.to_array().map(exactly);
            [x, y, z, exactly(p.offset) + exactly(margin)]
        })
        .collect();
    let product = |a: &[RBig], b: &[RBig]| (0..3).fold(RBig::ZERO, |sum, k| sum + &a[k] * &b[k]);
    let at = |plane: &[RBig; 4], x: &[RBig]| product(plane, x) + &plane[3];
    let square = exactly(radius) * exactly(radius);
    (0_u32..1 << planes.len()).filter(|set| set.count_ones() <= 3).any(|set| {
        let chosen: Vec<&[RBig; 4]> =
            planes.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1).map(|(_, p)| p).collect();
        let gram: Vec<Vec<RBig>> =
            chosen.iter().map(|p| chosen.iter().map(|q| product(*p, *q)).chain([at(p, &c)]).collect()).collect();
        let Some(weights) = solved(gram) else { return false };
        let mut x = c.to_vec();
        for (plane, weight) in chosen.iter().zip(&weights) {
            (0..3).for_each(|k| x[k] -= &plane[k] * weight);
        }
        let way: Vec<RBig> = (0..3).map(|k| &x[k] - &c[k]).collect();
        planes.iter().all(|plane| at(plane, &x) >= RBig::ZERO) && product(&way, &way) <= square
    })
}

/// Gaussian elimination; the last column is the right-hand side.
fn solved(mut rows: Vec<Vec<RBig>>) -> Option<Vec<RBig>> {
    let n = rows.len();
    for k in 0..n {
        let first = (k..n).find(|&i| rows[i][k] != RBig::ZERO)?;
        rows.swap(k, first);
        for i in (0..n).filter(|&i| i != k) {
            let factor = &rows[i][k] / &rows[k][k];
            let pivot = rows[k].clone();
            rows[i].iter_mut().zip(&pivot).skip(k).for_each(|(entry, other)| *entry -= &factor * other);
        }
    }
    Some((0..n).map(|k| &rows[k][n] / &rows[k][k]).collect())
}
