package manifest

import (
	"strings"

	"golang.org/x/mod/modfile"
)

// GoMod is what go.mod says.
type GoMod struct {
	Module        string
	Go            string // the go directive: the least version
	GoLine        int
	Toolchain     string // the toolchain directive without "go" before it; "" for none or "default"
	ToolchainLine int
	Requires      []GoRequire
	Replaces      []GoReplace // only those that point to a folder
}

// GoRequire is one required module.
type GoRequire struct {
	Path     string
	Version  string
	Indirect bool
	Line     int
}

// GoReplace says that a module is read from a folder.
type GoReplace struct {
	Module string
	Folder string // as written: "../shared"
}

// GoWork is what go.work says.
type GoWork struct {
	Go            string
	GoLine        int
	Toolchain     string
	ToolchainLine int
	Uses          []string // folders as written: "./api"
	Replaces      []GoReplace
}

// ParseGoMod reads go.mod with the Go project's own parser; where that finds
// the file's details wrong it reads it as leniently as a dependency's.
func ParseGoMod(content string) (GoMod, error) {
	asWritten := func(_, version string) (string, error) { return version, nil }
	file, err := modfile.Parse("go.mod", []byte(content), asWritten)
	if err != nil {
		if file, err = modfile.ParseLax("go.mod", []byte(content), asWritten); err != nil {
			return GoMod{}, err
		}
	}
	var mod GoMod
	if file.Module != nil {
		mod.Module = file.Module.Mod.Path
	}
	if file.Go != nil {
		mod.Go, mod.GoLine = file.Go.Version, lineOf(file.Go.Syntax)
	}
	if file.Toolchain != nil {
		mod.Toolchain, mod.ToolchainLine = toolchainVersion(file.Toolchain.Name), lineOf(file.Toolchain.Syntax)
	}
	for _, r := range file.Require {
		mod.Requires = append(mod.Requires, GoRequire{r.Mod.Path, r.Mod.Version, r.Indirect, lineOf(r.Syntax)})
	}
	mod.Replaces = localReplaces(file.Replace)
	return mod, nil
}

// ParseGoWork reads go.work.
func ParseGoWork(content string) (GoWork, error) {
	file, err := modfile.ParseWork("go.work", []byte(content), func(_, version string) (string, error) { return version, nil })
	if err != nil {
		return GoWork{}, err
	}
	var work GoWork
	if file.Go != nil {
		work.Go, work.GoLine = file.Go.Version, lineOf(file.Go.Syntax)
	}
	if file.Toolchain != nil {
		work.Toolchain, work.ToolchainLine = toolchainVersion(file.Toolchain.Name), lineOf(file.Toolchain.Syntax)
	}
	for _, u := range file.Use {
		work.Uses = append(work.Uses, u.Path)
	}
	work.Replaces = localReplaces(file.Replace)
	return work, nil
}

func localReplaces(replaces []*modfile.Replace) []GoReplace {
	var out []GoReplace
	for _, r := range replaces {
		if strings.HasPrefix(r.New.Path, "./") || strings.HasPrefix(r.New.Path, "../") || r.New.Path == "." || r.New.Path == ".." {
			out = append(out, GoReplace{r.Old.Path, r.New.Path})
		}
	}
	return out
}

func toolchainVersion(name string) string {
	if name == "default" {
		return ""
	}
	return strings.TrimPrefix(name, "go")
}

func lineOf(line *modfile.Line) int {
	if line == nil {
		return 0
	}
	return line.Start.Line
}
