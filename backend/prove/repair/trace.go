package repair

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"strconv"
	"strings"

	"aipack/backend/prove"
)

// Frames of traces, as the runtimes print them: Node "at f (/app/src/db.js:12:5)",
// Python `File "/app/main.py", line 12`, Go and Ruby "/app/main.go:12", PHP
// "in /app/index.php:12" or "on line 12", Java "at com.shop.Db.open(Db.java:12)".
var (
	pathFrame = regexp.MustCompile(`(/?[\w@.+-]+(?:/[\w@.+-]+)*\.[a-z]{1,5}):(\d{1,6})\b`)
	wordFrame = regexp.MustCompile(`["']?(/[\w@.+/-]+\.[a-z]{1,5})["']?,? (?:on )?line (\d{1,6})\b`)
	jvmFrame  = regexp.MustCompile(`\bat (?:[\w.@-]+//?)?((?:[a-z_]\w*\.)+)[\w$.<>]+\(([A-Z]\w*\.(?:java|kt|scala)):(\d{1,6})\)`)
)

// jvmSources are the folders of sources that Maven and Gradle have by convention.
var jvmSources = []string{"src/main/java", "src/main/kotlin", "src/main/scala"}

// innermostLast are runtimes that print the call that failed at the end of its trace.
const innermostLast = "Traceback (most recent call last)"

// fromTrace is the place in the project's own sources that a failure's log leads
// to, as what a person can look at: where the program broke off, if the log says it.
func fromTrace(r prove.Request, report *prove.Report) (list []prove.Question) {
	root, done := rootOf(r)
	if root == nil {
		return nil
	}
	defer done()
	last := strings.Contains(strings.Join(report.Failure.Log, "\n"), innermostLast)
	for _, line := range report.Failure.Log {
		for _, at := range framesIn(line) {
			name, ok := ownFile(root, r, at.names)
			if !ok {
				continue
			}
			q := prove.Question{
				Text: fmt.Sprintf("Look at %s, line %d.", name, at.line), Path: name, Line: at.line,
				Why: fmt.Sprintf("The log leads there: %s", strings.TrimSpace(line)),
			}
			if !last {
				return []prove.Question{q}
			}
			list = []prove.Question{q}
		}
	}
	return list
}

// frame is a line of some file, by the names that it may have.
type frame struct {
	names []string
	line  int
}

func framesIn(line string) (list []frame) {
	add := func(number string, names ...string) {
		if n, err := strconv.Atoi(number); err == nil && n > 0 {
			list = append(list, frame{names, n})
		}
	}
	if m := jvmFrame.FindStringSubmatch(line); m != nil {
		var names []string
		for _, dir := range jvmSources {
			names = append(names, path.Join(dir, strings.ReplaceAll(m[1], ".", "/"), m[2]))
		}
		add(m[3], names...)
		return list
	}
	for _, m := range wordFrame.FindAllStringSubmatch(line, 8) {
		add(m[2], m[1])
	}
	for _, m := range pathFrame.FindAllStringSubmatch(line, 8) {
		add(m[2], m[1])
	}
	return list
}

// ownFile is the project's file that one of the names in the container means; what
// a package manager installed and what the build made is none.
func ownFile(root fs.FS, r prove.Request, names []string) (string, bool) {
	for _, name := range names {
		for _, dir := range []string{r.Document.Runtime.Workdir, r.Document.Build.Workdir, "/"} {
			inside, below := strings.CutPrefix(name, strings.TrimSuffix(dir, "/")+"/")
			if !below && strings.HasPrefix(name, "/") || foreign(inside) {
				continue
			}
			for _, at := range []string{path.Join(r.Document.Metadata.Path, inside), path.Clean(inside)} {
				if !fs.ValidPath(at) {
					continue
				}
				if info, err := fs.Stat(root, at); err == nil && info.Mode().IsRegular() {
					return at, true
				}
			}
		}
	}
	return "", false
}

// foreign reports whether a path leads into a folder of installed packages.
func foreign(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		switch part {
		case "node_modules", "site-packages", "dist-packages", "vendor", "gems", ".venv", "venv":
			return true
		}
	}
	return false
}

// rootOf is the repository of a request; nil where there is none to look at.
func rootOf(r prove.Request) (root fs.FS, done func()) {
	if r.Root != nil {
		return r.Root.FS(), func() {}
	}
	if r.Dir == "" {
		return nil, nil
	}
	opened, err := os.OpenRoot(r.Dir)
	if err != nil {
		return nil, nil
	}
	return opened.FS(), func() { _ = opened.Close() }
}
