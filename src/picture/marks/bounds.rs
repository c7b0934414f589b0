//! Bounds of a picture: the points that its camera has to show. Bystanders, the bodies that a step does not use, are
//! stored as boxes, since often only a part of them has to be in view.

use std::collections::{BTreeMap, HashSet};

use glam::DVec3;

use super::curve_points::arc_points;
use super::requests::{extent, joined, joined_areas};
use crate::{Form, Key, Mark, Picture, Role};

/// Size of a bystander relative to everything else above which only a part of it has to be in view.
const MAX_RELATIVE_SIZE: f64 = 1.3;

/// Width of the strip of a large bystander that stays in view around everything else, as a share of the size of
/// everything else.
const MARGIN: f64 = 0.05;

/// Limit of points when the bounds of many frames are joined (3 MB); beyond it only their box is stored.
const MAX_POINTS: usize = 1 << 17;

/// Largest coordinate that counts, meters; its square is finite.
const MAX_COORDINATE: f64 = 1e150;

/// Points and boxes that a camera should show.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bounds {
    /// Points of all marks that are not in the background, world, meters.
    points: Vec<DVec3>,
    /// Boxes of background bodies by key: least and greatest corner.
    bystanders: BTreeMap<Key, [DVec3; 2]>,
    /// Box within which bystanders have to be in view, least and greatest corner; `None` for everywhere.
    bystander_area: Option<[DVec3; 2]>,
}

impl Bounds {
    /// Bounds of one picture.
    pub fn of(picture: &Picture) -> Self {
        let mut bounds = Self::default();
        bounds.add(picture);
        bounds
    }

    /// Adds the marks of a picture, its reserved points and its area for bystanders. Grids and non-finite numbers are
    /// ignored, and of planes and half-spaces only the center counts. Bands with the role of grids do count, since they
    /// reserve the view while it is still empty.
    pub fn add(&mut self, picture: &Picture) {
        let requests = &picture.requests;
        requests.reserved.iter().for_each(|p| self.include(*p));
        self.bystander_area = joined_areas(requests.bystander_area, self.bystander_area);
        for mark in picture.marks.iter().filter(|mark| is_counted(mark)) {
            let before = self.points.len();
            match &mark.form {
                Form::Point(p)
                | Form::Badge { at: p, .. }
                | Form::Label { at: p, .. }
                | Form::Plane { point: p, .. }
                | Form::HalfSpace { point: p, .. } => self.include(*p),
                Form::Segment([a, b]) | Form::Link([a, b]) | Form::Arrow { from: a, to: b } => {
                    self.include(*a);
                    self.include(*b);
                }
                Form::Polyline { points, .. } | Form::Polygon(points) => points.iter().for_each(|p| self.include(*p)),
                Form::Circle { center, radius, .. } => {
                    for axis in DVec3::AXES {
                        self.include(*center + axis * *radius);
                        self.include(*center - axis * *radius);
                    }
                }
                Form::Solid(solid) => solid.vertices.iter().for_each(|p| self.include(*p)),
                Form::Arc { from, to, .. } => arc_points(*from, *to).into_iter().for_each(|p| self.include(p)),
                Form::Interval { ends, row, .. } => self.include_band(*ends, [*row; 2]),
                Form::Band { ends, rows } | Form::Density { ends, rows, .. } => self.include_band(*ends, *rows),
                Form::Tile { corners, .. } => corners.iter().for_each(|p| self.include(*p)),
                // The columns of a table of shades are not values on the lanes.
                Form::Cell { .. } | Form::Columns { .. } => {}
                Form::Lane { .. } | Form::Axis { .. } | Form::Scale { .. } | Form::Entry { .. } => {}
            }
            // A mark that is a bystander in one picture counts as one in all pictures added later.
            if (mark.role.is_in_background() || self.bystanders.contains_key(&mark.key))
                && let Some(bystander) = extent(&self.points[before..])
            {
                self.points.truncate(before);
                let whole = self.bystanders.entry(mark.key.clone()).or_insert(bystander);
                *whole = joined(*whole, bystander);
            }
        }
    }

    /// Adds the corners of a stripe among lanes, from and to the values `ends` (x) and the rows `rows` (y).
    fn include_band(&mut self, ends: [f64; 2], rows: [f64; 2]) {
        for x in ends {
            rows.into_iter().for_each(|y| self.include(DVec3::new(x, y, 0.0)));
        }
    }

    /// Adds a point. Points that are not finite, or so far that squares of coordinates would overflow, are ignored.
    pub fn include(&mut self, point: DVec3) {
        if point.is_finite() && point.abs().max_element() < MAX_COORDINATE {
            self.points.push(point);
        }
    }

    /// Removes duplicates among the points.
    pub fn remove_duplicates(&mut self) {
        let mut seen = HashSet::new();
        self.points.retain(|point| seen.insert(point.to_array().map(f64::to_bits)));
    }

    /// Adds everything in `other`. More than `MAX_POINTS` points are replaced by their box.
    pub fn join(&mut self, other: Self) {
        self.points.extend(other.points);
        if self.points.len() > MAX_POINTS {
            self.remove_duplicates();
        }
        if self.points.len() > MAX_POINTS
            && let Some(ends) = extent(&self.points)
        {
            self.points = box_corners(ends).collect();
        }
        self.bystander_area = joined_areas(other.bystander_area, self.bystander_area);
        for (key, bystander) in other.bystanders {
            let whole = self.bystanders.entry(key).or_insert(bystander);
            *whole = joined(*whole, bystander);
        }
    }

    /// Number of points, bystanders excluded.
    pub fn len(&self) -> usize {
        self.points.len()
    }

    pub fn is_empty(&self) -> bool {
        self.points.is_empty() && self.bystanders.is_empty()
    }

    /// Least and greatest corner of the bounding box; `None` when empty.
    pub fn corners(&self) -> Option<[DVec3; 2]> {
        let boxes = self.bystanders.values().copied();
        extent(&self.points).into_iter().chain(boxes).reduce(joined)
    }

    /// Center of the bounding box; `None` when empty.
    pub fn center(&self) -> Option<DVec3> {
        self.corners().map(|[lo, hi]| lo + (hi - lo) * 0.5)
    }

    /// Diagonal of the bounding box, meters; 0 when empty.
    pub fn diagonal(&self) -> f64 {
        self.corners().map_or(0.0, |[lo, hi]| (hi - lo).length())
    }

    /// Points that have to be in view. A bystander much larger than everything else, such as a wide ground, is reduced
    /// to its part around everything else, so that the other bodies do not look small.
    pub(crate) fn in_view(&self) -> Vec<DVec3> {
        if let Some(area) = self.bystander_area {
            let parts = self.bystanders.values().filter_map(|whole| intersection(*whole, area)).flat_map(box_corners);
            return self.points.iter().copied().chain(parts).collect();
        }
        let mut points = self.points.clone();
        let widest = self.bystanders.iter().max_by(|a, b| diagonal(*a.1).total_cmp(&diagonal(*b.1)));
        let Some((widest_key, widest)) = widest else { return points };
        for (key, bystander) in &self.bystanders {
            if key != widest_key {
                points.extend(box_corners(*bystander));
            }
        }
        if let Some(part) = part_in_view(*widest, extent(&points)) {
            points.extend(box_corners(part));
        }
        points
    }

    /// Largest absolute coordinate of the bounding box, meters; 0 when empty.
    pub(crate) fn magnitude(&self) -> f64 {
        self.corners().map_or(0.0, |[lo, hi]| lo.abs().max(hi.abs()).max_element())
    }

    /// Half height of a view of a single point, meters: the magnitude of its coordinates, at most 1 m; 1 m at the
    /// origin.
    pub(crate) fn fallback_size(&self) -> f64 {
        let magnitude = self.magnitude();
        if magnitude > 0.0 { magnitude.min(1.0) } else { 1.0 }
    }
}

/// Part of a bystander's box that has to be in view, given the box of everything else: only a strip around everything
/// else if the bystander is much larger. `None` where that strip misses the bystander.
fn part_in_view(bystander: [DVec3; 2], everything_else: Option<[DVec3; 2]>) -> Option<[DVec3; 2]> {
    let Some([low, high]) = everything_else else { return Some(bystander) };
    let size = diagonal([low, high]);
    let is_much_larger = size > 0.0 && diagonal(bystander) > MAX_RELATIVE_SIZE * size;
    if !is_much_larger {
        return Some(bystander);
    }
    let margin = DVec3::splat(MARGIN * size);
    intersection(bystander, [low - margin, high + margin])
}

/// Intersection of the box `whole` with the box from `low` to `high`; `None` where they do not overlap.
fn intersection(whole: [DVec3; 2], [low, high]: [DVec3; 2]) -> Option<[DVec3; 2]> {
    let overlaps = low.cmple(whole[1]).all() && high.cmpge(whole[0]).all();
    overlaps.then(|| [low, high].map(|corner| corner.clamp(whole[0], whole[1])))
}

/// The eight corners of a box.
fn box_corners(ends: [DVec3; 2]) -> impl Iterator<Item = DVec3> {
    (0..8).map(move |k: usize| DVec3::new(ends[k & 1].x, ends[k >> 1 & 1].y, ends[k >> 2].z))
}

/// Whether the bounds include a mark: grids do not count, except for what reserves the view while it is empty. Regions
/// of a simplex do not count either, since they have no end.
fn is_counted(mark: &Mark) -> bool {
    if mark.key.0.starts_with("region/") && !matches!(mark.form, Form::Label { .. }) {
        return false;
    }
    mark.role != Role::Grid || matches!(mark.form, Form::Band { .. })
}

/// Length of the diagonal of a box, meters.
fn diagonal([lo, hi]: [DVec3; 2]) -> f64 {
    (hi - lo).length()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slab(role: Role, key: &'static str, half: DVec3) -> Mark {
        let corners = box_corners([-half, half]).collect();
        Mark { role, key: key.into(), form: Form::Polyline { points: corners, closed: true } }
    }

    #[test]
    fn a_wide_ground_is_in_view_only_around_what_stands_on_it() {
        let half = DVec3::new(0.5, 0.5, 0.5);
        let crate_ = slab(Role::ShapeA, "body/crate", half);
        let mut picture =
            Picture::from_iter([crate_, slab(Role::Bystander, "body/ground", DVec3::new(100.0, 1.0, 50.0))]);
        let bounds = Bounds::of(&picture);
        assert_eq!(bounds.corners().unwrap()[1], DVec3::new(100.0, 1.0, 50.0), "what there is");
        let seen = extent(&bounds.in_view()).unwrap();
        let reach = 0.5 + MARGIN * 3.0_f64.sqrt();
        assert!((seen[1] - DVec3::new(reach, reach, reach)).abs().max_element() < 1e-12, "{seen:?}");
        // A bystander of similar size is in view as a whole.
        picture.marks.push(slab(Role::Bystander, "body/shed", DVec3::splat(60.0)));
        assert_eq!(extent(&Bounds::of(&picture).in_view()), Bounds::of(&picture).corners());
    }

    #[test]
    fn only_the_part_of_a_bystander_in_the_requested_area_is_in_view() {
        let mut picture = Picture::from_iter([slab(Role::ShapeA, "body/crate", DVec3::splat(0.5))]);
        picture.marks.push(slab(Role::Bystander, "body/ground", DVec3::new(2.0, 0.7, 2.0)));
        picture.limit_bystanders(&[DVec3::splat(-1.0), DVec3::splat(1.0)]);
        let bounds = Bounds::of(&picture);
        assert_eq!(extent(&bounds.in_view()).unwrap()[1], DVec3::new(1.0, 0.7, 1.0));
        assert_eq!(bounds.corners().unwrap()[1], DVec3::new(2.0, 0.7, 2.0), "what there is");
    }

    #[test]
    fn bounds_of_very_many_frames_are_reduced_to_a_box() {
        let mut all = Bounds::default();
        for frame in 0..300 {
            let mut here = Bounds::default();
            (0..1000).for_each(|i| here.include(DVec3::new(f64::from(frame), f64::from(i % 500), 0.0)));
            here.remove_duplicates();
            assert_eq!(here.points.len(), 500);
            all.join(here);
        }
        assert!(all.points.len() <= MAX_POINTS);
        assert_eq!(all.corners(), Some([DVec3::ZERO, DVec3::new(299.0, 499.0, 0.0)]));
    }

    #[test]
    fn a_lone_bystander_is_in_view_as_a_whole() {
        let picture = Picture::from_iter([slab(Role::Bystander, "body/ground", DVec3::splat(7.0))]);
        assert_eq!(extent(&Bounds::of(&picture).in_view()), Some([DVec3::splat(-7.0), DVec3::splat(7.0)]));
        assert!(Bounds::default().in_view().is_empty());
    }
}
