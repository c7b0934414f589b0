//! Readers of text that is not program code: JSX, A-Frame, Godot, Unity, VRML, X3D, MoveIt and OpenSCAD.

pub(super) mod aframe;
pub(super) mod godot;
pub(super) mod jsx;
pub(super) mod moveit;
pub(super) mod openscad;
pub(super) mod povray;
pub(super) mod scene_graphs;
pub(super) mod svg;
pub(super) mod unity;
