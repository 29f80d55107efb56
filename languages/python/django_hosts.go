package python

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/language"
	"aipack/backend/manifest/pysource"
	"aipack/backend/universalbuild"
)

// configFile is a file of configparser that settings name.
const configFile = language.Pattern(`["']([\w./-]+\.(?:ini|cfg|conf))["']`)

// readHosts warns of settings that let no host in unless a file of configparser
// names some: no variable can, and the repository has no such file. With an empty
// list Django answers to its own machine's names alone, and only with DEBUG.
// https://docs.djangoproject.com/en/stable/ref/settings/#allowed-hosts
func (d *django) readHosts(p *projectFacts, name, content string, src pysource.Source) {
	if !src.Imports("configparser") {
		return
	}
	empty := 0
	for _, a := range src.Assigns {
		if a.Target != "ALLOWED_HOSTS" {
			continue
		}
		switch {
		case len(a.Value) == 2 && a.Value[0].Op("[") && a.Value[1].Op("]"):
			empty = a.Line
		case slices.ContainsFunc(a.Value, func(t pysource.Token) bool { return strings.Contains(strings.ToLower(t.Text), "env") }):
			return
		}
	}
	var files []string
	shown := ""
	for _, m := range configFile.Regexp().FindAllStringSubmatch(content, 8) {
		if p.Has(path.Join(d.dir, m[1])) {
			return
		}
		if !slices.Contains(files, m[1]) {
			files = append(files, m[1])
		}
		for _, end := range []string{".example", ".sample", ".dist"} {
			if beside := path.Join(d.dir, path.Base(m[1])+end); shown == "" && p.Has(beside) {
				shown = ", as " + beside + " shows"
			}
		}
	}
	if empty == 0 || len(files) == 0 {
		return
	}
	d.hosts = &universalbuild.Warning{
		Code: "hosts_in_a_file", Path: p.Join(name), Line: empty,
		Message: "ALLOWED_HOSTS is empty unless " + strings.Join(files, " or ") + " names hosts, and no variable does: without one of these files the program may answer to no host name",
		Fix:     "mount one of them that names the hosts it is reached by" + shown + ", or let the settings read them from a variable too",
	}
}
