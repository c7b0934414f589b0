//! Elements attached from another model, or again from the same one.
//!
//! - **Poses.** A body keeps its own pose, a frame its own; their surroundings in their model are dropped. An `attach`
//!   that names neither attaches everything in the model's world.
//! - **Settings, defaults and assets** come from the model of the elements.
//! - **Names** get the prefix of the `attach` element.

use super::super::child_class;
use super::super::model_file::ModelFile;
use super::super::scope::Scope;
use super::{Builder, Surroundings};
use crate::import::mjcf::files::Element;
use crate::scene::SceneError;

/// Maximum depth of attached models.
const MAX_DEPTH: usize = 32;

/// Element to attach, with the default class that applies around it.
type Attached<'b> = (Element<'b>, Option<&'b str>);

impl<'b> Builder<'b, '_> {
    /// Returns the model file that an `attach` element names; `None` when the file is missing, which is reported.
    fn attached_file(&mut self, element: Element<'b>) -> Result<Option<&'b ModelFile<'b>>, SceneError> {
        let (page, node) = element;
        let reading = self.book.reading(page);
        Ok(Some(match node.attribute("model") {
            None => self.file,
            Some(name) => match self.file.models.get(name).map(|model| (model.page, &model.file)) {
                None => match &self.file.unnamed[..] {
                    [] => {
                        let message = format!("there is no model `{name}` in the assets");
                        return Err(reading.wrong(node, "model", message));
                    }
                    // A model without a name in the assets has the name that its file states.
                    files => {
                        let files = files.iter().map(|file| format!("`{file}`")).collect::<Vec<_>>().join(", ");
                        self.lose(
                            element,
                            &format!("the model `{name}` was not found; these files of models are missing: {files}"),
                        );
                        return Ok(None);
                    }
                },
                Some((None, file)) => {
                    self.lose(element, &format!("the file `{file}` of the model `{name}` was not found"));
                    return Ok(None);
                }
                Some((Some(page), _)) => &self.files[&page],
            },
        }))
    }

    /// Reads the elements that an `attach` element names, as parts of the whole model.
    pub(super) fn attach(&mut self, element: Element<'b>, inside: Surroundings<'b>) -> Result<(), SceneError> {
        let (page, node) = element;
        let reading = self.book.reading(page);
        let Some(prefix) = node.attribute("prefix") else {
            return Err(reading.wrong(
                node,
                "prefix",
                "is missing; the names of attached elements begin with this prefix",
            ));
        };
        let Some(file) = self.attached_file(element)? else { return Ok(()) };
        self.book.take(element);
        reading.words(node, &["model", "body", "frame", "prefix"]);
        self.copy(element, "")?;
        let found = self.found(element, file)?;
        if found.iter().any(|(found, _)| self.attaching.contains(found)) {
            return Err(reading.wrong(node, "", "attaches itself"));
        }
        if self.attaching.len() == MAX_DEPTH {
            return Err(reading.wrong(node, "", format!("is nested in more than {MAX_DEPTH} attached elements")));
        }
        let outer_file = self.file;
        let outer_names = self.names.clone();
        self.file = file;
        self.names.prefix += prefix;
        let first_link = self.model.links.len();
        let first_joint = self.model.joints.len();
        let scope = self.scopes.len();
        self.scopes.push(Scope { file, names: self.names.clone(), attach: Some(element), links: 0..0, joints: 0..0 });
        for (found, class) in found {
            self.attaching.push(found);
            let inside = Surroundings { class, aligned: false, ..inside };
            if found.1.has_tag_name("worldbody") {
                self.book.take(found);
                self.walk(found, inside)?;
            } else {
                self.element(found, inside)?;
            }
            self.attaching.pop();
        }
        self.scopes[scope].links = first_link..self.model.links.len();
        self.scopes[scope].joints = first_joint..self.model.joints.len();
        self.file = outer_file;
        self.names = outer_names;
        Ok(())
    }

    /// Returns the elements that an `attach` element names.
    fn found(&self, (page, node): Element<'b>, file: &'b ModelFile<'b>) -> Result<Vec<Attached<'b>>, SceneError> {
        let reading = self.book.reading(page);
        let named = match (node.attribute("body"), node.attribute("frame")) {
            (Some(_), Some(_)) => return Err(reading.wrong(node, "frame", "cannot be combined with `body`")),
            (Some(name), None) => Some(("body", name)),
            (None, Some(name)) => Some(("frame", name)),
            (None, None) if node.has_attribute("model") => None,
            (None, None) => return Err(reading.wrong(node, "", "names neither a model, nor a body, nor a frame")),
        };
        let mut worlds = file.sections("worldbody");
        let Some((kind, name)) = named else { return Ok(worlds.map(|world| (world, None)).collect()) };
        let found = worlds.find_map(|world| self.find(world, None, (kind, name)));
        // An element of the same model has to precede the `attach` element.
        let is_any_allowed = node.has_attribute("model");
        match found
            .filter(|((there, found), _)| is_any_allowed || *there != page || found.range().end <= node.range().start)
        {
            Some(found) => Ok(vec![found]),
            None if is_any_allowed => Err(reading.wrong(node, kind, format!("the model has no {kind} `{name}`"))),
            None => Err(reading.wrong(node, kind, format!("there is no {kind} `{name}` before this element"))),
        }
    }

    /// Returns the element of this kind and name inside another.
    fn find(&self, element: Element<'b>, class: Option<&'b str>, target: (&str, &str)) -> Option<Attached<'b>> {
        self.book.children(element).into_iter().find_map(|child| {
            let node = child.1;
            if node.has_tag_name(target.0) && node.attribute("name") == Some(target.1) {
                return Some((child, class));
            }
            let has_elements = ["body", "frame", "replicate"].iter().any(|name| node.has_tag_name(*name));
            if has_elements { self.find(child, child_class(node, class), target) } else { None }
        })
    }
}
