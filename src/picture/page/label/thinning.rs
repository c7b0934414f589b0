//! Thinning of labels: names of small bystanders close together are omitted, since they would hide the bodies and could
//! not be assigned to them.

use glam::DVec2;

use super::{Place, Want, polygon_contains};

/// Rank of bystanders.
const ASIDE: u8 = 1;

/// Cosine of directions to two neighbors below which a body counts as between them.
const BETWEEN: f64 = -0.5;

/// Height of the neighborhood, in label heights, in which a name could be taken for another body's.
const HEIGHTS: f64 = 2.0;

/// Removes the names of small bystanders between others; those at the ends of a row or heap keep theirs.
pub fn thinned<T>(mut labels: Vec<T>, of: impl Fn(&T) -> &Want) -> Vec<T> {
    let aside: Vec<DVec2> = labels.iter().map(&of).filter(|want| is_aside(want)).map(|want| want.at).collect();
    labels.retain(|label| {
        let want = of(label);
        !(is_aside(want) && is_small(want) && is_between(want, &aside))
    });
    labels
}

/// Whether names of the bystanders at `aside` are near to `want` on opposite sides.
fn is_between(want: &Want, aside: &[DVec2]) -> bool {
    let reach = want.size * DVec2::new(1.0, HEIGHTS);
    let offs = aside.iter().map(|at| *at - want.at).filter(|off| off.abs().cmplt(reach).all());
    let ways: Vec<DVec2> = offs.filter_map(DVec2::try_normalize).collect();
    ways.iter().enumerate().any(|(i, way)| ways[..i].iter().any(|other| way.dot(*other) < BETWEEN))
}

/// Number of bystanders from which on a name far from its body could be taken for another body's.
const MANY_BYSTANDERS: usize = 8;

/// Number of sampled parts of a leader.
const PARTS: usize = 8;

/// With many bystanders, removes the places of names that are on another body, or whose leader crosses one.
pub(super) fn strays(wants: &[Want], chosen: &mut [Option<(usize, Place)>]) {
    if wants.iter().filter(|want| is_aside(want)).count() < MANY_BYSTANDERS {
        return;
    }
    for (i, want) in wants.iter().enumerate().filter(|(_, want)| is_aside(want)) {
        let Some((_, place)) = &chosen[i] else { continue };
        let middle = 0.5 * (place.min + place.max);
        let mut points = vec![middle];
        if let Some([from, to]) = place.leader {
            points.extend((0..=PARTS).map(|k| from.lerp(to, k as f64 / PARTS as f64)));
        }
        points.retain(|p| !polygon_contains(&want.body, *p));
        let mut others = wants.iter().enumerate().filter(|(k, other)| *k != i && !other.body.is_empty());
        if others.any(|(_, other)| points.iter().any(|p| polygon_contains(&other.body, *p))) {
            chosen[i] = None;
        }
    }
}

/// Whether the label names a bystander.
fn is_aside(want: &Want) -> bool {
    want.rank == ASIDE && !want.body.is_empty()
}

/// Whether a body is smaller than its name.
fn is_small(want: &Want) -> bool {
    let low = want.body.iter().copied().reduce(DVec2::min).unwrap_or_default();
    let high = want.body.iter().copied().reduce(DVec2::max).unwrap_or_default();
    (high - low).cmplt(want.size * DVec2::new(1.0, 1.4)).all()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::{Key, Role, layer};

    /// A row of square bodies so large and so far apart, with names of 40 by 15 points.
    fn row(side: f64, step: f64, role: Role) -> Vec<Want> {
        let body = |i: i32| {
            let at = DVec2::new(100.0 + step * f64::from(i), 100.0);
            let corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)];
            Want {
                key: Key::from(format!("body/{i}")),
                at,
                size: DVec2::new(40.0, 15.0),
                rank: layer(role),
                ink: [0; 4],
                body: corners.map(|(x, y)| at + side * DVec2::new(x, y)).to_vec(),
            }
        };
        (0..8).map(body).collect()
    }

    #[test]
    fn crowds_of_small_bodies_are_named_at_their_ends() {
        let named =
            |wants: Vec<Want>| -> Vec<f64> { thinned(wants, |want| want).iter().map(|want| want.at.x).collect() };
        assert_eq!(named(row(10.0, 14.0, Role::Member)), [100.0, 198.0], "those at the ends alone");
        assert_eq!(named(row(10.0, 60.0, Role::Member)).len(), 8, "far apart");
        assert_eq!(named(row(30.0, 14.0, Role::Member)).len(), 8, "larger than letters are high");
        assert_eq!(named(row(10.0, 14.0, Role::ShapeA)).len(), 8, "at hand");
    }
}
