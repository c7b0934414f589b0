//! Pairs of bodies: what the filter allows, what the broad phase lists, which pairs have contacts.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::capture::{Body, Kind, Step};

/// Answer of the filter for a pair, with the reason of a rejection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Allowed {
    /// The pair may collide.
    Yes,
    /// Neither of the bodies moves.
    NeitherMoves,
    /// The pair is excluded, with the captured reason.
    Excluded(Option<String>),
    /// Groups and masks do not match.
    Mask,
    /// The filter rule is not known, or some groups or masks are missing.
    Unknown,
}

/// Pairs of bodies, each with the lower index first.
#[derive(Clone, Debug, Default)]
pub struct Pairs {
    /// Excluded pairs with their reason.
    excluded: BTreeMap<[usize; 2], Option<String>>,
    /// Pairs of the broad phase; `None` if not captured.
    pub candidates: Option<BTreeSet<[usize; 2]>>,
    /// Pairs that the filter rejected; empty if not captured.
    pub filtered: BTreeSet<[usize; 2]>,
    /// Contacts of each pair.
    pub contacts: BTreeMap<[usize; 2], Vec<usize>>,
    /// Rows of each contact.
    pub rows: HashMap<usize, Vec<usize>>,
    /// Whether the filter is the rule of groups and masks.
    pub known_filter: bool,
}

/// The pair with the lower index first.
pub fn sorted(pair: [usize; 2]) -> [usize; 2] {
    let [a, b] = pair;
    [a.min(b), a.max(b)]
}

/// Indices of two names; `None` if a name is not known.
fn resolve(names: &HashMap<&str, usize>, [a, b]: [&str; 2]) -> Option<[usize; 2]> {
    Some(sorted([*names.get(a)?, *names.get(b)?]))
}

/// Indices of pairs of names.
fn set_of(names: &HashMap<&str, usize>, pairs: &[[String; 2]]) -> BTreeSet<[usize; 2]> {
    pairs.iter().filter_map(|[a, b]| resolve(names, [a, b])).collect()
}

impl Pairs {
    /// Collects the pairs of a step whose names have been checked.
    pub fn new(step: &Step, names: &HashMap<&str, usize>) -> Self {
        let mut excluded = BTreeMap::new();
        for entry in &step.excluded {
            if let Some(pair) = resolve(names, entry.names()) {
                excluded.insert(pair, entry.reason().map(str::to_owned));
            }
        }
        for joint in step.joints.iter().filter(|joint| joint.collide == Some(false)) {
            if let Some(pair) = resolve(names, [&joint.a, &joint.b]) {
                excluded.entry(pair).or_insert_with(|| Some("a joint connects them".to_owned()));
            }
        }
        let mut contacts: BTreeMap<[usize; 2], Vec<usize>> = BTreeMap::new();
        for (c, contact) in step.contacts.iter().flatten().enumerate() {
            if let Some(pair) = resolve(names, [&contact.a, &contact.b]) {
                contacts.entry(pair).or_default().push(c);
            }
        }
        let mut rows: HashMap<usize, Vec<usize>> = HashMap::new();
        for (r, row) in step.rows.iter().flatten().enumerate() {
            if let Some(contact) = row.contact {
                rows.entry(contact).or_default().push(r);
            }
        }
        let broad = step.broad_phase.as_ref();
        let rule = step.model.filter.as_ref().and_then(|filter| filter.rule.as_deref());
        Self {
            excluded,
            candidates: broad.and_then(|broad| broad.pairs.as_deref()).map(|pairs| set_of(names, pairs)),
            filtered: broad
                .and_then(|broad| broad.filtered.as_deref())
                .map(|pairs| set_of(names, pairs))
                .unwrap_or_default(),
            contacts,
            rows,
            known_filter: matches!(rule, None | Some("masks" | "groups and masks")),
        }
    }

    /// Whether the filter allows a pair.
    pub fn allowed(&self, step: &Step, pair: [usize; 2]) -> Allowed {
        let [a, b] = pair.map(|i| &step.bodies[i]);
        if ![a, b].into_iter().any(|body| body.kind != Kind::Static) {
            return Allowed::NeitherMoves;
        }
        if let Some(reason) = self.excluded.get(&sorted(pair)) {
            return Allowed::Excluded(reason.clone());
        }
        if !self.known_filter {
            return Allowed::Unknown;
        }
        match masks_match(a, b) {
            Some(true) => Allowed::Yes,
            Some(false) => Allowed::Mask,
            None => Allowed::Unknown,
        }
    }

    /// Whether a pair must be found by the broad phase and may collide: one body is dynamic and awake, and the filter
    /// allows it.
    pub fn must_collide(&self, step: &Step, pair: [usize; 2]) -> bool {
        let moves = pair.iter().any(|i| step.bodies[*i].kind == Kind::Dynamic && !step.bodies[*i].sleeping);
        moves && self.allowed(step, pair) == Allowed::Yes
    }

    /// Whether a pair has a contact.
    pub fn has_contact(&self, pair: [usize; 2]) -> bool {
        self.contacts.contains_key(&sorted(pair))
    }
}

/// Whether both masks contain the other body's group; true without groups and masks, `None` if only some are given.
fn masks_match(a: &Body, b: &Body) -> Option<bool> {
    match [a.group, a.mask, b.group, b.mask] {
        [Some(group_a), Some(mask_a), Some(group_b), Some(mask_b)] => {
            Some(group_a & mask_b != 0 && group_b & mask_a != 0)
        }
        [None, None, None, None] => Some(true),
        [_, _, _, _] => None,
    }
}
