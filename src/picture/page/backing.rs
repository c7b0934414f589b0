//! Background colors behind the words of a drawing, used to keep words off faces of nearly the same color.

use glam::DVec2;

use crate::flat::{Draw, Flat};
use crate::marks::theme::{Rgba, contrast, over};

/// Least contrast (WCAG ratio, 1 to 21) of words to their background at which they are legible.
const MIN_CONTRAST: f64 = 2.5;

/// The filled faces of a drawing's marks in drawing order, on paper. Shapes below all marks ([`Flat::under`]) are not
/// included.
#[derive(Clone, Debug)]
pub struct Backing {
    /// Color of the pane, below all faces.
    paper: Rgba,
    /// Faces, the uppermost one last.
    faces: Vec<Face>,
}

/// A filled polygon of a drawing; lengths in points, y down.
#[derive(Clone, Debug)]
struct Face {
    /// Top left corner of the bounding box.
    min: DVec2,
    /// Bottom right corner of the bounding box.
    max: DVec2,
    /// Vertices of the polygon.
    points: Vec<DVec2>,
    /// Color with alpha; the alpha is greater than 0.
    color: Rgba,
}

impl Backing {
    /// Collects the filled faces of the marks of `flat`, which is drawn on `paper`.
    pub fn new(flat: &Flat, paper: Rgba) -> Self {
        Self { paper, faces: flat.items.iter().filter_map(|item| filled_face(&item.draw)).collect() }
    }

    /// Color at the point `p`: all faces there, composited over the paper.
    fn color_at(&self, p: DVec2) -> Rgba {
        self.faces.iter().filter(|face| face.contains(p)).fold(self.paper, |below, face| over(face.color, below))
    }

    /// Share (0 to 1) of a box (top left and bottom right), by three samples, in which words in `ink` have too little
    /// contrast to be legible.
    pub fn illegible_share(&self, ink: Rgba, area: [DVec2; 2]) -> f64 {
        self.share_where(area, |color| contrast(ink, color) < MIN_CONTRAST)
    }

    /// Share (0 to 1) of a box (top left and bottom right), by three samples, in which faces cover the paper.
    pub fn covered_share(&self, area: [DVec2; 2]) -> f64 {
        self.share_where(area, |color| color != self.paper)
    }

    /// Share (0 to 1) of three sample points on the box's horizontal middle line whose color satisfies `condition`.
    fn share_where(&self, [min, max]: [DVec2; 2], condition: impl Fn(Rgba) -> bool) -> f64 {
        const SAMPLES: [f64; 3] = [0.1, 0.5, 0.9];
        let middle = 0.5 * (min.y + max.y);
        let points = SAMPLES.map(|t| DVec2::new(min.x + t * (max.x - min.x), middle));
        points.into_iter().filter(|point| condition(self.color_at(*point))).count() as f64 / SAMPLES.len() as f64
    }
}

/// Whether a polygon contains a point, by the parity of the outline's crossings with a ray to the right.
pub(crate) fn polygon_contains(points: &[DVec2], p: DVec2) -> bool {
    let sides = points.iter().zip(points.iter().cycle().skip(1));
    let sides_at_height = sides.filter(|(a, b)| (a.y > p.y) != (b.y > p.y));
    let crossings = sides_at_height.filter(|(a, b)| p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x));
    crossings.count() % 2 == 1
}

impl Face {
    /// Whether a point is in the polygon.
    fn contains(&self, p: DVec2) -> bool {
        p.cmpge(self.min).all() && p.cmple(self.max).all() && polygon_contains(&self.points, p)
    }
}

/// The face that `draw` fills; `None` for other shapes and for transparent faces.
fn filled_face(draw: &Draw) -> Option<Face> {
    match draw {
        Draw::Fill { points, color, .. } if color[3] > 0 => Some(Face {
            min: points.iter().copied().reduce(DVec2::min)?,
            max: points.iter().copied().reduce(DVec2::max)?,
            points: points.clone(),
            color: *color,
        }),
        Draw::Fill { .. } | Draw::Line { .. } | Draw::Dot { .. } | Draw::Text { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_illegible_on_a_face_of_their_color() {
        let red = [200, 20, 60, 255];
        let white = [255; 4];
        let mut flat = Flat::default();
        let corners = [(0.0, 0.0), (50.0, 0.0), (50.0, 50.0), (0.0, 50.0)];
        flat.fill(0, corners.map(DVec2::from).to_vec(), red);
        let backing = Backing::new(&flat, white);
        let share = |ink, x| backing.illegible_share(ink, [DVec2::new(x, 10.0), DVec2::new(x + 30.0, 20.0)]);
        assert_eq!([share(red, 10.0), share(white, 10.0)], [1.0, 0.0], "on the face");
        assert_eq!([share(red, 60.0), share(white, 60.0)], [0.0, 1.0], "on the paper");
        assert!((share(red, 30.0) - 2.0 / 3.0).abs() < 1e-9, "the last sample is on the paper");
    }
}
