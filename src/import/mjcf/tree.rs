//! Traversal of an MJCF model's nested elements: creates the tree of bodies with their joints, and the geoms of each
//! body. Bodies of the model are called links in the code, to distinguish them from bodies of the scene.
//!
//! Geoms become bodies of the scene only after the whole traversal ([`Builder::add_bodies`]), when all contact pairs
//! are known: a geom in a contact pair must not be merged into a compound.

use std::collections::{HashMap, HashSet};

use contact_lens_scene::{SceneError, limits};

use super::attributes::Attributes;
use super::files::{Documents, Element};
use super::geom;
use super::inertia::MassiveGeom;
use super::joint::{Link, State};
use super::model_file::{ModelFile, ModelFiles};
use super::scope::{Names, Scope};
use super::{Model, PlacedGeom, child_class, contacts, element_pose};
use crate::draft::{Draft, Piece};
use crate::pose::Pose;

mod align;
mod attach;
mod joints;
mod replicate;

/// Noun for a geom in counts, singular and plural.
pub(super) const NOUNS: [&str; 2] = ["geom", "geoms"];

/// Reason why flexible bodies are missing.
pub(super) const FLEX: &str = "flexible bodies (flex) are not supported";

/// Body, frame and default class that apply to an element.
#[derive(Clone, Copy)]
pub(super) struct Surroundings<'b> {
    /// Index of the body that contains the element.
    pub(super) link: usize,
    /// Pose of the enclosing frame, in the body.
    pub(super) outer: Pose,
    /// Default class of elements that name none; `None` for the outermost class.
    pub(super) class: Option<&'b str>,
    /// Whether the body's free joint moves the inertial frame, so that the masses of the geoms are needed.
    pub(super) aligned: bool,
}

/// Geom that has not yet become a body of the scene.
pub(super) struct PendingGeom {
    /// Name in the whole model; `None` for a geom without a name.
    name: Option<String>,
    /// Number among the geoms of the body, from 1.
    number: usize,
    geom: geom::Geom,
    /// Mass and inertia, or the reason why they are unknown; `None` when nothing depends on them.
    mass: Option<Result<MassiveGeom, String>>,
}

impl PendingGeom {
    /// Whether the geom is a body of the scene by itself: a half-space, or a geom in one of the contact pairs.
    fn is_own_body(&self, pairs: &HashSet<String>) -> bool {
        self.geom.shape.is_half_space() || self.name.as_ref().is_some_and(|name| pairs.contains(name))
    }
}

/// Traversal of the bodies of a model.
pub(super) struct Builder<'b, 'd> {
    pub(super) documents: &'b Documents<'b>,
    pub(super) files: &'b ModelFiles<'b>,
    /// Model file that contains the current element.
    pub(super) file: &'b ModelFile<'b>,
    pub(super) draft: &'d mut Draft,
    pub(super) model: Model,
    /// Indices of the bodies in the draft, by the names of their geoms in the model.
    pub(super) geom_indices: HashMap<String, usize>,
    /// Geoms of each body, in the order of `model.links`.
    pub(super) geoms: Vec<Vec<PendingGeom>>,
    /// Elements of the joints, in the order of `model.joints`.
    pub(super) joints: Vec<JointElement<'b>>,
    /// Prefix and suffix of names around the current element.
    pub(super) names: Names,
    /// Uses of model files: the main model first, then one for each attachment.
    pub(super) scopes: Vec<Scope<'b>>,
    /// Elements that are being attached, the outermost first.
    attaching: Vec<Element<'b>>,
    /// Number of replicas and attachments that were created; see [`Builder::count_copy`].
    copies: usize,
}

/// Model with the elements of its joints, in the same order.
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
        documents: &'b Documents<'b>,
        files: &'b ModelFiles<'b>,
        file: &'b ModelFile<'b>,
        draft: &'d mut Draft,
    ) -> Self {
        Self {
            documents,
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

    /// Reads the bodies, joints and geoms of the whole model.
    pub(super) fn read_world(&mut self) -> Result<(), SceneError> {
        for element in self.file.sections_named("worldbody") {
            self.documents.mark_read(element);
            self.read_children(element, Surroundings { link: 0, outer: Pose::default(), class: None, aligned: false })?;
        }
        self.scopes[0].links = 0..self.model.links.len();
        self.scopes[0].joints = 0..self.model.joints.len();
        Ok(())
    }

    /// Counts a replica or an attachment that an element creates, so that nested ones cannot multiply without limit.
    ///
    /// # Errors
    /// Fails at the attribute of the element when the model has too many replicas and attachments.
    fn count_copy(&mut self, Element { document, node }: Element<'b>, attribute: &str) -> Result<(), SceneError> {
        self.copies += 1;
        if self.copies <= limits::MESH_PARTS {
            return Ok(());
        }
        let message = format!("makes more than {} replicas in total", limits::MESH_PARTS);
        Err(self.documents.reader(document).wrong(node, attribute, message))
    }

    /// Reads the elements inside a body or frame.
    pub(super) fn read_children(&mut self, element: Element<'b>, inside: Surroundings<'b>) -> Result<(), SceneError> {
        for child in self.documents.children(element) {
            self.read_element(child, inside)?;
        }
        Ok(())
    }

    /// Reads an element inside a body or frame, or reports that it is not imported.
    fn read_element(&mut self, element: Element<'b>, inside: Surroundings<'b>) -> Result<(), SceneError> {
        let Element { document, node } = element;
        let reader = self.documents.reader(document);
        match node.tag_name().name() {
            "geom" => self.read_geom(element, inside)?,
            "body" => self.read_body(element, inside)?,
            "frame" => {
                self.documents.mark_read(element);
                reader.mark_attributes_read(node, &["name", "childclass"]);
                let outer = inside.outer.then(element_pose::pose(self.documents, element, &self.file.compiler)?);
                self.read_children(element, Surroundings { outer, class: child_class(node, inside.class), ..inside })?;
            }
            "replicate" => self.replicate(element, inside)?,
            "attach" => self.attach(element, inside)?,
            // `read_body` has read the joints.
            "joint" | "freejoint" => {}
            // `align` reads it after the other children of the body.
            "inertial" if inside.aligned => {}
            "site" | "camera" | "light" => reader.report_skipped(node, "it does not collide"),
            "inertial" => reader.report_skipped(node, "the mass of a body is not imported"),
            "flexcomp" => self.count_missing_geoms(element, FLEX),
            "composite" => self.count_missing_geoms(element, "composite bodies are not supported"),
            _ => reader.report_skipped(node, "elements of this kind are not imported"),
        }
        Ok(())
    }

    /// Counts an element that would create geoms as one missing geom, and reports it.
    fn count_missing_geoms(&mut self, Element { document, node }: Element<'b>, why: &str) {
        let reader = self.documents.reader(document);
        self.draft.shape_counts.count_found(NOUNS);
        self.draft.shape_counts.count_missing(1, reader.line(node), why);
        reader.report_skipped(node, why);
    }

    /// Reads a body with its joints, geoms and child bodies.
    fn read_body(&mut self, element: Element<'b>, inside: Surroundings<'b>) -> Result<(), SceneError> {
        let Element { document, node } = element;
        let reader = self.documents.reader(document);
        self.documents.mark_read(element);
        let written_name = reader.read_attribute(node, "name").unwrap_or_default();
        let name = if written_name.is_empty() { String::new() } else { self.names.full_name(written_name) };
        reader.read_attribute(node, "childclass");
        let class = child_class(node, inside.class);
        let pose = inside.outer.then(element_pose::pose(self.documents, element, &self.file.compiler)?);
        let first_joint = self.model.joints.len();
        self.joints_in(element, Pose::default(), class)?;
        let joints = first_joint..self.model.joints.len();
        let mocap = self.mocap(element, inside.link, joints.is_empty())?;
        let is_fixed = joints.is_empty() && mocap.is_none();
        let parent_weld = self.model.links[inside.link].weld;
        let weld = if is_fixed { parent_weld } else { self.model.links.len() };
        // MuJoCo computes no contacts between a body and its parent, unless the parent is fixed to the world.
        if parent_weld != weld && parent_weld != 0 {
            self.draft.exclude_pair(parent_weld, weld);
        }
        let aligned = self.is_aligned(element, joints.clone());
        self.geoms.push(Vec::new());
        let suffix = self.names.suffix.clone();
        self.model.links.push(Link { name, parent: Some(inside.link), pose, joints, weld, mocap, suffix });
        for attribute in node.attributes() {
            reader.report_skipped_attribute(
                node,
                attribute.name(),
                "this attribute does not affect the pose of a geom",
            );
        }
        let link = self.model.links.len() - 1;
        self.read_children(element, Surroundings { link, outer: Pose::default(), class, aligned })?;
        if aligned { self.align(element, link) } else { Ok(()) }
    }

    /// Returns the index of a body among the mocap bodies, and counts it; `None` for other bodies. `parent` is the
    /// index of the parent body.
    fn mocap(
        &mut self,
        Element { document, node }: Element<'b>,
        parent: usize,
        has_no_joint: bool,
    ) -> Result<Option<usize>, SceneError> {
        let reader = self.documents.reader(document);
        if reader.read_attribute(node, "mocap") != Some("true") {
            return Ok(None);
        }
        if parent != 0 || !has_no_joint {
            return Err(reader.wrong(node, "mocap", "a mocap body must have no joint and be a child of the world"));
        }
        self.model.mocaps += 1;
        Ok(Some(self.model.mocaps - 1))
    }

    /// Returns a reader of an element's attributes; `class` is the default class that applies around the element.
    fn attributes(&self, element: Element<'b>, class: Option<&'b str>) -> Attributes<'b, 'b> {
        Attributes { documents: self.documents, defaults: &self.file.defaults, element, class }
    }

    /// Reads a geom, or counts it as missing.
    fn read_geom(&mut self, element: Element<'b>, inside: Surroundings<'b>) -> Result<(), SceneError> {
        let Surroundings { link, outer, class, aligned } = inside;
        let Element { document, node } = element;
        let reader = self.documents.reader(document);
        self.draft.shape_counts.count_found(NOUNS);
        let number = self.geoms[link].len() + 1;
        let attributes = self.attributes(element, class);
        let geom = match geom::read(&attributes, &self.file.compiler, &self.file.assets)? {
            Ok(geom) => geom,
            Err(why) => {
                self.draft.shape_counts.count_missing(1, reader.line(node), &why);
                if aligned {
                    self.model.unplaced =
                        Some(format!("the pose depends on the inertia of a geom that is not imported: {why}"));
                }
                return Ok(());
            }
        };
        let name = reader.read_attribute(node, "name").map(|name| self.names.full_name(name));
        let mass = if aligned { self.mass(element, class, &geom, outer)? } else { None };
        let pose = outer.then(geom.pose);
        self.geoms[link].push(PendingGeom { name, number, geom: geom::Geom { pose, ..geom }, mass });
        Ok(())
    }

    /// Converts all geoms to bodies of the scene: geoms of one body with the same collision bits form a compound. Geoms
    /// in contact pairs, half-spaces, and geoms of the world are bodies of their own.
    pub(super) fn add_bodies(&mut self) {
        let geoms_in_pairs: HashSet<String> =
            self.scopes.iter().flat_map(|scope| contacts::geoms_in_pairs(self.documents, scope)).collect();
        let link_poses = super::joint::forward(&self.model.links, &[], State::default());
        for (link, geoms) in std::mem::take(&mut self.geoms).into_iter().enumerate() {
            for note in geoms.iter().filter_map(|pending| pending.geom.note) {
                self.draft.add_note(note);
            }
            if link == 0 || !form_compound(&geoms, &geoms_in_pairs) {
                for pending in geoms {
                    self.add_own_body(pending, link, link_poses[link]);
                }
                continue;
            }
            let collision_bits = geoms[0].geom.collision_bits;
            let weld = self.model.links[link].weld;
            let name = self.body_name(link);
            let pieces = geoms.into_iter().map(|pending| Piece {
                name: pending.name,
                shape: pending.geom.shape,
                pose: pending.geom.pose,
            });
            self.draft.add_compound(&name, pieces.collect(), link_poses[link], weld);
            self.complete_last_body(link, Pose::default(), collision_bits);
        }
    }

    /// Returns the name of a body, or `body` and its index in the model if it has none.
    fn body_name(&self, link: usize) -> String {
        match self.model.links[link].name.as_str() {
            "" => format!("body {link}"),
            name => name.to_owned(),
        }
    }

    /// Adds a geom as a body of the scene, with the name of the geom, or else its kind or number; `link_pose` is the
    /// pose of its link in the world.
    fn add_own_body(&mut self, pending: PendingGeom, link: usize, link_pose: Pose) {
        let PendingGeom { name: own_name, number, geom, .. } = pending;
        let name = match &own_name {
            Some(name) => name.clone(),
            None if link == 0 => String::from(geom.kind),
            None => format!("geom {number} of {}", self.body_name(link)),
        };
        self.draft.add(&name, geom.shape, link_pose.then(geom.pose), self.model.links[link].weld);
        if own_name.is_some() {
            self.geom_indices.insert(name, self.draft.bodies.len() - 1);
        }
        self.complete_last_body(link, geom.pose, geom.collision_bits);
    }

    /// Sets the collision bits of the body of the scene that was added last, and records its link and its `pose` in the
    /// frame of the link. The bits are those of MJCF's `contype`, then `conaffinity`.
    fn complete_last_body(&mut self, link: usize, pose: Pose, collision_bits: [u32; 2]) {
        if let Some(added) = self.draft.bodies.last_mut() {
            added.collision_bits = collision_bits;
            self.model.geoms.push(PlacedGeom { name: added.body.name.clone(), link, pose });
        }
    }
}

/// Whether the geoms of a body form a compound: several geoms with the same collision bits, where none is a body of
/// the scene by itself.
fn form_compound(geoms: &[PendingGeom], geoms_in_pairs: &HashSet<String>) -> bool {
    let [first, _, ..] = geoms else { return false };
    geoms
        .iter()
        .all(|pending| pending.geom.collision_bits == first.geom.collision_bits && !pending.is_own_body(geoms_in_pairs))
}
