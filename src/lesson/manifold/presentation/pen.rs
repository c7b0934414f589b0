//! Drawing of the marks of one tile of a contact manifold. A [`Pen`] converts points of the world to the tile, and
//! breaks off faces that extend far beyond the tile's frame; [`super::tiles`] decides what each tile shows.

use contact_lens_model::answer::number::Unit;
use contact_lens_picture::{Form, Mark, Picture, Role};
use glam::DVec3;

use super::broken_faces::{BrokenFace, is_within};
use super::tile_frames::TileFrame;
use super::world::add_outline;

/// Drawing of one tile.
pub(super) struct Pen<'a> {
    /// Picture of all tiles.
    pub(super) picture: &'a mut Picture,
    /// Coordinate frame of the tile in the world.
    pub(super) tile_frame: &'a TileFrame,
    /// Index of the tile, which is the z coordinate of its marks.
    pub(super) tile: usize,
    /// Common unit of all lengths of the run.
    pub(super) unit: Unit,
    /// Whether the current step fills the tile; only then are vertices labeled.
    pub(super) is_newest: bool,
    /// Marks that the legend lists from the start.
    pub(super) legend: &'a [Mark],
}

impl Pen<'_> {
    /// Position of a point of the world in the tile.
    pub(super) fn position(&self, p: DVec3) -> DVec3 {
        self.tile_frame.flat(p).with_z(self.tile as f64)
    }

    /// Positions of points of the world in the tile.
    pub(super) fn positions(&self, points: &[DVec3]) -> Vec<DVec3> {
        points.iter().map(|p| self.position(*p)).collect()
    }

    /// Mark id in this tile of the marks with the name `name`.
    pub(super) fn key(&self, name: &str) -> String {
        format!("pane/{}/{name}", self.tile)
    }

    /// Adds the frame with the title `caption` and the fainter text `note`; a tile that no step has filled is faint.
    pub(super) fn add_frame(&mut self, is_filled: bool, caption: String, note: String) {
        let corners = self.tile_frame.ends.map(|end| end.with_z(self.tile as f64));
        let role = if is_filled { Role::Text } else { Role::Ghost };
        let key = self.key("frame");
        // The first tile has the legend of all tiles.
        let legend = if self.tile == 0 { self.legend.to_vec() } else { Vec::new() };
        self.picture.add(role, key, Form::Tile { corners, caption, note, legend, bars: false });
    }

    /// Adds a closed outline, a segment or a dot through points of the world.
    pub(super) fn add_outline(&mut self, role: Role, name: &str, points: &[DVec3]) {
        let key = self.key(name);
        let points = self.positions(points);
        add_outline(self.picture, role, key, &points);
    }

    /// Adds the outline and the filling of a face, broken off near the frame if necessary.
    pub(super) fn add_face(&mut self, role: Role, points: &[DVec3]) {
        let whole = self.positions(points);
        let key = self.key("left");
        let broken = self.broken_face(&whole);
        let filled = broken.as_ref().map_or(&whole, |broken| &broken.points);
        if filled.len() > 2 {
            self.picture.add(role, key, Form::Polygon(filled.clone()));
        }
        let Some(broken) = broken else { return self.add_outline(role, "outline", points) };
        let key = self.key("outline");
        let outline = broken.outline(self.tile_frame.size);
        add_outline(self.picture, role, key, &outline);
        if let Some(at) = broken.longest_cut() {
            let key = self.key("goes on");
            self.picture.label(role, key, at, "goes on");
        }
    }

    /// Part of a face within the frame, from its vertices in the tile; `None` if the face is not broken off.
    pub(super) fn broken_face(&self, points: &[DVec3]) -> Option<BrokenFace> {
        if !self.tile_frame.is_cut {
            return None;
        }
        let window = self.tile_frame.ends.map(|end| end.with_z(self.tile as f64));
        BrokenFace::clipped(points, window)
    }

    /// Whether a point of the tile is drawn: always, unless faces are broken off and the point is beyond the frame.
    pub(super) fn is_shown(&self, at: DVec3) -> bool {
        !self.tile_frame.is_cut || is_within(at, self.tile_frame.ends)
    }

    /// Adds a segment between two points of the tile.
    pub(super) fn add_line(&mut self, role: Role, name: &str, [from, to]: [DVec3; 2]) {
        let key = self.key(name);
        self.picture.segment(role, key, from.with_z(self.tile as f64), to.with_z(self.tile as f64));
    }

    /// Adds a dot, with its name in the newest tile.
    pub(super) fn add_named_point(&mut self, role: Role, key: String, at: DVec3, text: String) {
        self.picture.point(role, key.clone(), at);
        if self.is_newest {
            self.picture.label(role, key, at, text);
        }
    }
}
