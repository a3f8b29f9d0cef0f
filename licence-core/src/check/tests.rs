//! The answers to many questions, as a file.

mod corpus;
