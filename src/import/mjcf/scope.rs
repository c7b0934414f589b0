//! Names of attached and replicated elements, and the part of the whole model that an attached model forms.

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
    /// Returns a name as it is in the whole model.
    pub(super) fn full_name(&self, name: &str) -> String {
        format!("{}{name}{}", self.prefix, self.suffix)
    }

    /// Removes the prefix and suffix of `outer`; `None` if the names are not inside it.
    pub(super) fn inside(&self, outer: &Self) -> Option<Self> {
        let prefix = self.prefix.strip_prefix(outer.prefix.as_str())?.to_owned();
        Some(Self { prefix, suffix: self.suffix.strip_suffix(outer.suffix.as_str())?.to_owned() })
    }
}

/// Model file as part of the whole model: the main one, or an attached one.
pub(super) struct Scope<'b> {
    pub(super) file: &'b ModelFile<'b>,
    pub(super) names: Names,
    /// Element that attaches it; `None` for the main model.
    pub(super) attach: Option<Element<'b>>,
    /// Indices of its bodies.
    pub(super) links: Range<usize>,
    /// Indices of its joints.
    pub(super) joints: Range<usize>,
}

impl Scope<'_> {
    pub(super) fn is_attached(&self) -> bool {
        self.attach.is_some()
    }

    /// Whether the `attach` element repeats elements of its own file.
    pub(super) fn is_copy(&self) -> bool {
        self.attach.is_some_and(|(_, node)| !node.has_attribute("model"))
    }
}
