//! A macro that ties a closed enum to its words on the wire.

/// Gives an enum `ALL`, `as_str`, `Display`, `FromStr` and serde by its wire words, so that no
/// second list of the words can drift from the first.
macro_rules! wire_enum {
    (
        $(#[doc = $doc:literal])*
        pub enum $name:ident: $what:literal {
            $( $(#[doc = $variant_doc:literal])* $variant:ident = $word:literal, )+
        }
    ) => {
        $(#[doc = $doc])*
        ///
        /// Exhaustive, because the list of these words is closed.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $( $(#[doc = $variant_doc])* $variant, )+
        }

        impl $name {
            /// Every value, in the order of the specification.
            pub const ALL: &'static [Self] = &[ $( Self::$variant, )+ ];

            /// Returns the word on the wire.
            pub const fn as_str(self) -> &'static str {
                match self { $( Self::$variant => $word, )+ }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::wire_enum::UnknownWord;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $( $word => Ok(Self::$variant), )+
                    _ => Err($crate::wire_enum::UnknownWord::new(
                        $what, text, &[ $( $word, )+ ],
                    )),
                }
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        $crate::text_serde::deserialize_from_text!($name);

        #[cfg(feature = "openapi")]
        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                $crate::openapi_schemas::closed_list(
                    &[ $( $doc, )* ],
                    &[ $( ($word, &[ $( $variant_doc, )* ]), )+ ],
                )
            }
        }

        #[cfg(feature = "openapi")]
        impl utoipa::ToSchema for $name {}
    };
}

pub(crate) use wire_enum;

/// A word that a closed list does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{word:?} is not {} {what}; it is one of {}", article(.what), .known.join(", "))]
pub struct UnknownWord {
    what: &'static str,
    word: String,
    known: &'static [&'static str],
}

/// Returns `a` or `an`, whichever comes before one of our words.
fn article(what: &str) -> &'static str {
    if what.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" }
}

impl UnknownWord {
    pub(crate) fn new(what: &'static str, word: &str, known: &'static [&'static str]) -> Self {
        Self { what, word: word.chars().take(64).collect(), known }
    }
}
