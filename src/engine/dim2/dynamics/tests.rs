//! What a world must keep, in both precisions.

use super::super::prelude::*;
use super::super::shape::Shape;
use super::*;

mod masses;
