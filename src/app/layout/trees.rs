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

/// The slots of what lies below the views, in one pane of tabs.
const BELOW: [Slot; 4] = [Slot::Bounds, Slot::Tables, Slot::Breakpoints, Slot::Code];

impl Trees {
    /// With so much of the height for the views; `name` tells the trees from others.
    pub fn new(name: &str, views: Views, share: [f32; 2]) -> Self {
        let wide_middle = |tiles: &mut Tiles<Slot>| {
            let views = views(tiles);
            let below = panes(tiles, [Slot::Bounds, Slot::Breakpoints, Slot::Code]);
            let (below, tables) = (tiles.insert_tab_tile(below.to_vec()), tiles.insert_pane(Slot::Tables));
            let below = linear(tiles, LinearDir::Horizontal, &[(below, 0.42), (tables, 0.58)]);
            linear(tiles, LinearDir::Vertical, &[(views, share[0]), (below, 1.0 - share[0])])
        };
        let narrow_middle = |tiles: &mut Tiles<Slot>| {
            let views = views(tiles);
            let below = panes(tiles, BELOW).to_vec();
            let below = tiles.insert_tab_tile(below);
            linear(tiles, LinearDir::Vertical, &[(views, share[1]), (below, 1.0 - share[1])])
        };
        Self {
            wide: wide(egui::Id::unique((name, "dock")), wide_middle),
            narrow: narrow(egui::Id::unique((name, "narrow dock")), narrow_middle),
            stage: stage(egui::Id::unique((name, "stage")), views),
        }
    }

    /// For windows that are low: below the first view what lies below all views elsewhere, so that beside both one of many rows is
    /// higher. `share` is that of the first view.
    pub fn low(share: f32) -> Self {
        let middle = |tiles: &mut Tiles<Slot>| {
            let [first, rest @ ..] = panes(tiles, std::array::from_fn::<_, MOST_VIEWS, _>(Slot::View));
            let below = panes(tiles, BELOW).to_vec();
            let below = tiles.insert_tab_tile(below);
            let left = linear(tiles, LinearDir::Vertical, &[(first, share), (below, 1.0 - share)]);
            let rest = tiles.insert_vertical_tile(rest.to_vec());
            tiles.insert_horizontal_tile(vec![left, rest])
        };
        Self {
            wide: wide(egui::Id::unique(("low", "dock")), middle),
            narrow: narrow(egui::Id::unique(("low", "narrow dock")), middle),
            stage: stage(egui::Id::unique(("low", "stage")), beside),
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

fn wide(id: egui::Id, middle: impl FnOnce(&mut Tiles<Slot>) -> TileId) -> Tree<Slot> {
    let mut tiles = Tiles::default();
    let [scene, algorithm, step] = panes(&mut tiles, [Slot::Scene, Slot::Algorithm, Slot::Step]);
    let middle = middle(&mut tiles);
    let right = linear(&mut tiles, LinearDir::Vertical, &[(algorithm, 0.43), (step, 0.57)]);
    let root = linear(&mut tiles, LinearDir::Horizontal, &[(scene, 0.185), (middle, 0.525), (right, 0.29)]);
    Tree::new(id, root, tiles)
}

fn narrow(id: egui::Id, middle: impl FnOnce(&mut Tiles<Slot>) -> TileId) -> Tree<Slot> {
    let mut tiles = Tiles::default();
    let left = middle(&mut tiles);
    let above = panes(&mut tiles, [Slot::Algorithm, Slot::Scene]).to_vec();
    let (above, step) = (tiles.insert_tab_tile(above), tiles.insert_pane(Slot::Step));
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

/// The same where they stand in a column of their own.
fn share_column(tree: &mut Tree<Slot>, kinds: &[ViewKind]) {
    let column = tree.tiles.find_pane(&Slot::View(1)).and_then(|view| {
        // A pane may be in tabs by itself.
        let outer = tree.tiles.parent_of(view)?;
        let is_tabs = matches!(tree.tiles.get(outer), Some(Tile::Container(Container::Tabs(_))));
        if is_tabs { tree.tiles.parent_of(outer) } else { Some(outer) }
    });
    if let Some(Tile::Container(Container::Linear(column))) = column.and_then(|column| tree.tiles.get_mut(column))
        && column.dir == LinearDir::Vertical
    {
        for (child, kind) in column.children.clone().into_iter().zip(kinds.iter().skip(1)) {
            column.shares.set_share(child, if *kind == ViewKind::Lanes { 1.7 } else { 1.0 });
        }
    }
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
    share_column(tree, kinds);
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
