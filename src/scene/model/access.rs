//! Choice between fields that are read and fields that are changed, for lists of fields that are written once.

/// Kind of the references in a list of fields: [`Shared`] or [`Exclusive`].
pub trait Access {
    /// Reference to the value of a field.
    type Ref<'a, T: ?Sized + 'a>;
}

/// Fields that are read.
#[derive(Clone, Copy, Debug)]
pub enum Shared {}

/// Fields that can be changed.
#[derive(Clone, Copy, Debug)]
pub enum Exclusive {}

impl Access for Shared {
    type Ref<'a, T: ?Sized + 'a> = &'a T;
}

impl Access for Exclusive {
    type Ref<'a, T: ?Sized + 'a> = &'a mut T;
}
