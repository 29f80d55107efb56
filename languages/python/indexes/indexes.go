// Package indexes knows what pip, Poetry, uv, PDM and Pipenv sign in with at an index of
// packages. It reads their files in one folder.
package indexes

import (
	"strings"

	"aipack/backend/language"
	"aipack/backend/language/signin"
)

const (
	// https://pip.pypa.io/en/stable/reference/requirements-file-format/#using-environment-variables
	pipReference = language.Pattern(`\$\{([A-Z0-9_]+)\}`)
	// https://pipenv.pypa.io/en/latest/credentials.html
	pipenvReference = language.Pattern(`\$\{?([A-Za-z_]\w*)\}?`)
	sourceHead      = language.Pattern(`^\[\[(tool\.poetry\.source|tool\.uv\.index|index)\]\]`)
	sourceKey       = language.Pattern(`^(name|url)\s*=\s*["']([^"']+)["']`)
)

// SignsIn lists what pip, Poetry, uv, PDM and Pipenv sign in with.
func SignsIn(f *language.Folder) []signin.Secret {
	out := signin.File(f, "pip.conf", "pip-conf", "/etc/pip.conf")
	out = append(out, signin.File(f, "auth.toml", "poetry-auth", "/root/.config/pypoetry/auth.toml")...)
	out = append(out, signin.Netrc(f)...)
	for _, name := range append(append(f.Glob("requirements*.txt"), f.Glob("requirements/*.txt")...), "constraints.txt") {
		out = append(out, referred(f, name, pipReference)...)
	}
	out = append(out, referred(f, "Pipfile", pipenvReference)...)
	out = append(out, referred(f, "pyproject.toml", pipReference)...)
	for _, name := range []string{"pyproject.toml", "uv.toml"} {
		out = append(out, registries(f, name)...)
	}
	return out
}

// referred are variables in addresses of registries.
func referred(f *language.Folder, name string, pattern language.Pattern) (out []signin.Secret) {
	text, ok := f.Text(name)
	if !ok || !strings.Contains(text, "$") {
		return nil
	}
	for _, r := range signin.References(text, pattern) {
		if !strings.Contains(r.Text, "://") || !strings.Contains(r.Text, "@") {
			continue
		}
		out = append(out, signin.Variable(f, name, r.Line, r.Name, "signs in at "+signin.Host(r.Text), true))
	}
	return out
}

// registries are those of their own that Poetry and uv sign in at with
// variables of the registries' names:
// https://python-poetry.org/docs/repositories/#configuring-credentials,
// https://docs.astral.sh/uv/concepts/indexes/#authentication.
func registries(f *language.Folder, name string) (out []signin.Secret) {
	text, _ := f.Text(name)
	kind, called, address, line := "", "", "", 0
	end := func() {
		host := signin.Host(address)
		if called == "" || host == "" || strings.Contains(address, "@") || openIndexes[host] {
			return
		}
		prefix := "POETRY_HTTP_BASIC_"
		if kind != "tool.poetry.source" {
			prefix = "UV_INDEX_"
		}
		prefix += variableName(called)
		for _, part := range []string{"_USERNAME", "_PASSWORD"} {
			out = append(out, signin.Variable(f, name, line, prefix+part, "signs in at "+host, signin.Private(host)))
		}
	}
	n := 0
	for l := range strings.Lines(text) {
		n++
		l = strings.TrimSpace(l)
		if strings.HasPrefix(l, "[") {
			end()
			kind, called, address, line = "", "", "", n
			if m := sourceHead.Regexp().FindStringSubmatch(l); m != nil {
				kind = m[1]
			}
		}
		if m := sourceKey.Regexp().FindStringSubmatch(l); m != nil && kind != "" {
			if m[1] == "name" {
				called = m[2]
			} else {
				address = m[2]
			}
		}
	}
	end()
	return out
}

// openIndexes take no login.
var openIndexes = map[string]bool{
	"pypi.org": true, "test.pypi.org": true, "files.pythonhosted.org": true, "download.pytorch.org": true, "pypi.nvidia.com": true,
	"pypi.python.org": true, "wheels.vllm.ai": true, "data.pyg.org": true, "pypi.tuna.tsinghua.edu.cn": true, "mirrors.aliyun.com": true,
}

// variableName writes a registry's name as both do: in capitals, other characters
// as underscores.
func variableName(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, strings.ToUpper(name))
}
