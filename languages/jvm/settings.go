package jvm

import (
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"aipack/backend/language"
	"aipack/backend/manifest/keyvalue"
	"aipack/backend/manifest/lenient"
)

// connecting are the last words of keys that say where a data service is, as
// Spring Boot, Quarkus, Micronaut and their pools have them.
var connecting = language.Words("url jdbc-url jdbcurl uri uris host hostname port username user password addresses bootstrap-servers nodes servers database dbname")

// The bounds of what is read of one file.
const (
	maxSettings     = 200
	maxSettingDepth = 12
)

// settings lists the addresses and accounts of data services that the
// configuration holds as they are, under the variables that override them:
// Spring Boot's relaxed binding (Externalized Configuration, "Binding From
// Environment Variables"), SmallRye Config's and Micronaut's alike.
func settings(p *language.Project) []language.Setting {
	if p.Framework.Value == "Ktor" { // whose settings no variable overrides but those that they name
		return nil
	}
	folder := p.Folder
	if m, ok := target(p); ok {
		folder = m.folder
	}
	var out []language.Setting
	seen := map[string]bool{}
	for _, file := range settingFiles(folder) {
		for _, one := range fileSettings(folder, file) {
			if !seen[one.Variable] && len(out) < maxSettings {
				seen[one.Variable] = true
				out = append(out, one)
			}
		}
	}
	return out
}

// settingFiles are the configuration files in the order in which they count: of
// the profiles that are on, the last first, before the one of all profiles
// (Spring Boot's reference, "Profile Specific Files"), and behind it those of
// the profiles that deployments turn on.
func settingFiles(f *language.Folder) (files []string) {
	endings := []string{"", "-prod", "-production"}
	if active, ok := configured(f, "spring.profiles.active"); ok {
		for _, name := range strings.Split(active.text, ",") {
			if name = strings.TrimSpace(name); name != "" {
				endings = slices.Insert(endings, 0, "-"+name)
			}
		}
	}
	for _, ending := range endings {
		for _, file := range configFiles {
			ext := path.Ext(file)
			if file = strings.TrimSuffix(file, ext) + ending + ext; f.Has(file) {
				files = append(files, file)
			}
		}
	}
	return files
}

func fileSettings(f *language.Folder, file string) (out []language.Setting) {
	add := func(key, text string, line int) {
		key = strings.TrimPrefix(strings.TrimPrefix(key, "%prod."), "%production.")
		if !connecting[strings.ToLower(key[strings.LastIndexByte(key, '.')+1:])] || strings.HasPrefix(key, "%") || strings.Contains(key, "devservices") || len(out) == maxSettings {
			return
		}
		ownDatabase := databaseAtHost.Regexp().MatchString(text)
		text, open := filled(text)
		if open && !ownDatabase { // a variable of its own is asked for
			return
		}
		why := f.At("java.setting", file, key)
		if line > 0 {
			why = f.AtLine("java.setting", file, line)
		}
		why.Excerpt = key[strings.LastIndexByte(key, '.')+1:]
		out = append(out, language.Setting{Variable: relaxed(key), Text: text, Why: why})
	}
	if path.Ext(file) == ".properties" {
		properties, _ := language.Parse(f, file, keyvalue.ParseProperties)
		for _, key := range slices.Sorted(maps.Keys(properties)) {
			add(key, properties[key], 0)
		}
		return out
	}
	documents, _ := language.Parse(f, file, lenient.SettingsYAML)
	for _, doc := range documents {
		if profileOf(doc) == "" {
			leaves(doc, "", 0, add)
		}
	}
	return out
}

// leaves calls each with every text of a document under its dotted key.
func leaves(y lenient.YAML, key string, depth int, each func(key, text string, line int)) {
	if depth > maxSettingDepth {
		return
	}
	for _, p := range y.Pairs() {
		name := p.Key
		if key != "" {
			name = key + "." + p.Key
		}
		if p.Value.IsMap() {
			leaves(p.Value, name, depth+1, each)
		} else if p.Value.IsText() {
			each(name, p.Value.Text(), p.Value.Line())
		}
	}
}

// databaseAtHost is an address whose host is asked for while its database is
// written out: a host alone would lead to a database that nobody has made.
const databaseAtHost = language.Pattern(`^[a-z][\w:+]*://[^/$]*\$\{[^{}]+:[^{}]*\}[^/$]*/[\w-]+(?:\?[^$]*)?$`)

var settingReference = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\$\{([^:{}]*)(?::([^{}]*))?\}`) })

// filled replaces references to other keys by their default; open says that one
// asks for an environment variable, which then has the word.
func filled(text string) (out string, open bool) {
	if len(text) > 1000 {
		return "", true
	}
	out = settingReference().ReplaceAllStringFunc(text, func(found string) string {
		m := settingReference().FindStringSubmatch(found)
		open = open || m[1] == strings.ToUpper(m[1])
		if m[2] != "" {
			return m[2]
		}
		return "x"
	})
	return out, open
}

// relaxed writes a key as the variable that overrides it: dots become
// underscores, dashes go.
func relaxed(key string) string {
	quarkus := strings.HasPrefix(key, "quarkus.") || strings.HasPrefix(key, "mp.")
	return strings.ToUpper(strings.Map(func(c rune) rune {
		switch {
		case c == '-' && !quarkus:
			return -1
		case c >= '0' && c <= '9', c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z':
			return c
		}
		return '_'
	}, key))
}
