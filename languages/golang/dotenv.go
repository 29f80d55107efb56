package golang

import (
	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

// loadsDotenv is the call of a loader that reads .env in the working folder and
// says so where there is none (github.com/joho/godotenv, README).
const loadsDotenv = language.Pattern(`\bgodotenv\.(?:Load|Overload)\(\s*(?:"(?:\./)?\.env"\s*)?\)`)

// endsThere is what stands behind such a call where its error ends the program: by
// the language's own means, or by a logger's Fatal or Panic, which all end it (log,
// zap, logrus, zerolog, klog; a wrapper goes by the same name). zerolog ends it
// where the event is sent: log.Fatal().Err(err).Msg("…"). An error that is handed up to
// whoever asked counts as well: where that goes on all the same, an empty file harms nothing.
const endsThere = language.Pattern(`^(?:; \w+|\s*\n\s*if \w+) != nil \{\s*(?:[^{}]{0,200}\n\s*)?(?:(?:panic|os\.Exit|[\w.]+(?:\(\))?\.(?:Fatal|Panic)\w*)\(|return\b[^\n]*(?:\berr\b|\berrors\.|\.Errorf\())`)

// dotenv gives a program that ends where there is no .env an empty one: the
// environment's variables count before the file's, and a file with secrets
// belongs in no image.
func dotenv(p *language.Project, used []mainPackage, r *language.Recipe) {
	root := p.Reader().Folder(".")
	for _, m := range used {
		if _, ok := imports(m, "github.com/joho/godotenv"); !ok {
			continue
		}
		for _, file := range m.files {
			content, _ := root.Text(file)
			if !loadsDotenv.MayMatch(content) {
				continue
			}
			at := loadsDotenv.Regexp().FindStringIndex(content)
			if at == nil {
				continue
			}
			if endsThere.Matches(content[at[1]:min(len(content), at[1]+400)]) {
				r.Runtime.Files = append(r.Runtime.Files, universalbuild.File{Path: "/app/.env", Content: "# every variable comes from the environment\n"})
				r.Why = append(r.Why, language.Reason{Field: "/runtime/files", Confidence: finding.Likely, Evidence: root.At("go.dotenv", file, content[at[0]:at[1]])})
				return
			}
		}
	}
}
