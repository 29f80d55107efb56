// Package images knows what the tags of base images mean and of what a
// stand-in for each is made. It makes none itself.
package images

import (
	"regexp"
	"slices"
	"strings"
)

// Tag is an image's tag, taken apart.
type Tag struct {
	Version string   // 22, 3.13.1; empty: the newest is meant
	Suite   string   // the Debian release that it names; empty: it names none
	Slim    bool     // the variant with little more than the program
	Words   []string // what it says beside that, in its order: jdk, apache, otp 27
}

var versionNumber = regexp.MustCompile(`^v?(\d+(?:\.\d+)*)$`)

// suites are the Debian releases that can be had, by the names that tags use.
var suites = map[string]string{
	"bullseye": "bullseye", "bookworm": "bookworm", "trixie": "trixie", "stable": "trixie", "sid": "sid", "unstable": "sid",
}

// parse takes a tag apart. The first number is the version; one that follows
// a word belongs to that word (maven:3.9-eclipse-temurin-21).
func parse(tag string) Tag {
	var t Tag
	for i, word := range strings.Split(tag, "-") {
		switch m := versionNumber.FindStringSubmatch(word); {
		case m != nil && t.Version == "" && (i == 0 || len(t.Words) == 1 && t.Words[0] == "debian"):
			t.Version = m[1]
		case word == "latest" && i == 0:
		case word == "slim":
			t.Slim = true
		case suites[word] != "" && t.Suite == "":
			t.Suite = suites[word]
		default:
			t.Words = append(t.Words, word)
		}
	}
	return t
}

// only reports whether a tag says no other words than these.
func (t Tag) only(words ...string) bool {
	return !slices.ContainsFunc(t.Words, func(w string) bool { return !slices.Contains(words, w) })
}

// suite is the release that the tag names, else the image's usual one.
func (t Tag) suite(usual string) string {
	if t.Suite != "" {
		return t.Suite
	}
	return usual
}

// base is Debian's image of a release.
func base(suite string) string { return "debian:" + suite + "-slim" }
