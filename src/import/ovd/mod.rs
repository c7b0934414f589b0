//! PhysX recordings (OVD, versions 0.1 to 0.4): rigid actors as bodies, their poses over frames, and the contacts that
//! PhysX reported. Truncated files are read as far as possible.

mod contacts;
mod frames;
mod objects;
mod shape;
mod stream;

use contact_lens_scene::SceneError;

use self::frames::StreamReader;
use self::objects::{quote, text};
use super::draft::Draft;
use super::{Quote, Source};
use stream::{Command, NEWEST_MINOR, Stream, StreamEnd};

/// Whether bytes begin as a recording: with a plausible version, and a first command that registers a class.
pub(super) fn recognizes(bytes: &[u8]) -> bool {
    let Some([major, minor, patch]) = stream::version(bytes) else { return false };
    let is_plausible_version = major == 0 && (1..100).contains(&minor) && patch < 1_000;
    is_plausible_version && bytes.get(stream::VERSION_BYTES) == Some(&stream::CLASS_CODE)
}

/// Reads a recording into a draft.
pub(super) fn read(source: &Source, draft: &mut Draft) -> Result<Vec<Quote>, SceneError> {
    let Some(version) = stream::version(&source.bytes) else {
        return Err(source.error("is truncated in its header"));
    };
    let [major, minor, patch] = version;
    if major != 0 || minor == 0 {
        return Err(source.error(format!(
            "is not a PhysX recording, or has version {major}.{minor}.{patch}; versions 0.1 to 0.4 are supported"
        )));
    }
    let mut quotes = Vec::new();
    if minor > NEWEST_MINOR {
        let stated = format!("version {major}.{minor}.{patch}");
        quotes.push(quote(
            &source.name,
            stated,
            format!("is newer than 0.{NEWEST_MINOR}, the newest supported version, and is read as that version"),
        ));
    }
    let mut stream = Stream::new(&source.bytes, version);
    let mut reader = StreamReader::new(&source.name, draft);
    // Warnings and errors that PhysX wrote into the stream.
    let mut messages: Vec<String> = Vec::new();
    for command in &mut stream {
        if let Command::Message { text: message } = command {
            messages.push(text(message));
        }
        reader.apply(&command);
    }
    quotes.extend(quote_early_end(&source.name, stream.end, source.bytes.len()));
    quotes.extend(reader.finish(stream.end == Some(StreamEnd::Whole)));
    if let Some(first) = messages.first() {
        let more = if messages.len() > 1 { format!(" and {} more", messages.len() - 1) } else { String::new() };
        quotes.push(quote(&source.name, format!("{first}{more}"), "a message of the engine"));
    }
    Ok(quotes)
}

/// Returns a quote about a stream that ends early, of `length` bytes; `None` for one that was read to its end.
fn quote_early_end(file: &str, end: Option<StreamEnd>, length: usize) -> Option<Quote> {
    match end? {
        StreamEnd::Whole => None,
        StreamEnd::Truncated { offset } => Some(quote(
            file,
            format!("byte {offset} of {length}"),
            "the recording ends here in the middle of a frame, which is skipped",
        )),
        StreamEnd::UnknownCommand { offset, code } => {
            let why =
                format!("command {code} is unknown: the remainder of the file and the unfinished frame are skipped");
            Some(quote(file, format!("byte {offset} of {length}"), why))
        }
    }
}
