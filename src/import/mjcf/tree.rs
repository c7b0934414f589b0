//! The tree of bodies: each with its frame, its joints and its geoms.

use std::collections::{HashMap, HashSet};

use super::book::{Book, Element};
use super::defaults::Defaults;
use super::geom::{self, Assets};
use super::inertia::Massive;
use super::joint::{Link, State};
use super::{Compiler, Model, child_class, place};
use crate::import::draft::{Draft, Piece};
use crate::import::turn::Pose;
use crate::scene::SceneError;

mod align;
mod joints;
mod replicate;

/// Name of a geom in counts, and of several.
pub(super) const NOUNS: [&str; 2] = ["geom", "geoms"];

/// Reason why flexible bodies are missing.
pub(super) const FLEX: &str = "flexible bodies (flex) are not read";

/// Where an element is.
#[derive(Clone, Copy)]
pub(super) struct Place<'b> {
    /// Number of its body.
    pub(super) link: usize,
    /// The pose of the frame around it, in the body.
    pub(super) outer: Pose,
    /// The class that holds for elements that name none.
    pub(super) class: Option<&'b str>,
    /// Whether the masses of the body's geoms decide what its joint moves.
    pub(super) aligned: bool,
}

/// A geom on its way into a body of the scene.
pub(super) struct Standing {
    /// As the model calls it.
    own: Option<String>,
    /// Place among the geoms of its body, from 1.
    number: usize,
    geom: geom::Geom,
    /// Mass and inertia, or why they are unknown; none where nothing depends on them.
    mass: Option<Result<Massive, String>>,
}

/// Walks through the bodies of a model.
pub(super) struct Builder<'b, 'd> {
    pub(super) book: &'b Book<'b>,
    pub(super) compiler: &'b Compiler,
    pub(super) defaults: &'b Defaults<'b>,
    pub(super) assets: &'b Assets,
    pub(super) draft: &'d mut Draft,
    pub(super) model: Model,
    /// Geoms by the names that the model gives them.
    pub(super) kinds: HashMap<String, usize>,
    /// The geoms of each body.
    pub(super) geoms: Vec<Vec<Standing>>,
    /// The elements of all joints.
    pub(super) joints: Vec<Element<'b>>,
    /// Suffixes of names inside replicas, the outermost first.
    pub(super) suffixes: Vec<String>,
    /// Replicas so far.
    pub(super) replicas: usize,
}

impl<'b> Builder<'b, '_> {
    /// The elements inside a body or frame.
    pub(super) fn walk(&mut self, element: Element<'b>, inside: Place<'b>) -> Result<(), SceneError> {
        for child in self.book.children(element) {
            let (page, node) = child;
            let reading = self.book.reading(page);
            match node.tag_name().name() {
                "geom" => self.geom(child, inside)?,
                "body" => self.body(child, inside)?,
                "frame" => {
                    self.book.take(child);
                    reading.words(node, &["name", "childclass"]);
                    let outer = inside.outer.then(place::pose(self.book, child, self.compiler)?);
                    self.walk(child, Place { outer, class: child_class(node, inside.class), ..inside })?;
                }
                "replicate" => self.replicate(child, inside)?,
                // Read with the body.
                "joint" | "freejoint" => {}
                "inertial" if inside.aligned => {}
                "site" | "camera" | "light" => reading.leave(node, "it meets nothing"),
                "inertial" => reading.leave(node, "what a body weighs is not read"),
                "flexcomp" => self.lose(child, FLEX),
                "composite" => self.lose(child, "composite bodies are not read"),
                "attach" => self.lose(child, "bodies that are attached from another model are not read"),
                _ => reading.leave(node, "what it makes is not read"),
            }
        }
        Ok(())
    }

    /// Counts an element that makes geoms as missing.
    fn lose(&mut self, (page, node): Element<'b>, why: &str) {
        let reading = self.book.reading(page);
        self.draft.tally.find(NOUNS);
        self.draft.tally.lose(1, reading.line(node), why);
        reading.leave(node, why);
    }

    /// A name with the suffixes of the replicas around it, the innermost first.
    fn suffixed(&self, name: &str) -> String {
        self.suffixes.iter().rev().fold(name.to_owned(), |name, suffix| name + suffix)
    }

    fn body(&mut self, element: Element<'b>, inside: Place<'b>) -> Result<(), SceneError> {
        let (page, node) = element;
        let reading = self.book.reading(page);
        self.book.take(element);
        let name = reading.word(node, "name").unwrap_or_default();
        let name = if name.is_empty() { String::new() } else { self.suffixed(name) };
        reading.word(node, "childclass");
        let class = child_class(node, inside.class);
        let pose = inside.outer.then(place::pose(self.book, element, self.compiler)?);
        let first = self.model.joints.len();
        self.joints_in(element, Pose::default(), class)?;
        let joints = first..self.model.joints.len();
        let mocap = self.mocap(element, inside.link, joints.is_empty())?;
        let fixed = joints.is_empty() && mocap.is_none();
        let weld = if fixed { self.model.links[inside.link].weld } else { self.model.links.len() };
        let above = self.model.links[inside.link].weld;
        if above != weld && above != 0 {
            self.draft.keep_apart(above, weld);
        }
        let aligned = self.is_aligned(element, joints.clone());
        self.geoms.push(Vec::new());
        let suffix = self.suffixed("");
        self.model.links.push(Link { name, parent: Some(inside.link), pose, joints, weld, mocap, suffix });
        for attribute in node.attributes() {
            reading.leave_attribute(node, attribute.name(), "it places no geom");
        }
        let link = self.model.links.len() - 1;
        self.walk(element, Place { link, outer: Pose::default(), class, aligned })?;
        if aligned { self.align(element, link) } else { Ok(()) }
    }

    /// The number of a mocap body among its kind.
    fn mocap(&mut self, (page, node): Element<'b>, parent: usize, still: bool) -> Result<Option<usize>, SceneError> {
        let reading = self.book.reading(page);
        if reading.word(node, "mocap") != Some("true") {
            return Ok(None);
        }
        if parent != 0 || !still {
            return Err(reading.wrong(node, "mocap", "a mocap body has no joint and is a child of the world"));
        }
        self.model.mocaps += 1;
        Ok(Some(self.model.mocaps - 1))
    }

    fn geom(&mut self, element: Element<'b>, inside: Place<'b>) -> Result<(), SceneError> {
        let Place { link, outer, class, aligned } = inside;
        let (page, node) = element;
        let reading = self.book.reading(page);
        self.draft.tally.find(NOUNS);
        let number = self.geoms[link].len() + 1;
        let geom = match geom::read(self.book, element, class, self.defaults, self.compiler, self.assets)? {
            Ok(geom) => geom,
            Err(why) => {
                self.draft.tally.lose(1, reading.line(node), &why);
                if aligned {
                    self.model.unplaced = Some(format!("the inertia of a geom that is not read decides: {why}"));
                }
                return Ok(());
            }
        };
        let own = reading.word(node, "name").map(|name| self.suffixed(name));
        let mass = if aligned { self.mass(element, class, &geom, outer)? } else { None };
        let pose = outer.then(geom.pose);
        self.geoms[link].push(Standing { own, number, geom: geom::Geom { pose, ..geom }, mass });
        Ok(())
    }

    /// Makes bodies of the scene from all geoms: those of one body that meet the same are a compound. What the model names in
    /// `pairs`, what has no end, and what belongs to the world stands alone.
    pub(super) fn stand(&mut self, pairs: &HashSet<String>) {
        let placed = super::joint::forward(&self.model.links, &[], State::default());
        for (link, geoms) in std::mem::take(&mut self.geoms).into_iter().enumerate() {
            let alone = |of: &Standing| {
                of.geom.shape.is_half_space() || of.own.as_ref().is_some_and(|name| pairs.contains(name))
            };
            let kinds = geoms.first().map_or([1; 2], |first| first.geom.kinds);
            let together = link > 0 && geoms.len() > 1 && geoms.iter().all(|of| of.geom.kinds == kinds && !alone(of));
            for said in geoms.iter().filter_map(|of| of.geom.said) {
                self.draft.say(said);
            }
            if !together {
                geoms.into_iter().for_each(|of| self.stand_alone(of, link, placed[link]));
                continue;
            }
            let weld = self.model.links[link].weld;
            let name = self.called(link);
            let piece = |of: Standing| Piece { name: of.own, shape: of.geom.shape, pose: of.geom.pose };
            self.draft.add_all(&name, geoms.into_iter().map(piece).collect(), placed[link], weld);
            self.given(link, Pose::default(), kinds);
        }
    }

    /// The name of a body, or its number.
    fn called(&self, link: usize) -> String {
        match self.model.links[link].name.as_str() {
            "" => format!("body {link}"),
            name => name.to_owned(),
        }
    }

    fn stand_alone(&mut self, standing: Standing, link: usize, placed: Pose) {
        let Standing { own, number, geom, .. } = standing;
        let name = match &own {
            Some(name) => name.clone(),
            None if link == 0 => String::from(geom.kind),
            None => format!("geom {number} of {}", self.called(link)),
        };
        self.draft.add(&name, geom.shape, placed.then(geom.pose), self.model.links[link].weld);
        if own.is_some() {
            self.kinds.insert(name, self.draft.parts.len() - 1);
        }
        self.given(link, geom.pose, geom.kinds);
    }

    /// Takes notice of the body that was added last.
    fn given(&mut self, link: usize, pose: Pose, kinds: [u32; 2]) {
        if let Some(part) = self.draft.parts.last_mut() {
            part.kinds = kinds;
            self.model.geoms.push((part.body.name.clone(), link, pose));
        }
    }
}
