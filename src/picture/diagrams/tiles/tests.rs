//! Tests of the layout of tiles.

use super::*;

/// Tiles that show a square of 2 m each.
fn picture(count: usize, drawn: usize) -> Picture {
    let mut picture = Picture::default();
    for k in 0..count {
        let z = k as f64;
        let corners = [DVec3::new(-1.0, -1.0, z), DVec3::new(1.0, 1.0, z)];
        let tile =
            Form::Tile { corners, caption: format!("clip {k}"), note: String::new(), legend: Vec::new(), bars: false };
        picture.add(Role::Text, format!("tile/{k}"), tile);
        if k < drawn {
            picture.point(Role::Closest, format!("dot/{k}"), DVec3::new(0.5, 0.0, z));
            picture.segment(Role::Ghost, "long", DVec3::new(-90.0, 0.3, z), DVec3::new(90.0, 0.3, z));
        }
    }
    picture
}

fn flat(picture: &Picture, size: DVec2) -> Flat {
    flatten(picture, &Camera::flat(), size, Theme::Light, 38.0)
}

#[test]
fn tiles_fill_the_pane_at_one_scale_and_nothing_leaves_its_frame() {
    let picture = picture(6, 6);
    let flat = flat(&picture, DVec2::new(820.0, 620.0));
    let grid = Grid::new(6, DVec2::splat(2.0), DVec2::new(820.0, 620.0), 38.0, 5, 0.0);
    assert_eq!((grid.columns, grid.rows, grid.first_visible, grid.visible_rows), (3, 2, 0, 2));
    let mut off = Vec::new();
    for item in &flat.items {
        let k = tile_number(&picture.marks[item.mark].form).unwrap();
        let at = grid.position(k).unwrap();
        match &item.draw {
            Draw::Dot { at: dot, .. } => off.push(*dot - at),
            Draw::Line { points, .. } => {
                assert!(points.iter().all(|p| p.cmpge(at).all() && p.cmple(at + grid.tile).all()), "{points:?}");
            }
            _ => {}
        }
    }
    assert_eq!(off.len(), 6);
    assert!(off.iter().all(|other| other.distance(off[0]) < 1e-6), "one place and one scale: {off:?}");
}

#[test]
fn where_not_all_are_legible_they_wrap_and_the_newest_is_shown() {
    let size = DVec2::new(430.0, 420.0);
    for drawn in 1..=9 {
        let picture = picture(9, drawn);
        let grid = Grid::new(9, DVec2::splat(2.0), size, 38.0, drawn - 1, 0.0);
        assert!(grid.tile.cmpge(MIN_TILE).all() && grid.columns == 2 && grid.visible_rows == 2, "{grid:?}");
        assert!(grid.position(drawn - 1).is_some(), "tile {drawn}");
        let flat = flat(&picture, size);
        let mut under = flat.under.iter();
        let has_more = under.any(|draw| matches!(draw, Draw::Text { text, .. } if text.contains("more")));
        assert!(has_more, "it says how many more there are");
    }
    let first = [-99.0, -1.0, 0.0, 99.0].map(|rows| Grid::new(9, DVec2::splat(2.0), size, 38.0, 8, rows).first_visible);
    assert_eq!(first, [0, 2, 3, 3], "the wheel moves whole rows");
}
