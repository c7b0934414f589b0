//! Reader of XML for the formats MJCF, URDF and SDF: typed access to attributes and texts, with a record of the parts
//! that were understood.
//!
//! An attribute counts as understood once it is read. [`XmlReader::close`] quotes the remainder of the text with its
//! lines, so that nothing is dropped silently. Errors have the line and the column of the element or attribute.

use std::cell::RefCell;
use std::ops::RangeInclusive;

use contact_lens_scene::SceneError;
use roxmltree::{Document, Node, ParsingOptions};

use super::ledger::Ledger;
use super::number::{self, Precision};
use super::{Source, wrong_at};

/// Maximum depth of nested elements; the readers visit elements recursively.
const MAX_DEPTH: usize = 200;

/// Maximum number of nodes in a document, far more than known models have.
const MAX_NODES: u32 = 4_000_000;

/// Reader of the elements and attributes of one document.
pub(super) struct XmlReader<'a> {
    pub(super) source: &'a Source,
    /// Understood bytes of the text.
    ledger: RefCell<Ledger<'a>>,
    /// Precision of the numbers that were read.
    precision: RefCell<Precision>,
}

/// Parses a text. Entities that a document declares itself are refused: they can grow without bound.
pub(super) fn parse<'a>(source: &'a Source, text: &'a str) -> Result<(Document<'a>, XmlReader<'a>), SceneError> {
    if let Some(offset) = offset_of_excessive_depth(text) {
        let ledger = Ledger::new(&source.name, text);
        return Err(wrong_at(&ledger, source, offset, format!("elements are nested more than {MAX_DEPTH} deep")));
    }
    let options = ParsingOptions { allow_dtd: false, nodes_limit: MAX_NODES };
    let document = Document::parse_with_options(text, options).map_err(|error| {
        let position = error.pos();
        let whole = source.error(format!("is not well-formed XML: {}", without_position(&error.to_string())));
        SceneError { line: position.row as usize, column: position.col as usize, ..whole }
    })?;
    let reader = XmlReader {
        source,
        ledger: RefCell::new(Ledger::new(&source.name, text)),
        precision: RefCell::new(Precision::default()),
    };
    for node in document.descendants().filter(|node| node.is_comment() || node.is_pi()) {
        reader.ledger.borrow_mut().take(node.range());
    }
    if text.trim_start().starts_with("<?xml")
        && let Some(end) = text.find("?>")
    {
        reader.ledger.borrow_mut().take(0..end + 2);
    }
    if let Some(placeholder) = document.descendants().find(|node| is_placeholder(*node)) {
        let shown = super::ledger::shown(placeholder.text().unwrap_or_default().trim());
        let message = format!("`{shown}` is a placeholder for elements; write the elements themselves");
        return Err(wrong_at(&reader.ledger.borrow(), source, placeholder.range().start, message));
    }
    Ok((document, reader))
}

/// Returns the offset of the first tag inside more than [`MAX_DEPTH`] elements, bytes; `None` if there is none. The
/// text is scanned before it is parsed, because the readers visit elements recursively.
fn offset_of_excessive_depth(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (offset, _) in text.match_indices('<') {
        match text.as_bytes().get(offset + 1) {
            Some(b'/') => depth = depth.saturating_sub(1),
            Some(b'!' | b'?') => {}
            _ => {
                let end = text[offset + 1..].find(['<', '>']).map_or(text.len(), |end| offset + 1 + end);
                let is_empty_element = text[..end].ends_with('/');
                depth += usize::from(!is_empty_element);
            }
        }
        if depth > MAX_DEPTH {
            return Some(offset);
        }
    }
    None
}

/// Whether a node is text in place of elements, which a program inserts: a name in a format string, or the end of a
/// string.
fn is_placeholder(node: Node<'_, '_>) -> bool {
    let text = node.text().unwrap_or_default().trim();
    let is_in_element = node.is_text() && node.parent().is_some_and(|parent| parent.is_element());
    is_in_element && text.starts_with(['{', '$', '%', '"', '\'', '+'])
}

/// Removes the position from a message of the parser; the error reports it in fields of its own.
fn without_position(message: &str) -> String {
    message.split(" at ").next().unwrap_or(message).escape_debug().to_string().replace("\\'", "'").replace("\\\"", "\"")
}

impl<'a> XmlReader<'a> {
    /// Marks the names in the element's start and end tags as understood.
    pub(super) fn mark_read(&self, node: Node<'_, '_>) {
        let mut ledger = self.ledger.borrow_mut();
        let name = node.tag_name().name().len();
        let range = node.range();
        ledger.take(range.start..range.start + 1 + name);
        let text = node.document().input_text();
        if text[range.clone()].ends_with('>') && !text[range.clone()].ends_with("/>") {
            ledger.take(range.end.saturating_sub(name + 3)..range.end);
        }
    }

    /// Returns the value of an attribute, and marks the attribute as understood; `None` if the element lacks it.
    pub(super) fn read_attribute<'n>(&self, node: Node<'n, '_>, name: &str) -> Option<&'n str> {
        let attribute = node.attributes().find(|attribute| attribute.name() == name)?;
        self.ledger.borrow_mut().take(attribute.range());
        Some(attribute.value())
    }

    /// Marks attributes as understood without their values.
    pub(super) fn mark_attributes_read(&self, node: Node<'_, '_>, names: &[&str]) {
        for name in names {
            self.read_attribute(node, name);
        }
    }

    /// Returns the numbers of an attribute, as many as `count` allows; `None` if the element lacks the attribute.
    ///
    /// # Errors
    /// Fails with the position when a word is not a number, or when the count is wrong.
    pub(super) fn numbers(
        &self,
        node: Node<'_, '_>,
        name: &str,
        count: RangeInclusive<usize>,
    ) -> Result<Option<Vec<f64>>, SceneError> {
        let Some(text) = self.read_attribute(node, name) else { return Ok(None) };
        let mut values = Vec::new();
        for word in text.split_whitespace() {
            let number = number::number(word).filter(|number| number.value.is_finite());
            let Some(number) = number else {
                return Err(self.wrong(node, name, format!("`{}` is not a finite number", super::ledger::shown(word))));
            };
            self.precision.borrow_mut().add(number);
            values.push(super::draft::checked_length(number.value).map_err(|why| self.wrong(node, name, why))?);
        }
        if count.contains(&values.len()) {
            return Ok(Some(values));
        }
        Err(self.wrong(node, name, wrong_count_message(&count, values.len())))
    }

    /// Returns the three numbers of an attribute; `None` if the element lacks it. Errors as of [`Self::numbers`].
    pub(super) fn three_numbers(&self, node: Node<'_, '_>, name: &str) -> Result<Option<[f64; 3]>, SceneError> {
        Ok(self.numbers(node, name, 3..=3)?.map(|values| [values[0], values[1], values[2]]))
    }

    /// Returns the number of an attribute; `None` if the element lacks it. Errors as of [`Self::numbers`].
    pub(super) fn one_number(&self, node: Node<'_, '_>, name: &str) -> Result<Option<f64>, SceneError> {
        Ok(self.numbers(node, name, 1..=1)?.map(|values| values[0]))
    }

    /// Returns an error at an attribute, or at the element if it lacks the attribute.
    pub(super) fn wrong(&self, node: Node<'_, '_>, name: &str, message: impl Into<String>) -> SceneError {
        let attribute = node.attributes().find(|attribute| attribute.name() == name);
        let offset = attribute.map_or(node.range().start, |attribute| attribute.range().start);
        let path = format!("{}.{name}", node.tag_name().name());
        let path = path.trim_end_matches('.').to_owned();
        SceneError { path, ..wrong_at(&self.ledger.borrow(), self.source, offset, message) }
    }

    /// Returns the line of the start of an element, from 1.
    pub(super) fn line(&self, node: Node<'_, '_>) -> usize {
        self.ledger.borrow().line(node.range().start)
    }

    /// Returns the text inside an element, and marks it as understood; empty without text.
    pub(super) fn text<'n>(&self, node: Node<'n, '_>) -> &'n str {
        self.mark_read(node);
        node.children().filter(Node::is_text).for_each(|text| self.ledger.borrow_mut().take(text.range()));
        node.text().unwrap_or_default().trim()
    }

    /// Returns the numbers in the text of an element, as many as `count` allows. Unlike in [`Self::numbers`], their
    /// magnitudes are not checked.
    ///
    /// # Errors
    /// Fails with the position when a word is not a number, or when the count is wrong.
    pub(super) fn inner_numbers(
        &self,
        node: Node<'_, '_>,
        count: RangeInclusive<usize>,
    ) -> Result<Vec<f64>, SceneError> {
        let mut values = Vec::new();
        for word in self.text(node).split_whitespace() {
            let number = number::number(word).filter(|number| number.value.is_finite());
            let Some(number) = number else {
                return Err(self.wrong(node, "", format!("`{}` is not a finite number", super::ledger::shown(word))));
            };
            self.precision.borrow_mut().add(number);
            values.push(number.value);
        }
        if count.contains(&values.len()) {
            return Ok(values);
        }
        Err(self.wrong(node, "", wrong_count_message(&count, values.len())))
    }

    /// Quotes an element that is skipped, with the reason, unless all of it was read.
    pub(super) fn report_skipped(&self, node: Node<'_, '_>, why: &str) {
        self.ledger.borrow_mut().quote(node.range(), why);
    }

    /// Quotes an attribute that is used only in part, with the reason.
    pub(super) fn report_partial_attribute(&self, node: Node<'_, '_>, name: &str, why: &str) {
        if let Some(attribute) = node.attributes().find(|attribute| attribute.name() == name) {
            self.ledger.borrow_mut().note(attribute.range(), why);
        }
    }

    /// Quotes an element that was read but has no effect on the scene, with the reason.
    pub(super) fn report_unused(&self, node: Node<'_, '_>, why: &str) {
        self.ledger.borrow_mut().note(node.range(), why);
    }

    /// Quotes an attribute that is skipped, with the reason, unless it was read.
    pub(super) fn report_skipped_attribute(&self, node: Node<'_, '_>, name: &str, why: &str) {
        if let Some(attribute) = node.attributes().find(|attribute| attribute.name() == name) {
            self.ledger.borrow_mut().quote(attribute.range(), why);
        }
    }

    /// Returns the sentence about the precision of the numbers, `None` without numbers, and the quotes of all skipped
    /// parts of the text. The reader has no text afterwards.
    pub(super) fn close(&self) -> (Option<String>, Vec<super::Quote>) {
        (self.precision.borrow().sentence(), self.ledger.replace(Ledger::new("", "")).close())
    }
}

/// Returns the error message for a wrong count of numbers.
fn wrong_count_message(allowed: &RangeInclusive<usize>, count: usize) -> String {
    let min = allowed.start();
    let max = allowed.end();
    let required = if min == max { min.to_string() } else { format!("{min} to {max}") };
    let noun = if *max == 1 { "number" } else { "numbers" };
    format!("must be {required} {noun}, but has {count}")
}
