//! The files of a crate, what each imports, and the circles among them.

use std::collections::{BTreeMap, BTreeSet};

use syn::visit::{self, Visit};

/// The names that lead from the root of a crate to a module or an item.
type ItemPath = Vec<String>;

type Files = BTreeMap<ItemPath, File>;

/// What a file imports and re-exports, and which modules it declares for tests. A path of these
/// begins with `crate` or with a name of the file.
#[derive(Default)]
struct File {
    name: String,
    module: ItemPath,
    imports: Vec<ItemPath>,
    re_exports: BTreeMap<String, ItemPath>,
    test_modules: Vec<ItemPath>,
}

/// Returns each circle as the names of its files. `main.rs` beside `lib.rs` is left out, because it
/// is another crate.
pub fn circles<'s>(sources: impl Iterator<Item = (&'s str, &'s str)>) -> Vec<String> {
    let mut files = Files::new();
    for (name, text) in sources {
        let path = name.trim_end_matches(".rs").split('/').map(str::to_owned);
        let module: ItemPath = path.filter(|part| part != "lib" && part != "main").collect();
        let mut file = File { name: name.to_owned(), module: module.clone(), ..File::default() };
        file.visit_file(&syn::parse_file(text).unwrap());
        files.entry(module).or_insert(file);
    }
    let test_modules: Vec<_> = files.values().flat_map(|file| file.test_modules.clone()).collect();
    files.retain(|module, _| !test_modules.iter().any(|test| module.starts_with(test)));
    let (mut circles, mut done) = (BTreeSet::new(), Vec::new());
    for file in files.values() {
        follow(&files, file, &mut Vec::new(), &mut done, &mut circles);
    }
    circles.into_iter().collect()
}

/// Follows the imports of a file, and adds a circle whenever they lead back to one of `open`.
fn follow<'f>(
    files: &'f Files,
    file: &'f File,
    open: &mut Vec<&'f str>,
    done: &mut Vec<&'f str>,
    circles: &mut BTreeSet<String>,
) {
    if let Some(start) = open.iter().position(|name| *name == file.name) {
        circles.insert(format!("{} → {}", open[start..].join(" → "), file.name));
    } else if !done.contains(&file.name.as_str()) {
        open.push(&file.name);
        let imported = file.imports.iter().filter_map(|path| defining_file(files, file, path, 0));
        for imported in imported.filter(|imported| imported.name != file.name) {
            follow(files, imported, open, done, circles);
        }
        open.pop();
        done.push(&file.name);
    }
}

/// Returns the file that defines what `path` means in `from`; `None` for another crate.
fn defining_file<'f>(
    files: &'f Files,
    from: &File,
    path: &[String],
    re_exports: usize,
) -> Option<&'f File> {
    let is_absolute = path[0] == "crate";
    let path =
        if is_absolute { path[1..].to_vec() } else { [from.module.as_slice(), path].concat() };
    let end = (0..=path.len()).rev().find(|end| files.contains_key(&path[..*end]))?;
    if !is_absolute && end <= from.module.len() {
        return None;
    }
    let file = &files[&path[..end]];
    match path.get(end).and_then(|name| file.re_exports.get(name)) {
        Some(target) if re_exports < 8 => {
            let target = [target.as_slice(), &path[end + 1..]].concat();
            defining_file(files, file, &target, re_exports + 1).or(Some(file))
        }
        _ => Some(file),
    }
}

impl File {
    /// Replaces `self` and `super` at the beginning of a path by what they mean here.
    fn without_relative_start(&self, path: ItemPath) -> ItemPath {
        let supers = path.iter().take_while(|name| *name == "super").count();
        let skipped = if path[0] == "self" { 1 } else { supers };
        if skipped == 0 {
            return path;
        }
        let parents = &self.module[..self.module.len().saturating_sub(supers)];
        [&["crate".to_owned()][..], parents, &path[skipped..]].concat()
    }

    /// Adds a path outside a `use`. A single name was imported already, or is a word such as
    /// `crate`.
    fn add_path(&mut self, path: ItemPath) {
        if path.len() > 1 {
            self.imports.push(self.without_relative_start(path));
        }
    }

    /// Adds the imports or re-exports of the part of a `use` that follows `prefix`.
    fn add_uses(&mut self, tree: &syn::UseTree, mut prefix: ItemPath, is_re_export: bool) {
        let (ident, name) = match tree {
            syn::UseTree::Path(path) => {
                prefix.push(path.ident.to_string());
                return self.add_uses(&path.tree, prefix, is_re_export);
            }
            syn::UseTree::Group(group) => {
                let parts = group.items.iter();
                return parts.for_each(|part| self.add_uses(part, prefix.clone(), is_re_export));
            }
            syn::UseTree::Name(name) => (name.ident.to_string(), name.ident.to_string()),
            syn::UseTree::Rename(name) => (name.ident.to_string(), name.rename.to_string()),
            syn::UseTree::Glob(_) => ("self".to_owned(), "*".to_owned()),
        };
        if ident != "self" {
            prefix.push(ident);
        }
        if is_re_export {
            self.re_exports.insert(name, self.without_relative_start(prefix));
        } else {
            self.imports.push(self.without_relative_start(prefix));
        }
    }
}

impl<'ast> Visit<'ast> for File {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        self.module.push(item.ident.to_string());
        if is_for_tests(&item.attrs) {
            self.test_modules.push(self.module.clone());
        } else {
            visit::visit_item_mod(self, item);
        }
        self.module.pop();
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        if !is_for_tests(&item.attrs) {
            let is_re_export = !matches!(item.vis, syn::Visibility::Inherited);
            self.add_uses(&item.tree, ItemPath::new(), is_re_export);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.add_path(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }

    /// The inside of a macro is no syntax yet: whatever looks like a path is one.
    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        let text = call.tokens.to_string().replace(" :: ", "::");
        for path in text.split(|letter: char| !letter.is_alphanumeric() && !"_:".contains(letter)) {
            self.add_path(path.split("::").map(str::to_owned).collect());
        }
        visit::visit_macro(self, call);
    }
}

fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Path>().is_ok_and(|path| path.is_ident("test"))
    })
}
