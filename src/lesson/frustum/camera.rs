//! Camera view: the screen at 1 m before the eye, and the bodies by class. A plane through the eye is a line in this
//! view, which explains false positives.

use contact_lens_model::snapshot::frustum::{HalfSpace, Side};
use contact_lens_picture::space::clip::clip_segment;
use contact_lens_picture::{Camera, Form, Picture, Role, Solid};
use glam::{DMat3, DQuat, DVec2, DVec3};

use super::region::{Region, clip};
use super::shown_bodies::ShownBodies;
use super::{CullContext, PlayedContext};

/// Position and axes of a camera, world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewer {
    /// Eye; for a parallel projection, some point in the middle.
    pub at: DVec3,
    /// Whether the projection is parallel.
    pub is_parallel: bool,
    /// Unit vectors to the right, up, and backward from the scene.
    pub axes: [DVec3; 3],
}

/// Half width of the visible area without crossing bodies, in half widths of the screen.
const MIN_VISIBLE: f64 = 1.9;

/// Largest half width of the visible area, in half widths of the screen; it grows for crossing bodies.
const MAX_VISIBLE: f64 = 4.0;

/// Half width of the visible area that a body needs, in distances of its farthest vertex from the middle of the screen.
const BORDER: f64 = 1.04;

/// Least determinant of the normal equations (the sum of `n nᵀ` over the side planes) with a common point.
const MIN_DETERMINANT: f64 = 1e-9;

/// Largest distance of the common point from a side plane, relative to 1 m plus its distance from the home position.
const MAX_APEX_ERROR: f64 = 1e-6;

/// Least horizontal part of the backward axis of a camera that looks in a horizontal direction.
const MIN_HORIZONTAL_PART: f64 = 1e-3;

/// Largest deviation of a plane that is seen as a line: the cosine of its normal and the lines of sight, or the
/// distance of the eye from it in sizes of the region.
const MAX_OBLIQUITY: f64 = 1e-4;

/// Least length of the normal of a plane's line on the screen: a shorter one has no direction.
const MIN_LINE_NORMAL: f64 = 1e-9;

/// Radius of the ring around the current body among many, as a fraction of the visible area's larger half size.
const RING_RADIUS: f64 = 0.03;

/// Least depth of a visible point before the eye, as a fraction of the region's size.
const MIN_DEPTH: f64 = 1e-6;

/// Distance of the near plane at which outlines are clipped, as a fraction of the region's size.
const NEAR_PLANE: f64 = 1e-3;

/// Half width of the square that the side planes clip to the screen of a parallel projection, in sizes of the region.
const PARALLEL_REACH: f64 = 4.0;

/// Half width of the square that the side planes clip to the screen of a perspective camera, meters: far beyond any
/// field of view.
const PERSPECTIVE_REACH: f64 = 1e3;

impl Viewer {
    /// Perspective camera at `eye`.
    pub fn camera(eye: DVec3, rotation: DQuat) -> Self {
        Self { at: eye, is_parallel: false, axes: [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| rotation * axis) }
    }

    /// Camera that belongs to planes given as numbers: the eye is the common point of the side planes; without one, the
    /// projection is parallel. The planes are relative to `home`, world, meters.
    pub fn of_planes(planes: &[Option<HalfSpace>; 6], home: DVec3) -> Self {
        let sides = [Side::Left, Side::Right, Side::Bottom, Side::Top];
        let normals = planes.map(|plane| plane.map(|plane| plane.normal));
        let inward: DVec3 = sides.into_iter().filter_map(|side| normals[side.index()]).sum();
        let far = normals[Side::Far.index()].map(|n| -n);
        let ahead = normals[Side::Near.index()].or(far).unwrap_or(inward);
        let back = -ahead.try_normalize().unwrap_or(DVec3::NEG_Z);
        let [bottom, top] = [Side::Bottom, Side::Top].map(|side| normals[side.index()].unwrap_or_default());
        let across = bottom - top;
        let up = across.reject_from(back).try_normalize().unwrap_or_else(|| back.any_orthonormal_vector());
        let side_planes: Vec<HalfSpace> = sides.into_iter().filter_map(|side| planes[side.index()]).collect();
        let apex = common_point(&side_planes);
        let at = home + apex.unwrap_or(DVec3::ZERO);
        Self { at, is_parallel: apex.is_none(), axes: [up.cross(back), up, back] }
    }

    /// Eye; `None` for a parallel projection.
    pub fn eye(&self) -> Option<DVec3> {
        (!self.is_parallel).then_some(self.at)
    }

    /// Initial camera of the world view: behind the eye and slightly to its right, so that the scene does not hide the
    /// eye.
    pub fn from_behind(&self) -> Camera {
        let start = Camera::default();
        let [_, _, back] = self.axes;
        let has_azimuth = back.x.hypot(back.z) > MIN_HORIZONTAL_PART && !self.is_parallel;
        Camera { azimuth: start.azimuth + if has_azimuth { back.x.atan2(back.z) } else { 0.0 }, ..start }
    }

    /// Plane across the viewing direction that bounds an infinite frustum beyond the box with the center `middle` and
    /// the half size `half`, world, meters; `None` if the box is behind the eye.
    pub(super) fn far_plane(&self, middle: DVec3, half: DVec3) -> Option<HalfSpace> {
        let [_, _, back] = self.axes;
        let farthest = half.dot(back.abs()) - back.dot(middle - self.at);
        (farthest > 0.0).then(|| HalfSpace { normal: back, offset: farthest.max(0.0) - back.dot(self.at) })
    }

    /// Coordinates of a point in the camera's frame, meters: right, up, and depth before the eye.
    fn camera_coordinates(&self, p: DVec3) -> DVec3 {
        let [right, up, back] = self.axes;
        let offset = p - self.at;
        DVec3::new(right.dot(offset), up.dot(offset), -back.dot(offset))
    }

    /// Position on the screen, at 1 m before the eye, of a point with the coordinates that
    /// [`Viewer::camera_coordinates`] returns.
    fn screen_point(&self, coordinates: DVec3) -> DVec3 {
        let depth = if self.is_parallel { 1.0 } else { coordinates.z };
        DVec3::new(coordinates.x / depth, coordinates.y / depth, 0.0)
    }

    /// Line of a plane on the screen as `(a, b, c)`, with `ax + by + c ≥ 0` inside; `None` unless the plane contains
    /// the eye (perspective) or the viewing direction (parallel). `size` is that of the region, meters.
    fn line(&self, plane: &HalfSpace, size: f64) -> Option<DVec3> {
        let [right, up, back] = self.axes;
        let at_eye = plane.signed_distance(self.at);
        let constant = if self.is_parallel { at_eye } else { -plane.normal.dot(back) };
        let line = DVec3::new(plane.normal.dot(right), plane.normal.dot(up), constant);
        let deviation = if self.is_parallel { plane.normal.dot(back).abs() } else { at_eye.abs() / size };
        (deviation < MAX_OBLIQUITY && line.x.hypot(line.y) > MIN_LINE_NORMAL).then_some(line)
    }
}

/// Point with the least sum of squared distances from the planes, meters; `None` if that is not in all of them, or if
/// they do not determine a point.
fn common_point(planes: &[HalfSpace]) -> Option<DVec3> {
    // The normal equations: (Σ n nᵀ) p = −Σ offset n.
    let mut squares = DMat3::ZERO;
    let mut sum = DVec3::ZERO;
    for plane in planes {
        let n = plane.normal;
        squares += DMat3::from_cols(n * n.x, n * n.y, n * n.z);
        sum -= n * plane.offset;
    }
    let point = squares.inverse() * sum;
    let largest_distance = planes.iter().map(|plane| plane.signed_distance(point).abs()).fold(0.0, f64::max);
    let is_common =
        squares.determinant() > MIN_DETERMINANT && largest_distance <= MAX_APEX_ERROR * (1.0 + point.length());
    is_common.then_some(point)
}

/// Visible area of the screen, meters.
#[derive(Clone, Copy)]
struct VisibleArea {
    /// Center of the area.
    center: DVec2,
    /// Half of the width and of the height.
    half_size: DVec2,
}

/// Frame of the screen, and the visible area around it.
pub(super) struct Screen {
    /// Vertices, counter-clockwise.
    frame: Vec<DVec3>,
    /// Area that the view shows.
    visible: VisibleArea,
}

impl Screen {
    /// Screen of the context's camera. The visible area is enlarged for the bodies with the indices `kept`, but to at
    /// most `MAX_VISIBLE`.
    pub fn new(context: &CullContext, region: &Region, kept: impl Iterator<Item = usize>) -> Self {
        let viewer = &context.viewer;
        let frame = screen_outline(viewer, region);
        let low = frame.iter().copied().reduce(DVec3::min).unwrap_or(DVec3::NEG_ONE).truncate();
        let high = frame.iter().copied().reduce(DVec3::max).unwrap_or(DVec3::ONE).truncate();
        let middle = 0.5 * (low + high);
        let half = 0.5 * (high - low);
        let mut half_size = half * MIN_VISIBLE;
        let largest = VisibleArea { center: middle, half_size: half * MAX_VISIBLE };
        for solid in kept.filter_map(|body| context.solids.get(body)) {
            for p in body_outline(viewer, solid, region.size, largest) {
                half_size = half_size.max((p.truncate() - middle).abs() * BORDER);
            }
        }
        Self { frame, visible: VisibleArea { center: middle, half_size } }
    }
}

/// Edges of the screen: the side planes of the frustum, as far as they are lines in the image.
fn screen_outline(viewer: &Viewer, region: &Region) -> Vec<DVec3> {
    let reach = if viewer.is_parallel { PARALLEL_REACH * region.size } else { PERSPECTIVE_REACH };
    let mut corners = vec![
        DVec3::new(-reach, -reach, 0.0),
        DVec3::new(reach, -reach, 0.0),
        DVec3::new(reach, reach, 0.0),
        DVec3::new(-reach, reach, 0.0),
    ];
    for side in [Side::Left, Side::Right, Side::Bottom, Side::Top] {
        let line = region.plane(side).and_then(|plane| viewer.line(&plane, region.size));
        if let Some(line) = line {
            corners = clip(&corners, &|p| line.x * p.x + line.y * p.y + line.z);
        }
    }
    corners
}

/// Adds the fixed marks: the screen.
pub(super) fn add_fixed_marks(played: &PlayedContext, picture: &mut Picture) {
    let Screen { frame: corners, visible: VisibleArea { center, half_size } } = &played.screen;
    // All steps have the same scale.
    let ends = [*center - *half_size, *center + *half_size].map(|p| p.extend(0.0));
    picture.reserve(ends);
    if corners.len() < 3 {
        return;
    }
    let lowest = corners.iter().copied().min_by(|a, b| a.y.total_cmp(&b.y)).unwrap_or_default();
    picture.label(Role::Frustum, "screen", lowest, "screen");
    picture.add(Role::Frustum, "screen", Form::Polyline { points: corners.clone(), closed: true });
}

/// Adds the bodies, the current plane if it is a line, and the separating plane of a false positive.
pub(super) fn add_step_marks(played: &PlayedContext, shows: ShownBodies<'_>, picture: &mut Picture) {
    if played.draws_only_dots() {
        played.add_cloud(shows, picture, |center| screen_position(played, center));
    } else {
        add_bodies(played, shows, picture);
    }
    let current = shows.record.body;
    if let Some(center) = screen_position(played, played.center(current)) {
        let role = played.current_role(shows);
        let key = format!("body/{}", played.name(current));
        if played.has_many_bodies() {
            let radius = RING_RADIUS * played.screen.visible.half_size.max_element();
            picture.add(Role::Axis, key.clone(), Form::Circle { center, normal: DVec3::ZERO, radius });
        }
        picture.label(role, key, center, played.name(current));
    }
    if let Some(test) = shows.current_test()
        && let Some(plane) = played.region.plane(test.side)
        && let Some(ends) = line_on_screen(played, &plane)
    {
        picture.segment(Role::Axis, format!("plane/{}", test.side), ends[0], ends[1]);
    }
    if let Some((sum, _)) = shows.separating_plane() {
        let HalfSpace { normal, offset } = sum.plane;
        let plane = HalfSpace { normal, offset: offset - normal.dot(played.query.home) };
        if let Some(ends) = line_on_screen(played, &plane) {
            picture.segment(Role::Bound, "sum", ends[0], ends[1]);
        }
    }
}

/// Position of a point of the world on the screen, meters; `None` behind the eye and outside of the visible area.
fn screen_position(played: &PlayedContext, point: DVec3) -> Option<DVec3> {
    let viewer = &played.query.viewer;
    let VisibleArea { center, half_size } = played.screen.visible;
    let coordinates = viewer.camera_coordinates(point);
    let is_before_eye = viewer.is_parallel || coordinates.z > MIN_DEPTH * played.region.size;
    let position = viewer.screen_point(coordinates);
    let is_in_view = (position.truncate() - center).abs().cmple(half_size).all();
    (is_before_eye && is_in_view).then_some(position)
}

/// Sentence on a body without an image in the camera view; empty for other bodies.
pub(super) fn absence_sentence(played: &PlayedContext, body: usize) -> &'static str {
    let viewer = &played.query.viewer;
    let solid = &played.query.solids[body];
    let size = played.region.size;
    if body_outline(viewer, solid, size, played.screen.visible).len() >= 3 {
        return "";
    }
    let is_behind = |p: &DVec3| viewer.camera_coordinates(*p).z <= NEAR_PLANE * size;
    if !viewer.is_parallel && solid.vertices.iter().all(is_behind) {
        " The camera pane does not show it, because it is behind the eye."
    } else {
        " The camera pane does not show it, because it is far outside the screen."
    }
}

/// Ends of a plane's line on the screen; `None` for a plane that is not seen as a line, and for a line out of view.
fn line_on_screen(played: &PlayedContext, plane: &HalfSpace) -> Option<[DVec3; 2]> {
    visible_segment(played.query.viewer.line(plane, played.region.size)?, played.screen.visible)
}

/// Adds each body with its badge; with many bodies, the badges only.
fn add_bodies(played: &PlayedContext, shows: ShownBodies<'_>, picture: &mut Picture) {
    let viewer = &played.query.viewer;
    for (body, role) in played.roles(shows) {
        let key = format!("body/{}", played.name(body));
        let role = played.role_in_step(role, body, shows);
        if !played.has_many_bodies() {
            let Screen { frame, visible } = &played.screen;
            let outline = body_outline(viewer, &played.query.solids[body], played.region.size, *visible);
            add_outline(picture, role, &key, outline, frame);
        }
        let has_badge = !matches!(role, Role::Idle | Role::Simplex);
        if let Some(center) = screen_position(played, played.center(body)).filter(|_| has_badge) {
            played.add_badge(role, key, center, picture);
        }
    }
}

/// Adds the outline of a body. Parts outside of the screen are pale and unfilled, except for a false positive, which no
/// plane rejects.
fn add_outline(picture: &mut Picture, role: Role, key: &str, outline: Vec<DVec3>, screen: &[DVec3]) {
    if outline.len() < 3 {
        return;
    }
    if role == Role::Fault {
        return picture.add(role, key.to_owned(), Form::Polygon(outline));
    }
    let mut inside = outline.clone();
    // The screen's sides are counter-clockwise, so its inside is on the left of each.
    for (a, b) in screen.iter().zip(screen.iter().cycle().skip(1)) {
        let side = (*b - *a).truncate();
        inside = clip(&inside, &|p| side.perp_dot((p - *a).truncate()));
    }
    if inside.len() >= 3 {
        picture.add(role, key.to_owned(), Form::Polygon(inside));
    }
    picture.add(role, key.to_owned(), Form::Polyline { points: outline, closed: true });
}

/// Visible part of a line `ax + by + c = 0`, given as `(a, b, c)`; `None` if it is out of view.
fn visible_segment(line: DVec3, VisibleArea { center, half_size }: VisibleArea) -> Option<[DVec3; 2]> {
    let normal = line.truncate();
    let foot = center - normal * ((normal.dot(center) + line.z) / normal.length_squared());
    let along = normal.perp().normalize();
    let reach = 2.0 * half_size.length();
    clip_segment([foot - along * reach, foot + along * reach], [center - half_size, center + half_size])
        .map(|ends| ends.map(|p| p.extend(0.0)))
}

/// Outline of a body on the screen, clipped to the space before the eye and to the visible area. `size` is that of the
/// region, meters.
fn body_outline(viewer: &Viewer, solid: &Solid, size: f64, visible: VisibleArea) -> Vec<DVec3> {
    let VisibleArea { center, half_size } = visible;
    let vertices: Vec<DVec3> = solid.vertices.iter().map(|p| viewer.camera_coordinates(*p)).collect();
    let near = NEAR_PLANE * size;
    let mut points: Vec<DVec2> = Vec::new();
    for face in &solid.faces {
        let corners: Vec<DVec3> = face.iter().map(|&i| vertices[i as usize]).collect();
        let ahead = if viewer.is_parallel { corners } else { clip(&corners, &|p| p.z - near) };
        points.extend(ahead.into_iter().map(|p| viewer.screen_point(p).truncate()));
    }
    let mut hull: Vec<DVec3> = convex_hull(points).into_iter().map(|p| p.extend(0.0)).collect();
    // The four sides of the visible area: right, left, top, bottom.
    for (axis, sign) in [(0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0)] {
        hull = clip(&hull, &|p| half_size[axis] - sign * (p[axis] - center[axis]));
    }
    hull
}

/// Convex hull of points on the screen, counter-clockwise.
fn convex_hull(mut points: Vec<DVec2>) -> Vec<DVec2> {
    points.retain(|p| p.is_finite());
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let mut hull = half_hull(points.iter().copied());
    hull.extend(half_hull(points.iter().rev().copied()));
    hull
}

/// Vertices of the lower half of a convex hull, counter-clockwise without the last, from points in ascending order;
/// those of the upper half from points in descending order.
fn half_hull(points: impl Iterator<Item = DVec2>) -> Vec<DVec2> {
    let mut kept: Vec<DVec2> = Vec::new();
    for p in points {
        while let [.., a, b] = kept[..]
            && (b - a).perp_dot(p - b) <= 0.0
        {
            kept.pop();
        }
        kept.push(p);
    }
    kept.pop();
    kept
}
