//! Reads the files of scenes and meshes on a thread, since a large mesh takes seconds: one request at a time. An update
//! of the open file is queued; any other request cancels all pending ones.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use contact_lens_long_run::watch::Watch;
use egui::Context;

use super::effect::{Effect, Reading, read_files};
use crate::banner::Cause;
use crate::command::{Command, WindowCommand};
use crate::run::progress::ReadingProgress;
use crate::run::receive::wait_for_message;

/// Reader of at most one request at a time.
#[derive(Default)]
pub(crate) struct Reader {
    /// The files being read; `None` when idle.
    work: Option<ReadingWork>,
    /// Effects that wait, oldest first, with the scene's edition when they were requested.
    queue: VecDeque<(Effect, u64)>,
    /// Context to repaint when a file has been read; `None` until the first frame of the window.
    waker: Option<Context>,
}

/// The files being read.
struct ReadingWork {
    /// Name of the only file, or the number of files in words, for the progress and error messages.
    name: String,
    /// Size of all files, bytes; files that cannot be found count as empty.
    bytes: u64,
    started: Instant,
    /// Edition of the scene when the file was requested.
    edition: u64,
    watch: Arc<Watch>,
    result: Receiver<Option<Command>>,
}

/// Files that an effect reads; `None` for other effects.
pub(crate) fn files_of(effect: &Effect) -> Option<Vec<PathBuf>> {
    match effect {
        Effect::Read { path, .. } => Some(vec![path.clone()]),
        Effect::Import(files) => Some(files.clone()),
        _ => None,
    }
}

impl Reader {
    /// Repaints `ctx` when a file has been read. Only the first call has an effect.
    pub fn set_wake_up(&mut self, ctx: &Context) {
        self.waker.get_or_insert_with(|| ctx.clone());
    }

    /// Starts or queues the reading of an effect's files; `edition` is that of the open scene. Everything but an update
    /// of the open file cancels the pending files.
    pub fn read(&mut self, effect: Effect, edition: u64) {
        if !matches!(effect, Effect::Read { how: Reading::Follow, .. }) {
            self.cancel();
        }
        self.queue.push_back((effect, edition));
        self.start_next();
    }

    /// Cancels the current file and the queue.
    pub fn cancel(&mut self) {
        self.queue.clear();
        if let Some(work) = self.work.take() {
            work.watch.cancel();
        }
    }

    /// Progress of the current file; `None` when idle.
    pub fn progress(&self) -> Option<ReadingProgress> {
        let work = self.work.as_ref()?;
        let seconds = work.started.elapsed().as_secs_f64();
        Some(ReadingProgress { name: work.name.clone(), bytes: work.bytes, seconds })
    }

    /// Waits up to `timeout` for the current files, without a limit when it is `None`, then starts to read the next
    /// ones. Returns the result and the scene's edition when it was requested; `None` without a result.
    pub fn take_result(&mut self, timeout: Option<Duration>) -> Option<(Command, u64)> {
        let work = self.work.as_ref()?;
        let command = match wait_for_message(&work.result, timeout) {
            Ok(command) => command,
            Err(RecvTimeoutError::Timeout) => return None,
            // The thread panicked; report that as the result.
            Err(RecvTimeoutError::Disconnected) => {
                let text =
                    format!("{} could not be read because the program failed. Please report the file.", work.name);
                Some(Command::Window(WindowCommand::Failed(Cause::Open, text)))
            }
        };
        let edition = work.edition;
        self.work = None;
        self.start_next();
        command.map(|command| (command, edition))
    }

    /// Starts a thread for the next effect of the queue, unless one is running.
    fn start_next(&mut self) {
        if self.work.is_some() {
            return;
        }
        let Some((effect, edition)) = self.queue.pop_front() else { return };
        let files = files_of(&effect).unwrap_or_default();
        let name = match files.as_slice() {
            [file] => file.file_name().unwrap_or(file.as_os_str()).to_string_lossy().into_owned(),
            files => format!("{} files", files.len()),
        };
        let bytes = files.iter().filter_map(|file| std::fs::metadata(file).ok()).map(|data| data.len()).sum();
        let (sender, result) = channel();
        let waker = self.waker.clone();
        let watch = Arc::new(Watch::default());
        let thread_watch = Arc::clone(&watch);
        let thread = std::thread::Builder::new().name(String::from("reader"));
        // If the thread cannot be spawned, the receiver is disconnected at once.
        thread.spawn(move || read_and_send(&effect, &thread_watch, sender, waker.as_ref())).ok();
        self.work = Some(ReadingWork { name, bytes, started: Instant::now(), edition, watch, result });
    }
}

/// Reads the files of an effect, sends the resulting command and requests a repaint.
fn read_and_send(effect: &Effect, watch: &Arc<Watch>, sender: Sender<Option<Command>>, waker: Option<&Context>) {
    let read = watch.run(|| read_files(effect)).flatten();
    // The receiver is dropped when the reading is canceled.
    sender.send(read).ok();
    drop(sender);
    if let Some(ctx) = waker {
        ctx.request_repaint();
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.cancel();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::FileCommand;

    fn open(path: &std::path::Path) -> Effect {
        Effect::Read { path: path.to_owned(), how: Reading::Open }
    }

    #[test]
    fn opening_a_file_cancels_the_previous_one() {
        let folder = tempfile::tempdir().unwrap();
        let [first, second] = ["a.obj", "b.obj"].map(|name| folder.path().join(name));
        for file in [&first, &second] {
            std::fs::write(file, "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\n").unwrap();
        }
        let mut reader = Reader::default();
        reader.read(open(&first), 1);
        reader.read(open(&second), 2);
        assert_eq!(reader.progress().map(|work| (work.name, work.bytes)), Some((String::from("b.obj"), 40)));
        let Some((Command::File(FileCommand::Loaded { scene, .. }), 2)) = reader.take_result(None) else {
            panic!("no scene")
        };
        assert_eq!(scene.bodies[0].name, "b");
        assert!(reader.progress().is_none() && reader.take_result(None).is_none());
        // An update of the open file is queued.
        reader.read(open(&first), 3);
        reader.read(Effect::Read { path: folder.path().join("no.scene.json"), how: Reading::Follow }, 3);
        assert!(matches!(reader.take_result(None), Some((Command::File(FileCommand::Loaded { .. }), 3))));
        assert!(matches!(reader.take_result(None), Some((Command::File(FileCommand::Gone), 3))));
        reader.read(open(&first), 4);
        reader.cancel();
        assert!(reader.progress().is_none() && reader.take_result(None).is_none());
    }

    fn vertex(i: u32) -> [f64; 3] {
        [f64::from(i / 3), f64::from(i % 3), f64::from(i % 7)]
    }

    #[test]
    fn reading_of_a_large_file_ends_soon_after_it_was_canceled() {
        let folder = tempfile::tempdir().unwrap();
        // A strip of triangles without shared vertices, in each format.
        let n = 200_000u32;
        let vertices = (0..3 * n).map(vertex);
        let text: String = vertices.map(|[x, y, z]| format!("v {x} {y} {z}\n")).collect();
        let faces: String = (0..n).map(|i| format!("f {} {} {}\n", 3 * i + 1, 3 * i + 2, 3 * i + 3)).collect();
        let mut stl = vec![0; 80];
        stl.extend(n.to_le_bytes());
        let mut ply = format!(
            "ply\nformat binary_little_endian 1.0\nelement vertex {}\nproperty float x\nproperty float y\nproperty float z\nend_header\n",
            3 * n
        )
        .into_bytes();
        for i in 0..3 * n {
            let bytes: Vec<u8> = vertex(i).iter().flat_map(|x| (*x as f32).to_le_bytes()).collect();
            ply.extend(&bytes);
            stl.extend(if i % 3 == 0 { &[0; 12][..] } else { &[] });
            stl.extend(&bytes);
            stl.extend(if i % 3 == 2 { &[0; 2][..] } else { &[] });
        }
        for (name, bytes) in [("a.obj", (text + &faces).into_bytes()), ("a.stl", stl), ("a.ply", ply)] {
            let path = folder.path().join(name);
            std::fs::write(&path, bytes).unwrap();
            for wait in [0, 20, 60] {
                let mut reader = Reader::default();
                reader.read(open(&path), 1);
                let Some(work) = &reader.work else { panic!("{name} is not read") };
                let watch = Arc::clone(&work.watch);
                std::thread::sleep(Duration::from_millis(wait));
                let begun = Instant::now();
                reader.cancel();
                // The thread drops its reference when it ends.
                while Arc::strong_count(&watch) > 1 {
                    assert!(begun.elapsed() < Duration::from_secs(5), "{name} is read on after {wait} ms");
                    std::thread::sleep(Duration::from_millis(1));
                }
                println!("{name}, canceled after {wait} ms: left within {:?}", begun.elapsed());
            }
        }
    }
}
