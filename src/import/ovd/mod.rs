//! PhysX recordings (OVD, versions 0.1 to 0.4): rigid actors as bodies, their poses over frames, and the contacts that
//! PhysX reported. Truncated files are read as far as possible.

mod contacts;
mod frames;
mod objects;
mod shape;
mod stream;

use self::frames::Film;
use self::objects::{quote, text};
use super::draft::Draft;
use super::{Quote, Source};
use crate::scene::SceneError;
use stream::{Command, End, NEWEST, Stream};

/// Whether bytes begin as a recording: with a version, and a first command that registers a class.
pub(super) fn looks(bytes: &[u8]) -> bool {
    stream::version(bytes).is_some_and(|[major, minor, patch]| major == 0 && (1..100).contains(&minor) && patch < 1_000)
        && bytes.get(12) == Some(&1)
}

pub(super) fn read(source: &Source, draft: &mut Draft) -> Result<Vec<Quote>, SceneError> {
    let wrong = |message: String| SceneError::whole(&source.name, message);
    let Some(version) = stream::version(&source.bytes) else {
        return Err(wrong(String::from("is cut off in its header")));
    };
    let [major, minor, patch] = version;
    if major != 0 || minor == 0 {
        return Err(wrong(format!(
            "is no recording of PhysX, or of version {major}.{minor}.{patch}; read are 0.1 to 0.4"
        )));
    }
    let mut quotes = Vec::new();
    if minor > NEWEST {
        let said = format!("version {major}.{minor}.{patch}");
        quotes.push(quote(&source.name, said, format!("is newer than 0.{NEWEST}, as which it is read")));
    }
    let mut stream = Stream::new(&source.bytes, version);
    let mut film = Film::new(&source.name, draft);
    let mut messages: Vec<String> = Vec::new();
    for command in &mut stream {
        if let Command::Message { text: said } = command {
            messages.push(text(said));
        }
        film.take(&command);
    }
    quotes.extend(how_it_ends(&source.name, stream.end, source.bytes.len()));
    quotes.extend(film.close(stream.end == Some(End::Whole)));
    if let Some(first) = messages.first() {
        let more = if messages.len() > 1 { format!(" and {} more", messages.len() - 1) } else { String::new() };
        quotes.push(quote(&source.name, format!("{first}{more}"), "a message of the engine"));
    }
    Ok(quotes)
}

/// Reports a stream that ends early.
fn how_it_ends(file: &str, end: Option<End>, length: usize) -> Option<Quote> {
    let rest = |at: usize| format!("byte {at} of {length}");
    match end? {
        End::Whole => None,
        End::Cut(at) => {
            Some(quote(file, rest(at), "the recording is cut off here; the frame that had begun is left out"))
        }
        End::Unknown(at, code) => {
            let why = format!("there is no command {code}: all after it is not read, with the frame that had begun");
            Some(quote(file, rest(at), why))
        }
    }
}
