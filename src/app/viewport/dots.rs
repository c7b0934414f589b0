//! Dots with their inks. Pale dots of large point sets are drawn first; dots behind bodies are hollow.

use glam::{Vec3, Vec4};

use super::inks::{GLOW, Inked, Inks, Sight, color};
use crate::picture::marks::theme::faded;
use crate::picture::space::veil::{FAR_SIZE, FAR_STRENGTH, PALE, far_marker};
use crate::picture::space::vertex_arrays::Dot;
use crate::picture::{Batches, Camera, Ink, Marker, Role};

/// Dots, one entry each.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Dots {
    /// Centers relative to the batches' origin, meters.
    pub centers: Vec<Vec3>,
    /// Fill colors with straight alpha.
    pub colors: Vec<Vec4>,
    /// Colors of the casings.
    pub casings: Vec<Vec4>,
    /// Marker, radius in pixels, width of the casing.
    pub shapes: Vec<Vec4>,
}

impl Dots {
    /// Adds a hollow dot in a weak ink.
    fn weak(&mut self, dot: &Dot, ink: &Ink, strength: f64, scale: f32) {
        let fill = color(faded(ink.stroke, strength));
        self.centers.push(dot.at.into());
        self.colors.push(fill);
        self.casings.push(fill);
        let (shape, share) = if dot.pale { (Marker::Disc, 1.0) } else { (far_marker(ink.marker), FAR_SIZE as f32) };
        let radius = ink.dot_radius(dot.share) * share * scale;
        self.shapes.push(Vec4::new(marker(shape), radius, 0.0, 0.0));
    }

    pub fn extend(&mut self, others: &Self) {
        self.centers.extend_from_slice(&others.centers);
        self.colors.extend_from_slice(&others.colors);
        self.casings.extend_from_slice(&others.casings);
        self.shapes.extend_from_slice(&others.shapes);
    }
}

/// Builds all dots, with the same rules for inks as the figures.
pub(super) fn dots(batches: &Batches, sight: &Sight<'_>, inks: &Inks) -> Dots {
    let camera = sight.camera;
    let theme = sight.theme;
    let scale = sight.scale;
    let mut dots = Dots::default();
    // Pale dots are below all others.
    let (pale, loud): (Vec<&Dot>, Vec<&Dot>) = batches.points.iter().partition(|dot| dot.pale);
    for dot in pale.into_iter().chain(loud) {
        let Inked { role, ink, bright } = inks.of(dot.mark);
        if let Some(strength) = weak(batches, dot, *role, camera) {
            // Grid dots and dots with numbers are not shown through a body.
            if *role != Role::Grid && dot.share <= 1.0 {
                dots.weak(dot, ink, strength, scale);
            }
            continue;
        }
        let casing = ink.casing.unwrap_or(theme.paper().pane);
        // Dots with numbers are larger; a ring with a number is a disc in paper color with a wide rim.
        let (shape, [fill, rim], wide) = match ink.marker {
            shape if dot.share <= 1.0 => (shape, [ink.stroke, casing], 1.3 * dot.share),
            Marker::Ring => (Marker::Disc, [casing, ink.stroke], 2.0),
            shape => (shape.badge(), [ink.stroke, casing], 1.3),
        };
        dots.centers.push(dot.at.into());
        dots.colors.push(color(fill));
        dots.casings.push(color(rim));
        let radius = (ink.dot_radius(dot.share) + if *bright { GLOW } else { 0.0 }) * scale;
        dots.shapes.push(Vec4::new(marker(shape), radius, wide * scale, 0.0));
    }
    dots
}

/// Strength of a pale dot or one behind a body; `None` for any other.
fn weak(batches: &Batches, dot: &Dot, role: Role, camera: &Camera) -> Option<f64> {
    let leads = matches!(role, Role::NewSupport | Role::Candidate | Role::Fault);
    let far = !leads && batches.is_far(dot.at, camera);
    if dot.pale { Some(PALE) } else { far.then_some(FAR_STRENGTH) }
}

fn marker(marker: Marker) -> f32 {
    match marker {
        Marker::Disc => 0.0,
        Marker::Ring => 1.0,
        Marker::Square => 2.0,
        Marker::Diamond => 3.0,
        Marker::Triangle => 4.0,
        Marker::Cross => 5.0,
        Marker::Plus => 6.0,
        Marker::Star => 7.0,
        Marker::Half => 8.0,
    }
}
