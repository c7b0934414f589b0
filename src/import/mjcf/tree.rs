//! The tree of bodies: each with its frame, its joints and its geoms.

use std::collections::{HashMap, HashSet};

use super::book::{Book, Element};
use super::defaults::Defaults;
use super::geom::{self, Assets};
use super::joint::{Joint, Kind, Link};
use super::{Compiler, Model, child_class, place};
use crate::import::draft::{Draft, Piece};
use crate::import::turn::Pose;
use crate::scene::SceneError;

/// Where an element stands.
#[derive(Clone, Copy)]
pub(super) struct Place<'b> {
    /// Its body.
    pub(super) link: usize,
    /// The pose of the frame around it, in the body.
    pub(super) outer: Pose,
    /// The class that holds for what says none.
    pub(super) class: Option<&'b str>,
}

/// A geom on its way into a body of the scene.
pub(super) struct Standing {
    /// As the model calls it.
    own: Option<String>,
    geom: geom::Geom,
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
}

impl<'b> Builder<'b, '_> {
    /// The elements inside a body or frame.
    pub(super) fn walk(&mut self, element: Element<'b>, inside: Place<'b>) -> Result<(), SceneError> {
        let Place { link, outer, class } = inside;
        for child in self.book.children(element) {
            let (page, node) = child;
            let reading = self.book.reading(page);
            match node.tag_name().name() {
                "geom" => self.geom(child, inside)?,
                "body" => self.body(child, inside)?,
                "frame" => {
                    self.book.take(child);
                    reading.words(node, &["name", "childclass"]);
                    let pose = outer.then(place::pose(self.book, child, self.compiler)?);
                    self.walk(child, Place { link, outer: pose, class: child_class(node, class) })?;
                }
                // Read with the body.
                "joint" | "freejoint" => {}
                "site" | "camera" | "light" => reading.leave(node, "it meets nothing"),
                "inertial" => reading.leave(node, "what a body weighs is not read"),
                _ => reading.leave(node, "what it makes is not read"),
            }
        }
        Ok(())
    }

    fn body(&mut self, element: Element<'b>, inside: Place<'b>) -> Result<(), SceneError> {
        let Place { link: parent, outer, class } = inside;
        let (page, node) = element;
        let reading = self.book.reading(page);
        self.book.take(element);
        let name = reading.word(node, "name").unwrap_or_default().to_owned();
        reading.word(node, "childclass");
        let class = child_class(node, class);
        let pose = outer.then(place::pose(self.book, element, self.compiler)?);
        let first = self.model.joints.len();
        for child in self.book.children(element) {
            if ["joint", "freejoint"].contains(&child.1.tag_name().name()) {
                self.joint(child, class)?;
            }
        }
        let joints = first..self.model.joints.len();
        let weld = if joints.is_empty() { self.model.links[parent].weld } else { self.model.links.len() };
        let above = self.model.links[parent].weld;
        if above != weld && above != 0 {
            self.draft.keep_apart(above, weld);
        }
        self.geoms.push(Vec::new());
        self.model.links.push(Link { name, parent: Some(parent), pose, joints, weld });
        for attribute in node.attributes() {
            reading.leave_attribute(node, attribute.name(), "it places no geom");
        }
        self.walk(element, Place { link: self.model.links.len() - 1, outer: Pose::default(), class })
    }

    fn joint(&mut self, element: Element<'b>, class: Option<&'b str>) -> Result<(), SceneError> {
        let (page, node) = element;
        let reading = self.book.reading(page);
        self.book.take(element);
        self.joints.push(element);
        reading.words(node, &["name", "class"]);
        let says = |name: &str| self.defaults.says(element, class, &[name]);
        let word = |name: &str| says(name).and_then(|(page, node)| self.book.reading(page).word(node, name));
        let three = |name: &str| says(name).map_or(Ok(None), |(page, node)| self.book.reading(page).three(node, name));
        let kind = match (node.tag_name().name(), word("type")) {
            ("freejoint", _) | (_, Some("free")) => Kind::Free,
            (_, Some("ball")) => Kind::Ball,
            (_, Some("slide")) => Kind::Slide,
            (_, None | Some("hinge")) => Kind::Hinge,
            (_, Some(other)) => {
                return Err(reading.wrong(
                    node,
                    "type",
                    format!("`{other}` is no joint; known are free, ball, slide, hinge"),
                ));
            }
        };
        let axis = three("axis")?.unwrap_or([0.0, 0.0, 1.0]);
        let length = axis.iter().map(|x| x * x).sum::<f64>().sqrt();
        if length < 1e-12 {
            return Err(reading.wrong(node, "axis", "has no direction"));
        }
        let axis = if (length - 1.0).abs() <= f64::EPSILON { axis } else { axis.map(|x| x / length) };
        let reference = match says("ref") {
            Some((page, node)) => self.book.reading(page).one(node, "ref")?.unwrap_or_default(),
            None => 0.0,
        };
        let turned = kind == Kind::Hinge && self.compiler.degrees;
        let reference = if turned { reference.to_radians() } else { reference };
        let anchor = three("pos")?.unwrap_or_default();
        let start = self.model.width;
        self.model.width += kind.width();
        self.model.joints.push(Joint { kind, anchor, axis, reference, start });
        for attribute in node.attributes() {
            reading.leave_attribute(node, attribute.name(), "of a joint only what places its body is read");
        }
        Ok(())
    }

    fn geom(&mut self, element: Element<'b>, inside: Place<'b>) -> Result<(), SceneError> {
        let Place { link, outer, class } = inside;
        let (page, node) = element;
        let Some(geom) = geom::read(self.book, element, class, self.defaults, self.compiler, self.assets)? else {
            return Ok(());
        };
        let own = self.book.reading(page).word(node, "name").map(str::to_owned);
        let pose = outer.then(geom.pose);
        self.geoms[link].push(Standing { own, geom: geom::Geom { pose, ..geom } });
        Ok(())
    }

    /// Makes bodies of the scene from all geoms: those of one body that meet the same are a compound. What the model names in
    /// `pairs`, what has no end, and what belongs to the world stands alone.
    pub(super) fn stand(&mut self, pairs: &HashSet<String>) {
        let placed = super::joint::forward(&self.model.links, &[], None);
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
            let body = &self.model.links[link];
            let name = if body.name.is_empty() { format!("body {link}") } else { body.name.clone() };
            let piece = |of: Standing| Piece { name: of.own, shape: of.geom.shape, pose: of.geom.pose };
            self.draft.add_all(&name, geoms.into_iter().map(piece).collect(), placed[link], body.weld);
            self.given(link, Pose::default(), kinds);
        }
    }

    fn stand_alone(&mut self, Standing { own, geom }: Standing, link: usize, placed: Pose) {
        let body = &self.model.links[link];
        let name = match &own {
            Some(name) => name.clone(),
            None if link == 0 => String::from(geom.kind),
            None => format!("{} {}", body.name, geom.kind),
        };
        self.draft.add(&name, geom.shape, placed.then(geom.pose), body.weld);
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
