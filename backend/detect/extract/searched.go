package extract

import (
	"path"
	"strings"

	"aipack/backend/detect/deployment"
	"aipack/backend/language"
)

// viperPath is a folder, relative to where the program runs, in which viper looks
// for its file.
const viperPath language.Pattern = `\.AddConfigPath\(\s*"(?:\./)?([\w./-]+)"`

// maxSearched bounds the folders.
const maxSearched = 4

// searched are the folders below the service's own in which the program looks for
// a file of variables: an example of it stands there.
func (f *Facts) searched() (out []*language.Folder) {
	for _, h := range f.Sources.GrepIn(".go", viperPath) {
		if dir := path.Clean(h.Groups[1]); dir != "." && !strings.HasPrefix(dir, "/") && !strings.HasPrefix(dir, "..") && f.Project.HasDir(dir) && len(out) < maxSearched {
			out = append(out, f.Project.Sub(dir))
		}
	}
	return out
}

// Given lists what files give the service's variables, also those beside its
// configuration.
func (f *Facts) Given() []deployment.Given {
	out := f.Files.Given()
	for _, dir := range f.searched() {
		out = append(out, deployment.GivenIn(dir)...)
	}
	return out
}
