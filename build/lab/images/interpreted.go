package images

import (
	"slices"
	"strings"
)

// An interpreter's program takes the interpreter along, in one image or from
// one stand-in to another. Where a version is in another release's packages
// than the tag names, it stands on that release: the version counts.

var pythonPackages = []packaged{{"3.9", "bullseye"}, {"3.11", "bookworm"}, {"3.13", "trixie"}, {"3.14", "sid"}}

// python is this machine's, where pyenv has made the asked version, else
// Debian's (docker-library/python).
func python(t Tag, shelf Shelf) (Plan, error) {
	if !t.only() {
		return variant(t)
	}
	have, err := shelf.Versions(Python, "python")
	if err != nil {
		return Plan{}, err
	}
	here := t.suite(shelf.Release()) == shelf.Release()
	if n, _ := numbers(t.Version); here && len(n) > 1 {
		if version, ok := newest(have, t.Version); ok {
			p := Plan{Dockerfile: "python", Args: map[string]string{"VERSION": version}, Tool: Tool{Python, []string{version}}}
			return on(p, shelf.Release(), full(t)), nil
		}
	}
	return fromDebian(t, "python-debian", "Python", full(t), pythonPackages)
}

var rubyPackages = []packaged{{"2.7", "bullseye"}, {"3.1", "bookworm"}, {"3.3", "trixie"}}

func ruby(t Tag, _ Shelf) (Plan, error) {
	if !t.only() {
		return variant(t)
	}
	return fromDebian(t, "ruby", "Ruby", full(t), rubyPackages)
}

var phpPackages = []packaged{{"7.4", "bullseye"}, {"8.2", "bookworm"}, {"8.4", "trixie"}}

// php is the command line's or Apache's; FPM's is not made (docker-library/php).
func php(t Tag, _ Shelf) (Plan, error) {
	if t.Slim || !t.only("cli", "apache") {
		return variant(t)
	}
	return fromDebian(t, "php", "PHP", "", phpPackages)
}

var composerPackages = []packaged{{"2.0", "bullseye"}, {"2.5", "bookworm"}, {"2.8", "trixie"}}

// composer is Debian's (composer/docker). What an earlier Composer 2 installs a
// later one does, so Debian's newest stable one stands for "2".
func composer(t Tag, _ Shelf) (Plan, error) {
	if t.Slim || !t.only() {
		return variant(t)
	}
	if t.Version == "" || t.Version == "2" {
		t.Version = "2.8"
	}
	return fromDebian(t, "composer", "Composer", "", composerPackages)
}

var javaPackages = []packaged{{"8", "sid"}, {"11", "bullseye"}, {"17", "bookworm"}, {"21", "trixie"}, {"25", "trixie"}}

// temurin is OpenJDK as Debian packages it. The real one stands on Ubuntu
// (adoptium/containers).
func temurin(t Tag, _ Shelf) (Plan, error) {
	if !t.only("jdk", "jre", "noble", "jammy", "focal") {
		return variant(t)
	}
	p, err := fromDebian(t, "eclipse-temurin", "Java", "", javaPackages)
	if err == nil {
		p.Args["KIND"] = "jdk"
		if slices.Contains(t.Words, "jre") {
			p.Args["KIND"] = "jre"
		}
	}
	return p, err
}

// maven is the real Maven on Debian's OpenJDK (carlossg/docker-maven).
func maven(t Tag, shelf Shelf) (Plan, error) {
	const name = "org.apache.maven:apache-maven"
	if len(t.Words) != 3 || t.Words[0] != "eclipse" || t.Words[1] != "temurin" {
		return refuse("only maven:VERSION-eclipse-temurin-VERSION is made")
	}
	java, ok := inDebian(javaPackages, t.Words[2], "")
	if !ok {
		return refuse("Debian's packages have Java %s", list(javaPackages))
	}
	have, err := shelf.Versions(Maven, name)
	if err != nil {
		return Plan{}, err
	}
	version, ok := newest(have, t.Version)
	if !ok {
		return refuse("Maven Central has no Maven %s, or this machine has no Maven to fetch it with", t.Version)
	}
	p := Plan{
		Dockerfile: "maven", Args: map[string]string{"VERSION": version, "JAVA": java.version},
		Tool: Tool{Maven, []string{name + ":" + version + ":tar.gz:bin"}},
	}
	return on(p, java.suite, ""), nil
}

// tomcat is the real Tomcat on Debian's OpenJDK (docker-library/tomcat).
func tomcat(t Tag, shelf Shelf) (Plan, error) {
	const name = "org.apache.tomcat:tomcat"
	if t.Slim || t.Suite != "" || len(t.Words) < 1 || !slices.Contains([]string{"", "temurin", "temurin-noble", "temurin-jammy"}, strings.Join(t.Words[1:], "-")) {
		return refuse("only tomcat:VERSION-jreVERSION-temurin and its jdk are made")
	}
	kind, java := t.Words[0][:min(3, len(t.Words[0]))], t.Words[0][min(3, len(t.Words[0])):]
	below, err := temurin(Tag{Version: java, Words: []string{kind}}, shelf)
	if err != nil {
		return Plan{}, err
	}
	have, err := shelf.Versions(Maven, name)
	if err != nil {
		return Plan{}, err
	}
	version, ok := newest(have, t.Version)
	if !ok || t.Version == "" {
		return refuse("Maven Central has no Tomcat %s, or this machine has no Maven to fetch it with", t.Version)
	}
	image := "eclipse-temurin:" + java + "-" + kind
	return Plan{
		Dockerfile: "tomcat", Suite: below.Suite, Args: map[string]string{"VERSION": version, "BASE": image}, Below: []string{image},
		Tool: Tool{Maven, []string{name + ":" + version + ":tar.gz"}},
	}, nil
}

// fromDebian answers a version that one of Debian's releases has packaged.
func fromDebian(t Tag, file, program, part string, have []packaged) (Plan, error) {
	p, ok := inDebian(have, t.Version, "")
	if !ok {
		return refuse("Debian's packages have %s %s, each in its newest patch", program, list(have))
	}
	return on(Plan{Dockerfile: file, Args: map[string]string{"VERSION": p.version}}, p.suite, part), nil
}
