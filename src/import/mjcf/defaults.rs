//! Default classes: attributes that an element omits come from its class, or from an enclosing class.

use std::collections::HashMap;

use super::files::{Book, Element};
use crate::scene::SceneError;

/// Default classes of a model.
#[derive(Default)]
pub(super) struct Defaults<'b> {
    classes: Vec<Class<'b>>,
    /// Indices of the classes by name.
    names: HashMap<String, usize>,
}

/// Default class: attributes for elements of some kinds.
struct Class<'b> {
    /// Index of the enclosing class; `None` for the outermost one.
    enclosing: Option<usize>,
    elements: Vec<Element<'b>>,
}

impl<'b> Defaults<'b> {
    /// Reads the default classes of a model.
    pub(super) fn read(book: &'b Book<'_>, top: &[Element<'b>]) -> Result<Self, SceneError> {
        let mut defaults = Self::default();
        defaults.classes.push(Class { enclosing: None, elements: Vec::new() });
        defaults.names.insert(String::from("main"), 0);
        for section in top.iter().filter(|element| element.1.tag_name().name() == "default") {
            defaults.class(book, *section, None)?;
        }
        Ok(defaults)
    }

    /// Reads a class and the classes inside it.
    fn class(&mut self, book: &'b Book<'_>, element: Element<'b>, enclosing: Option<usize>) -> Result<(), SceneError> {
        let (page, node) = element;
        let reading = book.reading(page);
        book.take(element);
        let name = reading.word(node, "class");
        let class = match (enclosing, name) {
            (None, _) => {
                // The outermost class applies to all elements, whatever its name.
                self.names.insert(name.unwrap_or("main").to_owned(), 0);
                0
            }
            (Some(_), None) => return Err(reading.wrong(node, "class", "a class of defaults needs a name")),
            (Some(_), Some(name)) => {
                self.classes.push(Class { enclosing, elements: Vec::new() });
                self.names.insert(name.to_owned(), self.classes.len() - 1);
                self.classes.len() - 1
            }
        };
        for child in book.children(element) {
            match child.1.tag_name().name() {
                "default" => self.class(book, child, Some(class))?,
                "geom" | "joint" | "mesh" => {
                    book.take(child);
                    self.classes[class].elements.push(child);
                }
                _ => book.reading(child.0).leave(child.1, "these are defaults of elements that are not imported"),
            }
        }
        Ok(())
    }

    /// Whether there is a class of this name.
    pub(super) fn knows(&self, class: &str) -> bool {
        self.names.contains_key(class)
    }

    /// Returns the element that states one of these attributes: this one, or the nearest default of its kind.
    pub(super) fn source(&self, element: Element<'b>, class: Option<&str>, names: &[&str]) -> Option<Element<'b>> {
        if states(element, names) {
            return Some(element);
        }
        let own = element.1.attribute("class").or(class).unwrap_or("main");
        let mut at = Some(self.names.get(own).copied().unwrap_or(0));
        while let Some(class) = at.and_then(|class| self.classes.get(class)) {
            let kind = element.1.tag_name();
            if let Some(found) =
                class.elements.iter().rev().find(|other| other.1.tag_name() == kind && states(**other, names))
            {
                return Some(*found);
            }
            at = class.enclosing;
        }
        None
    }

    /// Iterates over the elements of all classes.
    pub(super) fn elements(&self) -> impl Iterator<Item = &Element<'b>> {
        self.classes.iter().flat_map(|class| &class.elements)
    }
}

/// Whether an element itself states one of these attributes.
fn states((_, node): Element<'_>, names: &[&str]) -> bool {
    names.iter().any(|name| node.has_attribute(*name))
}
