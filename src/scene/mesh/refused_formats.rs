//! Formats that users may try to open as meshes or robots and that are not supported. Each is recognized by its first
//! bytes or its extension, and refused with a message that says what to do.

/// Number of bytes at the start of a file in which the mark of COLLADA or HTML is searched.
const SEARCHED_BYTES: usize = 1 << 12;

/// Byte of a ZIP file at which the name of its first file begins.
const ZIP_NAME_START: usize = 30;

/// Number of bytes from [`ZIP_NAME_START`] on in which the ending of a USD layer's name is searched.
const SEARCHED_NAME_BYTES: usize = 256;

/// A format that is not supported, with advice.
struct RefusedFormat {
    /// File name extensions, in lower case.
    extensions: &'static [&'static str],
    /// Whether bytes have this format, whatever the name of the file.
    matches: fn(&[u8]) -> bool,
    /// Message about the file, without its name as the subject.
    message: &'static str,
}

/// All formats that are refused with advice.
const REFUSED: [RefusedFormat; 6] = [
    RefusedFormat {
        extensions: &[],
        matches: |bytes| bytes.starts_with(b"version https://git-lfs.github.com/spec/"),
        message: "is a Git LFS pointer, not the file itself; run `git lfs pull` in its repository, then try again",
    },
    RefusedFormat {
        extensions: &[],
        matches: is_html,
        message: "is an HTML page, probably from a failed download; save the raw file instead",
    },
    RefusedFormat {
        extensions: &["usd", "usda", "usdc", "usdz"],
        matches: is_usd,
        message: "is a USD stage, which is not supported; export it as glTF, OBJ, STL, MJCF or URDF",
    },
    RefusedFormat {
        extensions: &["dae"],
        matches: |bytes| contains(head(bytes), b"<COLLADA"),
        message: "is a COLLADA file, which is not supported; convert it to OBJ, STL or glTF, for example in Blender \
                  4.5 or with Assimp",
    },
    RefusedFormat {
        extensions: &[],
        matches: |bytes| bytes.starts_with(b"$MeshFormat"),
        message: "is a Gmsh mesh, which is not supported (of .msh files, only MuJoCo's binary meshes are); export its \
                  surface as STL, OBJ or PLY",
    },
    RefusedFormat {
        extensions: &[],
        matches: |bytes| bytes.starts_with(b"<") && contains(bytes, b"<xacro:"),
        message: "is a xacro template, which is not supported; expand it first: `xacro robot.urdf.xacro > robot.urdf`",
    },
];

/// Message about a file of a known format that is not supported, without the file's name as the subject; `None` for
/// other files. The bytes decide before the extension, which is in lower case.
pub fn unsupported_format_message(extension: &str, bytes: &[u8]) -> Option<&'static str> {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    let matching = REFUSED.iter().find(|format| (format.matches)(text));
    let format = matching.or_else(|| REFUSED.iter().find(|format| format.extensions.contains(&extension)))?;
    Some(format.message)
}

/// Whether files with this extension, in lower case, have an unsupported format. `xacro` is not in the table: a file
/// with that extension is refused only if its bytes are a template.
pub fn is_refused_extension(extension: &str) -> bool {
    extension == "xacro" || REFUSED.iter().any(|format| format.extensions.contains(&extension))
}

/// The first [`SEARCHED_BYTES`] of a file, or all if it is shorter.
fn head(bytes: &[u8]) -> &[u8] {
    &bytes[..bytes.len().min(SEARCHED_BYTES)]
}

/// Whether bytes contain the bytes `mark` anywhere.
fn contains(bytes: &[u8], mark: &[u8]) -> bool {
    bytes.windows(mark.len()).any(|part| part == mark)
}

/// Whether a text is an HTML page.
fn is_html(bytes: &[u8]) -> bool {
    let start = head(bytes).to_ascii_lowercase();
    start.starts_with(b"<!doctype html") || start.starts_with(b"<html")
}

/// Whether bytes are a USD stage: text, a binary crate file, or a package.
fn is_usd(bytes: &[u8]) -> bool {
    bytes.starts_with(b"#usda") || bytes.starts_with(b"PXR-USDC") || is_usdz(bytes)
}

/// Whether bytes are a ZIP archive whose first file is a USD layer.
fn is_usdz(bytes: &[u8]) -> bool {
    let name = bytes.get(ZIP_NAME_START..).unwrap_or_default();
    bytes.starts_with(b"PK\x03\x04") && contains(&name[..name.len().min(SEARCHED_NAME_BYTES)], b".usd")
}
