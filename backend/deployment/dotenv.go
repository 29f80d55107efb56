package deployment

import (
	"slices"

	"aipack/backend/language"
	"aipack/backend/manifest/keyvalue"
)

// EnvExamples are the names under which examples of a .env are kept, in the
// order in which they are believed.
var EnvExamples = []string{".env.example", ".env.sample", ".env.template", ".env.dist", ".env.defaults", "env.example", "example.env",
	".env.local.example", ".env.production.example", "sample.env", ".env.development.example"}

// EnvFiles are a machine's own: their names count. A value counts where it can
// be nobody's secret: the name alone does not say which are.
var EnvFiles = []string{".env", ".env.production", ".env.local", ".env.development"}

// Dotenv reads a .env file if there is one.
func Dotenv(dir *language.Folder, name string) (keyvalue.Dotenv, bool) {
	if !dir.Has(name) {
		return keyvalue.Dotenv{}, false
	}
	return language.Parse(dir, name, keyvalue.ParseDotenv)
}

// composeLookup fills variables in from the .env beside the file, else from
// its example. Only ports, paths and image names are filled in.
func composeLookup(f *language.Folder) func(string) (string, bool) {
	return func(name string) (string, bool) {
		for _, file := range slices.Concat(EnvFiles[:1], EnvExamples) {
			if d, ok := Dotenv(f, file); ok {
				if e, ok := d.Named(name); ok {
					return e.Value, true
				}
			}
		}
		return "", false
	}
}
