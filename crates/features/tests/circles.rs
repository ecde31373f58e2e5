//! No files of a crate name each other in a circle.
//!
//! A file names the files that define the items in its code, through whatever re-exports them. A `pub use` alone is no such
//! name, and neither is what a module's file names in the submodules below it. Tests are left out, and so are methods: who
//! calls one has its type from somewhere.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::slice;

use syn_3::ext::IdentExt as _;
use syn_3::visit::{self, Visit};
use syn_3::{self as syn, Attribute, Ident, Item, ItemMod, ItemUse, Macro, UseTree, Visibility};

/// The names that lead from the root of a crate to a module, or those of a path.
type Names = Vec<String>;

/// The modules of a crate.
type Modules = BTreeMap<Names, Module>;

/// What the code of a module names.
#[derive(Default)]
struct Module {
    file: PathBuf,
    /// The module of that file: another one for a module in braces.
    of_file: Names,
    /// The paths of `use`, by the names that they bring in.
    imports: BTreeMap<String, Names>,
    /// The paths in the code, and those of private imports.
    named: BTreeSet<Names>,
}

impl Module {
    fn import(&mut self, tree: &UseTree, mut path: Names, is_private: bool) {
        let (name, alias) = match tree {
            UseTree::Path(tree) => {
                path.push(tree.ident.unraw().to_string());
                return self.import(&tree.tree, path, is_private);
            }
            UseTree::Group(group) => {
                let trees = group.items.iter();
                return trees.for_each(|tree| self.import(tree, path.clone(), is_private));
            }
            // Only of other crates.
            UseTree::Glob(_) => return assert!(!["crate", "self", "super"].contains(&&*path[0])),
            UseTree::Name(tree) => (&tree.ident, &tree.ident),
            UseTree::Rename(tree) => (&tree.ident, &tree.rename),
        };
        if name != "self" {
            path.push(name.unraw().to_string());
        }
        if is_private {
            self.named.insert(path.clone());
        }
        let alias = match alias.unraw().to_string() {
            own if own == "self" => path[path.len() - 1].clone(),
            alias => alias,
        };
        self.imports.insert(alias, path);
    }
}

impl<'ast> Visit<'ast> for Module {
    // Modules are read one by one.
    fn visit_item_mod(&mut self, _: &'ast ItemMod) {}

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        let is_private = matches!(item.vis, Visibility::Inherited);
        self.import(&item.tree, Names::new(), is_private);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names = path.segments.iter();
        let names = names.map(|part| part.ident.unraw().to_string());
        self.named.insert(names.collect());
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        let tokens = call.tokens.to_string().replace(" :: ", "::");
        for path in tokens.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':') {
            self.named
                .insert(path.split("::").map(str::to_owned).collect());
        }
        visit::visit_macro(self, call);
    }
}

/// Adds the module of a file, and those below it.
fn add_file(modules: &mut Modules, names: &Names, file: &Path) {
    let source = fs::read_to_string(file).unwrap();
    let parsed = syn::parse_file(&source).unwrap();
    let folder = match file.file_name() {
        Some(name) if name == "lib.rs" || name == "mod.rs" => file.parent().unwrap().to_owned(),
        _ => file.with_extension(""),
    };
    add(modules, names, names, file, &folder, &parsed.items);
}

/// Adds a module of a file, and those below it, which have their files in `folder`.
fn add(
    modules: &mut Modules,
    of_file: &Names,
    names: &Names,
    file: &Path,
    folder: &Path,
    items: &[Item],
) {
    let mut module = Module {
        file: file.to_owned(),
        of_file: of_file.clone(),
        ..Module::default()
    };
    for item in items {
        module.visit_item(item);
        let Item::Mod(item) = item else { continue };
        if item.attrs.iter().any(is_of_tests) {
            continue;
        }
        let name = item.ident.unraw().to_string();
        let folder = folder.join(&name);
        let below = [&names[..], &[name]].concat();
        if let Some((_, items)) = &item.content {
            add(modules, of_file, &below, file, &folder, items);
            continue;
        }
        let told = item.attrs.iter().find_map(told_path);
        let told = told.map(|path| folder.with_file_name(path));
        let known = [folder.with_extension("rs"), folder.join("mod.rs")];
        let mut files = told.into_iter().chain(known);
        add_file(modules, &below, &files.find(|file| file.exists()).unwrap());
    }
    modules.insert(names.clone(), module);
}

fn is_of_tests(attribute: &Attribute) -> bool {
    let flag = attribute.parse_args::<Ident>();
    flag.is_ok_and(|flag| flag == "test")
}

/// The path of `#[path = ...]`.
fn told_path(attribute: &Attribute) -> Option<String> {
    let value = &attribute.meta.require_name_value().ok()?.value;
    let syn::Expr::Lit(value) = value else {
        return None;
    };
    match &value.lit {
        syn::Lit::Str(path) if attribute.path().is_ident("path") => Some(path.value()),
        _ => None,
    }
}

/// The module in which a path leads to an item: `at` for what it does not import. `None` when the path ends with a module.
fn home<'a>(modules: &'a Modules, at: &[String], path: &[String]) -> Option<&'a Module> {
    let module = &modules[at];
    let (first, rest) = path.split_first()?;
    let below = [at, slice::from_ref(first)].concat();
    match &**first {
        "crate" => home(modules, &[], rest),
        "self" => home(modules, at, rest),
        "super" => home(modules, at.split_last()?.1, rest),
        _ if modules.contains_key(&below) => home(modules, &below, rest),
        _ => match module.imports.get(first) {
            // What another crate has by its own name is no import.
            Some(import) if import[0] != *first => home(modules, at, &[import, rest].concat()),
            _ => Some(module),
        },
    }
}

/// The files that each file names, with the paths by which it does.
type Arrows = BTreeMap<PathBuf, BTreeMap<PathBuf, BTreeSet<String>>>;

fn arrows(modules: &Modules, crates: &Path) -> Arrows {
    let mut arrows = Arrows::new();
    for (at, from) in modules {
        for path in &from.named {
            if let Some(to) = home(modules, at, path)
                && !to.of_file.starts_with(&from.of_file)
            {
                let [from, to] = [from, to].map(|of| of.file.strip_prefix(crates).unwrap());
                let of_file = arrows.entry(from.to_owned()).or_default();
                let paths = of_file.entry(to.to_owned()).or_default();
                paths.insert(path.join("::"));
            }
        }
    }
    arrows
}

/// The files to which the arrows lead from one.
fn reached<'a>(arrows: &'a Arrows, from: &'a Path) -> BTreeSet<&'a PathBuf> {
    let mut reached = BTreeSet::new();
    let mut open = vec![from];
    while let Some(file) = open.pop() {
        let further = arrows.get(file).into_iter().flat_map(BTreeMap::keys);
        open.extend(
            further
                .filter(|file| reached.insert(*file))
                .map(PathBuf::as_path),
        );
    }
    reached
}

#[test]
fn no_files_name_each_other_in_a_circle() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut circles = BTreeSet::new();
    let mut files = 0;
    for folder in fs::read_dir(crates).unwrap() {
        let root = folder.unwrap().path().join("src/lib.rs");
        let mut modules = Modules::new();
        add_file(&mut modules, &Names::new(), &root);
        let arrows = arrows(&modules, crates);
        files += arrows.len();
        for file in arrows.keys() {
            let mut circle = reached(&arrows, file);
            circle.retain(|other| reached(&arrows, other).contains(file));
            for from in &circle {
                let inside = arrows[*from].iter().filter(|(to, _)| circle.contains(to));
                inside.for_each(|(to, paths)| {
                    circles.insert(format!("{from:?} names {to:?}: {paths:?}"));
                });
            }
        }
    }
    assert!(files > 100, "{files} files name others");
    assert!(circles.is_empty(), "{circles:#?}");
}
