package jvm

import (
	"path"
	"regexp"
	"strconv"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
)

// listenNamed is a call that listens on a port which a name gives: a field, a
// constant, a getter. By the documents of Javalin (start), Undertow
// (addHttpListener), Spark (port), Vert.x (listen), Jetty and Grizzly, and the
// sockets of the JDK.
const listenNamed language.Pattern = `(?:\.(?:start|listen|addHttpListener|setPort)|\bnew\s+(?:InetSocketAddress|ServerSocket|Server)|(?:\bSpark\.|[;{]\s*)port)\(\s*(?:[^()\n,;]+(?:\(\))?\s*,\s*)?(?:\w+(?:\(\))?\.)*(\w*[pP](?:ort|ORT))(?:\(\))?\s*[,)]`

// mostListeners bounds the sources that are searched for it.
const mostListeners = 400

// portNamed follows such a name to the number that it is given in the module: the
// field's own value, or the default of the option that the field is (picocli,
// JCommander, args4j read the command line into fields).
func portNamed(f *language.Folder) []finding.Finding[int] {
	files := sourcesIn(f, ".java", ".kt", ".groovy", ".scala")
	files = files[:min(len(files), mostListeners)]
	for _, file := range files {
		text, _ := f.Text(file)
		if !strings.Contains(text, "ort)") && !strings.Contains(text, "ort()") && !strings.Contains(text, "ort,") && !strings.Contains(text, "ORT") {
			continue
		}
		for _, m := range listenNamed.Regexp().FindAllStringSubmatch(text, 6) {
			if besidePort.Matches(m[0]) {
				continue
			}
			if found := portField(f, file, files, m[1]); found.Found() {
				return []finding.Finding[int]{found}
			}
		}
	}
	return nil
}

// besidePort is what another port than the program's own is called by.
const besidePort language.Pattern = `(?i)admin|metric|manage|debug|proxy|redis|smtp|mail|remote|client|jmx|target|db`

// portField finds the number that a field is given, in the file that asks for it
// before all others. A getter is followed to the field that it returns.
func portField(f *language.Folder, near string, files []string, name string) finding.Finding[int] {
	rest, getter := strings.CutPrefix(name, "get")
	if !getter || rest == "" {
		return portGiven(f, append([]string{near}, files...), name)
	}
	returns := regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\(\)\s*\{\s*return\s+(?:this\.)?(\w+)\s*;`)
	for _, file := range files {
		text, _ := f.Text(file)
		if m := returns.FindStringSubmatch(text); m != nil {
			if found := portGiven(f, []string{file}, m[1]); found.Found() {
				return found
			}
		}
	}
	return portGiven(f, append([]string{near}, files...), strings.ToLower(rest[:1])+rest[1:])
}

func portGiven(f *language.Folder, files []string, field string) finding.Finding[int] {
	quoted := regexp.QuoteMeta(field)
	given := regexp.MustCompile(`\b(?:int|Integer|short|val|var)\s+` + quoted + `\s*(?::\s*Int\s*)?=\s*(\d{2,5})\b`)
	option := regexp.MustCompile(`@(?:CommandLine\.)?(?:Option|Parameter)\([^;]{0,300}?\bdefaultValue\s*=\s*"(\d{2,5})"[^;]{0,300}?\b(?:int|Integer)\s+` + quoted + `\s*;`)
	for _, file := range files {
		text, _ := f.Text(file)
		if !strings.Contains(text, field) || besidePort.Matches(path.Base(file)) {
			continue
		}
		for _, re := range []*regexp.Regexp{option, given} {
			at := re.FindStringSubmatchIndex(text)
			if at == nil {
				continue
			}
			if n, err := strconv.Atoi(text[at[2]:at[3]]); err == nil && n > 0 && n < 65536 && !dialled[n] {
				return finding.Of(n, finding.Likely, f.AtLine("java.port_field", file, 1+strings.Count(text[:at[2]], "\n")))
			}
		}
	}
	return finding.Finding[int]{}
}

// dialled are ports of databases, queues and mail (IANA's service names), which
// a configuration holds for what the program connects to.
var dialled = map[int]bool{
	25: true, 465: true, 587: true, 1433: true, 1521: true, 1883: true, 3306: true, 5432: true,
	5672: true, 6379: true, 9042: true, 9092: true, 9200: true, 11211: true, 27017: true,
}
