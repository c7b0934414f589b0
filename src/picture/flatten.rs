//! Flattening: conversion of a picture of any kind to a list of shapes on paper.

use glam::DVec2;

use super::diagrams::{chart, lanes, tiles};
use super::flat::Flat;
use super::{Camera, Picture, Theme, ViewKind, space, sphere};

/// Flattens a picture as a camera sees it in a pane of `size` points. Lanes, spheres, tiles and plots leave the first
/// `top` points free.
pub fn flatten(kind: ViewKind, picture: &Picture, camera: &Camera, size: DVec2, theme: Theme, top: f64) -> Flat {
    match kind {
        ViewKind::Space | ViewKind::Plane => space::flatten(picture, camera, size, theme),
        ViewKind::Sphere => sphere::flatten(picture, camera, size, theme, top),
        ViewKind::Lanes => lanes::flatten(picture, camera, size, theme, top),
        ViewKind::Chart => chart::flatten(picture, size, theme, top),
        ViewKind::Tiles => tiles::flatten(picture, camera, size, theme, top),
    }
}
