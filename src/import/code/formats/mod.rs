//! Readers of text that is not program code: elements (JSX, A-Frame, SVG), files of game engines (Godot, Unity), scene
//! graphs (VRML, X3D), messages (MoveIt) and solid modelers (OpenSCAD, POV-Ray).
//!
//! Each reader has a function that finds its elements in a text, empty if there are none, and a function `run` that
//! adds their shapes and bodies to the store.

pub(super) mod aframe;
pub(super) mod godot;
pub(super) mod jsx;
pub(super) mod moveit;
pub(super) mod openscad;
pub(super) mod povray;
pub(super) mod scene_graphs;
pub(super) mod svg;
pub(super) mod unity;
