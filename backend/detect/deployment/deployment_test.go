package deployment

import (
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
)

// files reads what is said about the service in dir, which is the only one.
func files(t *testing.T, contents map[string]string, dir string) *Files {
	t.Helper()
	r := languagetest.Reader(t, contents)
	f := Of(&language.Project{Folder: r.Folder(dir)}, Survey(r, Compose(r), []string{dir}))
	return &f
}
