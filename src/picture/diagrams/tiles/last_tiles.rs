//! Removal of all but the last tiles of a picture, for figures of one sub-step.

use super::tile_number;
use crate::{Form, Mark, Role};

/// Keeps at most `max_tiles` of the last tiles that the run has reached (role other than `Ghost`) with their marks, and
/// numbers them from 0. In pictures without such tiles, all marks are kept.
pub fn keep_last_tiles(marks: &mut Vec<Mark>, max_tiles: usize) {
    let tiles = marks.iter().filter(|mark| matches!(mark.form, Form::Tile { .. }) && mark.role != Role::Ghost);
    let Some(last) = tiles.filter_map(|mark| tile_number(&mark.form)).max() else { return };
    let first = (last + 1).saturating_sub(max_tiles);
    marks.retain_mut(|mark| {
        let Some(tile) = tile_number(&mark.form) else { return true };
        move_to_tile(&mut mark.form, tile.saturating_sub(first));
        (first..=last).contains(&tile)
    });
}

/// Moves a form to another tile, whose number is the z of its points.
fn move_to_tile(form: &mut Form, tile: usize) {
    let z = tile as f64;
    match form {
        Form::Point(p) | Form::Badge { at: p, .. } | Form::Label { at: p, .. } | Form::Plane { point: p, .. } => {
            p.z = z
        }
        Form::Circle { center, .. } => center.z = z,
        Form::Segment(ends) | Form::Tile { corners: ends, .. } => ends.iter_mut().for_each(|p| p.z = z),
        Form::Arrow { from, to } => {
            from.z = z;
            to.z = z;
        }
        Form::Polyline { points, .. } | Form::Polygon(points) => points.iter_mut().for_each(|p| p.z = z),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;
    use crate::Picture;

    #[test]
    fn the_last_reached_tiles_are_numbered_anew() {
        let mut picture = Picture::default();
        for (tile, role) in [(0, Role::Text), (1, Role::Text), (2, Role::Text), (3, Role::Ghost)] {
            let corners = [DVec3::new(0.0, 0.0, f64::from(tile)), DVec3::new(1.0, 1.0, f64::from(tile))];
            let legend = Vec::new();
            let caption = format!("tile {tile}");
            picture.add(role, "tile", Form::Tile { corners, caption, note: String::new(), legend, bars: false });
            picture.point(Role::Axis, "point", corners[0]);
        }
        keep_last_tiles(&mut picture.marks, 2);
        let numbers: Vec<usize> = picture.marks.iter().filter_map(|mark| tile_number(&mark.form)).collect();
        assert_eq!(numbers, [0, 0, 1, 1]);
        let captions = picture.marks.iter().filter_map(|mark| match &mark.form {
            Form::Tile { caption, .. } => Some(caption.as_str()),
            _ => None,
        });
        assert_eq!(captions.collect::<Vec<_>>(), ["tile 1", "tile 2"]);
    }
}
