//! Energies of all bodies as lanes. The view of the impulses shows them at the end of a frame, where the sub-step is
//! about the energy.

use contact_lens_model::snapshot::dynamics::Energy;
use contact_lens_picture::{Form, NOTE_KEY, Picture, Role};

use super::trace::add_stem;

/// Extension of the scale beyond the least and the greatest energy, as a fraction of their range.
const EXTENSION: f64 = 0.08;

/// Row in which the first lane begins, below the heading.
const FIRST_LANE: f64 = 1.0;

/// Returns lanes with the energies at the start of a frame and now, J. Energies below `least`, the rounding error, are
/// drawn as 0.
pub(super) fn picture(start: Energy, now: Energy, least: f64) -> Picture {
    let mut picture = Picture::default();
    let name = String::from("energies of all bodies:");
    picture.add(Role::Ghost, NOTE_KEY, Form::Entry { row: 0.5, name, note: String::new(), dot: false });
    let lanes = [
        ("total, at frame start", start.kinetic + start.potential, Role::Ghost),
        ("total, now", now.kinetic + now.potential, Role::Axis),
        ("kinetic, now", now.kinetic, Role::Text),
        ("potential, now", now.potential, Role::Text),
    ];
    let shown = lanes.map(|(name, energy, role)| (name, if energy.abs() <= least { 0.0 } else { energy }, role));
    add_scale(&mut picture, shown.map(|(_, energy, _)| energy));
    for (i, (name, energy, role)) in shown.into_iter().enumerate() {
        let top = FIRST_LANE + i as f64;
        let key = format!("energy/{i}");
        picture.lane(role, key.clone(), [top, top + 1.0], name);
        add_stem(&mut picture, Role::Text, key, [0.0, energy], top + 0.5);
    }
    picture
}

/// Adds the scale for these energies, J, and the line of zero.
fn add_scale(picture: &mut Picture, energies: [f64; 4]) {
    let low = energies.iter().copied().fold(0.0, f64::min);
    let high = energies.iter().copied().fold(0.0, f64::max);
    // Without any energy, the scale shows one joule.
    let extension = if low < high { EXTENSION * (high - low) } else { 1.0 };
    let ends = Some([low - extension, high + extension]);
    picture.add(Role::Grid, "scale", Form::Scale { unit: String::from("J"), decades: false, ends });
    let rows = [FIRST_LANE, FIRST_LANE + energies.len() as f64];
    picture.add(Role::Grid, "zero", Form::Band { ends: [0.0; 2], rows });
}
