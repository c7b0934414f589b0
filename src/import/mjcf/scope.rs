//! What attaching and replicating does to names, and where an attached model stands in the whole.

use std::ops::Range;

use super::book::Element;
use super::model_file::ModelFile;

/// What surrounds the names of elements.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Names {
    /// Of attached models, the outermost first.
    pub(super) prefix: String,
    /// Of replicas, the innermost first.
    pub(super) suffix: String,
}

impl Names {
    /// A name in the whole model.
    pub(super) fn around(&self, name: &str) -> String {
        format!("{}{name}{}", self.prefix, self.suffix)
    }

    /// The same without what is around `outer`; none if it is not inside.
    pub(super) fn inside(&self, outer: &Self) -> Option<Self> {
        let prefix = self.prefix.strip_prefix(outer.prefix.as_str())?.to_owned();
        Some(Self { prefix, suffix: self.suffix.strip_suffix(outer.suffix.as_str())?.to_owned() })
    }
}

/// A model file as it stands in the whole model: the main one, or one that is attached.
pub(super) struct Scope<'b> {
    pub(super) file: &'b ModelFile<'b>,
    pub(super) names: Names,
    /// The element that attaches it; none of the main model.
    pub(super) attach: Option<Element<'b>>,
    /// Its bodies.
    pub(super) links: Range<usize>,
    /// Its joints.
    pub(super) joints: Range<usize>,
}

impl Scope<'_> {
    pub(super) fn is_attached(&self) -> bool {
        self.attach.is_some()
    }

    /// Whether elements of the same file are attached once more.
    pub(super) fn is_copy(&self) -> bool {
        self.attach.is_some_and(|(_, node)| !node.has_attribute("model"))
    }
}
