//! Prefixes and suffixes of names in attached models and replicas, and the elements of the whole model that each
//! attached model contributes.

use std::ops::Range;

use super::files::Element;
use super::model_file::ModelFile;

/// Prefix and suffix of element names.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Names {
    /// Prefixes of attached models, the outermost first.
    pub(super) prefix: String,
    /// Suffixes of replicas, the innermost first.
    pub(super) suffix: String,
}

impl Names {
    /// Returns an element's name in the whole model.
    pub(super) fn full_name(&self, name: &str) -> String {
        format!("{}{name}{}", self.prefix, self.suffix)
    }

    /// Removes the prefix and suffix of an enclosing scope; `None` if the names do not have them.
    pub(super) fn relative_to(&self, outer: &Self) -> Option<Self> {
        let prefix = self.prefix.strip_prefix(outer.prefix.as_str())?.to_owned();
        let suffix = self.suffix.strip_suffix(outer.suffix.as_str())?.to_owned();
        Some(Self { prefix, suffix })
    }
}

/// Use of a model file in the whole model: as the main model, or by one `attach` element.
pub(super) struct Scope<'b> {
    pub(super) file: &'b ModelFile<'b>,
    /// Prefix and suffix that this use adds to the names in the file.
    pub(super) names: Names,
    /// Element that attaches the model; `None` for the main model.
    pub(super) attach: Option<Element<'b>>,
    /// Indices of the bodies in the whole model.
    pub(super) links: Range<usize>,
    /// Indices of the joints in the whole model.
    pub(super) joints: Range<usize>,
}

impl Scope<'_> {
    pub(super) fn is_attached(&self) -> bool {
        self.attach.is_some()
    }

    /// Whether the `attach` element repeats elements of its own file.
    pub(super) fn is_copy(&self) -> bool {
        self.attach.is_some_and(|element| !element.node.has_attribute("model"))
    }
}
