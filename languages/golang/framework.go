package golang

import (
	"maps"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

// framework takes the first framework that the chosen command imports, not
// merely one that go.mod lists for another command.
func framework(p *language.Project) finding.Finding[string] {
	mains := mainsOf(p)
	if len(mains) == 0 {
		return finding.Finding[string]{}
	}
	first := mains[0]
	for _, framework := range p.Language.Frameworks {
		if framework.Name == "gRPC" && !first.serves() {
			continue
		}
		if framework.Kind == universalbuild.CLI && (first.serves() || first.works()) {
			continue
		}
		for _, needs := range framework.Needs {
			if imported, ok := imports(first, strings.TrimSuffix(needs, "*")); ok {
				return finding.Of(framework.Name, finding.Certain, importEvidence(p, first, imported))
			}
		}
		if framework.Name == "net/http" && first.imports["net/http"] && first.serves() {
			if where := servesHTTP(p, first); where.Rule != "" {
				return finding.Of(framework.Name, finding.Likely, where)
			}
		}
	}
	return finding.Finding[string]{}
}

const httpServer = language.Pattern(`\bhttp\.(?:Handle|HandleFunc|NewServeMux|Serve|ServeTLS|ListenAndServe|ListenAndServeTLS)\(|\bhttp\.Server\{`)

// servesHTTP finds where the standard library's server is used.
func servesHTTP(p *language.Project, m mainPackage) finding.Evidence {
	return m.firstCode(p.Reader().Folder("."), "go.net_http", httpServer)
}

// imports finds an imported package that belongs to a module path.
func imports(m mainPackage, module string) (string, bool) {
	for _, imported := range slices.Sorted(maps.Keys(m.imports)) {
		if imported == module || strings.HasPrefix(imported, module+"/") {
			return imported, true
		}
	}
	return "", false
}

func importEvidence(p *language.Project, m mainPackage, imported string) finding.Evidence {
	root := p.Reader().Folder(".")
	for _, file := range m.files {
		if content, _ := root.Text(file); strings.Contains(content, `"`+imported+`"`) {
			return root.At("go.framework_import", file, `"`+imported+`"`)
		}
	}
	return p.Evidence("go.framework_import", m.file, 0, imported)
}
