//! The tables, one in each file. Row types are private to the store.
//!
//! Instants are epoch milliseconds and ids are text, so that SQLite and PostgreSQL sort alike and
//! an analyst can read the file. The migrations define the columns, so an entity names no SQL type.

/// Completes an entity whose queries join no other table.
macro_rules! no_relations {
    () => {
        #[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
        pub(crate) enum Relation {}

        impl ActiveModelBehavior for ActiveModel {}
    };
}

/// Completes an entity each of whose rows refers to one row of these other tables.
macro_rules! belongs_to {
    ($( $relation:ident($entity:ident) by $column:ident ),+) => {
        #[derive(Clone, Copy, Debug, EnumIter)]
        pub(crate) enum Relation {
            $( $relation, )+
        }

        impl RelationTrait for Relation {
            fn def(&self) -> RelationDef {
                match self {
                    $( Self::$relation => Entity::belongs_to($crate::entity::$entity::Entity)
                        .from(Column::$column)
                        .to($crate::entity::$entity::Column::Id)
                        .into(), )+
                }
            }
        }

        $(
            impl Related<$crate::entity::$entity::Entity> for Entity {
                fn to() -> RelationDef {
                    Relation::$relation.def()
                }
            }
        )+

        impl ActiveModelBehavior for ActiveModel {}
    };
}

pub(crate) mod account;
pub(crate) mod api_key;
pub(crate) mod audit_entry;
pub(crate) mod catalogue_change;
pub(crate) mod catalogue_version;
pub(crate) mod ceremony;
pub(crate) mod coverage_state;
pub(crate) mod delivery;
pub(crate) mod delivery_attempt;
pub(crate) mod domain;
pub(crate) mod event;
pub(crate) mod evidence;
pub(crate) mod expiry_warning;
pub(crate) mod history;
pub(crate) mod instance;
pub(crate) mod invitation;
pub(crate) mod key_lease;
pub(crate) mod key_version;
pub(crate) mod licence;
pub(crate) mod member;
pub(crate) mod oauth_assertion;
pub(crate) mod oauth_client;
pub(crate) mod oauth_code;
pub(crate) mod oauth_grant;
pub(crate) mod oauth_token;
pub(crate) mod operator;
pub(crate) mod operator_key;
pub(crate) mod passkey;
pub(crate) mod refusal;
pub(crate) mod register_reading;
pub(crate) mod register_run;
pub(crate) mod regulatory_action;
pub(crate) mod session;
pub(crate) mod snapshot;
pub(crate) mod trading_name;
pub(crate) mod usage;
pub(crate) mod usage_day;
pub(crate) mod watchlist_entry;
pub(crate) mod webhook_endpoint;
pub(crate) mod webhook_secret;
