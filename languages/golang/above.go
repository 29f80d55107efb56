package golang

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

// abovePath is a text that spells a path from the folder that a program is started in:
// "../config/production".
const abovePath = language.Pattern(`"((?:\.\./)+[\w-][\w./-]*)"`)

// ofSystem are the folders of an image's root that are not the program's
// (https://refspecs.linuxfoundation.org/FHS_3.0/fhs/ch03.html).
var ofSystem = language.Words("app bin boot dev etc home lib lib32 lib64 media mnt opt proc root run sbin srv sys tmp usr var")

// openedAbove takes what the sources name by a path that climbs out of the command's own
// folder, in which its developers start it: cd cmd && go run . A relative path is looked
// up from the working folder (pkg.go.dev/os#Getwd); in the image that is /app, and what
// lies above it is the root.
func openedAbove(p *language.Project, used []mainPackage, r *language.Recipe) {
	root := p.Reader().Folder(".")
	for _, m := range used {
		for _, file := range builtFiles(p, m, used) {
			content, _ := root.Text(file)
			for _, start := range language.LikelyLines(content, []string{`"../`}) {
				line, _, _ := strings.Cut(content[start:], "\n")
				if language.IsCommentLine(line) || len(line) > maxCallText {
					continue
				}
				for _, found := range abovePath.Regexp().FindAllStringSubmatch(line, 4) {
					takeAbove(p, m, found[1], root.Evidence("go.opens", file, 1+strings.Count(content[:start], "\n"), line), r)
				}
			}
		}
	}
}

// takeAbove takes one such path where it leads to something of the project's: a file, a
// folder with more than sources, or, where no extension is given as viper's names have
// none, the files that are meant.
func takeAbove(p *language.Project, m mainPackage, name string, why finding.Evidence, r *language.Recipe) {
	from, to := path.Join(m.dir, name), path.Join("/app", name)
	if m.dir == "." || strings.HasPrefix(path.Base(from), ".") {
		return
	}
	switch {
	case p.Has(from), p.HasDir(from) && slices.ContainsFunc(p.Sub(from).Files(), func(f string) bool { return path.Ext(f) != ".go" }):
		takeTo(p, from, to, why, r)
	case !p.HasDir(from) && path.Ext(from) == "":
		for _, file := range configuredAs(p.Sub(path.Dir(from)), path.Base(from)) {
			takeTo(p, path.Join(path.Dir(from), file), path.Join(path.Dir(to), file), why, r)
		}
	}
}

// takeTo puts a path of the project's where the program looks for it, unless it is
// taken there already or the place is the system's.
func takeTo(p *language.Project, from, to string, why finding.Evidence, r *language.Recipe) {
	top, _, _ := strings.Cut(strings.TrimPrefix(to, "/"), "/")
	taken := slices.ContainsFunc(r.Runtime.Copy, func(c universalbuild.Copy) bool { return c.To == to || strings.HasPrefix(to, c.To+"/") })
	if taken || path.IsAbs(to) && ofSystem[top] || path.Ext(from) == ".go" || !language.SafeFolder(from) || len(r.Runtime.Copy) > maxOpened {
		return
	}
	at := path.Join(language.Below(context(p).Path, p.Path), from)
	r.Runtime.Copy = append(r.Runtime.Copy, universalbuild.Copy{From: at, To: to})
	if !slices.Contains(r.Build.Artifacts, at) {
		r.Build.Artifacts = append(r.Build.Artifacts, at)
	}
	r.Why = append(r.Why, language.Reason{Field: "/runtime/copy", Confidence: finding.Likely, Evidence: why})
}

// configured are the extensions of the formats that viper reads
// (https://pkg.go.dev/github.com/spf13/viper#pkg-variables, SupportedExts).
var configured = language.Words(".json .toml .yaml .yml .properties .props .prop .hcl .tfvars .dotenv .ini")

// configuredAs lists the files of a folder that have a name and such an extension.
func configuredAs(f *language.Folder, stem string) []string {
	return slices.DeleteFunc(f.Files(), func(file string) bool {
		return strings.TrimSuffix(file, path.Ext(file)) != stem || !configured[path.Ext(file)]
	})
}

// viperName and viperPath are what viper is told of its file: its name without an
// extension, and the folders that it looks into, from the working folder.
// https://github.com/spf13/viper#reading-config-files
const (
	viperName  = language.Pattern(`\.SetConfigName\(\s*"([\w-][\w.-]*)"`)
	viperPath  = language.Pattern(`\.AddConfigPath\(\s*"([\w./-]+)"`)
	viperWhole = language.Pattern(`\.SetConfigFile\(\s*"((?:\./)?[\w-][\w./-]*)"`)
)

// viperFiles takes the configuration along that viper reads, as it lies where a developer
// starts the program: in the module's folder, or in the command's own. Where the program
// does without one, the project's own image says whether it has it.
func viperFiles(p *language.Project, used []mainPackage, r *language.Recipe) {
	root := p.Reader().Folder(".")
	for _, m := range used {
		if _, ok := imports(m, "github.com/spf13/viper"); !ok {
			continue
		}
		for _, file := range builtFiles(p, m, used) {
			content, _ := root.Text(file)
			if !viperReads.MayMatch(content) || !insists(content) && len(p.Built.Final()) > 0 {
				continue
			}
			for _, whole := range viperWhole.Regexp().FindAllStringSubmatch(content, 4) {
				takeOpened(p, m, language.Below(context(p).Path, p.Path), openedPath{whole[1], root.At("go.opens", file, whole[0])}, r)
			}
			for _, name := range viperName.Regexp().FindAllStringSubmatch(content, 4) {
				for _, dir := range viperPath.Regexp().FindAllStringSubmatch(content, 8) {
					takeNamed(p, m, path.Join(dir[1], name[1]), root.At("go.opens", file, name[0]), r)
				}
			}
		}
	}
}

// takeNamed takes the files of a name that has no extension.
func takeNamed(p *language.Project, m mainPackage, name string, why finding.Evidence, r *language.Recipe) {
	if path.IsAbs(name) {
		return
	}
	if strings.HasPrefix(name, "../") {
		takeAbove(p, m, name, why, r)
		return
	}
	for _, dir := range []string{".", m.dir} {
		from := path.Join(dir, name)
		files := configuredAs(p.Sub(path.Dir(from)), path.Base(from))
		for _, file := range files {
			takeTo(p, path.Join(path.Dir(from), file), path.Join(path.Dir(name), file), why, r)
		}
		if len(files) > 0 {
			return
		}
	}
}
