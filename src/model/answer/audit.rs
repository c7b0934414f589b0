//! Finding of an audit: the verdicts of the nine stages of a captured step, with the first broken law.

use serde::{Deserialize, Serialize};

use super::number::{self, Shown};
use super::{Fact, FindingFacts, ProofExtent};

/// Verdict of a law, of a stage or of a whole step; a later variant is worse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum AuditVerdict {
    /// No deviation is above its bound.
    Holds,
    /// A deviation is above its bound, but not so far that it is an error for certain; or nothing is claimed of it.
    Undecided,
    /// A deviation is above everything that rounding or a claim explains.
    Broken,
}

impl AuditVerdict {
    /// Returns the word for the verdict: `broken`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Undecided => "undecided",
            Self::Broken => "broken",
        }
    }
}

/// Verdicts about a captured step of a physics engine.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AuditFinding {
    /// Worst verdict of all stages.
    pub verdict: AuditVerdict,
    /// Worst law of the first broken stage; `None` if no stage is broken.
    pub first: Option<AuditedLaw>,
    /// All stages in order.
    pub stages: Vec<AuditedStage>,
}

/// A stage of a step with its worst law.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AuditedStage {
    /// Name of the stage: `narrow phase`.
    pub stage: &'static str,
    /// Worst verdict of the laws; `None` if the capture lacks the fields that all laws need.
    pub verdict: Option<AuditVerdict>,
    /// Number of evaluated laws.
    pub laws: usize,
    /// Worst law; `None` if no law was evaluated.
    pub worst: Option<AuditedLaw>,
    /// Names of the fields that further laws need.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
}

impl AuditedStage {
    /// Returns the word for the verdict: `broken`, or `not given`.
    pub fn verdict_name(&self) -> &'static str {
        self.verdict.map_or("not given", AuditVerdict::name)
    }
}

/// One law of one item, evaluated on captured data.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AuditedLaw {
    /// Name of the stage.
    pub stage: &'static str,
    /// Name of the law: `normal attains the distance`.
    pub law: &'static str,
    /// Verdict of the law.
    pub verdict: AuditVerdict,
    /// Deviation from the law, at least 0.
    pub value: f64,
    /// Largest deviation that rounding, or a claim of the engine, explains.
    pub bound: f64,
    /// Deviation above which the law is broken; `None` if nothing is claimed, or if unknown.
    #[serde(skip)]
    pub band: Option<f64>,
    /// Unit of deviation, bound and band; `1` for plain numbers.
    pub unit: &'static str,
    /// Item of the law.
    pub culprit: AuditedItem,
    /// Change with which the law would hold; `None` if none is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
}

/// Item of a law: as much of row, contact, joint, body, pair and degree of freedom as is known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct AuditedItem {
    /// Index of the constraint row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row: Option<usize>,
    /// Index of the contact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact: Option<usize>,
    /// Index of the joint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub joint: Option<usize>,
    /// Name of the body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// Names of both bodies of a pair.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pair: Option<[String; 2]>,
    /// Index of the generalized degree of freedom.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dof: Option<usize>,
}

impl AuditedItem {
    /// Whether the item has all values that `expected` has; values that `expected` lacks may be any.
    pub fn agrees_with(&self, expected: &Self) -> bool {
        let Self { row, contact, joint, body, pair, dof } = expected;
        let mut numbers = [(row, self.row), (contact, self.contact), (joint, self.joint), (dof, self.dof)].into_iter();
        let agrees_in_pair = pair
            .as_ref()
            .is_none_or(|[a, b]| self.pair.as_ref().is_some_and(|[p, q]| (a == p && b == q) || (a == q && b == p)));
        numbers.all(|(expected, found)| expected.is_none() || *expected == found)
            && (body.is_none() || *body == self.body)
            && agrees_in_pair
    }

    /// Returns the item in words: `contact 3 of floor and box`; empty if nothing is known of it.
    pub fn words(&self) -> String {
        let numbers = [("row", self.row), ("contact", self.contact), ("joint", self.joint), ("dof", self.dof)];
        let numbered = numbers.into_iter().filter_map(|(name, index)| Some(format!("{name} {}", index?)));
        let mut words = numbered.collect::<Vec<_>>().join(", ");
        let bodies = match (&self.body, &self.pair) {
            (Some(body), _) => body.clone(),
            (None, Some([a, b])) => format!("{a} and {b}"),
            (None, None) => return words,
        };
        if !words.is_empty() {
            words.push_str(" of ");
        }
        words.push_str(&bodies);
        words
    }
}

impl AuditFinding {
    /// Returns the number of broken stages.
    pub fn broken_stages(&self) -> usize {
        self.stages.iter().filter(|stage| stage.verdict == Some(AuditVerdict::Broken)).count()
    }

    /// Returns the number of evaluated laws of all stages.
    pub fn laws(&self) -> usize {
        self.stages.iter().map(|stage| stage.laws).sum()
    }

    /// Returns the first stage with the finding's verdict; `None` for a step that holds.
    pub fn first_bad_stage(&self) -> Option<&AuditedStage> {
        let is_bad = self.verdict != AuditVerdict::Holds;
        self.stages.iter().find(|stage| is_bad && stage.verdict == Some(self.verdict))
    }
}

impl FindingFacts for AuditFinding {
    fn status(&self) -> &'static str {
        self.verdict.name()
    }

    /// A step with an undecided law is open; so is one that says too little to be judged at all.
    fn proof_extent(&self) -> ProofExtent {
        match self.verdict {
            AuditVerdict::Undecided => ProofExtent::Undecided,
            AuditVerdict::Holds | AuditVerdict::Broken => ProofExtent::Proven,
        }
    }

    fn facts(&self) -> Vec<Fact> {
        let mut facts = Vec::new();
        if let Some(law) = self.first_bad_stage().and_then(|stage| stage.worst.as_ref()) {
            let item = law.culprit.words();
            let comma = if item.is_empty() { "" } else { ", " };
            facts.push(Fact::new("first", format!("{}{comma}{item}", law.stage)));
            facts.push(Fact::new("law", law.law));
            facts.push(Fact { unit: unit_text(law.unit), ..Fact::new("deviation", number::number(law.value)) });
            facts.push(Fact { unit: unit_text(law.unit), ..Fact::new("bound", number::number(law.bound)) });
            facts.extend(law.because.clone().map(|because| Fact::new("cause", because)));
        }
        facts.push(Fact::new("laws", number::count(self.laws())));
        for stage in &self.stages {
            facts.push(Fact::new(stage.stage, Shown::from(stage.verdict_name())));
        }
        facts
    }
}

/// Text of a unit; empty for plain numbers.
pub fn unit_text(unit: &'static str) -> &'static str {
    if unit == "1" { "" } else { unit }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A law of the narrow phase about a contact, with this verdict.
    fn law(verdict: AuditVerdict) -> AuditedLaw {
        let pair = Some([String::from("floor"), String::from("crate")]);
        AuditedLaw {
            stage: "narrow phase",
            law: "unit normal",
            verdict,
            value: 0.5,
            bound: 1e-6,
            band: Some(4e-6),
            unit: "1",
            culprit: AuditedItem { contact: Some(3), pair, ..AuditedItem::default() },
            because: None,
        }
    }

    /// A finding with one judged stage and one that is not given.
    fn finding(verdict: AuditVerdict) -> AuditFinding {
        let judged = AuditedStage {
            stage: "narrow phase",
            verdict: Some(verdict),
            laws: 2,
            worst: Some(law(verdict)),
            missing: Vec::new(),
        };
        let missing = vec![String::from("rows")];
        let silent = AuditedStage { stage: "rows", verdict: None, laws: 0, worst: None, missing };
        let first = (verdict == AuditVerdict::Broken).then(|| law(verdict));
        AuditFinding { verdict, first, stages: vec![judged, silent] }
    }

    #[test]
    fn the_headline_of_a_broken_step_names_stage_and_culprit() {
        let broken = finding(AuditVerdict::Broken);
        assert_eq!(broken.status(), "broken");
        let headline = broken.headline().map(|fact| fact.value.text);
        assert_eq!(headline.as_deref(), Some("narrow phase, contact 3 of floor and crate"));
        assert_eq!((broken.broken_stages(), broken.laws()), (1, 2));
        let sound = finding(AuditVerdict::Holds);
        assert_eq!(sound.facts()[0].name, "laws");
        assert_eq!(finding(AuditVerdict::Undecided).proof_extent(), ProofExtent::Undecided);
    }

    #[test]
    fn an_item_is_named_by_what_is_known() {
        let body = AuditedItem { row: Some(2), body: Some(String::from("crate")), ..AuditedItem::default() };
        assert_eq!(body.words(), "row 2 of crate");
        assert_eq!(AuditedItem { dof: Some(4), ..AuditedItem::default() }.words(), "dof 4");
        assert_eq!(AuditedItem::default().words(), "");
    }
}
