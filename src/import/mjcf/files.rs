//! XML documents of a model: the main file, and the files that it includes or attaches.
//!
//! - **Two passes.** [`gather`] reads all files and resolves their links; [`Documents::open`] parses the texts, which
//!   must outlive the parsed documents.
//! - **Indices.** A document is identified by its index in the order of reading; 0 is the main file.
//! - **Models.** An included file belongs to the model that includes it; an attached file is a model of its own.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use contact_lens_scene::SceneError;
use roxmltree::{Document, Node};

use crate::xml::{self, XmlReader};
use crate::{Quote, Source, source, text_of};

/// XML element of one of the documents of a model.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Element<'n> {
    /// Index of the document that contains the element.
    pub(super) document: usize,
    pub(super) node: Node<'n, 'n>,
}

impl<'n> Element<'n> {
    /// Returns the tag name without its namespace.
    pub(super) fn tag(&self) -> &'n str {
        self.node.tag_name().name()
    }
}

/// Maximum number of files that a model may include or attach, directly or not.
const MAX_FILES: usize = 100;

/// File of a model, before it is parsed.
struct ModelSource {
    /// Absolute path of the file; `None` for pasted text.
    path: Option<PathBuf>,
    source: Source,
    /// Indices of the documents on the chain of links from the main file to this one.
    ancestors: Vec<usize>,
    /// Index of the root document of the model that includes this file; its own index, if it is a model.
    model_root: usize,
}

impl ModelSource {
    /// Whether the file has this absolute path.
    fn has_path(&self, path: &Path) -> bool {
        self.path.as_deref() == Some(path)
    }
}

/// Texts of all files of a model, the main file first.
pub(super) struct Sources {
    files: Vec<ModelSource>,
    links: Links,
}

/// Indices of linked documents, by the index of the linking document and the file name written there.
type Links = HashMap<(usize, String), usize>;

/// Reads a model, all files that it includes, and all models that it can attach.
///
/// # Errors
/// Fails when a file includes itself, or when there are too many files.
pub(super) fn gather(main: &Source) -> Result<Sources, SceneError> {
    let path = main.folder.as_ref().and_then(|_| Path::new(&main.name).canonicalize().ok());
    let file = ModelSource { path, source: main.clone(), ancestors: Vec::new(), model_root: 0 };
    let mut sources = Sources { files: vec![file], links: HashMap::new() };
    let mut next = 0;
    while next < sources.files.len() {
        let source = sources.files[next].source.clone();
        let (document, reader) = xml::parse(&source, text_of(&source)?)?;
        for node in document.descendants().filter(|node| is_link(*node)) {
            let Some(name) = node.attribute("file") else { continue };
            if let Err(why) = sources.follow_link(next, name, node.has_tag_name("model"))? {
                return Err(reader.wrong(node, "file", why));
            }
        }
        next += 1;
    }
    Ok(sources)
}

/// Whether an element links to another file of elements: an inclusion, or a model among the assets.
fn is_link(node: Node<'_, '_>) -> bool {
    node.has_tag_name("include")
        || node.has_tag_name("model") && node.parent().is_some_and(|node| node.has_tag_name("asset"))
}

impl Sources {
    /// Reads the file that the document with index `linking_document` names, unless the file is missing; with
    /// `is_model`, the file is an attached model. The inner error is the reason why the document must not name the
    /// file.
    fn follow_link(
        &mut self,
        linking_document: usize,
        name: &str,
        is_model: bool,
    ) -> Result<Result<(), String>, SceneError> {
        let linking = &self.files[linking_document];
        let Some(path) = linking.source.folder.as_ref().map(|folder| folder.join(name)) else { return Ok(Ok(())) };
        let Ok(absolute) = path.canonicalize() else { return Ok(Ok(())) };
        let mut ancestors = linking.ancestors.iter().map(|ancestor| &self.files[*ancestor]);
        if linking.has_path(&absolute) || ancestors.any(|ancestor| ancestor.has_path(&absolute)) {
            return Ok(Err(format!("`{name}` {} itself", if is_model { "attaches" } else { "includes" })));
        }
        // The same file may be attached as a model and included by another model; these are two documents.
        let known = (0..self.files.len()).find(|index| {
            let model_root = if is_model { *index } else { linking.model_root };
            self.files[*index].has_path(&absolute) && self.files[*index].model_root == model_root
        });
        let linked = match known {
            Some(known) if is_model => known,
            Some(_) => return Ok(Err(format!("`{name}` is included twice"))),
            None if self.files.len() == MAX_FILES => {
                return Ok(Err(format!("more than {MAX_FILES} files are included or attached")));
            }
            None => {
                let ancestors = linking.ancestors.iter().copied().chain([linking_document]).collect();
                let model_root = if is_model { self.files.len() } else { linking.model_root };
                let source = source(&path)?;
                // File names in an included file are relative to the folder of its model.
                let folder = if is_model { source.folder } else { linking.source.folder.clone() };
                let source = Source { folder, ..source };
                self.files.push(ModelSource { path: Some(absolute), source, ancestors, model_root });
                self.files.len() - 1
            }
        };
        self.links.insert((linking_document, name.to_owned()), linked);
        Ok(Ok(()))
    }
}

/// Parsed files of a model, the main file first.
pub(super) struct Documents<'a> {
    parsed: Vec<Document<'a>>,
    /// Reader of each document, which records the understood parts of its text.
    readers: Vec<XmlReader<'a>>,
    /// Texts of the files, in the order of the documents.
    sources: &'a Sources,
}

impl<'a> Documents<'a> {
    /// Parses all files of a model as XML.
    pub(super) fn open(sources: &'a Sources) -> Result<Self, SceneError> {
        let mut parsed = Vec::new();
        let mut readers = Vec::new();
        for file in &sources.files {
            let (document, reader) = xml::parse(&file.source, text_of(&file.source)?)?;
            parsed.push(document);
            readers.push(reader);
        }
        Ok(Self { parsed, readers, sources })
    }

    /// Returns the reader of a document.
    pub(super) fn reader(&self, document: usize) -> &XmlReader<'a> {
        &self.readers[document]
    }

    /// Returns the root element of a document.
    pub(super) fn root(&self, document: usize) -> Element<'_> {
        Element { document, node: self.parsed[document].root_element() }
    }

    /// Returns the indices of the documents that are models, not included files; the main model comes first.
    pub(super) fn models(&self) -> impl Iterator<Item = usize> {
        let files = self.sources.files.iter().enumerate();
        files.filter(|(index, file)| file.model_root == *index).map(|(index, _)| index)
    }

    /// Returns the index of the document for a file that a document names; `None` if the file is missing.
    pub(super) fn linked(&self, document: usize, name: &str) -> Option<usize> {
        self.sources.links.get(&(document, name.to_owned())).copied()
    }

    /// Returns the child elements of the root of a document, and marks the root as read.
    pub(super) fn sections(&self, document: usize) -> Vec<Element<'_>> {
        let root = self.root(document);
        self.mark_read(root);
        self.children(root)
    }

    /// Returns the child elements, with the elements of included files in place of the inclusions.
    pub(super) fn children<'b>(&'b self, parent: Element<'b>) -> Vec<Element<'b>> {
        let document = parent.document;
        let mut children = Vec::new();
        for node in parent.node.children().filter(Node::is_element) {
            let child = Element { document, node };
            if !node.has_tag_name("include") {
                children.push(child);
                continue;
            }
            let name = node.attribute("file").unwrap_or_default();
            match self.linked(document, name) {
                Some(linked) => {
                    self.mark_read(child);
                    self.reader(document).read_attribute(node, "file");
                    children.extend(self.sections(linked));
                }
                None => self.reader(document).report_skipped(node, "the file was not found"),
            }
        }
        children
    }

    /// Marks the tags of an element as read.
    pub(super) fn mark_read(&self, element: Element<'_>) {
        self.reader(element.document).mark_read(element.node);
    }

    /// Returns the distinct notes about the precision of numbers, and all quotes, of the models whose root documents
    /// are in `used`.
    pub(super) fn close(&self, used: &BTreeSet<usize>) -> (Vec<String>, Vec<Quote>) {
        let mut notes = Vec::new();
        let mut quotes = Vec::new();
        for (reader, file) in self.readers.iter().zip(&self.sources.files) {
            if !used.contains(&file.model_root) {
                continue;
            }
            let (precision, skipped) = reader.close();
            notes.extend(precision.filter(|sentence| !notes.contains(sentence)));
            quotes.extend(skipped);
        }
        (notes, quotes)
    }
}
