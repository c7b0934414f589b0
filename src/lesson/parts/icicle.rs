//! View of the trees of both bodies as icicle plots: one row per level, and for each node a bar above the bars of its
//! children, as wide as its number of parts.

use contact_lens_model::snapshot::parts::Search;
use contact_lens_picture::{Form, Picture, Role};

use super::context::{Bodies, SearchBody, node_key};
use super::states::PrunedPairs;

/// Id of the view.
pub const TREE: &str = "tree";

/// Largest number of levels shown.
const LEVELS: usize = 9;

/// Gap at both ends of a bar, as a fraction of the width of one part.
const BAR_GAP: f64 = 0.04;

/// Thickness of a bar, in rows.
const BAR_THICKNESS: f64 = 0.7;

/// Space between the trees of the two bodies, in rows.
const TREE_GAP: f64 = 0.6;

/// Largest number of nodes whose children [`has_reached_descendant`] visits: bounds its time in large trees.
const MAX_VISITED: usize = 4_000;

/// Bar of a node.
struct NodeBar {
    /// Index of the node.
    node: u32,
    /// Depth in the tree; 0 for the root.
    level: usize,
    /// Left and right end; the unit is the width of one part.
    ends: [f64; 2],
}

/// Bars of the first [`LEVELS`] levels of a tree, each parent before its children.
fn lay_out_bars(search_body: &SearchBody) -> Vec<NodeBar> {
    let mut bars = Vec::new();
    let mut open = vec![NodeBar { node: 0, level: 0, ends: [0.0, f64::from(search_body.named.count)] }];
    while let Some(bar) = open.pop() {
        let level = bar.level + 1;
        if let Some([left, right]) = (search_body.node)(bar.node).children.filter(|_| level < LEVELS) {
            let [from, to] = bar.ends;
            let middle = from + f64::from(search_body.count_parts_below(left));
            open.push(NodeBar { node: right, level, ends: [middle, to] });
            open.push(NodeBar { node: left, level, ends: [from, middle] });
        }
        bars.push(bar);
    }
    bars
}

/// Role of a node of `body` by its state in the search; [`Role::Grid`] if the search has not reached the node, or has
/// split it.
fn role<A>(context: &Bodies, state: &Search<A>, popped: Option<[u32; 2]>, body: usize, node: u32) -> Role {
    let part = (context.pair[body].node)(node).part;
    let pruned = PrunedPairs::of(state);
    let is_current = popped.is_some_and(|nodes| nodes[body] == node);
    if is_current && state.queried.is_none() {
        Role::Simplex
    } else if part.is_some() && state.best.iter().chain(&state.all).any(|result| Some(result.parts[body]) == part) {
        Role::Closest
    } else if state.queried.as_ref().is_some_and(|queried| Some(queried.parts[body]) == part) {
        Role::Candidate
    } else if is_current {
        Role::Simplex
    } else if state.queue.iter().any(|entry| entry.nodes[body] == node) {
        Role::Bound
    } else if pruned.latest.iter().any(|pruned| pruned.pair.nodes[body] == node) {
        Role::Removed
    } else if pruned.earlier.iter().any(|pruned| pruned.pair.nodes[body] == node) {
        Role::Ghost
    } else {
        Role::Grid
    }
}

/// Picture of the trees of the bodies with several parts, in a state of the search; `popped` are the current nodes.
pub(super) fn picture<A>(context: &Bodies, state: &Search<A>, popped: Option<[u32; 2]>) -> Picture {
    let mut picture = Picture::default();
    let mut top = 0.0;
    for (body, search_body) in context.pair.iter().enumerate().filter(|(_, search_body)| search_body.named.count > 1) {
        let bars = lay_out_bars(search_body);
        let levels = bars.iter().map(|bar| bar.level).max().unwrap_or(0) + 1;
        for level in 0..levels {
            // Only the first and the last level have a name.
            let name = if level == 0 {
                search_body.named.name.clone()
            } else if level + 1 == levels {
                format!("level {level}")
            } else {
                String::new()
            };
            let rows = [top + level as f64, top + level as f64 + 1.0];
            picture.add(Role::Text, format!("level/{body}/{level}"), Form::Lane { rows, name, note: String::new() });
        }
        for NodeBar { node, level, ends } in &bars {
            let search_role = role(context, state, popped, body, *node);
            let is_split = search_role == Role::Grid && has_reached_descendant(context, state, popped, body, *node);
            let role = if is_split { Role::Text } else { search_role };
            let row = top + *level as f64 + 0.5;
            let gap = BAR_GAP * (ends[1] - ends[0]).min(1.0);
            let form = Form::Interval {
                ends: [ends[0] + gap, ends[1] - gap],
                row,
                thickness: BAR_THICKNESS,
                solid: matches!(role, Role::Simplex | Role::Closest | Role::Candidate),
                text: String::new(),
            };
            picture.add(role, node_key(body, *node), form);
        }
        top += levels as f64 + TREE_GAP;
    }
    picture
}

/// Whether a descendant of a node was popped, tested, pruned or queued; in a large tree, only the first ones are
/// visited.
fn has_reached_descendant<A>(
    context: &Bodies,
    state: &Search<A>,
    popped: Option<[u32; 2]>,
    body: usize,
    node: u32,
) -> bool {
    let search_body = &context.pair[body];
    let mut open: Vec<u32> = (search_body.node)(node).children.into_iter().flatten().collect();
    let mut visited = 0;
    while let Some(node) = open.pop() {
        visited += 1;
        if role(context, state, popped, body, node) != Role::Grid {
            return true;
        }
        if visited < MAX_VISITED {
            open.extend((search_body.node)(node).children.into_iter().flatten());
        }
    }
    false
}
