//! The pages of a model: the file itself, and those that it includes.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use roxmltree::{Document, Node};

use crate::import::xml::{self, Reading};
use crate::import::{Quote, Source, source, text_of};
use crate::scene::SceneError;

/// An element, and the page that it stands on.
pub(super) type Element<'n> = (usize, Node<'n, 'n>);

/// Files that a model may include, directly or not.
const MOST_PAGES: usize = 100;

/// The sources of a model, by the path that each was found at; the model itself first.
pub(super) struct Sources {
    pages: Vec<(Option<PathBuf>, Source)>,
    /// Page and name of an inclusion that leads to another page.
    links: HashMap<(usize, String), usize>,
}

/// Reads a model and all that it includes.
///
/// # Errors
/// A file that includes itself, or more files than a model has.
pub(super) fn gather(first: &Source) -> Result<Sources, SceneError> {
    let whole = first.folder.as_ref().and_then(|_| Path::new(&first.name).canonicalize().ok());
    let mut sources = Sources { pages: vec![(whole, first.clone())], links: HashMap::new() };
    // The pages above each, for a circle to be seen.
    let mut above: Vec<Vec<usize>> = vec![Vec::new()];
    let mut at = 0;
    while at < sources.pages.len() {
        let page = sources.pages[at].1.clone();
        let text = text_of(&page)?;
        let (document, reading) = xml::parse(&page, text)?;
        for node in document.descendants().filter(|node| node.has_tag_name("include")) {
            let Some(name) = node.attribute("file") else { continue };
            let Some(folder) = &first.folder else { continue };
            let path = folder.join(name);
            let Ok(whole) = path.canonicalize() else { continue };
            let known = sources.pages.iter().position(|(path, _)| path.as_ref() == Some(&whole));
            if let Some(known) = known {
                if known == at || above[at].contains(&known) {
                    return Err(reading.wrong(node, "file", format!("`{name}` includes itself")));
                }
                return Err(reading.wrong(node, "file", format!("`{name}` is included twice")));
            }
            if sources.pages.len() == MOST_PAGES {
                return Err(reading.wrong(node, "file", format!("more than {MOST_PAGES} files are included")));
            }
            let mut ways = above[at].clone();
            ways.push(at);
            above.push(ways);
            sources.links.insert((at, name.to_owned()), sources.pages.len());
            let included = Source { folder: first.folder.clone(), ..source(&path)? };
            sources.pages.push((Some(whole), included));
        }
        at += 1;
    }
    Ok(sources)
}

/// The same, parsed.
pub(super) struct Book<'a> {
    documents: Vec<Document<'a>>,
    readings: Vec<Reading<'a>>,
    links: &'a HashMap<(usize, String), usize>,
}

impl<'a> Book<'a> {
    pub(super) fn open(sources: &'a Sources) -> Result<Self, SceneError> {
        let (mut documents, mut readings) = (Vec::new(), Vec::new());
        for (_, page) in &sources.pages {
            let (document, reading) = xml::parse(page, text_of(page)?)?;
            documents.push(document);
            readings.push(reading);
        }
        Ok(Self { documents, readings, links: &sources.links })
    }

    pub(super) fn reading(&self, page: usize) -> &Reading<'a> {
        &self.readings[page]
    }

    pub(super) fn root(&self) -> Option<Element<'_>> {
        self.documents.first().map(|document| (0, document.root_element()))
    }

    /// The sections of the model.
    pub(super) fn top(&self) -> Vec<Element<'_>> {
        let Some(root) = self.root() else { return Vec::new() };
        self.take(root);
        self.children(root)
    }

    /// The elements inside one, those of included files in their place.
    pub(super) fn children<'b>(&'b self, (page, node): Element<'b>) -> Vec<Element<'b>> {
        let mut all = Vec::new();
        for child in node.children().filter(Node::is_element) {
            if !child.has_tag_name("include") {
                all.push((page, child));
                continue;
            }
            let name = child.attribute("file").unwrap_or_default();
            match self.links.get(&(page, name.to_owned())) {
                Some(there) => {
                    self.take((page, child));
                    self.reading(page).word(child, "file");
                    let root = self.documents[*there].root_element();
                    self.take((*there, root));
                    all.extend(self.children((*there, root)));
                }
                None => self.reading(page).leave(child, "the file is not there"),
            }
        }
        all
    }

    /// The name of an element is understood.
    pub(super) fn take(&self, (page, node): Element<'_>) {
        self.reading(page).take(node);
    }

    /// What was said of the numbers, and all quotes.
    pub(super) fn close(&self) -> (Vec<String>, Vec<Quote>) {
        let (mut said, mut left) = (Vec::new(), Vec::new());
        for reading in &self.readings {
            let (precision, quotes) = reading.close();
            said.extend(precision.filter(|sentence| !said.contains(sentence)));
            left.extend(quotes);
        }
        (said, left)
    }
}
