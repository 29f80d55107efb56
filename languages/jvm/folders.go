package jvm

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
)

// madeFolder is a whole path of which the sources make a folder. Below /var, /srv
// and /opt an ordinary user makes none (Filesystem Hierarchy Standard 3.0), so the
// image has it.
const madeFolder = language.Pattern(`\b(?:Paths\.get|Path\.of|new File|File)\(\s*"(/(?:var|srv|opt|data)(?:/[\w-][\w.-]*)*)/?"\s*\)`)

// ofEverySystem are the folders below /var that are no program's own.
var ofEverySystem = []string{
	"/var", "/var/cache", "/var/lib", "/var/local", "/var/lock", "/var/log", "/var/mail", "/var/opt",
	"/var/run", "/var/spool", "/var/tmp", "/srv", "/opt", "/", "/tmp", "/dev",
}

// The bounds of what is read for them, and of how many there may be.
const (
	maxFolderSources = 400
	maxFolders       = 4
)

// folders makes the folders in which the program keeps its data and its log where
// nothing tells it another place: in its own module, or in one that it depends on.
func (b *build) folders(r *language.Recipe) {
	made := 0
	take := func(at *language.Folder, dir, file, text string) {
		line := "install -d -o 10001 " + language.ShellWord(dir)
		if slices.Contains(ofEverySystem, dir) || slices.Contains(r.Runtime.Setup, line) || made == maxFolders {
			return
		}
		made++
		r.Runtime.Setup = append(r.Runtime.Setup, line)
		r.Why = append(r.Why, language.Reason{Field: "/runtime/setup", Confidence: finding.Likely, Evidence: at.At("java.folder", file, text)})
	}
	left := maxFolderSources
	for _, at := range b.own() {
		for _, one := range logFolders(at) {
			take(at, one.dir, one.file, one.text)
		}
		files := append(at.Glob("src/main/java/**/*.java"), at.Glob("src/main/kotlin/**/*.kt")...)
		for _, file := range files[:min(len(files), left)] {
			left--
			text, _ := at.Text(file)
			if !strings.Contains(text, "createDirector") && !strings.Contains(text, "mkdirs(") {
				continue
			}
			for _, m := range madeFolder.Regexp().FindAllStringSubmatch(text, maxFolders) {
				take(at, path.Clean(m[1]), file, `"`+m[1])
			}
		}
	}
}

// own are the folders of the module and of those of the same build that it
// depends on.
func (b *build) own() []*language.Folder {
	out := []*language.Folder{b.m.folder}
	needed := map[string]bool{}
	for _, d := range b.m.deps {
		needed[d.Name[strings.LastIndexByte(d.Name, ':')+1:]] = true
	}
	for _, dir := range modulesIn(b.m.root) {
		if needed[path.Base(dir)] && dir != b.m.folder.Path {
			out = append(out, b.p.Reader().Folder(dir))
		}
	}
	return out
}
