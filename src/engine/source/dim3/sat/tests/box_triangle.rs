//! The table of the 13 axes of a box and a triangle ([CD11]). Its rows for the second and the third edge are
//! misprinted: they belong to other edges. Both tables are compared with the test.

use super::{all_pairs, turned};
use crate::dim3::sat::simplex::cases::Dice;
use crate::dim3::sat::*;

/// Projections of the triangle's vertices onto `A_i × E_k`, from the projection `p` of `V_0` and `m = N·A_i`.
type Rows = [fn(Real, Real) -> [Real; 3]; 3];

/// As printed.
const PRINTED: Rows = [|p, m| [p, p, p + m], |p, m| [p, p - m, p], |p, m| [p, p - m, p - m]];

/// With `E_0 = V_1 − V_0`, `E_1 = V_2 − V_1` and `E_2 = V_0 − V_2`, as in the text around the table.
const RIGHT: Rows = [|p, m| [p, p, p + m], |p, m| [p, p - m, p - m], |p, m| [p, p + m, p]];

/// The largest gap on the 13 axes of the table, for a box at the origin with half axes `a` and a triangle `v`.
fn by_table(a: [Vec3; 3], v: [Vec3; 3], rows: &Rows) -> Real {
    let e = [v[1] - v[0], v[2] - v[1], v[0] - v[2]];
    let n = e[0].cross(e[1]);
    let mut best = Real::NEG_INFINITY;
    let mut weigh = |line: Vec3, p: [Real; 3]| {
        let reach: Real = a.iter().map(|axis| axis.dot(line).abs()).sum();
        let [low, high] = [p.iter().copied().fold(p[0], Real::min), p.iter().copied().fold(p[0], Real::max)];
        best = best.max((low - reach).max(-reach - high) / line.length());
    };
    weigh(n, [v[0].dot(n); 3]);
    for axis in a {
        let p = v[0].dot(axis);
        weigh(axis, [p, p + e[0].dot(axis), p - e[2].dot(axis)]);
        for (edge, row) in e.iter().zip(rows) {
            let line = axis.cross(*edge);
            weigh(line, row(v[0].dot(line), n.dot(axis)));
        }
    }
    best
}

#[test]
fn two_rows_of_the_printed_table_belong_to_other_edges() {
    let mut dice = Dice::new(41);
    let (mut apart, mut wrong, mut misjudged, rounds) = (0, 0, 0, 1000);
    for _ in 0..rounds {
        let half = dice.vector().abs() + Vec3::splat(0.1);
        let v = [(); 3].map(|()| dice.vector() * 1.5);
        let a = [Vec3::X * half.x, Vec3::Y * half.y, Vec3::Z * half.z];
        let (cuboid, triangle) = (Solid::cuboid(half).unwrap(), Solid::hull(&v).unwrap());
        let at = Pose::new(dice.vector() * 0.5, turned(&mut dice));
        let found = separation(&cuboid, &Pose::IDENTITY, &triangle, &at, &all_pairs());
        let placed = v.map(|v| matrix(at.rotation) * v + at.position);
        let [right, printed] = [&RIGHT, &PRINTED].map(|rows| by_table(a, placed, rows));
        // The direction of an axis from short or nearly parallel edges has an error of rounding over its length.
        let rounding = 4096.0 * EPS;
        assert!((right - found.separation).abs() <= rounding, "{right} {found:?}");
        assert!(found.tested == 13, "{found:?}");
        apart += u32::from(found.outcome == Outcome::Separated);
        wrong += u32::from((printed - found.separation).abs() > rounding);
        misjudged += u32::from((printed > rounding) != (found.outcome == Outcome::Separated));
    }
    assert!((rounds / 5..4 * rounds / 5).contains(&apart), "{apart} of {rounds} are apart");
    assert!(wrong > rounds / 10 && misjudged > 0, "{wrong} gaps are wrong, {misjudged} pairs are misjudged");
}
