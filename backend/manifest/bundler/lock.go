package bundler

import "strings"

// Lock is what Bundler wrote into Gemfile.lock or gems.locked.
type Lock struct {
	Versions    map[string]string // every locked gem
	Direct      map[string]bool   // gems that the Gemfile names
	Paths       []string          // local folders that gems come from
	Local       map[string]bool   // gems that come from them
	Platforms   []string
	Ruby        string // "3.1.2", without the patch level
	RubyLine    int
	BundledWith string
}

// ParseLock reads Bundler's lock format by its indentation. It never
// fails: unknown sections are skipped.
func ParseLock(content string) (Lock, error) {
	lock := Lock{Versions: map[string]string{}, Direct: map[string]bool{}, Local: map[string]bool{}}
	section := ""
	for i, line := range strings.Split(content, "\n") {
		line = strings.TrimRight(line, "\r ")
		text := strings.TrimLeft(line, " ")
		indent := len(line) - len(text)
		switch {
		case text == "":
		case indent == 0:
			section = text
		case section == "PATH" && strings.HasPrefix(text, "remote: "):
			lock.Paths = append(lock.Paths, strings.TrimPrefix(text, "remote: "))
		case indent == 4 && (section == "GEM" || section == "PATH" || section == "GIT"):
			name, rest, _ := strings.Cut(text, " ")
			if v := strings.Trim(rest, "()"); lock.Versions[name] == "" {
				// a platform variant stands behind a dash: 1.16.0-x86_64-linux
				v, _, _ = strings.Cut(v, "-")
				lock.Versions[name] = v
				if section == "PATH" {
					lock.Local[name] = true
				}
			}
		case section == "PLATFORMS":
			lock.Platforms = append(lock.Platforms, text)
		case section == "DEPENDENCIES":
			name, _, _ := strings.Cut(text, " ")
			lock.Direct[strings.TrimSuffix(name, "!")] = true
		case section == "RUBY VERSION" && lock.Ruby == "":
			lock.Ruby, lock.RubyLine = lockedRuby(text), i+1
		case section == "BUNDLED WITH":
			lock.BundledWith = text
		}
	}
	return lock, nil
}

// lockedRuby gives "3.1.2" of "ruby 3.1.2p20"; a patch level never chooses
// another Ruby. "ruby 2.5.3p105 (jruby 9.2.9.0)" speaks of another engine and
// still of the language's version.
func lockedRuby(text string) string {
	fields := strings.Fields(text)
	if len(fields) < 2 {
		return ""
	}
	v := fields[1]
	for i := 1; i < len(v); i++ {
		if v[i] == 'p' && v[i-1] >= '0' && v[i-1] <= '9' && i+1 < len(v) && v[i+1] >= '0' && v[i+1] <= '9' {
			return v[:i]
		}
	}
	return v
}
