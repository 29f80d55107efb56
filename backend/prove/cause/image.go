package cause

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"aipack/backend/language/version"
	"aipack/backend/universalbuild"
)

// images are the fields of the document that name an image, with what stands in
// them.
func images(doc universalbuild.UniversalBuild) []Edit {
	list := []Edit{{"/build/base_image", doc.Build.BaseImage}, {"/runtime/base_image", doc.Runtime.BaseImage}}
	for i, t := range doc.Build.Tools {
		list = append(list, Edit{"/build/tools/" + itoa(i) + "/image", t.Image})
	}
	return list
}

// tagVersion parts an image into its name, the version that its tag begins with
// and the rest of the tag.
var tagVersion = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(.*[^/]):v?(\d+(?:\.\d+)*)((?:-[\w.-]+)?)$`)
})

// retagged gives every image of one name another version: the stages go
// together.
func retagged(c circumstances, name, wanted string) (edits []Edit) {
	for _, at := range images(c.Document) {
		image, _ := at.Value.(string)
		m := tagVersion().FindStringSubmatch(image)
		if m != nil && m[2] != wanted && (m[1] == name || strings.HasSuffix(m[1], "/"+name)) {
			edits = append(edits, Edit{at.Field, m[1] + ":" + wanted + m[3]})
		}
	}
	return edits
}

// tagged is the version of the first image of a name; "" for none.
func tagged(c circumstances, name string) string {
	for _, at := range images(c.Document) {
		image, _ := at.Value.(string)
		if m := tagVersion().FindStringSubmatch(image); m != nil && (m[1] == name || strings.HasSuffix(m[1], "/"+name)) {
			return m[2]
		}
	}
	return ""
}

// releases are those of languages whose projects name ranges, oldest first:
// Node's under long-term support (nodejs.org/en/about/previous-releases),
// Python's, PHP's and Ruby's minor versions.
var releases = map[string][]string{
	"node":   {"14", "16", "18", "20", "22", "24", "26"},
	"python": {"3.8", "3.9", "3.10", "3.11", "3.12", "3.13", "3.14"},
	"php":    {"7.4", "8.0", "8.1", "8.2", "8.3", "8.4", "8.5"},
	"ruby":   {"2.7", "3.0", "3.1", "3.2", "3.3", "3.4"},
}

// within gives the images of a language the release that is the nearest to
// theirs in a range: the next newer one, else the next older one.
func within(c circumstances, name, constraint string) []Edit {
	there, allowed := tagged(c, name), version.ParseRange(constraint)
	now, _, ok := version.ParseNumber(there)
	if !ok || strings.TrimSpace(constraint) == "" {
		return nil
	}
	best, newer := "", false
	for _, release := range releases[name] {
		n, _, _ := version.ParseNumber(release)
		switch {
		case !allows(allowed, release, name) || sameRelease(there, release):
		case n.Less(now):
			best = release
		case !newer:
			best, newer = release, true
		}
	}
	if best == "" {
		return nil
	}
	return retagged(c, name, best)
}

// allows asks a range of the whole major version where that is what images are
// named by.
func allows(r version.Range, release, name string) bool {
	if name != "node" {
		return r.Allows(release)
	}
	for minor := range 30 {
		if r.Allows(release + "." + itoa(minor)) {
			return true
		}
	}
	return false
}

func sameRelease(tag, release string) bool {
	return tag == release || strings.HasPrefix(tag, release+".")
}

// newerOnly gives images a version where theirs is older.
func newerOnly(c circumstances, name, wanted string) []Edit {
	if minor := version.MinorOf(wanted); minor != "" {
		wanted = minor
	}
	there, _, ok := version.ParseNumber(tagged(c, name))
	want, _, fits := version.ParseNumber(wanted)
	if !ok || !fits || !there.Less(want) {
		return nil
	}
	return retagged(c, name, wanted)
}

// jdk is where images of Java name its version: temurin's own, Maven's,
// Gradle's and Tomcat's.
var jdk = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(.*(?:temurin[:-]|jdk-?|jre-?|openjdk[:-]|corretto[:-]))(\d+)(.*)$`)
})

// javaOf gives the images of Java that are older another version.
func javaOf(c circumstances, wanted string) (edits []Edit) {
	want, _, fits := version.ParseNumber(wanted)
	for _, at := range images(c.Document)[:2] {
		image, _ := at.Value.(string)
		m := jdk().FindStringSubmatch(image)
		if m == nil || !fits {
			continue
		}
		if there, _, ok := version.ParseNumber(m[2]); ok && there.Less(want) {
			edits = append(edits, Edit{at.Field, m[1] + wanted + m[3]})
		}
	}
	return edits
}

// dotnetOf gives the images of .NET another version.
func dotnetOf(c circumstances, wanted string) (edits []Edit) {
	wanted = version.MinorOf(wanted)
	for _, at := range images(c.Document)[:2] {
		image, _ := at.Value.(string)
		m := tagVersion().FindStringSubmatch(image)
		if m != nil && wanted != "" && m[2] != wanted && strings.Contains(m[1], "dotnet/") {
			edits = append(edits, Edit{at.Field, m[1] + ":" + wanted + m[3]})
		}
	}
	return edits
}

// dotnetRuntime gives the image that runs a version, and ASP.NET Core's where
// the program is built on that.
func dotnetRuntime(c circumstances, framework, wanted string) []Edit {
	image := c.Document.Runtime.BaseImage
	m := tagVersion().FindStringSubmatch(image)
	if m == nil || !strings.Contains(m[1], "dotnet/") || version.MinorOf(wanted) == "" {
		return nil
	}
	name := m[1]
	if strings.HasPrefix(framework, "Microsoft.AspNetCore") {
		name = strings.Replace(name, "dotnet/runtime", "dotnet/aspnet", 1)
	}
	if now := name + ":" + version.MinorOf(wanted) + m[3]; now != image {
		return []Edit{{"/runtime/base_image", now}}
	}
	return nil
}

// withoutPatch names an image that is not there by fewer numbers: the newest
// patch of its minor version, where the registry has not that one, and the newest
// release of a compiler that compiles all that earlier ones did.
func withoutPatch(c circumstances, image string) (edits []Edit) {
	m := tagVersion().FindStringSubmatch(image)
	if m == nil {
		return nil
	}
	fewer := ""
	switch strings.Count(m[2], ".") {
	case 2:
		fewer = version.MinorOf(m[2])
	case 1:
		if major, _, _ := strings.Cut(m[2], "."); staysCompatible[path.Base(m[1])] == major {
			fewer = major
		}
	}
	for _, at := range images(c.Document) {
		if at.Value == image && fewer != "" {
			edits = append(edits, Edit{at.Field, m[1] + ":" + fewer + m[3]})
		}
	}
	return edits
}

// staysCompatible are the images of compilers that promise to compile, within a
// major version, what an earlier release of it did.
// https://blog.rust-lang.org/2014/10/30/Stability/ https://go.dev/doc/go1compat
var staysCompatible = map[string]string{"rust": "1", "golang": "1"}

// constraintIn finds a range of versions in a line.
var constraintIn = sync.OnceValue(func() *regexp.Regexp {
	const one = `(?:[<>]=?|[~^]|=)\s*v?\d[\w.]*`
	return regexp.MustCompile(one + `(?:(?:\s*\|\|\s*|\s+or\s+|\s*,?\s+)` + one + `)*|\b\d+\.x(?:\s*\|\|\s*\d+\.x)*`)
})

// nodeWanted is the range of Node's versions that a line asks for; "" for none.
func nodeWanted(line string) string {
	if m := regexp.MustCompile(`"?node"?\s*:\s*"([^"]+)"`).FindStringSubmatch(line); m != nil {
		return m[1]
	}
	if m := constraintIn().FindString(line); m != "" {
		return m
	}
	if m := regexp.MustCompile(`(?i)requires (?:at least )?Node\.?js (?:version )?v?(\d[\d.]*)`).FindStringSubmatch(line); m != nil {
		return ">=" + strings.TrimRight(m[1], ".")
	}
	return ""
}

// withEnvironment is the edit that sets a variable of the build, "build", or of
// the program, "runtime".
func withEnvironment(stage, name, value string) Edit {
	return Edit{"/" + stage + "/environment/" + universalbuild.Token(name), value}
}

// option adds a word to a variable that holds several; nil where it stands
// there.
func option(c circumstances, name, word string) []Edit {
	old := c.Document.Build.Environment[name]
	key, _, _ := strings.Cut(word, "=")
	if slices.ContainsFunc(strings.Fields(old), func(w string) bool { return w == word || strings.HasPrefix(w, key+"=") }) {
		return nil
	}
	return []Edit{withEnvironment("build", name, strings.TrimSpace(old+" "+word))}
}
