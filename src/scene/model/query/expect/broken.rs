//! Expected first broken stage of a captured step.

use contact_lens_model::answer::AuditedItem;
use serde::{Deserialize, Serialize};

/// Stage that is expected to be the first broken one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BrokenExpect {
    /// Name of the stage: `data`, `shapes`, `filters`, `broad phase`, `narrow phase`, `rows`, `solve`, `velocity` or
    /// `pose`.
    pub stage: String,
    /// Item of the stage's worst law; an absent field may have any value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub culprit: Option<AuditedItem>,
}
