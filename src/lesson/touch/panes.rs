//! The plane of the reference face as small multiples: a pane a clip, then depths, then what was kept, one scale and place.

use glam::DVec3;

use super::{Did, Dot, Touch, outline, side};
use crate::lesson::number::length;
use crate::picture::{Form, Picture, Role};

/// Panes in a row.
const COLUMNS: usize = 3;

/// From the world to the plane of a face: x along its first side, y across, the middle of the face at the origin.
struct Sheet {
    middle: DVec3,
    x: DVec3,
    y: DVec3,
    /// Width of a pane.
    width: f64,
    /// Half the size of the face.
    half: f64,
}

impl Sheet {
    fn new(touch: &Touch) -> Option<Self> {
        let [first, second, _, ..] = touch.face[..] else { return None };
        let middle = touch.face.iter().sum::<DVec3>() / touch.face.len() as f64;
        let x = (second - first).try_normalize()?;
        let y = touch.outward.cross(x);
        let all = touch.face.iter().chain(&touch.incident);
        let half = all.map(|p| (*p - middle).dot(x).abs().max((*p - middle).dot(y).abs())).fold(0.0, f64::max);
        (half > 0.0).then_some(Self { middle, x, y, width: 2.6 * half, half })
    }

    /// A point in pane `k`.
    fn at(&self, k: usize, p: DVec3) -> DVec3 {
        let (column, row) = ((k % COLUMNS) as f64, (k / COLUMNS) as f64);
        let off = p - self.middle;
        DVec3::new(off.dot(self.x) + column * self.width, off.dot(self.y) - row * self.width, 0.0)
    }

    fn all(&self, k: usize, points: &[DVec3]) -> Vec<DVec3> {
        points.iter().map(|p| self.at(k, *p)).collect()
    }

    fn title(&self, picture: &mut Picture, k: usize, text: impl Into<String>) {
        let at = self.at(k, self.middle) + DVec3::new(0.0, 1.18 * self.half, 0.0);
        picture.label(Role::Text, format!("pane/{k}"), at, text);
    }
}

/// All panes up to the last of these steps.
pub(super) fn draw(picture: &mut Picture, touches: &[Touch]) {
    // After a second start with another face only what belongs to it counts.
    let start = touches.iter().rposition(|touch| touch.did == Did::Incident).unwrap_or(0);
    let Some(sheet) = touches.get(start).and_then(Sheet::new) else { return };
    let sides = touches[start].face.len();
    let picked = touches.iter().rposition(|touch| touch.did == Did::Pick);
    for (i, touch) in touches.iter().enumerate().skip(start) {
        match touch.did {
            Did::Clip(k) => clipped(picture, &sheet, touch, k),
            Did::Keep if !touch.dots.is_empty() => depths(picture, &sheet, touch, sides),
            Did::Pick if picked == Some(i) => kept(picture, &sheet, touch, sides + 1),
            _ => {}
        }
    }
}

fn clipped(picture: &mut Picture, sheet: &Sheet, touch: &Touch, k: u32) {
    let pane = k as usize;
    outline(picture, Role::Reference, format!("pane/{k}/reference"), &sheet.all(pane, &touch.face));
    outline(picture, Role::Ghost, format!("pane/{k}/before"), &sheet.all(pane, &touch.ghost));
    if let Some((from, to)) = side(&touch.face, k) {
        picture.segment(Role::Axis, format!("pane/{k}/side"), sheet.at(pane, from), sheet.at(pane, to));
    }
    let left: Vec<DVec3> = touch.polygon.iter().map(|corner| sheet.at(pane, corner.at)).collect();
    if left.len() > 2 {
        picture.add(Role::Incident, format!("pane/{k}/left"), Form::Polygon(left.clone()));
    }
    outline(picture, Role::Incident, format!("pane/{k}/outline"), &left);
    for gone in touch.ghost.iter().filter(|gone| !touch.polygon.iter().any(|corner| corner.at == **gone)) {
        picture.point(Role::Removed, format!("pane/{k}/gone"), sheet.at(pane, *gone));
    }
    for corner in &touch.polygon {
        let (at, key) = (sheet.at(pane, corner.at), format!("pane/{k}/{}", corner.name));
        match corner.share.filter(|_| !touch.ghost.contains(&corner.at)) {
            Some(share) => {
                picture.point(Role::NewSupport, key.clone(), at);
                picture.label(Role::NewSupport, key, at, format!("{} t {share:.2}", corner.name));
            }
            None => {
                picture.point(Role::Incident, key.clone(), at);
                picture.label(Role::Incident, key, at, corner.name.clone());
            }
        }
    }
    sheet.title(picture, pane, format!("clip {}", k + 1));
}

fn depths(picture: &mut Picture, sheet: &Sheet, touch: &Touch, pane: usize) {
    outline(picture, Role::Reference, format!("pane/{pane}/reference"), &sheet.all(pane, &touch.face));
    let left: Vec<DVec3> = touch.polygon.iter().map(|corner| sheet.at(pane, corner.at)).collect();
    outline(picture, Role::Incident, format!("pane/{pane}/outline"), &left);
    // What lies beyond the margin is no contact.
    let near = |at: DVec3| touch.dots.iter().any(|dot| (sheet.at(pane, dot.on_a) - at).length() < 1.0e-6 * sheet.half);
    for (i, corner) in left.iter().enumerate().filter(|(_, corner)| !near(**corner)) {
        picture.point(Role::Removed, format!("pane/{pane}/beyond/{i}"), *corner);
    }
    let deepest = touch.dots.iter().map(|dot| dot.depth).fold(0.0, f64::max);
    for dot in &touch.dots {
        let at = sheet.at(pane, dot.on_a);
        // The area of the disc is the depth.
        let radius = if deepest > 0.0 { 0.16 * sheet.half * (dot.depth.max(0.0) / deepest).sqrt() } else { 0.0 };
        if radius > 0.0 {
            let form = Form::Circle { center: at, normal: DVec3::Z, radius };
            picture.add(Role::Closest, format!("pane/{pane}/disc/{}", dot.id), form);
        }
        picture.point(Role::Closest, format!("point/{}", dot.id), at);
        picture.label(Role::Closest, format!("point/{}", dot.id), at, format!("{}", length(dot.depth)));
    }
    sheet.title(picture, pane, "depths");
}

fn kept(picture: &mut Picture, sheet: &Sheet, touch: &Touch, pane: usize) {
    outline(picture, Role::Reference, format!("pane/{pane}/reference"), &sheet.all(pane, &touch.face));
    let mut order: Vec<(usize, &Dot)> =
        touch.dots.iter().filter_map(|dot| dot.picked.map(|(place, ..)| (place, dot))).collect();
    order.sort_by_key(|(place, _)| *place);
    for dot in touch.dots.iter().filter(|dot| dot.picked.is_none()) {
        picture.point(Role::Removed, format!("point/{}", dot.id), sheet.at(pane, dot.on_a));
    }
    let mut ring: Vec<DVec3> = order.iter().map(|(_, dot)| sheet.at(pane, dot.on_a)).collect();
    if ring.len() > 2 {
        let middle = ring.iter().sum::<DVec3>() / ring.len() as f64;
        let angle = |p: &DVec3| (p.y - middle.y).atan2(p.x - middle.x);
        ring.sort_by(|p, q| angle(p).total_cmp(&angle(q)));
        picture.add(Role::Closest, format!("pane/{pane}/area"), Form::Polygon(ring));
    }
    for (place, dot) in order {
        let at = sheet.at(pane, dot.on_a);
        picture.point(Role::Closest, format!("point/{}", dot.id), at);
        picture.label(Role::Closest, format!("point/{}", dot.id), at, (place + 1).to_string());
    }
    sheet.title(picture, pane, "reduced");
}
