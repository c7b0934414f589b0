//! Attributes of an MJCF element, with those that it inherits from its default classes. The methods return an attribute
//! of the element itself, else that of the nearest default class that states it.

use std::ops::RangeInclusive;

use contact_lens_scene::SceneError;

use super::defaults::Defaults;
use super::files::{Documents, Element};

/// Reader of the attributes of one element.
#[derive(Clone, Copy)]
pub(super) struct Attributes<'a, 'b> {
    pub(super) documents: &'b Documents<'b>,
    pub(super) defaults: &'a Defaults<'b>,
    pub(super) element: Element<'b>,
    /// Default class that applies if the element names none; `None` for the outermost class.
    pub(super) class: Option<&'a str>,
}

impl<'b> Attributes<'_, 'b> {
    /// Returns the element that states one of these attributes: this one, or the nearest default of its kind.
    pub(super) fn source(&self, names: &[&str]) -> Option<Element<'b>> {
        self.defaults.source(self.element, self.class, names)
    }

    /// Returns the text of an attribute; `None` if nothing states it.
    pub(super) fn string(&self, name: &str) -> Option<&'b str> {
        let Element { document, node } = self.source(&[name])?;
        self.documents.reader(document).read_attribute(node, name)
    }

    /// Returns the numbers of an attribute; `None` if nothing states it.
    ///
    /// # Errors
    /// Fails if their number is not in `count`.
    pub(super) fn numbers(&self, name: &str, count: RangeInclusive<usize>) -> Result<Option<Vec<f64>>, SceneError> {
        match self.source(&[name]) {
            Some(Element { document, node }) => self.documents.reader(document).numbers(node, name, count),
            None => Ok(None),
        }
    }

    /// Returns three numbers; `None` if nothing states them.
    pub(super) fn three_numbers(&self, name: &str) -> Result<Option<[f64; 3]>, SceneError> {
        match self.source(&[name]) {
            Some(Element { document, node }) => self.documents.reader(document).three_numbers(node, name),
            None => Ok(None),
        }
    }

    /// Returns one number; `None` if nothing states it.
    pub(super) fn one_number(&self, name: &str) -> Result<Option<f64>, SceneError> {
        match self.source(&[name]) {
            Some(Element { document, node }) => self.documents.reader(document).one_number(node, name),
            None => Ok(None),
        }
    }

    /// Returns 32 bits that are written as a number, as MuJoCo's collision bits are; 1 if nothing states them.
    pub(super) fn bits(&self, name: &str) -> Result<u32, SceneError> {
        Ok(self.numbers(name, 1..=1)?.map_or(1, |bits| bits[0] as i64 as u32))
    }
}
