//! Evaluation of a whole text: the statements of program code, and the other syntaxes that a text may contain or be,
//! such as JSX, Godot scenes or SVG, fill one store with shapes and bodies.

use std::ops::Range;

use super::{constants, indices, interpreter, objects, remarks};
use crate::code::formats::{aframe, godot, jsx, moveit, openscad, povray, scene_graphs, svg, unity};
use crate::code::join::store;
use crate::code::join::store::Store;
use crate::code::libraries::detection::Named;
use crate::code::libraries::further_calls;
use crate::code::parser::token::{Token, Tokens};
use crate::code::parser::{statements, syntax};
use crate::code::pose::rotations;
use crate::code::shape::{dictionary, own_types, resolve};

/// Evaluates a text; returns its shapes and bodies, and its statements. `chosen` is the library that the caller names.
pub fn evaluate<'a>(text: &'a str, tokens: &Tokens<'a>, chosen: Option<&str>) -> (Store, Vec<syntax::Statement<'a>>) {
    let named = Named::read(text, tokens, chosen);
    let tags = jsx::tags(text);
    let sections = godot::sections(text);
    let elements = aframe::tags(text);
    let blocks = unity::blocks(text);
    let graph = scene_graphs::graph(text);
    let messages = moveit::messages(text);
    let is_scad = openscad::is_program(tokens);
    let picture = svg::picture(text);
    let solids = povray::objects(text);
    let mut whole_parts = vec![graph.at.clone(), messages.at.clone(), picture.at.clone(), solids.at.clone()];
    if is_scad {
        whole_parts.push(0..text.len());
    }
    let read = sorted(whole_parts);
    let element_ranges: Vec<Range<usize>> = elements.iter().map(|tag| tag.at.clone()).collect();
    let block_ranges: Vec<Range<usize>> = blocks.iter().map(|block| block.at.clone()).collect();
    let other_syntaxes = [
        read.clone(),
        sections.iter().map(|section| section.at.clone()).collect(),
        element_ranges.clone(),
        block_ranges.clone(),
    ];
    let mut code = code_tokens(tokens, &other_syntaxes, &named);
    code.retain(|token| !jsx::is_inside(&tags, token.start));
    let records = own_types::records(text);
    let statements = statements::statements(&code, &|names| {
        is_type(names) || matches!(names, [name] if own_types::defines_shape(&records, name))
    });
    let drawn: Vec<Range<usize>> = tags.iter().map(|tag| tag.at.clone()).collect();
    let classes = objects::classes(&tokens.all);
    let defined = further_calls::defined_values(&named.libraries);
    let mut store = Store {
        named,
        read,
        objects: objects::declared(&tokens.all, &classes),
        classes,
        records,
        counts_from_one: indices::count_from_one(text),
        variables: remarks::stated_values(text, tokens).into_iter().chain(defined).collect(),
        comments: tokens.comments.clone(),
        judged: [&drawn[..], &element_ranges, &block_ranges, &[picture.at.clone(), solids.at.clone()]].concat(),
        ..Store::default()
    };
    interpreter::run(&mut store, &statements);
    jsx::run(&mut store, text, &tags, tokens);
    godot::run(&mut store, &sections);
    aframe::run(&mut store, &elements);
    unity::run(&mut store, &blocks, text);
    svg::run(&mut store, &picture);
    povray::run(&mut store, &solids);
    scene_graphs::run(&mut store, &graph);
    moveit::run(&mut store, &messages);
    if is_scad {
        store.named.libraries.insert("openscad");
        openscad::run(&mut store, &tokens.all);
    }
    finish(&mut store, &statements);
    (store, statements)
}

/// Returns the tokens of program code: those outside the ranges of other syntaxes, which are sorted lists.
fn code_tokens<'a>(tokens: &Tokens<'a>, other_syntaxes: &[Vec<Range<usize>>], named: &Named) -> Vec<Token<'a>> {
    let mut code = tokens.all.clone();
    code.retain(|token| !other_syntaxes.iter().any(|ranges| is_in(ranges, token.start)));
    // Mathematica's calls have square brackets: `Sphere[{0, 0, 0}, 1]`.
    if named.libraries.contains("mathematica") { further_calls::with_parentheses(&code) } else { code }
}

/// Removes the empty ranges and sorts the others by their starts.
fn sorted(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.retain(|range| range.start < range.end);
    ranges.sort_by_key(|range| range.start);
    ranges
}

/// Completes the entities of a store after all readers have run.
fn finish(store: &mut Store, statements: &[syntax::Statement<'_>]) {
    store.close_quaternions();
    store.compose_frames();
    store.separate_ingredients(statements);
    store.mark_moved_entities_unread();
    store.separate_visuals();
    store.agreed = resolve::agreed_libraries(store);
}

/// Whether an offset is in one of these ranges, which are sorted.
fn is_in(ranges: &[Range<usize>], at: usize) -> bool {
    let k = ranges.partition_point(|range| range.start <= at);
    k.checked_sub(1).is_some_and(|k| ranges[k].contains(&at))
}

/// Beginnings of the types of PhysX, and of Bullet, Box2D and Box3D, whose first letter is small.
const TYPE_PREFIXES: [&str; 2] = ["px", "b"];

/// Whether a path names a type, so that the brackets after it contain the values of a constructor.
fn is_type(names: &[&str]) -> bool {
    let Some(last) = names.last() else { return false };
    if !dictionary::rows(names).is_empty() {
        return true;
    }
    let lower = last.to_lowercase();
    // In a namespace, types may have small letters: `edyn::quaternion{0, 0, 0, 1}`.
    let is_of_edyn = names.len() > 1 && names[0] == "edyn";
    let has_prefix = TYPE_PREFIXES.iter().any(|prefix| lower.starts_with(prefix));
    if !last.starts_with(char::is_uppercase) && !is_of_edyn && !has_prefix {
        return false;
    }
    constants::is_vector(last)
        || rotations::is_rotation(&lower)
        || rotations::is_pose(&lower)
        || store::is_body(&[last])
        || lower.contains("compoundshape")
}
