//! GJK against closed forms, invariants after every step, endings.
