//! Dots as SVG, one shape per marker. The proportions of the shapes, and the widths of their rims (points), are chosen
//! by eye, so that markers of one radius look equally large.

use glam::DVec2;

use super::{Svg, num, paint, path};
use crate::marks::theme::{Marker, Rgba};

impl Svg {
    /// Draws a dot of the given radius (points) with a rim around it.
    pub(crate) fn dot(&mut self, at: DVec2, marker: Marker, radius: f64, color: Rgba, rim: Rgba) {
        let r = radius;
        let edge = paint("stroke", rim);
        let x = num(at.x);
        let y = num(at.y);
        match marker {
            Marker::Disc => {
                let fill = paint("fill", color);
                self.push(format_args!(
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" {fill} {edge} stroke-width=\"1.4\"/>\n",
                    num(r + 0.4)
                ));
            }
            Marker::Ring => {
                let fill = paint("fill", rim);
                let ink = paint("stroke", color);
                self.push(format_args!(
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" {fill}/>\n<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"none\" \
                     {ink} stroke-width=\"2.2\"/>\n",
                    num(r + 1.0),
                    num(r - 0.6)
                ));
            }
            Marker::Half => {
                let edge = paint("fill", rim);
                let fill = paint("fill", color);
                let r = r - 0.4;
                let ink = paint("stroke", color);
                let out = num(r + 1.6);
                let up = num(at.y - r);
                let down = num(at.y + r);
                let r = num(r);
                self.push(format_args!(
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"{out}\" {edge}/>\n<path d=\"M{x} {up}A{r} {r} 0 0 1 {x} {down}Z\" \
                     {fill}/>\n<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"none\" {ink} stroke-width=\"1.6\"/>\n"
                ));
            }
            Marker::Cross | Marker::Plus => {
                let arms =
                    if marker == Marker::Cross { [(0.75, 0.75), (0.75, -0.75)] } else { [(1.0, 0.0), (0.0, 1.0)] };
                for (ink, width) in [(rim, 4.4), (color, 2.0)] {
                    for (dx, dy) in arms {
                        self.line(&polygon(at, r, &[(-dx, -dy), (dx, dy)]), ink, width, &[], 0.0);
                    }
                }
            }
            Marker::Square => {
                self.rimmed(&polygon(at, r, &[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]), color, &edge)
            }
            Marker::Diamond => {
                self.rimmed(&polygon(at, r, &[(0.0, -1.15), (1.0, 0.0), (0.0, 1.15), (-1.0, 0.0)]), color, &edge)
            }
            Marker::Triangle => self.rimmed(&polygon(at, r, &[(0.0, -1.15), (1.0, 0.75), (-1.0, 0.75)]), color, &edge),
            Marker::Star => self.rimmed(&polygon(at, r, &std::array::from_fn::<_, 10, _>(star_point)), color, &edge),
        }
    }

    /// Draws a filled polygon with the rim `edge` around it.
    fn rimmed(&mut self, points: &[DVec2], color: Rgba, edge: &str) {
        self.push(format_args!(
            "<path d=\"{}Z\" {} {edge} stroke-width=\"1.6\" paint-order=\"stroke\"/>\n",
            path(points),
            paint("fill", color)
        ));
    }
}

/// Points of a marker with the radius `r` around `at`; `points` are relative to the radius, y down.
fn polygon(at: DVec2, r: f64, points: &[(f64, f64)]) -> Vec<DVec2> {
    points.iter().map(|(x, y)| at + DVec2::new(*x, *y) * r).collect()
}

/// Point `k` of 10 on the outline of a star, relative to a marker's radius.
fn star_point(k: usize) -> (f64, f64) {
    let (sin, cos) = (k as f64 * std::f64::consts::PI / 5.0).sin_cos();
    let radius = if k.is_multiple_of(2) { 1.15 } else { 0.5 };
    (sin * radius, -cos * radius)
}
