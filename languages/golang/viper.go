package golang

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/keyvalue"
	"aipack/backend/universalbuild"
)

// viperFile is where viper is told that its configuration is the .env of a folder,
// and viperReads where it reads it. What its structure has is found in the
// environment only for keys that the file has too.
// https://pkg.go.dev/github.com/spf13/viper#AutomaticEnv
const (
	viperFile  = language.Pattern(`\.SetConfig(?:Name|File)\(\s*"(?:\./)?\.env"\s*\)`)
	viperReads = language.Pattern(`\.ReadInConfig\(\)`)
	viperKey   = language.Pattern("\\bmapstructure:\"([A-Z][A-Z0-9_]*)\"")
)

// viperEnds is what stands behind the reading where its error is not passed over.
const viperEnds = language.Pattern(`^(?:; \w+|\s*\n\s*if \w+) != nil \{\s*(?:return\b|panic|os\.Exit|(?:\w+\.)*(?:Fatal|Panic)\w*\()`)

// maxViperKeys is how many keys are put down.
const maxViperKeys = 200

// viperDotenv writes the .env that a program insists on: its keys, without values
// but the numbers and switches of the example. The environment goes before it.
func viperDotenv(p *language.Project, used []mainPackage, r *language.Recipe) {
	root := p.Reader().Folder(".")
	for _, m := range used {
		if _, ok := imports(m, "github.com/spf13/viper"); !ok {
			continue
		}
		for _, file := range m.files {
			content, _ := root.Text(file)
			if !viperFile.MayMatch(content) || !insists(content) {
				continue
			}
			told := viperFile.Regexp().FindString(content)
			if told == "" {
				continue
			}
			lines := viperLines(p, path.Dir(file), content)
			r.Runtime.Files = append(r.Runtime.Files, universalbuild.File{Path: "/app/.env", Content: "# every variable comes from the environment\n" + lines})
			r.Why = append(r.Why, language.Reason{Field: "/runtime/files", Confidence: finding.Likely, Evidence: root.At("go.dotenv", file, told)})
			return
		}
	}
}

func insists(content string) bool {
	at := viperReads.Regexp().FindStringIndex(content)
	return at != nil && !strings.Contains(content, "ConfigFileNotFoundError") && viperEnds.Matches(content[at[1]:min(len(content), at[1]+200)])
}

// viperLines lists the keys of the structure that the settings go into.
func viperLines(p *language.Project, dir, content string) string {
	example := map[string]string{}
	for _, at := range []*language.Folder{p.Reader().Folder(dir), p.Folder} {
		name := at.FirstOf(".env.example", ".env.sample", ".env.template", ".env.dist", "example.env", "env.example")
		if name == "" {
			continue
		}
		d, _ := language.Parse(at, name, keyvalue.ParseDotenv)
		for _, e := range d.Entries {
			example[e.Name] = e.Value
		}
		break
	}
	var keys []string
	for _, m := range viperKey.Regexp().FindAllStringSubmatch(content, maxViperKeys) {
		keys = append(keys, m[1])
	}
	slices.Sort(keys)
	var out strings.Builder
	for _, key := range slices.Compact(keys) {
		value := example[key]
		if _, number := strconv.ParseFloat(value, 64); number != nil && value != "true" && value != "false" {
			value = ""
		}
		out.WriteString(key + "=" + value + "\n")
	}
	return out.String()
}
