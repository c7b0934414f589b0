//! Ink of each role: width, dashes, dots and opacity, which are the same in every theme, and the colors of dark and of
//! light themes.

use super::Marker;
use crate::Role;
use crate::marks::color::Rgb;

// Dashes: lengths of lines and gaps, alternating, points.
const SOLID: &[f32] = &[];
const DASH: &[f32] = &[7.0, 4.0];
const LONG: &[f32] = &[11.0, 3.5];
const DOT: &[f32] = &[1.5, 3.5];
const DASH_DOT: &[f32] = &[8.0, 3.0, 1.5, 3.0];
const SHORT: &[f32] = &[3.5, 3.0];

/// Properties of a role's ink besides its colors.
pub(super) struct Cue {
    /// Width of lines, points.
    pub width: f32,
    /// Lengths of dashes and gaps, points; empty for a solid line.
    pub dash: &'static [f32],
    /// Shape of dots in this ink.
    pub marker: Marker,
    /// Radius of dots, points.
    pub size: f32,
    /// Opacity of faces, 0 to 1.
    pub face_opacity: f32,
}

/// A [`Cue`] in one line: width, dashes, marker, radius of dots, opacity of faces.
const fn cue(width: f32, dash: &'static [f32], marker: Marker, size: f32, face_opacity: f32) -> Cue {
    Cue { width, dash, marker, size, face_opacity }
}

/// Properties of a role's ink that distinguish it without color.
pub(super) fn cue_of(role: Role) -> Cue {
    use Marker::*;
    match role {
        Role::ShapeA => cue(1.5, SOLID, Disc, 3.4, 0.30),
        Role::ShapeB => cue(1.5, SOLID, Square, 3.4, 0.30),
        Role::Bystander => cue(0.7, SOLID, Triangle, 2.6, 0.05),
        Role::Idle => cue(0.9, SOLID, Triangle, 3.0, 0.1),
        Role::Difference => cue(1.3, SOLID, Ring, 3.2, 0.06),
        Role::EdgePair => cue(1.3, SOLID, Diamond, 3.2, 0.24),
        Role::Origin => cue(1.8, SOLID, Plus, 8.0, 0.30),
        Role::Simplex => cue(2.4, SOLID, Disc, 4.6, 0.30),
        Role::Polytope => cue(1.8, SOLID, Disc, 4.2, 0.13),
        Role::NewSupport => cue(2.4, SOLID, Star, 6.6, 0.40),
        Role::Closest => cue(2.6, SOLID, Diamond, 5.4, 0.45),
        Role::Witness => cue(2.6, SOLID, Ring, 4.6, 0.40),
        Role::Normal => cue(2.4, SOLID, Triangle, 4.2, 0.30),
        Role::Axis => cue(2.0, DASH, Square, 3.8, 0.20),
        Role::Bound => cue(1.6, DASH_DOT, Diamond, 3.8, 0.13),
        Role::Upper => cue(2.8, SOLID, Triangle, 4.6, 0.16),
        Role::Lower => cue(2.8, SHORT, Square, 4.2, 0.16),
        Role::Horizon => cue(3.0, LONG, Square, 4.0, 0.25),
        Role::Removed => cue(1.8, DOT, Cross, 5.0, 0.12),
        Role::Added => cue(2.0, SHORT, Plus, 5.5, 0.42),
        Role::Ghost => cue(1.2, SHORT, Ring, 3.4, 0.06),
        Role::First => cue(1.7, DASH, Ring, 3.4, 0.07),
        Role::Last => cue(1.7, DOT, Ring, 3.4, 0.05),
        Role::Mesh => cue(1.6, SOLID, Square, 3.0, 0.06),
        Role::Region => cue(1.4, DOT, Triangle, 3.6, 0.20),
        Role::Interval => cue(1.6, SOLID, Triangle, 3.2, 0.30),
        Role::Gap => cue(2.2, SOLID, Diamond, 4.4, 0.24),
        Role::Overlap => cue(1.4, DOT, Diamond, 4.4, 0.18),
        Role::Penetration => cue(1.6, DASH, Diamond, 4.4, 0.34),
        Role::Reference => cue(3.4, SOLID, Disc, 4.0, 0.82),
        Role::ReferenceB => cue(3.4, SOLID, Square, 4.0, 0.82),
        Role::Incident => cue(2.4, SOLID, Square, 4.6, 0.30),
        Role::IncidentA => cue(2.4, SOLID, Disc, 4.4, 0.30),
        Role::Frustum => cue(1.6, SOLID, Triangle, 3.4, 0.07),
        Role::Inside => cue(1.4, SOLID, Disc, 5.0, 0.40),
        Role::Crossing => cue(1.4, LONG, Half, 5.4, 0.36),
        Role::Outside => cue(1.2, DOT, Ring, 4.6, 0.14),
        Role::Member => cue(1.0, SOLID, Square, 2.6, 0.20),
        Role::Group(number) => {
            let markers = [Disc, Square, Triangle, Diamond, Half];
            cue(1.5, SOLID, markers.get(usize::from(number)).copied().unwrap_or(Plus), 4.8, 0.34)
        }
        Role::Theirs => cue(2.2, LONG, Cross, 5.4, 0.24),
        Role::Candidate => cue(2.6, SOLID, Disc, 6.4, 0.22),
        Role::Fault => cue(2.8, DASH, Cross, 6.0, 0.42),
        Role::Grid => cue(0.8, SOLID, Disc, 1.8, 0.08),
        Role::Text => cue(1.2, SOLID, Disc, 3.0, 0.10),
    }
}

/// Colors of a role's ink.
pub(super) struct Colors {
    /// Color of lines, outlines, dots and words.
    pub stroke: Rgb,
    /// Color of faces, without opacity.
    pub fill: Rgb,
    /// Color of a wider line underneath; `None` for an ink without a casing.
    pub casing: Option<Rgb>,
}

/// Colors of an ink without a casing.
const fn plain(stroke: Rgb, fill: Rgb) -> Colors {
    Colors { stroke, fill, casing: None }
}

/// Colors of an ink whose lines are drawn over wider ones in the color `casing`.
const fn cased(stroke: Rgb, fill: Rgb, casing: Rgb) -> Colors {
    Colors { stroke, fill, casing: Some(casing) }
}

/// Colors of a role on a dark screen.
pub(super) fn colors_on_dark(role: Role) -> Colors {
    const NEAR_BLACK: Rgb = [10, 11, 14];
    match role {
        Role::ShapeA | Role::Frustum => plain([92, 168, 236], [64, 146, 220]),
        Role::ShapeB => plain([236, 168, 36], [230, 159, 0]),
        Role::Bystander | Role::Idle => plain([140, 147, 158], [142, 148, 158]),
        Role::Difference | Role::EdgePair => plain([214, 141, 186], [204, 121, 167]),
        Role::Origin | Role::Horizon | Role::Candidate => cased([255, 255, 255], [255, 255, 255], NEAR_BLACK),
        Role::Simplex => cased([242, 108, 46], [226, 94, 28], NEAR_BLACK),
        Role::Penetration | Role::Added => plain([242, 108, 46], [226, 94, 28]),
        Role::NewSupport => cased([247, 236, 84], [240, 228, 66], NEAR_BLACK),
        Role::Closest | Role::Witness => cased([48, 212, 160], [0, 168, 122], NEAR_BLACK),
        Role::Normal | Role::Axis => cased([150, 218, 252], [86, 180, 233], NEAR_BLACK),
        Role::Bound => plain([150, 218, 252], [86, 180, 233]),
        Role::Upper => cased([206, 178, 255], [168, 130, 240], NEAR_BLACK),
        Role::Lower => cased([158, 132, 255], [124, 96, 226], NEAR_BLACK),
        Role::Removed => plain([168, 174, 184], [130, 136, 146]),
        Role::Ghost => plain([128, 136, 148], [128, 136, 148]),
        Role::Mesh => plain([214, 219, 228], [150, 158, 170]),
        Role::Region => plain([236, 226, 120], [240, 228, 66]),
        Role::Interval | Role::First | Role::Last => plain([178, 190, 208], [150, 164, 186]),
        Role::Gap | Role::Overlap | Role::Inside => plain([48, 212, 160], [0, 168, 122]),
        Role::Reference | Role::IncidentA => cased([92, 168, 236], [64, 146, 220], NEAR_BLACK),
        Role::Incident | Role::ReferenceB => cased([236, 168, 36], [230, 159, 0], NEAR_BLACK),
        Role::Crossing => plain([236, 168, 36], [230, 159, 0]),
        Role::Polytope | Role::Outside | Role::Member => plain([148, 155, 166], [120, 127, 138]),
        Role::Group(number) => match number {
            0 => plain([92, 168, 236], [64, 146, 220]),
            1 => plain([236, 168, 36], [230, 159, 0]),
            2 => plain([48, 212, 160], [0, 168, 122]),
            3 => plain([214, 141, 186], [204, 121, 167]),
            4 => plain([214, 180, 140], [180, 140, 100]),
            _ => plain([150, 218, 252], [86, 180, 233]),
        },
        Role::Theirs => cased([230, 194, 152], [190, 150, 108], NEAR_BLACK),
        Role::Fault => cased([255, 82, 106], [255, 60, 90], [255, 255, 255]),
        Role::Grid => plain([84, 92, 104], [84, 92, 104]),
        Role::Text => plain([232, 235, 240], [158, 165, 177]),
    }
}

/// Colors of a role on a light screen and on white paper.
pub(super) fn colors_on_light(role: Role) -> Colors {
    const WHITE: Rgb = [255, 255, 255];
    const NEAR_BLACK: Rgb = [30, 32, 36];
    match role {
        Role::ShapeA | Role::Frustum => plain([0, 98, 160], [0, 114, 178]),
        Role::ShapeB => plain([156, 100, 0], [230, 159, 0]),
        Role::Bystander | Role::Idle => plain([109, 115, 125], [104, 110, 120]),
        Role::Difference | Role::EdgePair => plain([152, 66, 116], [204, 121, 167]),
        Role::Origin | Role::Horizon | Role::Candidate => cased([0, 0, 0], [0, 0, 0], WHITE),
        Role::Simplex => cased([200, 80, 0], [213, 94, 0], WHITE),
        Role::Penetration | Role::Added => plain([200, 80, 0], [213, 94, 0]),
        Role::NewSupport => cased([240, 228, 66], [240, 228, 66], NEAR_BLACK),
        Role::Closest | Role::Witness => cased([0, 130, 94], [0, 158, 115], WHITE),
        Role::Normal | Role::Axis => cased([86, 180, 233], [86, 180, 233], NEAR_BLACK),
        Role::Bound => plain([32, 128, 186], [86, 180, 233]),
        Role::Upper => cased([84, 40, 176], [124, 84, 214], WHITE),
        Role::Lower => cased([138, 92, 226], [160, 126, 236], WHITE),
        Role::Removed => plain([110, 116, 126], [140, 146, 156]),
        Role::Ghost => plain([124, 130, 140], [140, 146, 156]),
        Role::Mesh => plain([44, 49, 58], [140, 146, 156]),
        Role::Region => plain([138, 126, 0], [240, 228, 66]),
        Role::Interval | Role::First | Role::Last => plain([62, 74, 92], [120, 134, 156]),
        Role::Gap | Role::Overlap | Role::Inside => plain([0, 130, 94], [0, 158, 115]),
        Role::Reference | Role::IncidentA => cased([0, 98, 160], [0, 114, 178], WHITE),
        Role::Incident | Role::ReferenceB => cased([156, 100, 0], [230, 159, 0], WHITE),
        Role::Crossing => plain([156, 100, 0], [230, 159, 0]),
        Role::Polytope | Role::Outside | Role::Member => plain([104, 110, 120], [140, 146, 156]),
        Role::Group(number) => match number {
            0 => plain([0, 98, 160], [0, 114, 178]),
            1 => plain([156, 100, 0], [230, 159, 0]),
            2 => plain([0, 130, 94], [0, 158, 115]),
            3 => plain([152, 66, 116], [204, 121, 167]),
            4 => plain([116, 76, 50], [150, 110, 80]),
            _ => plain([32, 128, 186], [86, 180, 233]),
        },
        Role::Theirs => cased([116, 76, 50], [150, 110, 80], WHITE),
        Role::Fault => cased([206, 0, 46], [230, 0, 60], [255, 255, 255]),
        Role::Grid => plain([196, 201, 209], [196, 201, 209]),
        Role::Text => plain([28, 31, 36], [92, 98, 109]),
    }
}
