package ruby

import (
	"strconv"
	"strings"

	"aipack/backend/language"
	"aipack/backend/language/version"
)

// minors are the versions that the official image has on a Debian whose
// packages are still served, newest first (docker-library/ruby).
var minors = []string{"4.0", "3.4", "3.3", "3.2", "3.1", "3.0", "2.7", "2.6"}

// patches are those of a minor version that have a tag on such a Debian: from the first
// on Debian 11 (August 2021), from the first on Debian 12 (June 2023; 1000: none), to the
// last of a version that is released no more (1000: it still is). Minors that are not
// listed have never been built on anything older than Debian 12
// (ruby-lang.org/en/downloads/releases, docker-library/ruby).
var patches = map[string]struct{ bullseye, bookworm, last int }{
	"2.6": {8, 1000, 10}, "2.7": {4, 1000, 8}, "3.0": {2, 6, 7}, "3.1": {0, 4, 7}, "3.2": {0, 2, 1000},
}

// engines are other Rubies by what .ruby-version calls them, and the version of the
// language that each of their own is of (jruby.org/download, the changelog of
// github.com/oracle/truffleruby). The first that a version begins with counts.
var engines = map[string][][2]string{
	"jruby":       {{"9.1", "2.3"}, {"9.2", "2.5"}, {"9.3", "2.6"}, {"9.4", "3.1"}, {"10.", "3.4"}},
	"truffleruby": {{"20.", "2.6"}, {"21.", "2.7"}, {"22.", "3.0"}, {"23.0", "3.1"}, {"23.1", "3.2"}, {"24.0", "3.2"}, {"24.1", "3.2"}, {"24.2", "3.3"}, {"25.", "3.3"}},
}

// engineOf splits jruby-9.4.5.0 and truffleruby+graalvm-23.1.1.
func engineOf(declared string) (engine, language string) {
	name, own, dash := strings.Cut(declared, "-")
	name = strings.TrimSuffix(name, "+graalvm")
	if !dash || engines[name] == nil {
		return "", ""
	}
	for _, one := range engines[name] {
		if strings.HasPrefix(own, one[0]) {
			return name, one[1]
		}
	}
	return name, defaultVersion
}

// imageOf is the runtime's image. A Gemfile that names a full version is
// held to it by Bundler, so the image carries the patch then and only then. released is
// false where there is no image of what the Gemfile asks for: it has the nearest then.
func imageOf(p *language.Project) (image string, released bool) {
	gems := gemsOf(p.Folder)
	declared := p.Version.Value
	engine, of := engineOf(declared)
	if engine != "" {
		declared = of
	} else if m := otherEngine.Regexp().FindStringSubmatch(directiveLine(p)); m != nil {
		engine = m[1]
	}
	minor, fits := version.Choose(defaultVersion, minors, version.ParseRange(declared))
	exact, held := "", gems.Ruby != "" || gems.RubyFile != ""
	if held {
		directive := gems.Ruby
		if gems.RubyFile != "" {
			directive = declared
		}
		exact, _ = version.Exact(directive)
	}
	debian := "bookworm"
	tags, old := patches[minor]
	if tags.bookworm == 1000 {
		debian = "bullseye"
	}
	tag := minor
	released = fits && engine == "" && (!held || !unreleased.Regexp().MatchString(declared))
	if exact != "" && fits && engine == "" {
		patch, err := strconv.Atoi(exact[strings.LastIndexByte(exact, '.')+1:])
		switch {
		case !old:
			tag = exact
		case err != nil || patch < tags.bullseye || patch > tags.last:
			released = false
		case patch < tags.bookworm:
			tag, debian = exact, "bullseye"
		default:
			tag = exact
		}
	}
	switch {
	case engine != "":
		p.Warn(versionPlace(p), "engine_unsupported", "the project asks for "+p.Version.Value+"; the image has MRI Ruby "+tag+", which is of the same language version where there is one",
			"choose the engine's own image if the program needs it")
	case !fits || !released:
		message := "there is no maintained image of Ruby " + declared + "; the nearest is " + tag
		if held {
			message += ", and what the Gemfile asks for is the image's own in the image"
		}
		p.Warn(versionPlace(p), "version_unsupported", message, "move the project to Ruby "+defaultVersion)
	}
	return "ruby:" + tag + "-slim-" + debian, released
}

// unreleased is a version before a release: 3.5.0-preview1, 3.4.0.rc1.
const unreleased = language.Pattern(`^\d+\.\d+\.\d+[.-]?(?:preview|rc|dev)`)

// askForImages is the line that has the Gemfile ask for the image's own version, without
// which Bundler refuses to run at all (bundler.io/guides/gemfile_ruby.html); "" where
// nothing holds it to another, or the directive is none of a line.
func askForImages(p *language.Project) string {
	if !wholeLine.Regexp().MatchString(directiveLine(p)) {
		return ""
	}
	gemfile, _ := gemfileOf(p.Folder)
	return "sed -i \"" + strconv.Itoa(gemsOf(p.Folder).RubyLine) + "s/ruby.*/ruby '$(ruby -e 'print RUBY_VERSION')'/\" " + gemfile
}

// directiveLine is the line of the Gemfile on which its ruby directive begins.
func directiveLine(p *language.Project) string {
	gemfile, _ := gemfileOf(p.Folder)
	n := gemsOf(p.Folder).RubyLine
	lines := strings.Split(p.Folder.Content(gemfile), "\n")
	if n == 0 || n > len(lines) {
		return ""
	}
	return lines[n-1]
}

// otherEngine is another Ruby that a directive asks for (bundler.io/guides/gemfile_ruby.html).
const otherEngine = language.Pattern(`\bengine(?::|["']?\s*=>)\s*["':](jruby|truffleruby)\b`)

// wholeLine is a whole directive on a line of its own.
const wholeLine = language.Pattern(`^[ \t]*ruby[ (].*[^,\\ \t\r][ \t\r]*$`)
