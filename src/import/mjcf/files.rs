//! Files of a model: the model itself, and the files that it includes or attaches.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use roxmltree::{Document, Node};

use crate::import::xml::{self, Reading};
use crate::import::{Quote, Source, source, text_of};
use crate::scene::SceneError;

/// Element with the index of the page that contains it. A page is one file of the model.
pub(super) type Element<'n> = (usize, Node<'n, 'n>);

/// Maximum number of files that a model may include or attach, directly or not.
const MAX_PAGES: usize = 100;

/// File of a model.
struct Page {
    /// Path of the file; `None` for pasted text.
    path: Option<PathBuf>,
    source: Source,
    /// Indices of the pages that lead to this one.
    above: Vec<usize>,
    /// Index of the page of the model that includes this page; its own index, if it is a model.
    root: usize,
}

impl Page {
    /// Whether the page is the file at a path.
    fn is_at(&self, path: &Path) -> bool {
        self.path.as_deref() == Some(path)
    }
}

/// Files of a model, the model itself first.
pub(super) struct Sources {
    pages: Vec<Page>,
    links: Links,
}

/// Index of the linked page by linking page and file name.
type Links = HashMap<(usize, String), usize>;

/// Reads a model, all files that it includes, and all models that it can attach.
///
/// # Errors
/// Fails when a file includes itself, or when there are too many files.
pub(super) fn gather(first: &Source) -> Result<Sources, SceneError> {
    let path = first.folder.as_ref().and_then(|_| Path::new(&first.name).canonicalize().ok());
    let page = Page { path, source: first.clone(), above: Vec::new(), root: 0 };
    let mut sources = Sources { pages: vec![page], links: HashMap::new() };
    let mut at = 0;
    while at < sources.pages.len() {
        let page = sources.pages[at].source.clone();
        let (document, reading) = xml::parse(&page, text_of(&page)?)?;
        for node in document.descendants().filter(|node| is_link(*node)) {
            let Some(name) = node.attribute("file") else { continue };
            if let Err(why) = sources.follow(at, name, node.has_tag_name("model"))? {
                return Err(reading.wrong(node, "file", why));
            }
        }
        at += 1;
    }
    Ok(sources)
}

/// Whether an element links to another file of elements: an inclusion, or a model among the assets.
fn is_link(node: Node<'_, '_>) -> bool {
    node.has_tag_name("include")
        || node.has_tag_name("model") && node.parent().is_some_and(|node| node.has_tag_name("asset"))
}

impl Sources {
    /// Reads the file that a page names, unless it is missing. The inner error says why the page must not name it.
    fn follow(&mut self, from: usize, name: &str, is_model: bool) -> Result<Result<(), String>, SceneError> {
        let page = &self.pages[from];
        let found = page.source.folder.as_ref().map(|folder| folder.join(name));
        let Some((path, whole)) = found.and_then(|path| Some((path.clone(), path.canonicalize().ok()?))) else {
            return Ok(Ok(()));
        };
        if page.is_at(&whole) || page.above.iter().any(|above| self.pages[*above].is_at(&whole)) {
            return Ok(Err(format!("`{name}` {} itself", if is_model { "attaches" } else { "includes" })));
        }
        // A file may be a model, and be included by another.
        let known = (0..self.pages.len()).find(|at| {
            let root = if is_model { *at } else { page.root };
            self.pages[*at].is_at(&whole) && self.pages[*at].root == root
        });
        let linked_page = match known {
            Some(known) if is_model => known,
            Some(_) => return Ok(Err(format!("`{name}` is included twice"))),
            None if self.pages.len() == MAX_PAGES => {
                return Ok(Err(format!("more than {MAX_PAGES} files are included or attached")));
            }
            None => {
                let above = page.above.iter().copied().chain([from]).collect();
                let root = if is_model { self.pages.len() } else { page.root };
                let source = source(&path)?;
                // File names in an included file are relative to the folder of its model.
                let folder = if is_model { source.folder } else { page.source.folder.clone() };
                self.pages.push(Page { path: Some(whole), source: Source { folder, ..source }, above, root });
                self.pages.len() - 1
            }
        };
        self.links.insert((from, name.to_owned()), linked_page);
        Ok(Ok(()))
    }
}

/// Parsed files of a model.
pub(super) struct Book<'a> {
    documents: Vec<Document<'a>>,
    readings: Vec<Reading<'a>>,
    sources: &'a Sources,
}

impl<'a> Book<'a> {
    /// Parses all files of a model as XML.
    pub(super) fn open(sources: &'a Sources) -> Result<Self, SceneError> {
        let mut documents = Vec::new();
        let mut readings = Vec::new();
        for page in &sources.pages {
            let (document, reading) = xml::parse(&page.source, text_of(&page.source)?)?;
            documents.push(document);
            readings.push(reading);
        }
        Ok(Self { documents, readings, sources })
    }

    /// Returns the reader of a page.
    pub(super) fn reading(&self, page: usize) -> &Reading<'a> {
        &self.readings[page]
    }

    /// Returns the root element of a page.
    pub(super) fn root(&self, page: usize) -> Element<'_> {
        (page, self.documents[page].root_element())
    }

    /// Returns the pages on which models start, the main model first.
    pub(super) fn models(&self) -> impl Iterator<Item = usize> {
        self.sources.pages.iter().enumerate().filter(|(at, page)| page.root == *at).map(|(at, _)| at)
    }

    /// Returns the page of a file that a page names; `None` if the file is missing.
    pub(super) fn linked(&self, page: usize, name: &str) -> Option<usize> {
        self.sources.links.get(&(page, name.to_owned())).copied()
    }

    /// Returns the sections of the model that starts on a page.
    pub(super) fn top(&self, page: usize) -> Vec<Element<'_>> {
        let root = self.root(page);
        self.take(root);
        self.children(root)
    }

    /// Returns the child elements, with the elements of included files in place of the inclusions.
    pub(super) fn children<'b>(&'b self, (page, node): Element<'b>) -> Vec<Element<'b>> {
        let mut all = Vec::new();
        for child in node.children().filter(Node::is_element) {
            if !child.has_tag_name("include") {
                all.push((page, child));
                continue;
            }
            let name = child.attribute("file").unwrap_or_default();
            match self.linked(page, name) {
                Some(linked_page) => {
                    self.take((page, child));
                    self.reading(page).word(child, "file");
                    all.extend(self.top(linked_page));
                }
                None => self.reading(page).leave(child, "the file was not found"),
            }
        }
        all
    }

    /// Marks the name of an element as understood.
    pub(super) fn take(&self, (page, node): Element<'_>) {
        self.reading(page).take(node);
    }

    /// Returns the sentences about precision, and all quotes, of the models that start on `used` pages.
    pub(super) fn close(&self, used: &BTreeSet<usize>) -> (Vec<String>, Vec<Quote>) {
        let mut notes = Vec::new();
        let mut left = Vec::new();
        let pages = self.readings.iter().zip(&self.sources.pages);
        for (reading, _) in pages.filter(|(_, page)| used.contains(&page.root)) {
            let (precision, quotes) = reading.close();
            notes.extend(precision.filter(|sentence| !notes.contains(sentence)));
            left.extend(quotes);
        }
        (notes, left)
    }
}
