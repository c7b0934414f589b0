//! List whose copies share their items until one of them changes. The app copies a scene of up to ten thousand bodies
//! for every edit, and an edit changes one body, so a copy must not cost a copy of all bodies.

use std::ops::{Index, IndexMut, Range};
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Items per block. Copying a list copies the pointers to its blocks, and a change the pointers of one block; about the
/// square root of ten thousand items keeps both small.
const BLOCK: usize = 128;

/// Block of adjacent items.
type Block<T> = Arc<Vec<Arc<T>>>;

/// List in blocks of shared pointers to items; copies share items and blocks until one of them changes these.
#[derive(Clone, Debug)]
pub struct List<T> {
    /// Blocks of [`BLOCK`] items each, except that the last one may have fewer, at least one.
    blocks: Vec<Block<T>>,
}

impl<T> List<T> {
    /// Creates an empty list.
    pub const fn new() -> Self {
        Self { blocks: Vec::new() }
    }

    /// Number of items in the list.
    pub fn len(&self) -> usize {
        self.blocks.last().map_or(0, |last| (self.blocks.len() - 1) * BLOCK + last.len())
    }

    /// Whether the list has no items.
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// The item at `index`; `None` beyond the end.
    pub fn get(&self, index: usize) -> Option<&T> {
        self.shared(index).map(|item| &**item)
    }

    /// Shared pointer to the item at `index`; `None` beyond the end.
    pub fn shared(&self, index: usize) -> Option<&Arc<T>> {
        self.blocks.get(index / BLOCK)?.get(index % BLOCK)
    }

    /// Iterates over the items in order.
    pub fn iter(&self) -> Iter<'_, T> {
        Iter { list: self, remaining: 0..self.len() }
    }

    /// Adds an item at the end.
    pub fn push(&mut self, item: T) {
        self.append(Arc::new(item));
    }

    /// Removes an item and returns it; later items move up, in time proportional to their number.
    ///
    /// # Panics
    /// If `index` is beyond the end.
    pub fn remove(&mut self, index: usize) -> Arc<T> {
        assert!(index < self.len(), "there are {} items, and none at {index}", self.len());
        let tail: Vec<Arc<T>> = self.blocks.drain(index / BLOCK..).flat_map(|block| block.to_vec()).collect();
        let mut tail = tail.into_iter();
        // The items of the same block before the removed one.
        tail.by_ref().take(index % BLOCK).for_each(|item| self.append(item));
        let removed = tail.next();
        tail.for_each(|item| self.append(item));
        #[expect(clippy::expect_used, reason = "the assertion above says so")]
        removed.expect("an item before the end")
    }

    /// Adds a shared item at the end.
    fn append(&mut self, item: Arc<T>) {
        match self.blocks.last_mut() {
            Some(last) if last.len() < BLOCK => Arc::make_mut(last).push(item),
            _ => self.blocks.push(Arc::new(vec![item])),
        }
    }
}

impl<T: Clone> List<T> {
    /// The item at `index`, mutable in this list alone; `None` beyond the end.
    pub fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        let block = self.blocks.get_mut(index / BLOCK)?;
        block.get(index % BLOCK)?;
        Arc::make_mut(block).get_mut(index % BLOCK).map(Arc::make_mut)
    }

    /// Changes all items, in order.
    pub fn change_all(&mut self, change: impl FnMut(&mut T)) {
        self.change_where(|_| true, change);
    }

    /// Changes the items that `is_chosen` selects; all others stay shared.
    pub fn change_where(&mut self, is_chosen: impl Fn(&T) -> bool, mut change: impl FnMut(&mut T)) {
        for index in 0..self.len() {
            if self.get(index).is_some_and(&is_chosen) {
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

/// Compares item by item; shared items and blocks are equal without comparison.
impl<T: PartialEq> PartialEq for List<T> {
    fn eq(&self, other: &Self) -> bool {
        self.blocks.len() == other.blocks.len()
            && self.blocks.iter().zip(&other.blocks).all(|(a, b)| are_equal_blocks(a, b))
    }
}

/// Whether two blocks have equal items.
fn are_equal_blocks<T: PartialEq>(a: &Block<T>, b: &Block<T>) -> bool {
    let mut pairs = a.iter().zip(b.iter());
    Arc::ptr_eq(a, b) || a.len() == b.len() && pairs.all(|(a, b)| Arc::ptr_eq(a, b) || a == b)
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
        &self.blocks[index / BLOCK][index % BLOCK]
    }
}

impl<T: Clone> IndexMut<usize> for List<T> {
    fn index_mut(&mut self, index: usize) -> &mut T {
        Arc::make_mut(&mut Arc::make_mut(&mut self.blocks[index / BLOCK])[index % BLOCK])
    }
}

impl<T: Serialize> Serialize for List<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for List<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Self::from)
    }
}

/// Iterator over the items of a [`List`], in order.
#[derive(Debug)]
pub struct Iter<'a, T> {
    list: &'a List<T>,
    /// Indices of the items not returned yet.
    remaining: Range<usize>,
}

impl<T> Clone for Iter<'_, T> {
    fn clone(&self) -> Self {
        Self { list: self.list, remaining: self.remaining.clone() }
    }
}

impl<'a, T> Iterator for Iter<'a, T> {
    type Item = &'a T;

    fn next(&mut self) -> Option<&'a T> {
        self.list.get(self.remaining.next()?)
    }

    fn nth(&mut self, n: usize) -> Option<&'a T> {
        self.list.get(self.remaining.nth(n)?)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.remaining.size_hint()
    }
}

impl<T> DoubleEndedIterator for Iter<'_, T> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.list.get(self.remaining.next_back()?)
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

    /// Number of blocks and of items that `list` does not share with `other`.
    fn unshared_counts(list: &List<String>, other: &List<String>) -> (usize, usize) {
        let blocks = list.blocks.iter().filter(|block| !other.blocks.iter().any(|theirs| Arc::ptr_eq(block, theirs)));
        let items = (0..list.len()).filter(|i| {
            let ours = list.shared(*i);
            let theirs = other.shared(*i);
            !ours.zip(theirs).is_some_and(|(ours, theirs)| Arc::ptr_eq(ours, theirs))
        });
        (blocks.count(), items.count())
    }

    #[test]
    fn a_change_copies_one_item_and_one_block() {
        let before: List<String> = (0..1000).map(|i| i.to_string()).collect();
        let mut after = before.clone();
        assert_eq!(unshared_counts(&after, &before), (0, 0));
        after[777] = String::from("changed");
        assert_eq!(
            (unshared_counts(&after, &before), before[777].as_str(), after[777].as_str()),
            ((1, 1), "777", "changed")
        );
        assert_ne!(after, before);
        after.change_where(|item| item == "5" || item == "6", |item| item.push('!'));
        assert_eq!((unshared_counts(&after, &before), after[6].as_str()), ((2, 3), "6!"));
        assert!(after.get_mut(1000).is_none() && after.get(1000).is_none());
    }

    #[test]
    fn a_list_has_the_items_of_a_vec_after_the_same_changes() {
        for n in [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK] {
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
                assert!(list.blocks.iter().rev().skip(1).all(|block| block.len() == BLOCK), "whole blocks");
            }
            assert_eq!(serde_json::to_string(&list).unwrap(), serde_json::to_string(&plain).unwrap());
        }
        assert!(List::<String>::new().is_empty());
    }
}
