//! Thinning of labels: names of small bystanders close together are omitted. They would hide the bodies, and it would
//! be unclear which body each one names.

use glam::DVec2;

use super::{Choice, LabelRequest, polygon_contains};

/// Rank of the labels of bystanders.
const BYSTANDER_RANK: u8 = 1;

/// Cosine of directions to two neighbors below which a body counts as between them.
const MAX_OPPOSITE_COSINE: f64 = -0.5;

/// Height of the neighborhood, in label heights, in which a name could be taken for another body's.
const NEIGHBORHOOD: f64 = 2.0;

/// Removes the names of small bystanders between others; those at the ends of a row or heap keep theirs.
pub(super) fn thinned<T>(mut labels: Vec<T>, request_of: impl Fn(&T) -> &LabelRequest) -> Vec<T> {
    let bystanders: Vec<DVec2> =
        labels.iter().map(&request_of).filter(|request| is_bystander(request)).map(|request| request.at).collect();
    labels.retain(|label| {
        let request = request_of(label);
        !(is_bystander(request) && is_small(request) && is_between(request, &bystanders))
    });
    labels
}

/// Whether names of the bystanders at `bystanders` are near to `request` on opposite sides.
fn is_between(request: &LabelRequest, bystanders: &[DVec2]) -> bool {
    let neighborhood = request.size * DVec2::new(1.0, NEIGHBORHOOD);
    let offsets = bystanders.iter().map(|at| *at - request.at).filter(|offset| offset.abs().cmplt(neighborhood).all());
    let directions: Vec<DVec2> = offsets.filter_map(DVec2::try_normalize).collect();
    directions
        .iter()
        .enumerate()
        .any(|(i, one)| directions[..i].iter().any(|other| one.dot(*other) < MAX_OPPOSITE_COSINE))
}

/// Number of bystanders from which a name far from its body could be taken for another body's.
const MIN_MANY_BYSTANDERS: usize = 8;

/// Number of sampled parts of a leader.
const PARTS: usize = 8;

/// With many bystanders, removes the places of names that are on another body, or whose leader crosses one.
pub(super) fn remove_strays(requests: &[LabelRequest], choices: &mut [Option<Choice>]) {
    if requests.iter().filter(|request| is_bystander(request)).count() < MIN_MANY_BYSTANDERS {
        return;
    }
    for (i, request) in requests.iter().enumerate().filter(|(_, request)| is_bystander(request)) {
        let Some(Choice { place, .. }) = &choices[i] else { continue };
        let middle = 0.5 * (place.min + place.max);
        let mut points = vec![middle];
        if let Some([from, to]) = place.leader {
            points.extend((0..=PARTS).map(|k| from.lerp(to, k as f64 / PARTS as f64)));
        }
        points.retain(|p| !polygon_contains(&request.body, *p));
        let mut others = requests.iter().enumerate().filter(|(k, other)| *k != i && !other.body.is_empty());
        if others.any(|(_, other)| points.iter().any(|p| polygon_contains(&other.body, *p))) {
            choices[i] = None;
        }
    }
}

/// Whether the label names a bystander.
fn is_bystander(request: &LabelRequest) -> bool {
    request.rank == BYSTANDER_RANK && !request.body.is_empty()
}

/// Height of a body, in label heights, up to which it is smaller than its name.
const MAX_SMALL_HEIGHT: f64 = 1.4;

/// Whether a body is smaller than its name.
fn is_small(request: &LabelRequest) -> bool {
    let low = request.body.iter().copied().reduce(DVec2::min).unwrap_or_default();
    let high = request.body.iter().copied().reduce(DVec2::max).unwrap_or_default();
    (high - low).cmplt(request.size * DVec2::new(1.0, MAX_SMALL_HEIGHT)).all()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::{Key, Role, layer};

    /// A row of square bodies so large and so far apart, with names of 40 by 15 points.
    fn row(side: f64, step: f64, role: Role) -> Vec<LabelRequest> {
        let body = |i: i32| {
            let at = DVec2::new(100.0 + step * f64::from(i), 100.0);
            let corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)];
            LabelRequest {
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
        fn named(requests: Vec<LabelRequest>) -> Vec<f64> {
            thinned(requests, |request| request).iter().map(|request| request.at.x).collect()
        }
        assert_eq!(named(row(10.0, 14.0, Role::Member)), [100.0, 198.0], "those at the ends alone");
        assert_eq!(named(row(10.0, 60.0, Role::Member)).len(), 8, "far apart");
        assert_eq!(named(row(30.0, 14.0, Role::Member)).len(), 8, "larger than letters are high");
        assert_eq!(named(row(10.0, 14.0, Role::ShapeA)).len(), 8, "at hand");
    }
}
