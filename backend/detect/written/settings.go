package written

import (
	"path"
	"strconv"
	"strings"

	"aipack/backend/detect/backing"
	"aipack/backend/detect/configured"
	"aipack/backend/detect/source"
	"aipack/backend/language"
)

const (
	// oneLine is a setting on a line of its own: of YAML, TOML, an INI file.
	oneLine language.Pattern = `^(\s*)([A-Za-z][\w.-]*)\s*[:=]\s*(.*?)\s*,?\s*$`
	// bareAddress is an address that stands as a value without quotes.
	bareAddress language.Pattern = `^\s*[\w.-]+\s*[:=]\s*((?:jdbc:)?[a-z][a-z0-9+]*://[^\s"'#]{1,300})\s*$`
)

// mostBeside is how many lines above and below the host belong to it.
const mostBeside = 14

// settings reads the files of settings that the program's sources name and that no word
// in their names keeps for examples or development.
func (r *reader) settings() {
	for _, name := range configured.Files(r.set.Folder) {
		stem, _, _ := strings.Cut(path.Base(name), ".")
		if kept(name) || !r.spoken(stem) {
			continue
		}
		f := r.set.Beside(name)
		if path.Ext(name) == ".json" {
			r.options(f)
			r.texts(f)
			continue
		}
		at := 0
		for i, line := range f.Lines() {
			if lead := strings.TrimSpace(line); lead != "" && !source.IsComment(lead, name) && lead[0] != '#' && lead[0] != ';' {
				if m := oneLine.Regexp().FindStringSubmatch(line); m != nil && optionFields[strings.ToLower(m[2])] == "host" {
					r.beneath(f, i, at)
				}
				if m := bareAddress.Regexp().FindStringSubmatchIndex(line); m != nil {
					r.address(f, at, line, m)
				}
			}
			at += len(line) + 1
		}
		r.texts(f)
	}
}

// kept reports whether a file is an example, or is there for development.
func kept(name string) bool {
	lower := strings.ToLower(name)
	for _, word := range []string{"sample", "example", "development", "dev.", "local", "test"} {
		if strings.Contains(lower, word) {
			return true
		}
	}
	return false
}

// spoken reports whether a source names a file of settings, whole or without its ending:
// require('./config/config'), viper.SetConfigName("config").
func (r *reader) spoken(stem string) bool {
	for _, f := range r.set.Files() {
		for _, quote := range []string{`"`, `'`, "`", "/"} {
			for _, end := range []string{`"`, `'`, "`", "."} {
				if f.Contains(quote + stem + end) {
					return true
				}
			}
		}
	}
	return false
}

// beneath reads the settings that stand beside a host: the lines around it that are
// indented as far, up to another section.
func (r *reader) beneath(f *source.File, host, at int) {
	lines := f.Lines()
	depth := source.Indent(lines[host])
	fields := map[string]value{}
	for _, step := range []int{-1, 1} {
		offset := at
		for i := host; i >= 0 && i < len(lines) && i > host-mostBeside && i < host+mostBeside; i += step {
			if i != host && step < 0 {
				offset -= len(lines[i]) + 1
			}
			lead := strings.TrimSpace(lines[i])
			if lead != "" && (source.Indent(lines[i]) < depth || lead[0] == '[') {
				break
			}
			if m := oneLine.Regexp().FindStringSubmatchIndex(lines[i]); m != nil && m[3]-m[2] == depth && lead[0] != '#' {
				if field := optionFields[strings.ToLower(lines[i][m[4]:m[5]])]; field != "" {
					if _, known := fields[field]; !known {
						fields[field] = bare(f, lines[i][m[6]:m[7]], offset+m[6])
					}
				}
			}
			if step > 0 {
				offset += len(lines[i]) + 1
			}
		}
	}
	one := found{}
	if word := fields["dialect"].text; word != "" {
		one.Store = r.store(word)
	} else if fields["user"].known && (fields["database"].known || fields["password"].known) {
		one.Store = r.main()
	} else if under(lines, host, depth) == backing.Redis {
		one.Store = r.store(backing.Redis)
	}
	if one.Store == "" || !fields["host"].known || fields["host"].text == "" {
		return
	}
	one.Host = fields["host"].text
	one.Port, _ = strconv.Atoi(fields["port"].text)
	password := fields["password"]
	if backing.Known(one.Store).User != "" {
		one.User, one.Database = fields["user"].text, fields["database"].text
		if _, said := fields["password"]; !said {
			password = value{known: true}
		}
	}
	r.add(f, at, one, password)
}

// under is the section that a line stands in, in lower case.
func under(lines []string, at, depth int) string {
	for i := at - 1; i >= 0; i-- {
		lead := strings.TrimSpace(lines[i])
		if strings.HasPrefix(lead, "[") || lead != "" && source.Indent(lines[i]) < depth {
			return strings.ToLower(strings.Trim(lead, "[]: "))
		}
	}
	return ""
}

// bare is a value of a file of settings, with quotes or without; one that holds a
// reference is known to nobody here.
func bare(f *source.File, text string, at int) value {
	if text != "" && (text[0] == '"' || text[0] == '\'') {
		end := strings.IndexByte(text[1:], text[0])
		if end < 0 {
			return value{}
		}
		text, at = text[1:1+end], at+1
	} else if cut, _, commented := strings.Cut(text, " #"); commented {
		text = strings.TrimSpace(cut)
	}
	return value{text, !strings.ContainsAny(text, "${}*&"), f, at}
}
