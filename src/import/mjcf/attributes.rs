//! Attributes of an element, with those that it takes from its default classes.

use std::ops::RangeInclusive;

use super::defaults::Defaults;
use super::files::{Book, Element};
use crate::scene::SceneError;

/// Reader of the attributes of one element.
#[derive(Clone, Copy)]
pub(super) struct Attributes<'a, 'b> {
    pub(super) book: &'b Book<'b>,
    pub(super) defaults: &'a Defaults<'b>,
    pub(super) element: Element<'b>,
    /// Default class of elements that name none.
    pub(super) class: Option<&'a str>,
}

impl<'b> Attributes<'_, 'b> {
    /// Returns the element that states one of these attributes: this one, or the nearest default of its kind.
    pub(super) fn source(&self, names: &[&str]) -> Option<Element<'b>> {
        self.defaults.source(self.element, self.class, names)
    }

    /// Returns the text of an attribute.
    pub(super) fn word(&self, name: &str) -> Option<&'b str> {
        let (page, node) = self.source(&[name])?;
        self.book.reading(page).word(node, name)
    }

    /// Returns the numbers of an attribute; `None` if nothing states it.
    pub(super) fn numbers(&self, name: &str, count: RangeInclusive<usize>) -> Result<Option<Vec<f64>>, SceneError> {
        match self.source(&[name]) {
            Some((page, node)) => self.book.reading(page).numbers(node, name, count),
            None => Ok(None),
        }
    }

    /// Returns three numbers; `None` if nothing states them.
    pub(super) fn three(&self, name: &str) -> Result<Option<[f64; 3]>, SceneError> {
        match self.source(&[name]) {
            Some((page, node)) => self.book.reading(page).three(node, name),
            None => Ok(None),
        }
    }

    /// Returns one number; `None` if nothing states it.
    pub(super) fn one(&self, name: &str) -> Result<Option<f64>, SceneError> {
        match self.source(&[name]) {
            Some((page, node)) => self.book.reading(page).one(node, name),
            None => Ok(None),
        }
    }

    /// Returns 32 bits that are written as a number, as MuJoCo's collision bits are; 1 if nothing states them.
    pub(super) fn bits(&self, name: &str) -> Result<u32, SceneError> {
        Ok(self.numbers(name, 1..=1)?.map_or(1, |bits| bits[0] as i64 as u32))
    }
}
