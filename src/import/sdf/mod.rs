//! Models and worlds of Gazebo (SDF): the collision shapes of links, placed as written.
//!
//! - **Frames**: a pose is in its parent's frame, or in the frame that `relative_to` names ([`frames`]).
//! - **Shapes**: boxes, spheres, cylinders, cones and capsules along z, ellipsoids, planes as half-spaces, meshes as
//!   convex hulls.
//! - **Departures**: joints stay as written; included models are reported by name.

mod frames;
mod geometry;

use roxmltree::Node;

use super::draft::{Draft, MOVING_BITS, Piece, STATIC_BITS};
use super::mjcf;
use super::pose::{IDENTITY_ROTATION, Pose, about, product};
use super::xml::{self, Reading};
use super::{Quote, Source, text_of};
use crate::scene::SceneError;
use crate::scene::model::Upward;
use frames::{Frame, Frames};

/// Whether the root element of a text is `sdf`.
pub(super) fn looks(bytes: &[u8]) -> bool {
    mjcf::has_root(bytes, "sdf") || mjcf::has_root(bytes, "gazebo")
}

/// Noun for a collision shape in counts, singular and plural.
const NOUNS: [&str; 2] = ["collision shape", "collision shapes"];

/// Magnitude of the coordinates of a quaternion up to which it counts as zero.
const ZERO_QUATERNION: f64 = 1e-9;

/// Deviation from 1 up to which scenes accept the length of a quaternion.
const UNIT_TOLERANCE: f64 = 1e-6;

/// Maximum depth of nested models.
const MAX_DEPTH: usize = 20;

/// Model that was declared, for adding its links.
#[derive(Clone, Copy)]
struct Model<'n> {
    node: Node<'n, 'n>,
    is_static: bool,
}

/// Reader of a file, which first declares all frames and then adds all links.
struct Builder<'a, 'n, 'd> {
    reading: &'a Reading<'a>,
    frames: Frames,
    draft: &'d mut Draft,
    /// Models with the prefix of the names inside, parents before children.
    models: Vec<(String, Model<'n>)>,
    /// Addresses of included models.
    included: Vec<String>,
    /// Index of the last rigid body.
    rigid: usize,
}

/// Reads the models of a file into a draft.
pub(super) fn read(source: &Source, draft: &mut Draft) -> Result<Vec<Quote>, SceneError> {
    let text = text_of(source)?;
    let (document, reading) = xml::parse(source, text)?;
    let root = document.root_element();
    reading.take(root);
    if let Some(version) = reading.word(root, "version") {
        draft.add_note(format!("The file is of SDF version {}.", super::ledger::shown(version)));
    }
    let world = elements(root, "world").next();
    if let Some(world) = world {
        reading.take(world);
    }
    let top = world.unwrap_or(root);
    let named = world.or_else(|| elements(root, "model").next());
    if let Some(name) = named.and_then(|node| node.attribute("name")) {
        name.clone_into(&mut draft.name);
        world.into_iter().for_each(|world| reading.words(world, &["name"]));
    }
    let rigid = draft.bodies.len();
    let mut builder = Builder {
        reading: &reading,
        frames: Frames::default(),
        draft,
        models: Vec::new(),
        included: Vec::new(),
        rigid,
    };
    builder.declare_all(top)?;
    builder.build()?;
    let included = std::mem::take(&mut builder.included);
    if !included.is_empty() {
        let all = included.join("`, `");
        draft.add_note(format!("Included models are not in this scene: `{all}`; import the files of these models."));
        draft.tally.hint(format!("its models are included from other files: `{all}`"));
    } else if draft.tally.found() == 0 {
        draft.tally.hint("none of its links has a collision shape");
    }
    draft.up = Upward::Z;
    draft.add_note("Links are placed as written, with every joint at zero; there is no query about two links that a joint connects. z points up, as in the source.");
    let (precision, left) = reading.close();
    draft.notes.extend(precision);
    Ok(left)
}

/// Iterates over the child elements with a tag.
fn elements<'n>(node: Node<'n, 'n>, tag: &'static str) -> impl Iterator<Item = Node<'n, 'n>> {
    node.children().filter(move |child| child.has_tag_name(tag))
}

impl<'n> Builder<'_, 'n, '_> {
    /// Declares the models and frames of a world, or the only model of a file.
    fn declare_all(&mut self, top: Node<'n, 'n>) -> Result<(), SceneError> {
        let count = elements(top, "model").count();
        for node in top.children().filter(Node::is_element) {
            match node.tag_name().name() {
                "model" => {
                    let name = self.name(node)?;
                    let prefix = if count == 1 { String::new() } else { format!("{name}::") };
                    self.model(node, &prefix, (&name, "world", ""), false, 0)?;
                }
                "frame" => self.frame(node, "", "world")?,
                "include" => self.include(node),
                "world" => self.reading.leave(node, "only the first world of a file is imported"),
                "light"
                | "scene"
                | "gui"
                | "physics"
                | "gravity"
                | "plugin"
                | "atmosphere"
                | "wind"
                | "magnetic_field"
                | "spherical_coordinates"
                | "audio" => {
                    self.reading.leave(node, "elements of this kind have no bodies");
                }
                _ => self.reading.leave(node, "elements of this kind are not imported"),
            }
        }
        Ok(())
    }

    /// Returns the name of an element.
    fn name(&self, node: Node<'n, 'n>) -> Result<String, SceneError> {
        let name = self.reading.word(node, "name");
        let tag = node.tag_name().name();
        name.map(str::to_owned).ok_or_else(|| self.reading.wrong(node, "", format!("a {tag} needs a name")))
    }

    /// Reports an included model, which is not read.
    fn include(&mut self, node: Node<'n, 'n>) {
        let address = elements(node, "uri").next().and_then(|uri| uri.text()).unwrap_or_default().trim().to_owned();
        self.reading.leave(node, &format!("`{address}` is another file; import that file"));
        self.included.push(address);
    }

    /// Declares a model and its contents. Its pose is in the frame `parent`; `outer` is the prefix of its own name, and
    /// `prefix` that of the names inside it.
    fn model(
        &mut self,
        node: Node<'n, 'n>,
        prefix: &str,
        (name, parent, outer): (&str, &str, &str),
        is_static: bool,
        depth: usize,
    ) -> Result<(), SceneError> {
        if depth > MAX_DEPTH {
            return Err(self.reading.wrong(node, "", format!("models are nested more than {MAX_DEPTH} deep")));
        }
        self.reading.take(node);
        let (pose, relative) = self.pose(node)?;
        let base = relative.map_or_else(|| parent.to_owned(), |name| format!("{outer}{name}"));
        let placed_by = self.reading.word(node, "placement_frame").map(|frame| format!("{prefix}{frame}"));
        let own = format!("{prefix}__model__");
        self.declare(node, own.clone(), Frame { base, pose, placed_by, root: own.clone() })?;
        if !prefix.is_empty() {
            let alias = Frame { base: own, pose: Pose::default(), placed_by: None, root: String::new() };
            self.declare(node, format!("{outer}{name}"), alias)?;
        }
        let text = elements(node, "static").next().map(|node| self.reading.text(node));
        let is_static = is_static || matches!(text, Some("true" | "1"));
        self.models.push((prefix.to_owned(), Model { node, is_static }));
        for child in node.children().filter(Node::is_element) {
            match child.tag_name().name() {
                "link" => {
                    let (pose, relative) = self.pose(child)?;
                    let base = format!("{prefix}{}", relative.unwrap_or("__model__"));
                    let name = self.name(child)?;
                    let frame = Frame { base, pose, placed_by: None, root: String::new() };
                    self.declare(child, format!("{prefix}{name}"), frame)?;
                }
                "joint" => self.joint_frame(child, prefix)?,
                "frame" => self.frame(child, prefix, "__model__")?,
                "model" => {
                    let name = self.name(child)?;
                    let inner = format!("{prefix}{name}::");
                    let parent = format!("{prefix}__model__");
                    self.model(child, &inner, (&name, &parent, prefix), is_static, depth + 1)?;
                }
                "include" => self.include(child),
                "pose" | "static" => {}
                _ => self.reading.leave(child, "elements of this kind have no bodies"),
            }
        }
        Ok(())
    }

    /// Declares a frame under a full name.
    fn declare(&mut self, node: Node<'n, 'n>, name: String, frame: Frame) -> Result<(), SceneError> {
        match self.frames.declare(name, frame) {
            Ok(()) => Ok(()),
            Err(name) => Err(self.reading.wrong(node, "name", format!("there are two frames `{name}`"))),
        }
    }

    /// Declares the frame of a joint.
    fn joint_frame(&mut self, node: Node<'n, 'n>, prefix: &str) -> Result<(), SceneError> {
        let (pose, relative) = self.pose(node)?;
        let child = elements(node, "child").next().and_then(|child| child.text()).unwrap_or_default().trim();
        let base = format!("{prefix}{}", relative.unwrap_or(child));
        let name = self.name(node)?;
        self.declare(node, format!("{prefix}{name}"), Frame { base, pose, placed_by: None, root: String::new() })
    }

    /// Declares the frame of an element; `usual` is the frame of a pose that names none.
    fn frame(&mut self, node: Node<'n, 'n>, prefix: &str, usual: &str) -> Result<(), SceneError> {
        self.reading.take(node);
        let (pose, relative) = self.pose(node)?;
        let attached = self.reading.word(node, "attached_to").filter(|name| !name.is_empty());
        let base = format!("{prefix}{}", relative.or(attached).unwrap_or(usual));
        let name = self.name(node)?;
        self.declare(node, format!("{prefix}{name}"), Frame { base, pose, placed_by: None, root: String::new() })
    }

    /// Returns the pose inside an element, and the frame that it names.
    fn pose(&self, node: Node<'n, 'n>) -> Result<(Pose, Option<&'n str>), SceneError> {
        let Some(pose) = elements(node, "pose").next() else { return Ok((Pose::default(), None)) };
        let relative = self.reading.word(pose, "relative_to").filter(|name| !name.is_empty());
        let degrees = matches!(self.reading.word(pose, "degrees"), Some("true" | "1"));
        let is_quaternion = match self.reading.word(pose, "rotation_format") {
            None | Some("euler_rpy") => false,
            Some("quat_xyzw") => true,
            Some(other) => {
                let message = format!("must be `euler_rpy` or `quat_xyzw`, but is `{other}`");
                return Err(self.reading.wrong(pose, "rotation_format", message));
            }
        };
        let numbers = self.reading.inner_numbers(pose, 0..=7)?;
        let pose_of = match (numbers.as_slice(), is_quaternion) {
            ([], _) => Pose::default(),
            ([x, y, z, i, j, k, w], true) if [i, j, k, w].iter().any(|part| part.abs() > ZERO_QUATERNION) => {
                Pose { position: [*x, *y, *z], rotation: normalized_unless_unit([*i, *j, *k, *w]) }
            }
            ([x, y, z, angles @ ..], false) if angles.len() == 3 => {
                let angles = [0, 1, 2].map(|k| if degrees { angles[k].to_radians() } else { angles[k] });
                Pose { position: [*x, *y, *z], rotation: roll_pitch_yaw(angles) }
            }
            (_, true) => {
                return Err(self.reading.wrong(pose, "", "must be x y z and a quaternion x y z w that is not zero"));
            }
            (numbers, false) => {
                let message = format!("must be six numbers, x y z roll pitch yaw, but has {}", numbers.len());
                return Err(self.reading.wrong(pose, "", message));
            }
        };
        Ok((pose_of, relative))
    }

    /// Adds the links of all models, once every frame is declared.
    fn build(&mut self) -> Result<(), SceneError> {
        for (prefix, model) in std::mem::take(&mut self.models) {
            let first = self.rigid + 1;
            let links: Vec<Node<'n, 'n>> = elements(model.node, "link").collect();
            for link in &links {
                self.rigid += 1;
                self.link(*link, &prefix, model)?;
            }
            for joint in elements(model.node, "joint") {
                self.joint(joint, &links, first);
            }
        }
        Ok(())
    }

    /// Excludes the pair of links that a joint connects; `first` is the index of the model's first rigid body.
    fn joint(&mut self, joint: Node<'n, 'n>, links: &[Node<'n, 'n>], first: usize) {
        self.reading.take(joint);
        self.reading.words(joint, &["name", "type"]);
        let ends = ["parent", "child"].map(|tag| {
            let node = elements(joint, tag).next()?;
            let name = self.reading.text(node);
            links.iter().position(|link| link.attribute("name") == Some(name))
        });
        if let [Some(a), Some(b)] = ends {
            self.draft.exclude_pair(first + a, first + b);
        }
        for child in joint.children().filter(Node::is_element) {
            if !["parent", "child", "pose"].contains(&child.tag_name().name()) {
                self.reading.leave(child, "joints keep their positions in the file");
            }
        }
    }

    /// Adds the collision shapes of a link.
    fn link(&mut self, link: Node<'n, 'n>, prefix: &str, model: Model<'n>) -> Result<(), SceneError> {
        self.reading.take(link);
        let name = link.attribute("name").unwrap_or_default();
        let own = format!("{prefix}{name}");
        let pose = self.resolve(link, &own)?;
        let mut pieces = Vec::new();
        for node in link.children().filter(Node::is_element) {
            match node.tag_name().name() {
                "collision" => pieces.extend(self.collision(node, prefix, pose)?),
                "pose" => {}
                "visual" => self.reading.leave(node, "only collision shapes are imported"),
                _ => self.reading.leave(node, "only the pose and the collision shapes of a link are imported"),
            }
        }
        for (part, _) in self.draft.add_rigid_body(&own, pieces, pose, self.rigid) {
            self.draft.bodies[part].collision_bits = if model.is_static { STATIC_BITS } else { MOVING_BITS };
        }
        Ok(())
    }

    /// Returns the pose of a frame in the world, or an error at the element that names the frame.
    fn resolve(&self, node: Node<'n, 'n>, name: &str) -> Result<Pose, SceneError> {
        self.frames.pose(name).map_err(|why| self.reading.wrong(node, "", why))
    }

    /// Reads one collision shape of a link with the pose `link`; counts shapes that scenes do not have.
    fn collision(&mut self, node: Node<'n, 'n>, prefix: &str, link: Pose) -> Result<Option<Piece>, SceneError> {
        let name = self.name(node)?;
        let (pose, relative) = self.pose(node)?;
        let pose = match relative {
            None => pose,
            Some(frame) => {
                let frame = self.resolve(node, &format!("{prefix}{frame}"))?;
                link.inverse().then(frame).then(pose)
            }
        };
        let geometry = elements(node, "geometry").next();
        let geometry = geometry.ok_or_else(|| self.reading.wrong(node, "", "has no `geometry`"))?;
        let form = geometry.children().find(Node::is_element);
        let Some(form) = form.filter(|form| form.tag_name().name() != "empty") else { return Ok(None) };
        self.draft.tally.find(NOUNS);
        match geometry::shape(self.reading, form, self.draft)? {
            Ok(shape) => {
                [node, geometry, form].into_iter().for_each(|node| self.reading.take(node));
                for other in node.children().filter(Node::is_element) {
                    if !["pose", "geometry"].contains(&other.tag_name().name()) {
                        self.reading.leave(other, "contact parameters are not imported");
                    }
                }
                Ok(Some(Piece { name: Some(name), shape, pose }))
            }
            Err(why) => {
                self.draft.tally.lose(1, self.reading.line(node), &why);
                self.reading.leave(node, &why);
                Ok(None)
            }
        }
    }
}

/// Normalizes a quaternion; one whose length is nearly 1 stays as written.
fn normalized_unless_unit(written: [f64; 4]) -> [f64; 4] {
    let length = written.iter().map(|x| x * x).sum::<f64>().sqrt();
    if (length - 1.0).abs() < UNIT_TOLERANCE { written } else { written.map(|x| x / length) }
}

/// Rotation about the fixed axes x, y and z, in this order.
fn roll_pitch_yaw([roll, pitch, yaw]: [f64; 3]) -> [f64; 4] {
    let x = about([1.0, 0.0, 0.0], roll).unwrap_or(IDENTITY_ROTATION);
    let y = about([0.0, 1.0, 0.0], pitch).unwrap_or(IDENTITY_ROTATION);
    let z = about([0.0, 0.0, 1.0], yaw).unwrap_or(IDENTITY_ROTATION);
    product(product(z, y), x)
}
