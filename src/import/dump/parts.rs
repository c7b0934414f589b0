//! Reader of printed triangle meshes (lists of vertices and indices) and height fields (a matrix of heights, as parry
//! prints it).

use contact_lens_scene::model::Shape;

use super::shape::{PrintedShape, last_segment, with_names};
use super::token::Token;
use super::tree::{ErrorAt, Node, Value};
use super::vector::{points, read_vector};
use crate::draft::{DEGENERATE_TRIANGLES, checked_length};

/// Sentence for the note about height fields.
const HEIGHT_FIELD: &str = "A height field is imported as a triangle mesh, because height fields of scenes divide \
                            their cells along the other diagonal and have their origin at a corner.";

/// Returns the error of a malformed mesh or height field, at the start of a node.
fn malformed<'a>(node: &Node<'a>, why: impl Into<String>) -> Option<Result<PrintedShape<'a>, ErrorAt>> {
    Some(Err((node.start(), why.into())))
}

/// Whether the type or a name of a node is one of these, in lower case.
fn is_named(node: &Node<'_>, names: &[&str]) -> bool {
    node.head.iter().chain(&node.key).any(|token| names.contains(&last_segment(token.text).as_str()))
}

/// Returns the field with one of these names, in lower case and without underscores.
fn field<'n, 'a>(node: &'n Node<'a>, names: &[&str]) -> Option<&'n Node<'a>> {
    node.items().iter().find(|item| item.key.last().is_some_and(|key| names.contains(&key.plain_name().as_str())))
}

/// Reads a mesh or height field; `None` if the node is neither, an error if it is a malformed one.
pub(super) fn read<'a>(node: &Node<'a>) -> Option<Result<PrintedShape<'a>, ErrorAt>> {
    if is_named(node, &["trimesh", "meshshapesettings", "trianglemesh"]) {
        return read_mesh(node);
    }
    if is_named(node, &["heightfield"]) { read_height_field(node) } else { None }
}

/// Reads a mesh with the fields `vertices` and `indices`, flat or in triples; `None` without these fields.
fn read_mesh<'a>(node: &Node<'a>) -> Option<Result<PrintedShape<'a>, ErrorAt>> {
    if field(node, &["numvertices"]).is_some() {
        let why =
            "this printed mesh has only the number of its vertices, not their coordinates; print it with serde instead";
        return malformed(node, why);
    }
    let vertex_list = field(node, &["vertices"])?;
    let index_list = field(node, &["indices"])?;
    let Some((vertices, mut used)) = points(vertex_list) else {
        return malformed(vertex_list, "the vertices of a mesh must be points of three numbers");
    };
    let numbers = index_list.numbers();
    let count = vertices.len();
    let indices: Vec<u32> = match numbers.iter().map(|token| vertex_index(token, count)).collect() {
        Ok(indices) => indices,
        Err(wrong) => return Some(Err(wrong)),
    };
    let (triangles, trailing) = indices.as_chunks::<3>();
    if !trailing.is_empty() || triangles.is_empty() {
        return malformed(
            index_list,
            format!("a mesh must have three indices per triangle, but has {} indices in all", indices.len()),
        );
    }
    if let Some(why) = vertices.iter().flatten().find_map(|x| checked_length(*x).err()) {
        return malformed(vertex_list, why);
    }
    index_list.append_tokens(&mut used);
    let Some((shape, degenerate_count)) = Shape::triangle_mesh(vertices, triangles.to_vec()) else {
        return malformed(index_list, "all triangles of the mesh have zero area");
    };
    let note = (degenerate_count > 0).then_some(DEGENERATE_TRIANGLES);
    Some(Ok(PrintedShape { shape, used: with_names(node, used), note }))
}

/// Reads the index of one of `count` vertices, from 0.
fn vertex_index(token: &Token<'_>, count: usize) -> Result<u32, ErrorAt> {
    let value = token.number().map_or(f64::NAN, |number| number.value);
    if value.fract() == 0.0 && value >= 0.0 && value < count as f64 {
        return Ok(value as u32);
    }
    Err((token.start, format!("a mesh of {count} vertices has no vertex {value}; indices count from 0")))
}

/// Matrix of numbers in a printed text.
struct Matrix {
    rows: usize,
    columns: usize,
    /// Values in column-major order.
    data: Vec<f64>,
}

impl Matrix {
    /// Reads a matrix with the fields `nrows`, `ncols` and `data` at any depth; `None` if one is missing, or if the
    /// number of values is not the product of the other two.
    fn read<'a>(node: &Node<'a>, used: &mut Vec<Token<'a>>) -> Option<Self> {
        let rows = read_count(node, "nrows", used)?;
        let columns = read_count(node, "ncols", used)?;
        let data = descendant(node, "data")?;
        let numbers = data.numbers();
        data.append_tokens(used);
        let data: Vec<f64> = numbers.iter().filter_map(|token| Some(token.number()?.value)).collect();
        (rows.checked_mul(columns) == Some(data.len())).then_some(Self { rows, columns, data })
    }

    fn value_at(&self, row: usize, column: usize) -> f64 {
        self.data[column * self.rows + row]
    }
}

/// Reads a number of rows or columns from a field; `None` if it is missing or not a whole number.
fn read_count<'a>(node: &Node<'a>, name: &str, used: &mut Vec<Token<'a>>) -> Option<usize> {
    let token = *descendant(node, name)?.numbers().first()?;
    used.push(token);
    let value = token.number()?.value;
    (value.fract() == 0.0 && value >= 0.0).then_some(value as usize)
}

/// Returns the first field with this name in a node or its descendants.
fn descendant<'n, 'a>(node: &'n Node<'a>, name: &str) -> Option<&'n Node<'a>> {
    let direct = field(node, &[name]).filter(|entry| entry.value != Value::Nothing);
    direct.or_else(|| node.items().iter().find_map(|item| descendant(item, name)))
}

/// Reads a height field: the matrix `heights` over a rectangle that is centered at the origin, with rows along z and
/// columns along x. The vector `scale` has the side along x, the factor of the heights and the side along z, meters.
/// `None` without these fields.
fn read_height_field<'a>(node: &Node<'a>) -> Option<Result<PrintedShape<'a>, ErrorAt>> {
    let grid = field(node, &["heights"])?;
    let scale = field(node, &["scale"])?;
    let mut used = Vec::new();
    let Some(size) = read_vector(scale, &mut used) else { return malformed(scale, "the scale must be three numbers") };
    let Some(grid) = Matrix::read(grid, &mut used).filter(|grid| grid.rows >= 2 && grid.columns >= 2) else {
        return malformed(grid, "the heights must be a matrix of at least 2 × 2 with `nrows` times `ncols` numbers");
    };
    let status = match field(node, &["status"]) {
        None => None,
        Some(status) => match cell_status(status, [grid.rows - 1, grid.columns - 1], &mut used) {
            Some(status) => Some(status),
            None => return malformed(status, "the status must have one whole number from 0 to 7 per cell"),
        },
    };
    let mut vertices = Vec::with_capacity(grid.data.len());
    for row in 0..grid.rows {
        for column in 0..grid.columns {
            let x = column as f64 / (grid.columns - 1) as f64 - 0.5;
            let z = row as f64 / (grid.rows - 1) as f64 - 0.5;
            let point = [x * size[0], grid.value_at(row, column) * size[1], z * size[2]];
            if let Some(why) = point.into_iter().find_map(|x| checked_length(x).err()) {
                return malformed(scale, why);
            }
            vertices.push(point);
        }
    }
    let Some((shape, _)) = Shape::triangle_mesh(vertices, triangles_of_grid(&grid, status.as_deref())) else {
        return malformed(node, "the height field has no triangles");
    };
    Some(Ok(PrintedShape { shape, used: with_names(node, used), note: Some(HEIGHT_FIELD) }))
}

/// Status bit of a cell that is divided along the other diagonal.
const OTHER_DIAGONAL: u8 = 1;
/// Status bit of a cell without its left triangle.
const LEFT_REMOVED: u8 = 2;
/// Status bit of a cell without its right triangle.
const RIGHT_REMOVED: u8 = 4;

/// Reads the status bits of `rows` × `columns` cells, in column-major order; `None` if the matrix has another size or
/// other values.
fn cell_status<'a>(status: &Node<'a>, [rows, columns]: [usize; 2], used: &mut Vec<Token<'a>>) -> Option<Vec<u8>> {
    let status_grid = Matrix::read(status, used)?;
    let are_bits = status_grid.data.iter().all(|value| (0.0..8.0).contains(value) && value.fract() == 0.0);
    if [status_grid.rows, status_grid.columns] != [rows, columns] || !are_bits {
        return None;
    }
    Some(status_grid.data.iter().map(|value| *value as u8).collect())
}

/// Divides the cells of a height field into triangles of vertices in row-major order. `status` has the bits of the
/// cells in column-major order; `None` if all are 0.
fn triangles_of_grid(grid: &Matrix, status: Option<&[u8]>) -> Vec<[u32; 3]> {
    let rows = grid.rows;
    let columns = grid.columns;
    let mut triangles = Vec::new();
    for column in 0..columns - 1 {
        for row in 0..rows - 1 {
            let bits = status.map_or(0, |status| status[column * (rows - 1) + row]);
            // Vertices of the cell: `p` with the offsets of row and column.
            let p00 = (row * columns + column) as u32;
            let p10 = ((row + 1) * columns + column) as u32;
            let p01 = (row * columns + column + 1) as u32;
            let p11 = ((row + 1) * columns + column + 1) as u32;
            let has_other_diagonal = bits & OTHER_DIAGONAL != 0;
            let left = if has_other_diagonal { [p00, p10, p11] } else { [p00, p10, p01] };
            let right = if has_other_diagonal { [p00, p11, p01] } else { [p10, p11, p01] };
            if bits & LEFT_REMOVED == 0 {
                triangles.push(left);
            }
            if bits & RIGHT_REMOVED == 0 {
                triangles.push(right);
            }
        }
    }
    triangles
}
