package deployment

import (
	"aipack/backend/language"
	"aipack/backend/manifest/keyvalue"
)

// EnvExamples are the names under which examples of a .env are kept, in the
// order in which they are believed.
var EnvExamples = []string{".env.example", ".env.sample", ".env.template", ".env.dist", ".env.defaults", "env.example", "example.env",
	".env.local.example", ".env.production.example", "sample.env", ".env.development.example",
	".env_example", ".env_template", ".env_sample", ".env-example", ".env-sample", "env.sample", "env.template"}

// EnvFiles are a machine's own: their names count. A value counts where it can
// be nobody's secret: the name alone does not say which are. Those of a shell export
// what a developer's program reads: direnv's (https://direnv.net/man/direnv.1.html), and
// scripts to be sourced.
var EnvFiles = []string{".env", ".env.production", ".env.local", ".env.development", ".envrc", "env.sh", "set_env.sh", "setenv.sh", "set-env.sh"}

// Dotenv reads a .env file if there is one.
func Dotenv(dir *language.Folder, name string) (keyvalue.Dotenv, bool) {
	if !dir.Has(name) {
		return keyvalue.Dotenv{}, false
	}
	return language.Parse(dir, name, keyvalue.ParseDotenv)
}
