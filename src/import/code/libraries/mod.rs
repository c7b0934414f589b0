//! Detection of libraries, and calls with a meaning of a single library.

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
pub(super) mod raylib;
pub(super) mod registered;
pub(super) mod shapely;
pub(super) mod unreal;
