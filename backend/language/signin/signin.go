// Package signin finds what package managers sign in with at registries: files
// that hold a token or a password, and variables that their settings take it from.
// No value leaves it.
package signin

import (
	"net/netip"
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/secret/credential"
	"aipack/backend/universalbuild"
)

// Secret is one with its reasons.
type Secret = finding.Finding[universalbuild.Secret]

// What is read of one file of settings.
const (
	mostText       = 256 << 10 // bytes
	mostReferences = 100       // variables; who has a hundred registries has no hundred tokens
)

// Text gives a file of settings. One that git ignores counts: it is there for
// the one who builds, and the build is not sent it.
func Text(f *language.Folder, name string) (string, bool) {
	if text, ok := f.Text(name); ok {
		return text, true
	}
	text, _, err := f.Reader().Repo.ReadTextHead(f.Join(name), mostText)
	return text, err == nil
}

// File is the secret of a file in which a credential stands: the build finds it
// at target, absolute or relative to the folder.
func File(f *language.Folder, name, id, target string) []Secret {
	text, ok := Text(f, name)
	if !ok {
		return nil
	}
	found, holds := credential.In(name, text)
	if !holds {
		return nil
	}
	s := universalbuild.Secret{ID: id, Target: target, File: name, Required: true, Description: found.What, Path: f.Join(name), Line: found.Line}
	return []Secret{of(s, f.Evidence("signin.file", name, found.Line, ""))}
}

// Optional marks secrets as what a build may do without.
func Optional(list []Secret) []Secret {
	for i := range list {
		list[i].Value.Required = false
	}
	return list
}

// Variable is the secret that a line of settings takes out of a variable.
func Variable(f *language.Folder, name string, line int, variable, what string, required bool) Secret {
	s := universalbuild.Secret{ID: variable, Env: variable, Required: required, Description: what, Path: f.Join(name), Line: line}
	return of(s, f.Evidence("signin.variable", name, line, ""))
}

func of(s universalbuild.Secret, why finding.Evidence) Secret {
	return finding.Of(s, finding.Certain, why)
}

// References are variables that a text takes values from, where pattern's first
// group is a variable's name: each with the first line that names it and that line.
// What stands in a comment is none.
func References(text string, pattern language.Pattern) (out []Reference) {
	n := 0
	for l := range strings.Lines(withoutXMLComments(text)) {
		if n++; len(out) >= mostReferences {
			return out
		}
		if t := strings.TrimSpace(l); strings.HasPrefix(t, "#") || strings.HasPrefix(t, ";") || strings.HasPrefix(t, "//") && !strings.Contains(t, ":_") {
			continue
		}
		for _, m := range pattern.Regexp().FindAllStringSubmatch(l, 16) {
			name := m[1]
			for _, g := range m[2:] {
				if name == "" {
					name = g
				}
			}
			if universalbuild.VariableName(name) && !slices.ContainsFunc(out, func(r Reference) bool { return r.Name == name }) {
				out = append(out, Reference{name, n, strings.TrimSpace(l)})
			}
		}
	}
	return out
}

// withoutXMLComments leaves of comments (<!-- … -->) the ends of their lines.
func withoutXMLComments(text string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "<!--")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		comment, after, _ := strings.Cut(rest, "-->")
		b.WriteString(strings.Repeat("\n", strings.Count(comment, "\n")))
		text = after
	}
}

// Reference is one place.
type Reference struct {
	Name string
	Line int    // from 1
	Text string // of the line
}

// Host is the host of an address in a text, "" for none.
func Host(text string) string {
	_, rest, ok := strings.Cut(text, "//")
	if !ok {
		return ""
	}
	rest, _, _ = strings.Cut(rest, "/")
	if at := strings.LastIndexByte(rest, '@'); at >= 0 {
		rest = rest[at+1:]
	}
	rest = strings.TrimLeft(rest, " \"'")
	if end := strings.IndexAny(rest, " \"'`<>,;)"); end >= 0 {
		rest = rest[:end]
	}
	host, _, _ := strings.Cut(rest, ":")
	return strings.ToLower(host)
}

// closed are domains below which registries want a login by their providers' own
// documentation.
var closed = []string{
	"jfrog.io", "pkg.dev", "pkgs.dev.azure.com", "pkgs.visualstudio.com", "codeartifact.amazonaws.com", "fury.io", "pkg.github.com", "dl.cloudsmith.io", "packagecloud.io", "myget.org", "repo.packagist.com",
}

// special are top-level domains that nobody can register: what is named below
// one is an organisation's own (RFC 6761, RFC 6762 appendix G, ICANN's .internal).
var special = []string{"test", "example", "invalid", "local", "localhost", "internal", "intranet", "corp", "home", "lan", "private"}

// Private reports whether a registry is surely no public one: it has an address
// within an organisation, or belongs to a provider that wants a login.
func Private(host string) bool {
	if host == "" {
		return false
	}
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.IsPrivate() || ip.IsLoopback()
	}
	if !strings.Contains(host, ".") {
		return true
	}
	if slices.Contains(special, host[strings.LastIndexByte(host, '.')+1:]) {
		return true
	}
	return slices.ContainsFunc(closed, func(d string) bool { return host == d || strings.HasSuffix(host, "."+d) }) ||
		strings.Contains(host, ".d.codeartifact.")
}

// Netrc is the file in which curl, git, Go, pip and their kin look for the
// passwords of machines, https://everything.curl.dev/usingcurl/netrc.
func Netrc(f *language.Folder) []Secret { return Optional(File(f, ".netrc", "netrc", "/root/.netrc")) }

// Under reports whether a path is relative, and so lies in the folder itself.
func Under(target string) bool { return target != "" && !path.IsAbs(target) }
