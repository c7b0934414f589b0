//! Tree of bodies, each with its frame, joints and geoms.

use std::collections::{HashMap, HashSet};

use super::attributes::Attributes;
use super::files::{Book, Element};
use super::geom;
use super::inertia::Massive;
use super::joint::{Link, State};
use super::model_file::{ModelFile, ModelFiles};
use super::scope::{Names, Scope};
use super::{Model, PlacedGeom, child_class, contacts, element_pose};
use crate::import::draft::{Draft, Piece};
use crate::import::pose::Pose;
use crate::scene::{SceneError, limits};

mod align;
mod attach;
mod joints;
mod replicate;

/// Noun for a geom in counts, singular and plural.
pub(super) const NOUNS: [&str; 2] = ["geom", "geoms"];

/// Reason why flexible bodies are missing.
pub(super) const FLEX: &str = "flexible bodies (flex) are not supported";

/// Surroundings of an element.
#[derive(Clone, Copy)]
pub(super) struct Surroundings<'b> {
    /// Index of its body.
    pub(super) link: usize,
    /// Pose of the enclosing frame, in the body.
    pub(super) outer: Pose,
    /// Class of elements that name none.
    pub(super) class: Option<&'b str>,
    /// Whether the masses of the body's geoms determine the frame that its joint moves.
    pub(super) aligned: bool,
}

/// Geom that has not yet become a body of the scene.
pub(super) struct PendingGeom {
    /// Name in the model.
    own: Option<String>,
    /// Number among the geoms of its body, from 1.
    number: usize,
    geom: geom::Geom,
    /// Mass and inertia, or the reason why they are unknown; `None` when nothing depends on them.
    mass: Option<Result<Massive, String>>,
}

impl PendingGeom {
    /// Whether the geom is a body of the scene by itself: a half-space, or a geom in one of the contact pairs.
    fn is_own_body(&self, pairs: &HashSet<String>) -> bool {
        self.geom.shape.is_half_space() || self.own.as_ref().is_some_and(|name| pairs.contains(name))
    }
}

/// Traversal of the bodies of a model.
pub(super) struct Builder<'b, 'd> {
    pub(super) book: &'b Book<'b>,
    pub(super) files: &'b ModelFiles<'b>,
    /// The model whose elements are read.
    pub(super) file: &'b ModelFile<'b>,
    pub(super) draft: &'d mut Draft,
    pub(super) model: Model,
    /// Indices in the draft of the geoms, by their names in the model.
    pub(super) geom_indices: HashMap<String, usize>,
    pub(super) geoms: Vec<Vec<PendingGeom>>,
    /// Elements of the model's joints.
    pub(super) joints: Vec<JointElement<'b>>,
    /// Prefix and suffix of names at this point.
    pub(super) names: Names,
    /// Main model, and all attached models.
    pub(super) scopes: Vec<Scope<'b>>,
    /// Elements that are being attached, the outermost first.
    attaching: Vec<Element<'b>>,
    /// Number of replicas and attached elements.
    copies: usize,
}

/// A model with the elements of its joints, in the same order.
pub(super) struct ModelWithJoints<'b> {
    pub(super) model: Model,
    pub(super) joints: Vec<JointElement<'b>>,
}

/// Element of a joint in the text, with the prefix and suffix of its name.
pub(super) struct JointElement<'b> {
    pub(super) element: Element<'b>,
    pub(super) names: Names,
}

impl<'b, 'd> Builder<'b, 'd> {
    pub(super) fn new(
        book: &'b Book<'b>,
        files: &'b ModelFiles<'b>,
        file: &'b ModelFile<'b>,
        draft: &'d mut Draft,
    ) -> Self {
        Self {
            book,
            files,
            file,
            draft,
            model: Model::new(),
            geom_indices: HashMap::new(),
            geoms: vec![Vec::new()],
            joints: Vec::new(),
            names: Names::default(),
            scopes: vec![Scope { file, names: Names::default(), attach: None, links: 0..0, joints: 0..0 }],
            attaching: Vec::new(),
            copies: 0,
        }
    }

    /// Reads the whole model.
    pub(super) fn world(&mut self) -> Result<(), SceneError> {
        for element in self.file.sections("worldbody") {
            self.book.take(element);
            self.walk(element, Surroundings { link: 0, outer: Pose::default(), class: None, aligned: false })?;
        }
        self.scopes[0].links = 0..self.model.links.len();
        self.scopes[0].joints = 0..self.model.joints.len();
        Ok(())
    }

    /// Counts a copy that an element makes.
    fn copy(&mut self, (page, node): Element<'b>, attribute: &str) -> Result<(), SceneError> {
        self.copies += 1;
        if self.copies <= limits::MESH_PARTS {
            return Ok(());
        }
        let message = format!("makes more than {} replicas in total", limits::MESH_PARTS);
        Err(self.book.reading(page).wrong(node, attribute, message))
    }

    /// Reads the elements inside a body or frame.
    pub(super) fn walk(&mut self, element: Element<'b>, inside: Surroundings<'b>) -> Result<(), SceneError> {
        self.book.children(element).into_iter().try_for_each(|child| self.element(child, inside))
    }

    /// Reads an element inside a body or frame, or reports that it is not imported.
    fn element(&mut self, element: Element<'b>, inside: Surroundings<'b>) -> Result<(), SceneError> {
        let (page, node) = element;
        let reading = self.book.reading(page);
        match node.tag_name().name() {
            "geom" => self.geom(element, inside)?,
            "body" => self.body(element, inside)?,
            "frame" => {
                self.book.take(element);
                reading.words(node, &["name", "childclass"]);
                let outer = inside.outer.then(element_pose::pose(self.book, element, &self.file.compiler)?);
                self.walk(element, Surroundings { outer, class: child_class(node, inside.class), ..inside })?;
            }
            "replicate" => self.replicate(element, inside)?,
            "attach" => self.attach(element, inside)?,
            // Joints are read with their body.
            "joint" | "freejoint" => {}
            "inertial" if inside.aligned => {}
            "site" | "camera" | "light" => reading.leave(node, "it does not collide"),
            "inertial" => reading.leave(node, "the mass of a body is not imported"),
            "flexcomp" => self.lose(element, FLEX),
            "composite" => self.lose(element, "composite bodies are not supported"),
            _ => reading.leave(node, "elements of this kind are not imported"),
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

    /// Reads a body with its joints, geoms and child bodies.
    fn body(&mut self, element: Element<'b>, inside: Surroundings<'b>) -> Result<(), SceneError> {
        let (page, node) = element;
        let reading = self.book.reading(page);
        self.book.take(element);
        let name = reading.word(node, "name").unwrap_or_default();
        let name = if name.is_empty() { String::new() } else { self.names.full_name(name) };
        reading.word(node, "childclass");
        let class = child_class(node, inside.class);
        let pose = inside.outer.then(element_pose::pose(self.book, element, &self.file.compiler)?);
        let first = self.model.joints.len();
        self.joints_in(element, Pose::default(), class)?;
        let joints = first..self.model.joints.len();
        let mocap = self.mocap(element, inside.link, joints.is_empty())?;
        let fixed = joints.is_empty() && mocap.is_none();
        let weld = if fixed { self.model.links[inside.link].weld } else { self.model.links.len() };
        let above = self.model.links[inside.link].weld;
        if above != weld && above != 0 {
            self.draft.exclude_pair(above, weld);
        }
        let aligned = self.is_aligned(element, joints.clone());
        self.geoms.push(Vec::new());
        let suffix = self.names.suffix.clone();
        self.model.links.push(Link { name, parent: Some(inside.link), pose, joints, weld, mocap, suffix });
        for attribute in node.attributes() {
            reading.leave_attribute(node, attribute.name(), "this attribute does not affect the pose of a geom");
        }
        let link = self.model.links.len() - 1;
        self.walk(element, Surroundings { link, outer: Pose::default(), class, aligned })?;
        if aligned { self.align(element, link) } else { Ok(()) }
    }

    /// Returns the index of a mocap body; `None` for other bodies.
    fn mocap(
        &mut self,
        (page, node): Element<'b>,
        parent: usize,
        has_no_joint: bool,
    ) -> Result<Option<usize>, SceneError> {
        let reading = self.book.reading(page);
        if reading.word(node, "mocap") != Some("true") {
            return Ok(None);
        }
        if parent != 0 || !has_no_joint {
            return Err(reading.wrong(node, "mocap", "a mocap body must have no joint and be a child of the world"));
        }
        self.model.mocaps += 1;
        Ok(Some(self.model.mocaps - 1))
    }

    /// Returns a reader of an element's attributes.
    fn attributes(&self, element: Element<'b>, class: Option<&'b str>) -> Attributes<'b, 'b> {
        Attributes { book: self.book, defaults: &self.file.defaults, element, class }
    }

    /// Reads a geom, or counts it as missing.
    fn geom(&mut self, element: Element<'b>, inside: Surroundings<'b>) -> Result<(), SceneError> {
        let Surroundings { link, outer, class, aligned } = inside;
        let (page, node) = element;
        let reading = self.book.reading(page);
        self.draft.tally.find(NOUNS);
        let number = self.geoms[link].len() + 1;
        let attributes = self.attributes(element, class);
        let geom = match geom::read(&attributes, &self.file.compiler, &self.file.assets)? {
            Ok(geom) => geom,
            Err(why) => {
                self.draft.tally.lose(1, reading.line(node), &why);
                if aligned {
                    self.model.unplaced =
                        Some(format!("the pose depends on the inertia of a geom that is not imported: {why}"));
                }
                return Ok(());
            }
        };
        let own = reading.word(node, "name").map(|name| self.names.full_name(name));
        let mass = if aligned { self.mass(element, class, &geom, outer)? } else { None };
        let pose = outer.then(geom.pose);
        self.geoms[link].push(PendingGeom { own, number, geom: geom::Geom { pose, ..geom }, mass });
        Ok(())
    }

    /// Converts all geoms to bodies of the scene: geoms of one body with the same collision bits form a compound. Geoms
    /// in contact pairs, half-spaces, and geoms of the world are bodies of their own.
    pub(super) fn add_bodies(&mut self) {
        let pairs: HashSet<String> =
            self.scopes.iter().flat_map(|scope| contacts::in_pairs(self.book, scope)).collect();
        let placed = super::joint::forward(&self.model.links, &[], State::default());
        for (link, geoms) in std::mem::take(&mut self.geoms).into_iter().enumerate() {
            let collision_bits = geoms.first().map_or([1; 2], |first| first.geom.collision_bits);
            let forms_compound = link > 0
                && geoms.len() > 1
                && geoms.iter().all(|of| of.geom.collision_bits == collision_bits && !of.is_own_body(&pairs));
            for note in geoms.iter().filter_map(|of| of.geom.note) {
                self.draft.add_note(note);
            }
            if !forms_compound {
                geoms.into_iter().for_each(|of| self.add_own_body(of, link, placed[link]));
                continue;
            }
            let weld = self.model.links[link].weld;
            let name = self.body_name(link);
            self.draft.add_compound(
                &name,
                geoms.into_iter().map(|of| Piece { name: of.own, shape: of.geom.shape, pose: of.geom.pose }).collect(),
                placed[link],
                weld,
            );
            self.complete_last_body(link, Pose::default(), collision_bits);
        }
    }

    /// Returns the name of a body, or its number.
    fn body_name(&self, link: usize) -> String {
        match self.model.links[link].name.as_str() {
            "" => format!("body {link}"),
            name => name.to_owned(),
        }
    }

    /// Adds a geom as a body of the scene; `placed` is the pose of its link in the world.
    fn add_own_body(&mut self, pending: PendingGeom, link: usize, placed: Pose) {
        let PendingGeom { own, number, geom, .. } = pending;
        let name = match &own {
            Some(name) => name.clone(),
            None if link == 0 => String::from(geom.kind),
            None => format!("geom {number} of {}", self.body_name(link)),
        };
        self.draft.add(&name, geom.shape, placed.then(geom.pose), self.model.links[link].weld);
        if own.is_some() {
            self.geom_indices.insert(name, self.draft.bodies.len() - 1);
        }
        self.complete_last_body(link, geom.pose, geom.collision_bits);
    }

    /// Sets the collision bits of the body that was added last, and records where its link moves it.
    fn complete_last_body(&mut self, link: usize, pose: Pose, collision_bits: [u32; 2]) {
        if let Some(added) = self.draft.bodies.last_mut() {
            added.collision_bits = collision_bits;
            self.model.geoms.push(PlacedGeom { name: added.body.name.clone(), link, pose });
        }
    }
}
