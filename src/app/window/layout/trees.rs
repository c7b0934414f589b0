//! Trees of panels, one per window size, for each arrangement of the views.

use egui_tiles::{Container, LinearDir, Tile, TileId, Tiles, Tree};

use crate::app::command::{MAX_VIEWS, Slot};
use crate::lesson::ViewKind;

/// Panels below the views, in one pane of tabs.
const BELOW: [Slot; 4] = [Slot::Plot, Slot::Tables, Slot::Breakpoints, Slot::Code];

/// Height of a view of lanes relative to that of another view in the same column. Lanes have many rows.
const LANES_SHARE: f32 = 1.7;

/// Height of a view of lanes above another view in a grid, relative to that of the other view.
const LANES_SHARE_ON_TOP: f32 = 1.35;

/// One arrangement of the panels for all window sizes.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub(super) struct Trees {
    /// Three columns: scene, views, algorithm.
    pub wide: Tree<Slot>,
    /// Two columns: the scene is a tab behind the algorithm, and one pane of tabs is below the views.
    pub narrow: Tree<Slot>,
    /// Views alone, for presentation mode.
    #[serde(rename = "stage")]
    pub presentation: Tree<Slot>,
}

/// Shares of the height that the views have, 0 to 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct ViewShares {
    /// Share with three columns.
    pub wide: f32,
    /// Share with two columns.
    pub narrow: f32,
}

/// Function that inserts the slots of the views into a tree.
pub(super) type Views = fn(&mut Tiles<Slot>) -> TileId;

impl Trees {
    /// Trees in which the views have these shares of the height, and the panels below them the remainder; `name` makes
    /// their ids unique.
    pub fn new(name: &str, views: Views, shares: ViewShares) -> Self {
        Self {
            wide: wide(egui::Id::unique((name, "dock")), |tiles| wide_middle(tiles, views, shares.wide)),
            narrow: narrow(egui::Id::unique((name, "narrow dock")), |tiles| narrow_middle(tiles, views, shares.narrow)),
            presentation: views_alone(egui::Id::unique((name, "stage")), views),
        }
    }

    /// Trees for low windows: the panels below the views are below the first view only, so that a view of many rows is
    /// higher. `share` is the first view's share of the height.
    pub fn low(share: f32) -> Self {
        Self {
            wide: wide(egui::Id::unique(("low", "dock")), |tiles| low_middle(tiles, share)),
            narrow: narrow(egui::Id::unique(("low", "narrow dock")), |tiles| low_middle(tiles, share)),
            presentation: views_alone(egui::Id::unique(("low", "stage")), grid),
        }
    }

    /// Whether every panel occurs once, and every view once in presentation mode, which fails for layouts of other
    /// versions.
    pub fn are_sound(&self) -> bool {
        let mut views = (0..MAX_VIEWS).map(Slot::View);
        [&self.wide, &self.narrow].into_iter().all(|tree| Slot::all().all(|slot| has_once(tree, slot)))
            && views.all(|slot| has_once(&self.presentation, slot))
    }

    /// Trees of all window sizes.
    pub fn all(&mut self) -> [&mut Tree<Slot>; 3] {
        [&mut self.wide, &mut self.narrow, &mut self.presentation]
    }
}

/// Whether exactly one tile holds the slot.
fn has_once(tree: &Tree<Slot>, slot: Slot) -> bool {
    tree.tiles.tiles().filter(|tile| matches!(tile, Tile::Pane(other) if *other == slot)).count() == 1
}

/// Views over the panels below them; `share` is the views' share of the height.
fn wide_middle(tiles: &mut Tiles<Slot>, views: Views, share: f32) -> TileId {
    let views = views(tiles);
    let below = panes(tiles, [Slot::Plot, Slot::Breakpoints, Slot::Code]);
    let below = tiles.insert_tab_tile(below.to_vec());
    let tables = tiles.insert_pane(Slot::Tables);
    let below = linear(tiles, LinearDir::Horizontal, &[(below, 0.42), (tables, 0.58)]);
    linear(tiles, LinearDir::Vertical, &[(views, share), (below, 1.0 - share)])
}

/// Views over one pane of tabs; `share` is the views' share of the height.
fn narrow_middle(tiles: &mut Tiles<Slot>, views: Views, share: f32) -> TileId {
    let views = views(tiles);
    let below = panes(tiles, BELOW).to_vec();
    let below = tiles.insert_tab_tile(below);
    linear(tiles, LinearDir::Vertical, &[(views, share), (below, 1.0 - share)])
}

/// First view over one pane of tabs, next to the other views; `share` is the first view's share of the height.
fn low_middle(tiles: &mut Tiles<Slot>, share: f32) -> TileId {
    let [first, others @ ..] = panes(tiles, std::array::from_fn::<_, MAX_VIEWS, _>(Slot::View));
    let below = panes(tiles, BELOW).to_vec();
    let below = tiles.insert_tab_tile(below);
    let left = linear(tiles, LinearDir::Vertical, &[(first, share), (below, 1.0 - share)]);
    let others = tiles.insert_vertical_tile(others.to_vec());
    tiles.insert_horizontal_tile(vec![left, others])
}

/// Tree with three columns: scene, `middle`, algorithm over step.
fn wide(id: egui::Id, middle: impl FnOnce(&mut Tiles<Slot>) -> TileId) -> Tree<Slot> {
    let mut tiles = Tiles::default();
    let [scene, algorithm, step] = panes(&mut tiles, [Slot::Scene, Slot::Algorithm, Slot::Step]);
    let middle = middle(&mut tiles);
    let right = linear(&mut tiles, LinearDir::Vertical, &[(algorithm, 0.43), (step, 0.57)]);
    let root = linear(&mut tiles, LinearDir::Horizontal, &[(scene, 0.185), (middle, 0.525), (right, 0.29)]);
    Tree::new(id, root, tiles)
}

/// Tree with two columns: `middle`, and algorithm and scene over step.
fn narrow(id: egui::Id, middle: impl FnOnce(&mut Tiles<Slot>) -> TileId) -> Tree<Slot> {
    let mut tiles = Tiles::default();
    let left = middle(&mut tiles);
    let above = panes(&mut tiles, [Slot::Algorithm, Slot::Scene]).to_vec();
    let above = tiles.insert_tab_tile(above);
    let step = tiles.insert_pane(Slot::Step);
    let right = linear(&mut tiles, LinearDir::Vertical, &[(above, 0.46), (step, 0.54)]);
    let root = linear(&mut tiles, LinearDir::Horizontal, &[(left, 0.62), (right, 0.38)]);
    Tree::new(id, root, tiles)
}

/// Tree of the views alone.
fn views_alone(id: egui::Id, views: Views) -> Tree<Slot> {
    let mut tiles = Tiles::default();
    let root = views(&mut tiles);
    Tree::new(id, root, tiles)
}

/// Tree of one pane.
pub(super) fn single_pane(slot: Slot) -> Tree<Slot> {
    let mut tiles = Tiles::default();
    let root = tiles.insert_pane(slot);
    Tree::new(egui::Id::unique(("alone", slot)), root, tiles)
}

/// Slots for all views that a lesson may have: the first one next to a grid of the others. Slots without a view take no
/// space.
pub(super) fn grid(tiles: &mut Tiles<Slot>) -> TileId {
    let [first, others @ ..] = panes(tiles, std::array::from_fn::<_, MAX_VIEWS, _>(Slot::View));
    let others = tiles.insert_grid_tile(others.to_vec());
    tiles.insert_horizontal_tile(vec![first, others])
}

/// Slots for all views, with the second at full height for its many rows.
pub(super) fn rows(tiles: &mut Tiles<Slot>) -> TileId {
    let [first, second, others @ ..] = panes(tiles, std::array::from_fn::<_, MAX_VIEWS, _>(Slot::View));
    let others = tiles.insert_horizontal_tile(others.to_vec());
    let left = linear(tiles, LinearDir::Vertical, &[(first, 0.64), (others, 0.36)]);
    tiles.insert_horizontal_tile(vec![left, second])
}

/// Inserts panes with these slots.
fn panes<const N: usize>(tiles: &mut Tiles<Slot>, slots: [Slot; N]) -> [TileId; N] {
    slots.map(|slot| tiles.insert_pane(slot))
}

/// Sets the shares of the views in the second column, if the tree has one; lanes get more height.
fn share_column(tree: &mut Tree<Slot>, kinds: &[ViewKind]) {
    let column = tree.tiles.find_pane(&Slot::View(1)).and_then(|view| {
        // A pane may be wrapped in tabs.
        let outer = tree.tiles.parent_of(view)?;
        let is_tabs = matches!(tree.tiles.get(outer), Some(Tile::Container(Container::Tabs(_))));
        if is_tabs { tree.tiles.parent_of(outer) } else { Some(outer) }
    });
    if let Some(Tile::Container(Container::Linear(column))) = column.and_then(|column| tree.tiles.get_mut(column))
        && column.dir == LinearDir::Vertical
    {
        for (child, kind) in column.children.clone().into_iter().zip(kinds.iter().skip(1)) {
            column.shares.set_share(child, if *kind == ViewKind::Lanes { LANES_SHARE } else { 1.0 });
        }
    }
}

/// Row or column of tiles with their shares of its length.
fn linear(tiles: &mut Tiles<Slot>, dir: LinearDir, children: &[(TileId, f32)]) -> TileId {
    let mut container = egui_tiles::Linear::new(dir, children.iter().map(|(id, _)| *id).collect());
    for (id, share) in children {
        container.shares.set_share(*id, *share);
    }
    tiles.insert_container(container)
}

/// Sets the shares of the views: of two views next to the first one, lanes get more height for their rows.
pub(super) fn share_rows(tree: &mut Tree<Slot>, kinds: &[ViewKind]) {
    share_column(tree, kinds);
    let shares = match kinds {
        [_, ViewKind::Lanes, _] => vec![LANES_SHARE_ON_TOP, 1.0],
        [_, _, ViewKind::Lanes] => vec![1.0, LANES_SHARE],
        _ => Vec::new(),
    };
    for tile in tree.tiles.tiles_mut() {
        if let Tile::Container(Container::Grid(grid)) = tile {
            grid.row_shares.clone_from(&shares);
        }
    }
}
