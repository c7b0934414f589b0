//! Default classes of MJCF: attributes that an element omits come from its class, or from an enclosing class.

use std::collections::HashMap;

use contact_lens_scene::SceneError;

use super::files::{Documents, Element};

/// Default classes of a model.
#[derive(Default)]
pub(super) struct Defaults<'b> {
    /// All classes; the outermost one comes first.
    classes: Vec<Class<'b>>,
    /// Indices in `classes` by name.
    indices: HashMap<String, usize>,
}

/// Default class: attributes for elements of some kinds.
struct Class<'b> {
    /// Index of the enclosing class; `None` for the outermost one.
    enclosing: Option<usize>,
    /// Elements whose attributes are the defaults, such as `geom`.
    elements: Vec<Element<'b>>,
}

impl<'b> Defaults<'b> {
    /// Reads the default classes from the sections of a model.
    ///
    /// # Errors
    /// Fails at a class inside another one without a name.
    pub(super) fn read(documents: &'b Documents<'_>, sections: &[Element<'b>]) -> Result<Self, SceneError> {
        let mut defaults = Self::default();
        defaults.classes.push(Class { enclosing: None, elements: Vec::new() });
        defaults.indices.insert(String::from("main"), 0);
        for section in sections.iter().filter(|element| element.tag() == "default") {
            defaults.read_class(documents, *section, None)?;
        }
        Ok(defaults)
    }

    /// Reads a class and the classes inside it; `enclosing` is the index of the class around it, `None` for the
    /// outermost one.
    fn read_class(
        &mut self,
        documents: &'b Documents<'_>,
        element: Element<'b>,
        enclosing: Option<usize>,
    ) -> Result<(), SceneError> {
        let Element { document, node } = element;
        let reader = documents.reader(document);
        documents.mark_read(element);
        let name = reader.read_attribute(node, "class");
        let class = match (enclosing, name) {
            (None, _) => {
                // The outermost class applies to all elements, whatever its name.
                self.indices.insert(name.unwrap_or("main").to_owned(), 0);
                0
            }
            (Some(_), None) => return Err(reader.wrong(node, "class", "a class of defaults needs a name")),
            (Some(_), Some(name)) => {
                self.classes.push(Class { enclosing, elements: Vec::new() });
                self.indices.insert(name.to_owned(), self.classes.len() - 1);
                self.classes.len() - 1
            }
        };
        for child in documents.children(element) {
            match child.tag() {
                "default" => self.read_class(documents, child, Some(class))?,
                "geom" | "joint" | "mesh" => {
                    documents.mark_read(child);
                    self.classes[class].elements.push(child);
                }
                _ => documents
                    .reader(child.document)
                    .report_skipped(child.node, "these are defaults of elements that are not imported"),
            }
        }
        Ok(())
    }

    /// Whether there is a class with this name.
    pub(super) fn has_class(&self, class: &str) -> bool {
        self.indices.contains_key(class)
    }

    /// Returns the element that states one of these attributes: this one, or the nearest default of its kind in its
    /// class and the enclosing classes; `None` if nothing states one. `class` applies if the element names no class.
    pub(super) fn source(&self, element: Element<'b>, class: Option<&str>, names: &[&str]) -> Option<Element<'b>> {
        if states(element, names) {
            return Some(element);
        }
        let class_name = element.node.attribute("class").or(class).unwrap_or("main");
        let mut index = Some(self.indices.get(class_name).copied().unwrap_or(0));
        while let Some(class) = index.and_then(|index| self.classes.get(index)) {
            // Of several defaults for one kind in a class, the last one applies.
            let mut same_kind = class.elements.iter().rev().filter(|default| has_same_tag(**default, element));
            if let Some(default) = same_kind.find(|default| states(**default, names)) {
                return Some(*default);
            }
            index = class.enclosing;
        }
        None
    }

    /// Iterates over the elements of all classes.
    pub(super) fn elements(&self) -> impl Iterator<Item = &Element<'b>> {
        self.classes.iter().flat_map(|class| &class.elements)
    }
}

/// Whether two elements have the same tag, including its namespace.
fn has_same_tag(a: Element<'_>, b: Element<'_>) -> bool {
    a.node.tag_name() == b.node.tag_name()
}

/// Whether an element itself states one of these attributes.
fn states(element: Element<'_>, names: &[&str]) -> bool {
    names.iter().any(|name| element.node.has_attribute(*name))
}
