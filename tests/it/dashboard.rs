//! The pages for people, over the real router and a real database.

mod check;
mod page;
mod policy;
