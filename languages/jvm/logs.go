package jvm

import (
	"path"
	"strings"

	"aipack/backend/language"
)

// logFiles are where Logback and Log4j look for what they write, and where
// (https://logback.qos.ch/manual/configuration.html,
// https://logging.apache.org/log4j/2.x/manual/configuration.html, Spring Boot's
// names of both). Spring Boot ends where a file cannot be opened.
var logFiles = []string{"logback.xml", "logback-spring.xml", "log4j2.xml", "log4j2-spring.xml"}

const (
	logProperty language.Pattern = `<(?:property|variable)\s[^>]*\bname\s*=\s*"([^"]+)"[^>]*\bvalue\s*=\s*"([^"]*)"|<Property\s+name\s*=\s*"([^"]+)"\s*>([^<]*)<`
	logFile     language.Pattern = `<(?i:file|fileNamePattern)>\s*([^<]+?)\s*<|\b(?:fileName|filePattern)\s*=\s*"([^"]+)"`
	logDefault  language.Pattern = `\$\{([\w.:-]+?)(?::-([^}]*))?\}`
)

// maxLogConfiguration is what such a file may have.
const maxLogConfiguration = 64 << 10

// logged is a folder into which the program writes its log where nothing tells
// it another, and the text that says so.
type logged struct{ dir, file, text string }

// logFolders lists the folders of log files that the module names by a whole path.
func logFolders(at *language.Folder) (out []logged) {
	for _, name := range logFiles {
		file := path.Join("src/main/resources", name)
		text, ok := at.Text(file)
		if !ok || len(text) > maxLogConfiguration {
			continue
		}
		known := map[string]string{}
		for _, m := range logProperty.Regexp().FindAllStringSubmatch(text, 40) {
			known[m[1]+m[3]] = m[2] + m[4]
		}
		for _, m := range logFile.Regexp().FindAllStringSubmatch(text, 20) {
			if whole := expandLog(m[1]+m[2], known); strings.HasPrefix(whole, "/") && !strings.ContainsAny(whole[:strings.LastIndexByte(whole, '/')+1], "$%{} ") {
				out = append(out, logged{path.Dir(path.Clean(whole)), file, m[1] + m[2]})
			}
		}
	}
	return out
}

// expandLog puts in properties of the file, and the defaults of those that
// somebody else may give.
func expandLog(text string, known map[string]string) string {
	const deepest = 4
	for range deepest {
		next := logDefault.Regexp().ReplaceAllStringFunc(text, func(one string) string {
			m := logDefault.Regexp().FindStringSubmatch(one)
			if value, ok := known[m[1]]; ok {
				return value
			}
			if m[2] != "" {
				return m[2]
			}
			return one
		})
		if next == text || len(next) > maxLogPath {
			break
		}
		text = next
	}
	return text
}

// maxLogPath bounds what properties that name each other come to.
const maxLogPath = 1000
