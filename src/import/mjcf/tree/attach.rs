//! Expands MJCF's `attach` elements: reads the bodies of another model, or bodies of the same model a second time, into
//! the body that contains the element.
//!
//! - **Poses.** An attached body or frame keeps its pose relative to its parent; the poses of its ancestors in its
//!   model are ignored. An `attach` that names neither a body nor a frame attaches everything in the model's world.
//! - **Settings, defaults and assets** come from the model of the elements.
//! - **Names** get the prefix of the `attach` element.

use contact_lens_scene::SceneError;

use super::super::child_class;
use super::super::model_file::ModelFile;
use super::super::scope::Scope;
use super::{Builder, Surroundings};
use crate::mjcf::files::Element;

/// Maximum depth of attached models, so that recursion ends; no known model needs more than a few.
const MAX_DEPTH: usize = 32;

/// Element that an `attach` element names: a body, a frame, or the world of a model.
#[derive(Clone, Copy)]
struct Attached<'b> {
    element: Element<'b>,
    /// Default class that applies around the element in its model; `None` for the outermost class.
    class: Option<&'b str>,
}

impl<'b> Builder<'b, '_> {
    /// Returns the model file that an `attach` element names; `None` when the file is missing, which is reported.
    fn attached_file(&mut self, element: Element<'b>) -> Result<Option<&'b ModelFile<'b>>, SceneError> {
        let file = self.file;
        let Some(name) = element.node.attribute("model") else { return Ok(Some(file)) };
        let missing = match file.attachable.get(name) {
            Some(model) => match model.document {
                Some(document) => return Ok(Some(&self.files[&document])),
                None => format!("the file `{}` of the model `{name}` was not found", model.file),
            },
            None if file.missing_unnamed.is_empty() => {
                let message = format!("there is no model `{name}` in the assets");
                return Err(self.documents.reader(element.document).wrong(element.node, "model", message));
            }
            // The name may be that of a model whose missing file would state it.
            None => {
                let quoted: Vec<String> = file.missing_unnamed.iter().map(|file| format!("`{file}`")).collect();
                let files = quoted.join(", ");
                format!("the model `{name}` was not found; these files of models are missing: {files}")
            }
        };
        self.count_missing_geoms(element, &missing);
        Ok(None)
    }

    /// Reads the elements that an `attach` element names into the body and frame `inside`.
    ///
    /// # Errors
    /// Fails if an attribute is wrong, an element attaches itself, or attachments are nested too deeply.
    pub(super) fn attach(&mut self, element: Element<'b>, inside: Surroundings<'b>) -> Result<(), SceneError> {
        let Element { document, node } = element;
        let reader = self.documents.reader(document);
        let Some(prefix) = node.attribute("prefix") else {
            return Err(reader.wrong(
                node,
                "prefix",
                "is missing; the names of attached elements begin with this prefix",
            ));
        };
        let Some(file) = self.attached_file(element)? else { return Ok(()) };
        self.documents.mark_read(element);
        reader.mark_attributes_read(node, &["model", "body", "frame", "prefix"]);
        self.count_copy(element, "")?;
        let attachments = self.elements_to_attach(element, file)?;
        if attachments.iter().any(|attached| self.attaching.contains(&attached.element)) {
            return Err(reader.wrong(node, "", "attaches itself"));
        }
        if self.attaching.len() == MAX_DEPTH {
            return Err(reader.wrong(node, "", format!("is nested in more than {MAX_DEPTH} attached elements")));
        }
        let outer_file = self.file;
        let outer_names = self.names.clone();
        self.file = file;
        self.names.prefix += prefix;
        let first_link = self.model.links.len();
        let first_joint = self.model.joints.len();
        let scope = self.scopes.len();
        self.scopes.push(Scope { file, names: self.names.clone(), attach: Some(element), links: 0..0, joints: 0..0 });
        for Attached { element, class } in attachments {
            self.attaching.push(element);
            let inside = Surroundings { class, aligned: false, ..inside };
            if element.node.has_tag_name("worldbody") {
                self.documents.mark_read(element);
                self.read_children(element, inside)?;
            } else {
                self.read_element(element, inside)?;
            }
            self.attaching.pop();
        }
        self.scopes[scope].links = first_link..self.model.links.len();
        self.scopes[scope].joints = first_joint..self.model.joints.len();
        self.file = outer_file;
        self.names = outer_names;
        Ok(())
    }

    /// Returns the elements of a model file that an `attach` element names: one body or frame, or the whole world.
    ///
    /// # Errors
    /// Fails if there is no such element, or the attributes name several or none.
    fn elements_to_attach(
        &self,
        attach: Element<'b>,
        file: &'b ModelFile<'b>,
    ) -> Result<Vec<Attached<'b>>, SceneError> {
        let Element { document, node } = attach;
        let reader = self.documents.reader(document);
        let is_other_model = node.has_attribute("model");
        let (tag, name) = match (node.attribute("body"), node.attribute("frame")) {
            (Some(_), Some(_)) => return Err(reader.wrong(node, "frame", "cannot be combined with `body`")),
            (Some(name), None) => ("body", name),
            (None, Some(name)) => ("frame", name),
            (None, None) if is_other_model => {
                let worlds = file.sections_named("worldbody");
                return Ok(worlds.map(|element| Attached { element, class: None }).collect());
            }
            (None, None) => return Err(reader.wrong(node, "", "names neither a model, nor a body, nor a frame")),
        };
        let mut worlds = file.sections_named("worldbody");
        let result = worlds.find_map(|world| self.find_inside(world, None, tag, name));
        if is_other_model {
            return match result {
                Some(result) => Ok(vec![result]),
                None => Err(reader.wrong(node, tag, format!("the model has no {tag} `{name}`"))),
            };
        }
        // In the same document, the named element must end before the `attach` element.
        let earlier = result
            .filter(|found| found.element.document != document || found.element.node.range().end <= node.range().start);
        match earlier {
            Some(result) => Ok(vec![result]),
            None => Err(reader.wrong(node, tag, format!("there is no {tag} `{name}` before this element"))),
        }
    }

    /// Returns the first element with a tag and a name inside another element; `class` is the default class there.
    fn find_inside(&self, parent: Element<'b>, class: Option<&'b str>, tag: &str, name: &str) -> Option<Attached<'b>> {
        self.documents.children(parent).into_iter().find_map(|child| {
            if child.node.has_tag_name(tag) && child.node.attribute("name") == Some(name) {
                return Some(Attached { element: child, class });
            }
            let has_elements = ["body", "frame", "replicate"].iter().any(|tag| child.node.has_tag_name(*tag));
            if has_elements { self.find_inside(child, child_class(child.node, class), tag, name) } else { None }
        })
    }
}
