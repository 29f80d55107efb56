package rust

import (
	"maps"
	"path"
	"slices"
	"strings"

	"aipack/backend/base/bounded"
	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/node"
	"aipack/backend/manifest/cargo"
	"aipack/backend/universalbuild"
)

func workspace(f *language.Folder) (language.Workspace, bool) {
	crate, ok := language.Parse(f, "Cargo.toml", cargo.Parse)
	if !ok || !crate.HasWorkspace {
		return language.Workspace{}, false
	}
	members := map[string]bool{}
	listed, excluded := matchesAny(crate.Members), below(crate.Exclude)
	for _, file := range f.Reader().Index.NamedUnder(f.Path, "Cargo.toml") {
		dir := path.Dir(file)
		rel := f.Rel(dir)
		if dir != f.Path && (f.Path == "." || rel != dir) && listed(rel) && !excluded(rel) {
			members[dir] = true
		}
	}
	if crate.HasPackage {
		members[f.Path] = true
		for _, d := range crate.Dependencies {
			if d.Path != "" && f.Sub(d.Path).Has("Cargo.toml") && strings.HasPrefix(f.Sub(d.Path).Path, strings.TrimPrefix(f.Path+"/", "./")) {
				members[f.Sub(d.Path).Path] = true
			}
		}
	}
	return language.Workspace{
		Root: f.Path, Tool: "cargo", Manager: "cargo", Members: slices.Sorted(maps.Keys(members)), Absent: f.AllAbsent(crate.Members),
		Why: f.At("rust.workspace", "Cargo.toml", "[workspace"),
	}, true
}

func matchesAny(globs []string) func(rel string) bool {
	clean := make([]string, len(globs))
	for i, g := range globs {
		clean[i] = path.Clean(g)
	}
	last, _ := bounded.Globs(clean)
	return func(rel string) bool { return last(rel) >= 0 }
}

// below reports of folders whether they are listed, or lie in one that is: Cargo
// leaves out all that is in an excluded folder.
func below(folders []string) func(rel string) bool {
	listed := map[string]bool{}
	for _, f := range folders {
		listed[path.Clean(f)] = true
	}
	return func(rel string) bool {
		for at := rel; at != "." && at != "/"; at = path.Dir(at) {
			if listed[at] {
				return true
			}
		}
		return false
	}
}

func claim(f *language.Folder) (language.Claim, bool) {
	crate, ok := language.Parse(f, "Cargo.toml", cargo.Parse)
	switch {
	case ok && crate.HasPackage:
		claim := language.Claim{System: "cargo", Name: crate.Name, Confidence: finding.Certain}
		claim.Why = append(claim.Why, f.At("rust.package", "Cargo.toml", "[package]"))
		if crate.HasWorkspace {
			claim.Variant = "workspace"
		}
		role(f, crate, &claim)
		node.Claim(f, &claim)
		return claim, true
	case ok && crate.HasWorkspace:
		why := f.At("rust.workspace", "Cargo.toml", "[workspace")
		return language.Claim{
			System: "cargo", Variant: "workspace", Role: language.Library, Confidence: finding.Certain,
			Why: []finding.Evidence{why}, RoleWhy: why,
		}, true
	case f.Has("Cargo.toml"):
		return language.Claim{System: "cargo", Confidence: finding.Unsure, Why: []finding.Evidence{f.Evidence("rust.package", "Cargo.toml", 0, "")}}, true
	case f.Has("main.rs") && !f.Sub("..").Has("Cargo.toml"):
		return bareClaim(f), true
	}
	return language.Claim{}, false
}

// bareClaim takes a main.rs without any Cargo.toml. Only rustc can build
// it, and only if it needs no crates.
func bareClaim(f *language.Folder) language.Claim {
	why := f.At("rust.main_without_manifest", "main.rs", "fn main")
	return language.Claim{
		System: "rustc", Role: language.Program, Kind: universalbuild.CLI, Confidence: finding.Unsure,
		Why: []finding.Evidence{why}, RoleWhy: why,
		Warnings: []universalbuild.Warning{{
			Code: "manifest_missing", Path: f.Join("main.rs"),
			Message: "there is no Cargo.toml: the program is compiled with rustc alone, without any crate",
			Fix:     "run `cargo init` and commit Cargo.toml and Cargo.lock",
		}},
	}
}

func role(f *language.Folder, crate cargo.Manifest, claim *language.Claim) {
	bins := chosen(f, crate)
	switch {
	case f.Has("tauri.conf.json") || f.Has("Tauri.toml"):
		claim.Role, claim.RoleWhy = language.Library, f.Evidence("rust.desktop", f.FirstOf("tauri.conf.json", "Tauri.toml"), 0, "")
	case trunk(f, crate):
		claim.Role, claim.Kind, claim.RoleWhy = language.Service, universalbuild.Static, f.Evidence("rust.trunk", f.FirstOf("Trunk.toml", "index.html"), 0, "")
	case len(bins) == 0:
		claim.Role, claim.RoleWhy = language.Library, f.Evidence("rust.no_binary", "Cargo.toml", 0, "")
	case crate.Name == "xtask":
		claim.Role, claim.RoleWhy = language.Aside, f.At("rust.xtask", "Cargo.toml", "xtask")
	case bins[0].serves.Rule != "":
		claim.Role, claim.Kind, claim.RoleWhy = language.Service, universalbuild.Web, bins[0].serves
	case bins[0].waits.Rule != "":
		claim.Role, claim.Kind, claim.RoleWhy = language.Service, universalbuild.Worker, bins[0].waits
	default:
		claim.Role, claim.Kind, claim.RoleWhy = language.Program, universalbuild.CLI, f.At("rust.binary", bins[0].file, "fn main")
	}
}
