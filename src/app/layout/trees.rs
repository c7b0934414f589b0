//! The trees of panels: one for windows of each size, in each of the orders in which views stand.

use egui_tiles::{Container, LinearDir, Tile, TileId, Tiles, Tree};

use crate::app::command::{MOST_VIEWS, Slot};
use crate::lesson::ViewKind;

/// Where the panels are in windows of all sizes.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub(super) struct Trees {
    /// Three columns: the scene, the views, the algorithm.
    pub wide: Tree<Slot>,
    /// Two columns: the scene lies behind the algorithm, and one tab holds all that lies below the views.
    pub narrow: Tree<Slot>,
    /// The views alone, for a class.
    pub stage: Tree<Slot>,
}

/// Puts the places of views into a tree.
pub(super) type Views = fn(&mut Tiles<Slot>) -> TileId;

impl Trees {
    /// With so much of the height for the views; `name` tells the trees from others.
    pub fn new(name: &str, views: Views, share: [f32; 2]) -> Self {
        Self {
            wide: wide(egui::Id::unique((name, "dock")), views, share[0]),
            narrow: narrow(egui::Id::unique((name, "narrow dock")), views, share[1]),
            stage: stage(egui::Id::unique((name, "stage")), views),
        }
    }

    /// Whether every panel is there once, as it is not in a layout of another version.
    pub fn are_sound(&self) -> bool {
        let is = |tile: &Tile<Slot>, slot| matches!(tile, Tile::Pane(there) if *there == slot);
        let once = |tree: &Tree<Slot>, slot| tree.tiles.tiles().filter(|tile| is(tile, slot)).count() == 1;
        let all = |tree: &Tree<Slot>| Slot::all().all(|slot| once(tree, slot));
        let views =
            |tree: &Tree<Slot>| Slot::all().filter(|slot| matches!(slot, Slot::View(_))).all(|slot| once(tree, slot));
        all(&self.wide) && all(&self.narrow) && views(&self.stage)
    }

    /// All of them.
    pub fn all(&mut self) -> [&mut Tree<Slot>; 3] {
        [&mut self.wide, &mut self.narrow, &mut self.stage]
    }
}

fn wide(id: egui::Id, place: Views, share: f32) -> Tree<Slot> {
    let mut tiles = Tiles::default();
    let [scene, algorithm, step] = panes(&mut tiles, [Slot::Scene, Slot::Algorithm, Slot::Step]);
    let views = place(&mut tiles);
    let below = panes(&mut tiles, [Slot::Bounds, Slot::Breakpoints, Slot::Code]);
    let (below, tables) = (tiles.insert_tab_tile(below.to_vec()), tiles.insert_pane(Slot::Tables));
    let below = linear(&mut tiles, LinearDir::Horizontal, &[(below, 0.42), (tables, 0.58)]);
    let middle = linear(&mut tiles, LinearDir::Vertical, &[(views, share), (below, 1.0 - share)]);
    let right = linear(&mut tiles, LinearDir::Vertical, &[(algorithm, 0.43), (step, 0.57)]);
    let root = linear(&mut tiles, LinearDir::Horizontal, &[(scene, 0.185), (middle, 0.525), (right, 0.29)]);
    Tree::new(id, root, tiles)
}

fn narrow(id: egui::Id, place: Views, share: f32) -> Tree<Slot> {
    let mut tiles = Tiles::default();
    let views = place(&mut tiles);
    let below = panes(&mut tiles, [Slot::Bounds, Slot::Tables, Slot::Breakpoints, Slot::Code]);
    let above = panes(&mut tiles, [Slot::Algorithm, Slot::Scene]);
    let [below, above] = [below.to_vec(), above.to_vec()].map(|tabs| tiles.insert_tab_tile(tabs));
    let step = tiles.insert_pane(Slot::Step);
    let left = linear(&mut tiles, LinearDir::Vertical, &[(views, share), (below, 1.0 - share)]);
    let right = linear(&mut tiles, LinearDir::Vertical, &[(above, 0.46), (step, 0.54)]);
    let root = linear(&mut tiles, LinearDir::Horizontal, &[(left, 0.62), (right, 0.38)]);
    Tree::new(id, root, tiles)
}

fn stage(id: egui::Id, place: Views) -> Tree<Slot> {
    let mut tiles = Tiles::default();
    let root = place(&mut tiles);
    Tree::new(id, root, tiles)
}

pub(super) fn alone(slot: Slot) -> Tree<Slot> {
    let mut tiles = Tiles::default();
    let root = tiles.insert_pane(slot);
    Tree::new(egui::Id::unique(("alone", slot)), root, tiles)
}

/// A place for each view that a lesson may have: the first beside the others, which stand in a grid. Those that the lesson
/// shown does not have take no room.
pub(super) fn beside(tiles: &mut Tiles<Slot>) -> TileId {
    let [first, rest @ ..] = panes(tiles, std::array::from_fn::<_, MOST_VIEWS, _>(Slot::View));
    let rest = tiles.insert_grid_tile(rest.to_vec());
    tiles.insert_horizontal_tile(vec![first, rest])
}

/// The same with the second as high as all others together: it has many rows, each of which has to be read.
pub(super) fn rows(tiles: &mut Tiles<Slot>) -> TileId {
    let [first, second, rest @ ..] = panes(tiles, std::array::from_fn::<_, MOST_VIEWS, _>(Slot::View));
    let rest = tiles.insert_horizontal_tile(rest.to_vec());
    let left = linear(tiles, LinearDir::Vertical, &[(first, 0.64), (rest, 0.36)]);
    tiles.insert_horizontal_tile(vec![left, second])
}

fn panes<const N: usize>(tiles: &mut Tiles<Slot>, slots: [Slot; N]) -> [TileId; N] {
    slots.map(|slot| tiles.insert_pane(slot))
}

fn linear(tiles: &mut Tiles<Slot>, dir: LinearDir, children: &[(TileId, f32)]) -> TileId {
    let mut container = egui_tiles::Linear::new(dir, children.iter().map(|(id, _)| *id).collect());
    for (id, share) in children {
        container.shares.set_share(*id, *share);
    }
    tiles.insert_container(container)
}

/// Of two views beside the first, one below the other, lanes get more of the height: each row of theirs has to be read.
pub(super) fn share_rows(tree: &mut Tree<Slot>, kinds: &[ViewKind]) {
    let shares = match kinds {
        [_, ViewKind::Lanes, _] => vec![1.35, 1.0],
        [_, _, ViewKind::Lanes] => vec![1.0, 1.7],
        _ => Vec::new(),
    };
    for tile in tree.tiles.tiles_mut() {
        if let Tile::Container(Container::Grid(grid)) = tile {
            grid.row_shares.clone_from(&shares);
        }
    }
}
