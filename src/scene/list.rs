//! A list whose copies share what they have in common: a scene of ten thousand bodies is copied for every edit, and an edit
//! changes one of them.

use std::ops::{Index, IndexMut, Range};
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Items in a part: a change copies the pointers of one part, and the pointers to all parts.
const PART: usize = 128;

/// Neighboring items.
type Part<T> = Arc<Vec<Arc<T>>>;

/// A list in parts, whose items and parts are shared between copies until they are changed.
#[derive(Clone, Debug)]
pub struct List<T> {
    /// All of [`PART`] items but the last, which has at least one.
    parts: Vec<Part<T>>,
}

impl<T> List<T> {
    /// An empty list.
    pub const fn new() -> Self {
        Self { parts: Vec::new() }
    }

    /// Number of items.
    pub fn len(&self) -> usize {
        self.parts.last().map_or(0, |last| (self.parts.len() - 1) * PART + last.len())
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The item at `index`.
    pub fn get(&self, index: usize) -> Option<&T> {
        self.shared(index).map(|item| &**item)
    }

    /// The item at `index`, to be kept beyond the list.
    pub fn shared(&self, index: usize) -> Option<&Arc<T>> {
        self.parts.get(index / PART)?.get(index % PART)
    }

    /// All items in order.
    pub fn iter(&self) -> Iter<'_, T> {
        Iter { list: self, left: 0..self.len() }
    }

    /// Adds an item at the end.
    pub fn push(&mut self, item: T) {
        self.append(Arc::new(item));
    }

    /// Takes an item out; those after it move up.
    ///
    /// # Panics
    /// Beyond the end, as a `Vec` does.
    pub fn remove(&mut self, index: usize) -> Arc<T> {
        assert!(index < self.len(), "there are {} items, and none at {index}", self.len());
        let behind: Vec<Arc<T>> = self.parts.drain(index / PART..).flat_map(|part| part.to_vec()).collect();
        let mut behind = behind.into_iter();
        (0..index % PART).for_each(|_| behind.next().into_iter().for_each(|item| self.append(item)));
        let gone = behind.next();
        behind.for_each(|item| self.append(item));
        #[expect(clippy::expect_used, reason = "the assertion above says so")]
        gone.expect("an item before the end")
    }

    fn append(&mut self, item: Arc<T>) {
        match self.parts.last_mut() {
            Some(last) if last.len() < PART => Arc::make_mut(last).push(item),
            _ => self.parts.push(Arc::new(vec![item])),
        }
    }
}

impl<T: Clone> List<T> {
    /// The item at `index`, to be changed: in this list alone.
    pub fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        let part = self.parts.get_mut(index / PART)?;
        part.get(index % PART)?;
        Arc::make_mut(part).get_mut(index % PART).map(Arc::make_mut)
    }

    /// Changes the items for which `wanted` holds; all others stay shared.
    pub fn change_where(&mut self, wanted: impl Fn(&T) -> bool, mut change: impl FnMut(&mut T)) {
        for index in 0..self.len() {
            if self.get(index).is_some_and(&wanted) {
                self.get_mut(index).into_iter().for_each(&mut change);
            }
        }
    }
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self::new()
    }
}

/// What is shared is equal without a look at it.
impl<T: PartialEq> PartialEq for List<T> {
    fn eq(&self, other: &Self) -> bool {
        let same = |(ours, theirs): (&Arc<T>, &Arc<T>)| Arc::ptr_eq(ours, theirs) || ours == theirs;
        let alike = |(ours, theirs): (&Part<T>, &Part<T>)| {
            Arc::ptr_eq(ours, theirs) || ours.len() == theirs.len() && ours.iter().zip(theirs.iter()).all(same)
        };
        self.parts.len() == other.parts.len() && self.parts.iter().zip(&other.parts).all(alike)
    }
}

impl<T> FromIterator<T> for List<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        items.into_iter().map(Arc::new).collect()
    }
}

impl<T> FromIterator<Arc<T>> for List<T> {
    fn from_iter<I: IntoIterator<Item = Arc<T>>>(items: I) -> Self {
        let mut list = Self::new();
        items.into_iter().for_each(|item| list.append(item));
        list
    }
}

impl<T> From<Vec<T>> for List<T> {
    fn from(items: Vec<T>) -> Self {
        items.into_iter().collect()
    }
}

impl<T> Index<usize> for List<T> {
    type Output = T;

    fn index(&self, index: usize) -> &T {
        &self.parts[index / PART][index % PART]
    }
}

impl<T: Clone> IndexMut<usize> for List<T> {
    fn index_mut(&mut self, index: usize) -> &mut T {
        Arc::make_mut(&mut Arc::make_mut(&mut self.parts[index / PART])[index % PART])
    }
}

impl<T: Serialize> Serialize for List<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for List<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Vec::deserialize(from).map(Self::from)
    }
}

/// Items of a [`List`], in order.
#[derive(Debug)]
pub struct Iter<'a, T> {
    list: &'a List<T>,
    left: Range<usize>,
}

impl<T> Clone for Iter<'_, T> {
    fn clone(&self) -> Self {
        Self { list: self.list, left: self.left.clone() }
    }
}

impl<'a, T> Iterator for Iter<'a, T> {
    type Item = &'a T;

    fn next(&mut self) -> Option<&'a T> {
        self.list.get(self.left.next()?)
    }

    fn nth(&mut self, n: usize) -> Option<&'a T> {
        self.list.get(self.left.nth(n)?)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.left.size_hint()
    }
}

impl<T> DoubleEndedIterator for Iter<'_, T> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.list.get(self.left.next_back()?)
    }
}

impl<T> ExactSizeIterator for Iter<'_, T> {}

impl<'a, T> IntoIterator for &'a List<T> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Allocations that a list holds and another does not: parts, and items.
    fn own(list: &List<String>, other: &List<String>) -> (usize, usize) {
        let parts = list.parts.iter().filter(|part| !other.parts.iter().any(|theirs| Arc::ptr_eq(part, theirs)));
        let items = (0..list.len()).filter(|i| {
            let ours = list.shared(*i);
            let theirs = other.shared(*i);
            !ours.zip(theirs).is_some_and(|(ours, theirs)| Arc::ptr_eq(ours, theirs))
        });
        (parts.count(), items.count())
    }

    #[test]
    fn a_change_copies_one_item_and_one_part() {
        let before: List<String> = (0..1000).map(|i| i.to_string()).collect();
        let mut after = before.clone();
        assert_eq!(own(&after, &before), (0, 0));
        after[777] = String::from("changed");
        assert_eq!((own(&after, &before), before[777].as_str(), after[777].as_str()), ((1, 1), "777", "changed"));
        assert_ne!(after, before);
        after.change_where(|item| item == "5" || item == "6", |item| item.push('!'));
        assert_eq!((own(&after, &before), after[6].as_str()), ((2, 3), "6!"));
        assert!(after.get_mut(1000).is_none() && after.get(1000).is_none());
    }

    #[test]
    fn it_is_a_list_like_any_other() {
        for n in [0, 1, PART - 1, PART, PART + 1, 3 * PART] {
            let mut plain: Vec<String> = (0..n).map(|i| i.to_string()).collect();
            let mut list = List::from(plain.clone());
            for index in [0, n / 2, n.saturating_sub(2)] {
                if index < plain.len() {
                    assert_eq!(*list.remove(index), plain.remove(index));
                }
                list.push(format!("new {index}"));
                plain.push(format!("new {index}"));
                assert!(list.iter().eq(&plain) && list.len() == plain.len() && list == List::from(plain.clone()));
                assert!(list.iter().rev().eq(plain.iter().rev()) && list.iter().skip(1).eq(plain.iter().skip(1)));
                assert!(list.parts.iter().rev().skip(1).all(|part| part.len() == PART), "whole parts");
            }
            assert_eq!(serde_json::to_string(&list).unwrap(), serde_json::to_string(&plain).unwrap());
        }
        assert!(List::<String>::new().is_empty());
    }
}
