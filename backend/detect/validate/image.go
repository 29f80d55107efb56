package validate

import (
	"fmt"
	"strings"
)

// images wants names that a registry can answer, with a tag or digest.
func images(c *Check) {
	c.image("/build/base_image", c.Doc.Build.BaseImage)
	c.image("/runtime/base_image", c.Doc.Runtime.BaseImage)
	for i, t := range c.Doc.Build.Tools {
		field := at("/build/tools", i)
		c.image(field+"/image", t.Image)
		if t.Image == "" {
			c.Fail(field+"/image", "The toolchain names no image.", "Name the image it is taken from (for Node.js, node:22-bookworm-slim).")
		}
		if len(t.Paths) == 0 {
			c.Fail(field+"/paths", "The toolchain names nothing to take.", "List absolute paths, such as /usr/local/bin/node.")
		}
		for j, p := range t.Paths {
			if !strings.HasPrefix(p, "/") || p == "/" {
				c.Fail(at(field+"/paths", j), fmt.Sprintf("%q is not an absolute path.", p), "Give the path as it is in the image.")
			}
		}
	}
}

func (c *Check) image(at, name string) {
	if name == "" || name == "scratch" {
		return // an image that is missing is the business of required_fields
	}
	r, ok := parseReference(name)
	switch {
	case !ok && name != strings.ToLower(name):
		c.Fail(at, fmt.Sprintf("%q is not the name of an image: it has capital letters.", name), "Write it in lower case.")
	case !ok:
		c.Fail(at, fmt.Sprintf("%q is not the name of an image.", name), "Write it like node:22-bookworm-slim or registry.example.com/team/base:1.4.")
	case r.domain != strings.ToLower(r.domain):
		c.Fail(at, fmt.Sprintf("%q has capital letters, so that %s is taken for a registry.", name, r.domain), "Write it in lower case.")
	case r.tag == "" && r.digest == "":
		c.Warn(at, name+" has no tag, so that every build may get another image.", "Add a tag that names a version.")
	case r.tag == "latest" && r.digest == "":
		c.Warn(at, name+" changes over time.", "Name a version instead of latest.")
	}
}

// imageReference is the name of an image, taken apart.
type imageReference struct{ domain, tag, digest string }

// parseReference reads an image's name by the grammar of the distribution
// specification (github.com/distribution/reference, package comment). It is
// written out because that package compiles its expressions at every start
// of the program; a test compares the two.
func parseReference(name string) (imageReference, bool) {
	var r imageReference
	rest, digest, digested := strings.Cut(name, "@")
	if digested && !validDigest(digest) {
		return r, false
	}
	r.digest = digest
	if i := strings.LastIndexByte(rest, ':'); i > strings.LastIndexByte(rest, '/') {
		r.tag = rest[i+1:]
		if rest = rest[:i]; !validTag(r.tag) {
			return r, false
		}
	}
	if len(rest) == 64 && strings.Trim(rest, "0123456789abcdef") == "" {
		return r, false // the id of an image
	}
	// The first part is a registry where it could not be part of a name.
	if first, after, found := strings.Cut(rest, "/"); found && (strings.ContainsAny(first, ".:") || first == "localhost" || first != strings.ToLower(first)) {
		if !validDomain(first) {
			return r, false
		}
		r.domain, rest = first, after
	}
	repository := rest
	if official := r.domain == "" || r.domain == "docker.io" || r.domain == "index.docker.io"; official && !strings.Contains(rest, "/") {
		repository = "library/" + rest // as Docker Hub knows it
	}
	if len(repository) > 255 {
		return r, false
	}
	for part := range strings.SplitSeq(rest, "/") {
		if !validComponent(part) {
			return r, false
		}
	}
	return r, true
}

// validComponent wants letters and digits, between them one dot, one or two
// underscores, or any dashes.
func validComponent(s string) bool {
	separated := true // a separator may not come first
	for i := 0; i < len(s); {
		if alphanumeric(s[i], false) {
			separated = false
			i++
			continue
		}
		end := i
		for end < len(s) && s[end] == s[i] {
			end++
		}
		switch n := end - i; {
		case separated, s[i] == '.' && n > 1, s[i] == '_' && n > 2, s[i] != '.' && s[i] != '_' && s[i] != '-':
			return false
		}
		separated = true
		i = end
	}
	return !separated
}

func alphanumeric(b byte, capital bool) bool {
	return 'a' <= b && b <= 'z' || '0' <= b && b <= '9' || capital && 'A' <= b && b <= 'Z'
}

func validTag(s string) bool {
	if s == "" || len(s) > 128 || s[0] == '.' || s[0] == '-' {
		return false
	}
	return strings.IndexFunc(s, func(r rune) bool {
		return r > 127 || !alphanumeric(byte(r), true) && r != '_' && r != '.' && r != '-'
	}) < 0
}

// validDigest takes the algorithms that registries use.
func validDigest(s string) bool {
	algorithm, hex, _ := strings.Cut(s, ":")
	length := map[string]int{"sha256": 64, "sha384": 96, "sha512": 128}[algorithm]
	return length > 0 && len(hex) == length && strings.Trim(hex, "0123456789abcdef") == ""
}

func validDomain(s string) bool {
	host, port, found := strings.Cut(s, ":")
	if found && (port == "" || strings.Trim(port, "0123456789") != "") {
		return false
	}
	for label := range strings.SplitSeq(host, ".") {
		if label == "" || !alphanumeric(label[0], true) || !alphanumeric(label[len(label)-1], true) {
			return false
		}
		for i := range len(label) {
			if !alphanumeric(label[i], true) && label[i] != '-' {
				return false
			}
		}
	}
	return true
}
