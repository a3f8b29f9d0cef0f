//! The tables. Row types are private to the store.
//!
//! Instants are epoch milliseconds and ids are text, so that SQLite and PostgreSQL sort alike and
//! an analyst can read the file. The migrations define the columns, so an entity names no SQL type.

/// Declares the module of a table: its rows, and the tables that each row refers to one row of.
macro_rules! entity {
    (
        $(#[$meta:meta])*
        $name:ident = $table:tt $([$($derive:tt)*])? { $($columns:tt)* }
        $( $relation:ident($entity:ident) by $column:ident ),*
    ) => {
        $(#[$meta])*
        pub(crate) mod $name {
            use sea_orm::entity::prelude::*;

            #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel $(, $($derive)*)?)]
            #[sea_orm(table_name = $table)]
            pub(crate) struct Model {
                $($columns)*
            }

            #[derive(Clone, Copy, Debug, EnumIter)]
            pub(crate) enum Relation {
                $( $relation, )*
            }

            impl RelationTrait for Relation {
                fn def(&self) -> RelationDef {
                    match *self {
                        $( Self::$relation => Entity::belongs_to($crate::entity::$entity::Entity)
                            .from(Column::$column)
                            .to($crate::entity::$entity::Column::Id)
                            .into(), )*
                    }
                }
            }

            $(
                impl Related<$crate::entity::$entity::Entity> for Entity {
                    fn to() -> RelationDef {
                        Relation::$relation.def()
                    }
                }
            )*

            impl ActiveModelBehavior for ActiveModel {}
        }
    };
}

mod accounts;
mod connector;
mod members;
mod registers;
mod webhooks;

pub(crate) use accounts::*;
pub(crate) use connector::*;
pub(crate) use members::*;
pub(crate) use registers::*;
pub(crate) use webhooks::*;
