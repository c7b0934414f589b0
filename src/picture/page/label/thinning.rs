//! Thinning of labels: names of small bystanders close together are omitted. They would hide the bodies, and it would
//! be unclear which body each one names. A bystander is a body of the scene that the query is not about.

use glam::DVec2;

use super::{Choice, LabelRequest, polygon_contains};

/// Rank of the labels of bystanders.
const BYSTANDER_RANK: u8 = 1;

/// Cosine of the angle between the directions to two neighbors (120°) below which a body counts as between them.
const MAX_OPPOSITE_COSINE: f64 = -0.5;

/// Height of the neighborhood, in label heights, in which a name could be taken for another body's.
const NEIGHBORHOOD: f64 = 2.0;

/// Height of a body, in label heights, up to which it is smaller than its name.
const MAX_SMALL_HEIGHT: f64 = 1.4;

/// Number of bystanders from which a name far from its body could be taken for another body's.
const MIN_MANY_BYSTANDERS: usize = 8;

/// Number of intervals between the sampled points of a leader.
const LEADER_INTERVALS: usize = 8;

/// Removes the names of small bystanders between others; those at the ends of a row or heap keep theirs. `request_of`
/// returns the request of a label.
pub(super) fn remove_crowded_names<T>(mut labels: Vec<T>, request_of: impl Fn(&T) -> &LabelRequest) -> Vec<T> {
    let bystanders: Vec<DVec2> =
        labels.iter().map(&request_of).filter(|request| is_bystander(request)).map(|request| request.at).collect();
    labels.retain(|label| {
        let request = request_of(label);
        let is_crowded = is_bystander(request) && is_small(request) && is_between(request, &bystanders);
        !is_crowded
    });
    labels
}

/// Whether bystanders are near the body of `request` on opposite sides. `bystanders` are the anchors of their names.
fn is_between(request: &LabelRequest, bystanders: &[DVec2]) -> bool {
    let neighborhood = request.size * DVec2::new(1.0, NEIGHBORHOOD);
    let offsets = bystanders.iter().map(|at| *at - request.at).filter(|offset| offset.abs().cmplt(neighborhood).all());
    let directions: Vec<DVec2> = offsets.filter_map(DVec2::try_normalize).collect();
    for (i, direction) in directions.iter().enumerate() {
        if directions[..i].iter().any(|other| direction.dot(*other) < MAX_OPPOSITE_COSINE) {
            return true;
        }
    }
    false
}

/// With many bystanders, removes the places of names that are on another body, or whose leader crosses one.
/// `choices[i]` is the place of the label `requests[i]`.
pub(super) fn remove_misleading_names(requests: &[LabelRequest], choices: &mut [Option<Choice>]) {
    if requests.iter().filter(|request| is_bystander(request)).count() < MIN_MANY_BYSTANDERS {
        return;
    }
    for (i, request) in requests.iter().enumerate().filter(|(_, request)| is_bystander(request)) {
        let Some(Choice { place, .. }) = &choices[i] else { continue };
        let middle = 0.5 * (place.min + place.max);
        let mut points = vec![middle];
        if let Some([from, to]) = place.leader {
            points.extend((0..=LEADER_INTERVALS).map(|k| from.lerp(to, k as f64 / LEADER_INTERVALS as f64)));
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

/// Whether the labeled body is smaller than its name.
fn is_small(request: &LabelRequest) -> bool {
    let low = request.body.iter().copied().reduce(DVec2::min).unwrap_or_default();
    let high = request.body.iter().copied().reduce(DVec2::max).unwrap_or_default();
    (high - low).cmplt(request.size * DVec2::new(1.0, MAX_SMALL_HEIGHT)).all()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Key, Role, layer};

    /// A row of eight square bodies with sides of `side` points and centers `step` points apart; their names are 40
    /// points wide and 15 points high.
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
    fn of_small_bodies_in_a_row_only_the_first_and_the_last_are_named() {
        fn named(requests: Vec<LabelRequest>) -> Vec<f64> {
            remove_crowded_names(requests, |request| request).iter().map(|request| request.at.x).collect()
        }
        assert_eq!(named(row(10.0, 14.0, Role::Member)), [100.0, 198.0], "only the bodies at the ends");
        assert_eq!(named(row(10.0, 60.0, Role::Member)).len(), 8, "bodies far apart");
        assert_eq!(named(row(30.0, 14.0, Role::Member)).len(), 8, "bodies larger than their names");
        assert_eq!(named(row(10.0, 14.0, Role::ShapeA)).len(), 8, "bodies of the query");
    }
}
