//! Trees of panels, one per window size, for each arrangement of the views. The user can change the shares that columns
//! and rows have at first.

use contact_lens_lesson::ViewKind;
use egui_tiles::{Container, LinearDir, Tile, TileId, Tiles, Tree};

use crate::command::{MAX_VIEWS, Slot};

/// Panels below the views, in one pane of tabs.
const BELOW: [Slot; 4] = [Slot::Plot, Slot::Tables, Slot::Breakpoints, Slot::Code];

/// Height of a view of lanes relative to that of another view in the same column, since lanes have many rows.
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

/// Function that inserts the slots of the views into a tree, and returns the tile that contains them.
pub(super) type InsertViews = fn(&mut Tiles<Slot>) -> TileId;

impl Trees {
    /// Trees in which the views have these shares of the height, and the panels below them the remainder; `name` makes
    /// their ids unique.
    pub fn new(name: &str, insert_views: InsertViews, shares: ViewShares) -> Self {
        Self {
            wide: tree_with_three_columns(egui::Id::unique((name, "dock")), |tiles| {
                insert_wide_middle(tiles, insert_views, shares.wide)
            }),
            narrow: tree_with_two_columns(egui::Id::unique((name, "narrow dock")), |tiles| {
                insert_narrow_middle(tiles, insert_views, shares.narrow)
            }),
            presentation: tree_of_views(egui::Id::unique((name, "stage")), insert_views),
        }
    }

    /// Trees for low windows: the panels that are otherwise below all views are below the first view only, so that a
    /// view of many rows next to it has the full height. `share` is the first view's share of the height.
    pub fn low(share: f32) -> Self {
        Self {
            wide: tree_with_three_columns(egui::Id::unique(("low", "dock")), |tiles| insert_low_middle(tiles, share)),
            narrow: tree_with_two_columns(egui::Id::unique(("low", "narrow dock")), |tiles| {
                insert_low_middle(tiles, share)
            }),
            presentation: tree_of_views(egui::Id::unique(("low", "stage")), insert_grid),
        }
    }

    /// Whether every slot occurs once in the trees of the window sizes, and every view once in that of presentation
    /// mode. False for layouts that another version has stored.
    pub fn are_sound(&self) -> bool {
        let mut slots = Slot::all();
        let mut views = (0..MAX_VIEWS).map(Slot::View);
        slots.all(|slot| has_once(&self.wide, slot) && has_once(&self.narrow, slot))
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

/// Inserts the views over the panels below them; `share` is the views' share of the height.
fn insert_wide_middle(tiles: &mut Tiles<Slot>, insert_views: InsertViews, share: f32) -> TileId {
    let views = insert_views(tiles);
    let tabs = insert_panes(tiles, [Slot::Plot, Slot::Breakpoints, Slot::Code]);
    let tabs = tiles.insert_tab_tile(tabs.to_vec());
    let tables = tiles.insert_pane(Slot::Tables);
    let below = insert_linear(tiles, LinearDir::Horizontal, &[(tabs, 0.42), (tables, 0.58)]);
    insert_linear(tiles, LinearDir::Vertical, &[(views, share), (below, 1.0 - share)])
}

/// Inserts the views over one pane of tabs; `share` is the views' share of the height.
fn insert_narrow_middle(tiles: &mut Tiles<Slot>, insert_views: InsertViews, share: f32) -> TileId {
    let views = insert_views(tiles);
    let below = insert_panes(tiles, BELOW).to_vec();
    let below = tiles.insert_tab_tile(below);
    insert_linear(tiles, LinearDir::Vertical, &[(views, share), (below, 1.0 - share)])
}

/// Inserts the first view over one pane of tabs, next to the other views; `share` is the first view's share of the
/// height.
fn insert_low_middle(tiles: &mut Tiles<Slot>, share: f32) -> TileId {
    let [first, others @ ..] = insert_panes(tiles, std::array::from_fn::<_, MAX_VIEWS, _>(Slot::View));
    let below = insert_panes(tiles, BELOW).to_vec();
    let below = tiles.insert_tab_tile(below);
    let left = insert_linear(tiles, LinearDir::Vertical, &[(first, share), (below, 1.0 - share)]);
    let others = tiles.insert_vertical_tile(others.to_vec());
    tiles.insert_horizontal_tile(vec![left, others])
}

/// Tree with three columns: scene, `middle`, algorithm over step.
fn tree_with_three_columns(id: egui::Id, middle: impl FnOnce(&mut Tiles<Slot>) -> TileId) -> Tree<Slot> {
    let mut tiles = Tiles::default();
    let [scene, algorithm, step] = insert_panes(&mut tiles, [Slot::Scene, Slot::Algorithm, Slot::Step]);
    let middle = middle(&mut tiles);
    let right = insert_linear(&mut tiles, LinearDir::Vertical, &[(algorithm, 0.43), (step, 0.57)]);
    let root = insert_linear(&mut tiles, LinearDir::Horizontal, &[(scene, 0.185), (middle, 0.525), (right, 0.29)]);
    Tree::new(id, root, tiles)
}

/// Tree with two columns: `middle`, and algorithm and scene over step.
fn tree_with_two_columns(id: egui::Id, middle: impl FnOnce(&mut Tiles<Slot>) -> TileId) -> Tree<Slot> {
    let mut tiles = Tiles::default();
    let left = middle(&mut tiles);
    let above = insert_panes(&mut tiles, [Slot::Algorithm, Slot::Scene]).to_vec();
    let above = tiles.insert_tab_tile(above);
    let step = tiles.insert_pane(Slot::Step);
    let right = insert_linear(&mut tiles, LinearDir::Vertical, &[(above, 0.46), (step, 0.54)]);
    let root = insert_linear(&mut tiles, LinearDir::Horizontal, &[(left, 0.62), (right, 0.38)]);
    Tree::new(id, root, tiles)
}

/// Tree of the views alone.
fn tree_of_views(id: egui::Id, insert_views: InsertViews) -> Tree<Slot> {
    let mut tiles = Tiles::default();
    let root = insert_views(&mut tiles);
    Tree::new(id, root, tiles)
}

/// Tree of one pane.
pub(super) fn tree_of_pane(slot: Slot) -> Tree<Slot> {
    let mut tiles = Tiles::default();
    let root = tiles.insert_pane(slot);
    Tree::new(egui::Id::unique(("alone", slot)), root, tiles)
}

/// Inserts the slots of all views that a lesson may have: the first one next to a grid of the others. Slots without a
/// view take no space.
pub(super) fn insert_grid(tiles: &mut Tiles<Slot>) -> TileId {
    let [first, others @ ..] = insert_panes(tiles, std::array::from_fn::<_, MAX_VIEWS, _>(Slot::View));
    let others = tiles.insert_grid_tile(others.to_vec());
    tiles.insert_horizontal_tile(vec![first, others])
}

/// Inserts the slots of all views, with the second view at full height for its many rows.
pub(super) fn insert_rows(tiles: &mut Tiles<Slot>) -> TileId {
    let [first, second, others @ ..] = insert_panes(tiles, std::array::from_fn::<_, MAX_VIEWS, _>(Slot::View));
    let others = tiles.insert_horizontal_tile(others.to_vec());
    // With the views' share of the height, the first view has more than half of the height of all panels.
    let left = insert_linear(tiles, LinearDir::Vertical, &[(first, 0.68), (others, 0.32)]);
    tiles.insert_horizontal_tile(vec![left, second])
}

/// Inserts panes with these slots.
fn insert_panes<const N: usize>(tiles: &mut Tiles<Slot>, slots: [Slot; N]) -> [TileId; N] {
    slots.map(|slot| tiles.insert_pane(slot))
}

/// Sets the shares of the height of the views in the second column, if the tree has one; lanes get more height.
fn set_column_shares(tree: &mut Tree<Slot>, kinds: &[ViewKind]) {
    let Some(column) = tile_around_second_view(&tree.tiles) else { return };
    let Some(Tile::Container(Container::Linear(column))) = tree.tiles.get_mut(column) else { return };
    if column.dir != LinearDir::Vertical {
        return;
    }
    for (child, kind) in column.children.clone().into_iter().zip(kinds.iter().skip(1)) {
        column.shares.set_share(child, if *kind == ViewKind::Lanes { LANES_SHARE } else { 1.0 });
    }
}

/// Tile that contains the second view, next to other tiles; `None` if the tree has no second view.
fn tile_around_second_view(tiles: &Tiles<Slot>) -> Option<TileId> {
    let view = tiles.find_pane(&Slot::View(1))?;
    let parent = tiles.parent_of(view)?;
    // A pane may be wrapped in tabs.
    let is_tabs = matches!(tiles.get(parent), Some(Tile::Container(Container::Tabs(_))));
    if is_tabs { tiles.parent_of(parent) } else { Some(parent) }
}

/// Inserts a row or column of tiles, each with its share of the length, relative to the shares of the others.
fn insert_linear(tiles: &mut Tiles<Slot>, dir: LinearDir, children: &[(TileId, f32)]) -> TileId {
    let tile_ids = children.iter().map(|(tile, _)| *tile).collect();
    let mut container = egui_tiles::Linear::new(dir, tile_ids);
    for (tile, share) in children {
        container.shares.set_share(*tile, *share);
    }
    tiles.insert_container(container)
}

/// Sets the shares of the height of the views, whose kinds are `kinds`: of two views next to the first one, lanes get
/// more height for their rows.
pub(super) fn set_view_shares(tree: &mut Tree<Slot>, kinds: &[ViewKind]) {
    set_column_shares(tree, kinds);
    // Other arrangements have rows of equal height.
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
