package codegraph

import (
	"path"
	"strings"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/facts"
)

// golang are the rules of Go: a folder is a package, go.mod names what lies
// below it (go.dev/ref/mod), a package's files share their names.
type golang struct{}

// goCommon are names of methods that types of the standard library have: that one
// of ours has it, too, says nothing.
var goCommon = words(`Add Append Bytes Close Context Copy Delete Do Done Err Error Exec Exit Flush Format Get Has Index Init Key Len Less Load Lock Marshal
	Name New Next Open Parse Path Ping Pop Print Printf Push Query Read ReadAll Reset Run Scan Seek Send Set Size Sort Start Stat Stop Store String Sub Sum Swap Sync Type
	Unlock Unmarshal Unwrap Value Wait Write WriteString Kind Start Before After Equal Is As Cancel Handle ServeHTTP Errorf Fatal Fatalf Log Logf Helper Cleanup Skip`)

func (golang) traits() traits { return traits{common: goCommon, declares: true, embeds: true} }

func (golang) key(_ *resolver, f *facts.File) string {
	if strings.HasSuffix(f.Package, "_test") && isTest(f.Path) {
		return path.Dir(f.Path) + "\x00test"
	}
	return path.Dir(f.Path)
}

func (golang) module(r *resolver, _ int, i *syntax.Import) *space {
	for _, m := range r.layout.GoModules {
		rest, ok := strings.CutPrefix(i.Module, m.Name)
		if !ok || rest != "" && rest[0] != '/' {
			continue
		}
		if s := r.spaces["go\x00"+path.Join(m.Dir, rest)]; s != nil {
			return s
		}
	}
	return nil
}

func (golang) below(*resolver, *space, string) *space { return nil }

// goName is the name that a package has by its path, where nothing else says it:
// its last element, without a version.
func goName(module string) string {
	name := path.Base(module)
	if len(name) > 1 && name[0] == 'v' && strings.Trim(name[1:], "0123456789") == "" {
		name = path.Base(path.Dir(module))
	}
	name, _, _ = strings.Cut(strings.TrimPrefix(name, "go-"), ".")
	return strings.TrimSuffix(name, "-go")
}
