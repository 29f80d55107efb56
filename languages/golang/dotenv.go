package golang

import (
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

// loadsDotenv is the call of a loader that reads .env in the working folder and
// says so where there is none (github.com/joho/godotenv, README).
const loadsDotenv = language.Pattern(`\bgodotenv\.(?:Load|Overload)\(\s*(?:"(?:\./)?\.env"\s*)?\)`)

// endsThere is what ends the program, on the lines behind such a call.
const endsThere = language.Pattern(`\b(?:log\.(?:Fatal|Panic)\w*|panic|os\.Exit)\(`)

// dotenv gives a program that ends where there is no .env an empty one:
// variables of the environment count before those of the file, and a file with secrets is in no image.
func dotenv(p *language.Project, used []mainPackage, r *language.Recipe) {
	root := p.Reader().Folder(".")
	for _, m := range used {
		if _, ok := imports(m, "github.com/joho/godotenv"); !ok {
			continue
		}
		for _, file := range m.files {
			content, _ := root.Text(file)
			at := loadsDotenv.Regexp().FindStringIndex(content)
			if at == nil {
				continue
			}
			behind := strings.SplitN(content[at[1]:], "\n", 4)
			if endsThere.Matches(strings.Join(behind[:min(3, len(behind))], "\n")) {
				r.Runtime.Files = append(r.Runtime.Files, universalbuild.File{Path: "/app/.env", Content: "# every variable comes from the environment\n"})
				r.Why = append(r.Why, language.Reason{Field: "/runtime/files", Confidence: finding.Likely, Evidence: root.At("go.dotenv", file, content[at[0]:at[1]])})
				return
			}
		}
	}
}
