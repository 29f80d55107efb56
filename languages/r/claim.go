package r

import (
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/cran"
	"aipack/backend/manifest/pypi"
	"aipack/backend/universalbuild"
)

func claim(f *language.Folder) (language.Claim, bool) {
	claim := language.Claim{System: "cran", Confidence: finding.Certain}
	d, described := language.Parse(f, "DESCRIPTION", cran.ParseDescription)
	described = described && (d.Package != "" || d.Type != "" || len(d.Imports)+len(d.Depends) > 0)
	claim.Name = d.Package
	runtimeTxt, _ := f.Text("runtime.txt")
	plan, runs := planOf(f)
	switch {
	case f.Has("renv.lock"):
		claim.System, claim.Why = "renv", []finding.Evidence{f.Evidence("r.renv", "renv.lock", 0, "")}
	case described:
		claim.Why = []finding.Evidence{f.At("r.description", "DESCRIPTION", "Package:")}
	case f.Has("install.R"):
		claim.Why = []finding.Evidence{f.Evidence("r.install", "install.R", 0, "")}
	case strings.HasPrefix(runtimeTxt, "r-"):
		claim.Why = []finding.Evidence{f.Evidence("r.runtime_txt", "runtime.txt", 1, "")}
	case runs:
		claim.Confidence = finding.Likely
		claim.Why = []finding.Evidence{f.At("r.script", plan.file, plan.needle)}
	default:
		return language.Claim{}, false
	}
	switch {
	case runs && plan.kind == universalbuild.Web:
		claim.Role, claim.Kind = language.Service, plan.kind
		claim.RoleWhy = f.At("r.start", plan.file, plan.needle)
	case described && (f.Has("NAMESPACE") || f.HasDir("R")):
		claim.Role, claim.RoleWhy = language.Library, f.At("r.package", "DESCRIPTION", "Package:")
	case runs:
		claim.Role, claim.Kind = language.Program, plan.kind
		claim.RoleWhy = f.Evidence("r.start", plan.file, 0, "")
	default:
		claim.Confidence = finding.Unsure
	}
	return claim, true
}

func dependencies(p *language.Project) []language.Dependency {
	var out []language.Dependency
	seen := map[string]bool{}
	add := func(file string, dev bool, list []pypi.Requirement) {
		for _, r := range list {
			if !base[r.Name] && !seen[r.Name] {
				seen[r.Name] = true
				out = append(out, language.Dependency{Name: r.Name, Version: r.Specifier, Dev: dev, Path: p.Join(file), Line: r.Line})
			}
		}
	}
	if d, ok := language.Parse(p.Folder, "DESCRIPTION", cran.ParseDescription); ok {
		add("DESCRIPTION", false, d.Depends)
		add("DESCRIPTION", false, d.Imports)
		add("DESCRIPTION", true, d.Suggests)
	}
	for _, name := range append([]string{"install.R"}, scriptsOf(p.Folder)...) {
		list, _ := language.Parse(p.Folder, name, cran.ParseScript)
		add(name, false, list)
	}
	lock, _ := language.Parse(p.Folder, "renv.lock", cran.ParseLock)
	add("renv.lock", false, lock.Packages)
	slices.SortFunc(out, func(a, b language.Dependency) int { return strings.Compare(a.Name, b.Name) })
	return out
}
