//! Rules of single libraries: `detection` finds the libraries that a text uses; the other modules evaluate calls and
//! fields that mean something in one library only, such as matter.js's `Body.translate(body, offset)`.

pub(super) mod aether;
pub(super) mod bepu;
pub(super) mod calls;
pub(super) mod components;
pub(super) mod detection;
pub(super) mod drawings;
pub(super) mod freecad;
pub(super) mod further_calls;
pub(super) mod harmless;
pub(super) mod hc;
pub(super) mod matter;
pub(super) mod members;
pub(super) mod multibodies;
pub(super) mod object_calls;
pub(super) mod pose_changes;
pub(super) mod raylib;
pub(super) mod registered;
pub(super) mod rotation_calls;
pub(super) mod shapely;
pub(super) mod unreal;
