package golang

import (
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/signin"
	"aipack/backend/manifest/gomod"
	"aipack/backend/universalbuild"
)

// signsIn lists what Go signs in with: a .netrc, which it needs for modules that
// no proxy has (https://go.dev/ref/mod#private-module-repo-auth).
func signsIn(f *language.Folder) []signin.Secret {
	hosts, line := privateHosts(f)
	out := signin.Netrc(f)
	switch {
	case len(hosts) == 0:
		return out
	case len(out) > 0:
		out[0].Value.Required = true
		return out
	}
	s := universalbuild.Secret{
		ID: "netrc", Target: "/root/.netrc", Required: true, Description: "signs in at " + strings.Join(hosts, " and "), Path: f.Join("go.mod"), Line: line,
	}
	return []signin.Secret{finding.Of(s, finding.Certain, f.Evidence("signin.go-private", "go.mod", line, ""))}
}

// privateHosts are those of modules that the project needs and that are surely
// within an organisation; none where the modules lie in the repository.
func privateHosts(f *language.Folder) (hosts []string, line int) {
	if f.HasDir("vendor") || slices.Contains(f.Reader().Index.SkippedIn(f.Path), "vendor") {
		return nil, 0
	}
	mod, _ := language.Parse(f, "go.mod", gomod.ParseModule)
	for _, r := range mod.Requires {
		host, _, whole := strings.Cut(r.Path, "/")
		here := slices.ContainsFunc(mod.Replaces, func(o gomod.Replace) bool { return o.Module == r.Path })
		if !whole || here || !strings.Contains(host, ".") || !signin.Private(host) {
			continue
		}
		if line == 0 {
			line = r.Line
		}
		if !slices.Contains(hosts, host) {
			hosts = append(hosts, host)
		}
	}
	slices.Sort(hosts)
	return hosts, line
}

// asPrivate keeps Go from asking the public proxy and the checksum database for
// modules of an organisation (https://go.dev/ref/mod#private-modules).
func asPrivate(f *language.Folder, env map[string]string) {
	if hosts, _ := privateHosts(f); len(hosts) > 0 && env["GOPRIVATE"] == "" {
		env["GOPRIVATE"] = strings.Join(hosts, ",")
	}
}
