//! Shapes inside of other shapes, whatever the variant that holds them.

use super::{FieldValue, Shape};

impl Shape {
    /// The shapes directly inside, each with the field that holds it: `shape` (of `affine` and `inflate`),
    /// `parts[2].shape`.
    pub fn children(&self) -> Vec<(String, &Self)> {
        let mut children = Vec::new();
        for field in self.fields() {
            if let FieldValue::Inside(shape) = field.value {
                children.push((String::from(field.name), shape));
            } else if let FieldValue::Parts(parts) = field.value {
                children.extend(parts.iter().enumerate().map(|(i, part)| (part_field(field.name, i), &part.shape)));
            }
        }
        children
    }

    /// The shapes directly inside, mutable, each with the field that holds it, as [`Self::children`] lists them.
    pub fn children_mut(&mut self) -> Vec<(String, &mut Self)> {
        let mut children = Vec::new();
        for field in self.fields_mut() {
            if let FieldValue::Inside(shape) = field.value {
                children.push((String::from(field.name), shape));
            } else if let FieldValue::Parts(parts) = field.value {
                let shapes = parts.iter_mut().map(|part| &mut part.shape);
                children.extend(shapes.enumerate().map(|(i, shape)| (part_field(field.name, i), shape)));
            }
        }
        children
    }

    /// The one shape that an affine map or a ball changes; `None` for shapes without one, also for a compound.
    pub fn wrapped(&self) -> Option<&Self> {
        self.fields()
            .into_iter()
            .find_map(|field| if let FieldValue::Inside(shape) = field.value { Some(shape) } else { None })
    }
}

/// Field that holds the shape of a child of a compound: `parts[2].shape`.
fn part_field(parts: &str, index: usize) -> String {
    format!("{parts}[{index}].shape")
}
