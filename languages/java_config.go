package languages

import (
	"path"
	"strconv"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/manifest"
)

// jvmFact is a configured value with its place.
type jvmFact struct {
	text     string
	where    finding.Evidence
	variable string // the environment variable that may replace it, "" for none
}

// jvmConfigFiles are where Spring Boot, Quarkus, Micronaut and Helidon look,
// in the order in which later answers lose.
var jvmConfigFiles = []string{
	"src/main/resources/application.properties", "src/main/resources/application.yml", "src/main/resources/application.yaml",
	"src/main/resources/config/application.properties", "src/main/resources/config/application.yml",
	"src/main/resources/bootstrap.yml", "src/main/resources/bootstrap.properties",
	"src/main/resources/META-INF/microprofile-config.properties",
	"config/application.properties", "config/application.yml", "application.properties", "application.yml",
}

// jvmConfig finds a key in a module's configuration, outside of profiles.
// ${PORT:8080} gives its default.
func jvmConfig(f *language.Folder, keys ...string) (jvmFact, bool) {
	for _, file := range jvmConfigFiles {
		if !f.Has(file) {
			continue
		}
		for _, key := range keys {
			if v, ok := jvmConfigValue(f, file, key); ok {
				return v, true
			}
		}
	}
	return jvmFact{}, false
}

func jvmConfigValue(f *language.Folder, file, key string) (jvmFact, bool) {
	if path.Ext(file) == ".properties" {
		props, ok := language.Parse(f, file, manifest.ParseProperties)
		if !ok || props[key] == "" {
			return jvmFact{}, false
		}
		return jvmPlaceholder(props[key], f.At("java.config", file, key), func(other string) string { return props[other] }), true
	}
	docs, ok := language.Parse(f, file, manifest.ParseYAML)
	if !ok {
		return jvmFact{}, false
	}
	for _, doc := range docs {
		if jvmProfiled(doc) {
			continue
		}
		if v := jvmYAML(doc, key); v.IsText() && v.Text() != "" {
			where := lineOf(f, "java.config", file, v.Line())
			return jvmPlaceholder(v.Text(), where, func(other string) string { return jvmYAML(doc, other).Text() }), true
		}
	}
	return jvmFact{}, false
}

// jvmProfiled reports whether a document of a YAML file counts only for some
// profile.
func jvmProfiled(doc manifest.YAML) bool {
	for _, key := range []string{"spring.config.activate.on-profile", "spring.profiles"} {
		if v := jvmYAML(doc, key); v.IsText() && v.Text() != "default" {
			return true
		}
	}
	return false
}

// jvmYAML follows a dotted key; any part of the path may itself be dotted, as
// Spring reads it.
func jvmYAML(doc manifest.YAML, key string) manifest.YAML {
	if v := doc.Get(key); v.Exists() {
		return v
	}
	for i := strings.IndexByte(key, '.'); i > 0; {
		if sub := doc.Get(key[:i]); sub.IsMap() {
			if v := jvmYAML(sub, key[i+1:]); v.Exists() {
				return v
			}
		}
		next := strings.IndexByte(key[i+1:], '.')
		if next < 0 {
			break
		}
		i += next + 1
	}
	return manifest.YAML{}
}

// jvmPlaceholder resolves ${NAME:default} to its default, and ${other.key} to
// what the same file says.
func jvmPlaceholder(text string, where finding.Evidence, other func(string) string) jvmFact {
	fact := jvmFact{text: text, where: where}
	for range 4 {
		inner, ok := strings.CutPrefix(fact.text, "${")
		if !ok {
			break
		}
		inner = strings.TrimSuffix(inner, "}")
		name, fallback, found := strings.Cut(inner, ":")
		if fact.variable == "" && strings.ToUpper(name) == name {
			fact.variable = name
		}
		if !found {
			fallback = other(name)
		}
		fact.text = fallback
	}
	return fact
}

// jvmPort finds where a JVM service listens by its configuration.
func jvmPort(p *language.Project) finding.Finding[int] {
	m, ok := jvmModuleOf(p.Folder)
	folder := p.Folder
	if ok {
		folder = m.folder
	}
	var found []finding.Finding[int]
	for _, key := range []string{"server.port", "quarkus.http.port", "micronaut.server.port"} {
		if v, ok := jvmConfig(folder, key); ok {
			if port, err := strconv.Atoi(strings.TrimSpace(v.text)); err == nil && port > 0 && port < 65536 {
				found = append(found, finding.Of(port, finding.Certain, v.where))
			}
		}
	}
	for _, file := range []string{"src/main/resources/application.conf", "conf/application.conf"} {
		conf, ok := language.Parse(folder, file, manifest.ParseHOCON)
		if !ok {
			continue
		}
		for _, key := range []string{"ktor.deployment.port", "play.server.http.port", "http.port", "akka.http.server.default-http-port", "server.port"} {
			v, ok := conf.Values[key]
			if port, err := strconv.Atoi(v.Text); ok && err == nil && port > 0 && port < 65536 {
				found = append(found, finding.Of(port, finding.Certain, lineOf(folder, "java.config", file, v.Line)))
			}
		}
	}
	found = append(found, jvmDropwizardPort(folder)...)
	return finding.First(strconv.Itoa, found...)
}

// jvmDropwizardPort reads the first application connector of Dropwizard's
// configuration.
func jvmDropwizardPort(f *language.Folder) []finding.Finding[int] {
	file, doc := jvmDropwizardConfig(f)
	if file == "" {
		return nil
	}
	for _, c := range append(doc.Get("server", "applicationConnectors").Items(), doc.Get("server", "connector")) {
		if port, ok := c.Get("port").Int(); ok && port > 0 && port < 65536 {
			return []finding.Finding[int]{finding.Of(port, finding.Certain, lineOf(f, "java.config", file, c.Get("port").Line()))}
		}
	}
	return nil
}

// jvmDropwizardConfig finds the YAML file that Dropwizard's "server" command
// takes: one in the module's folder with a "server" or "logging" section.
func jvmDropwizardConfig(f *language.Folder) (string, manifest.YAML) {
	for _, name := range append(f.Glob("*.yml"), f.Glob("*.yaml")...) {
		doc, ok := language.Parse(f, name, manifest.FirstYAML)
		if ok && (doc.Get("server", "applicationConnectors").IsList() || doc.Get("server", "connector").IsMap() || doc.Get("server").IsMap() && doc.Get("logging").IsMap()) {
			return name, doc
		}
	}
	return "", manifest.YAML{}
}

// jvmHealth finds the path that a framework's health extension answers.
func jvmHealth(p *language.Project) finding.Finding[string] {
	m, ok := jvmModuleOf(p.Folder)
	if !ok {
		return finding.Finding[string]{}
	}
	from := func(d language.Dependency) finding.Evidence {
		return finding.Evidence{Rule: "java.health", Path: d.Path, Line: d.Line, Excerpt: d.Name}
	}
	config := func(key, other string) string {
		if v, ok := jvmConfig(m.folder, key); ok && strings.HasPrefix(v.text, "/") {
			return strings.TrimSuffix(v.text, "/")
		}
		return other
	}
	if d, ok := jvmUses(m.deps, "org.springframework.boot:spring-boot-starter-actuator", "org.springframework.boot:spring-boot-actuator*"); ok {
		if _, apart := jvmConfig(m.folder, "management.server.port"); apart {
			return finding.Finding[string]{}
		}
		base := config("server.servlet.context-path", config("spring.webflux.base-path", ""))
		return finding.Of(base+config("management.endpoints.web.base-path", "/actuator")+"/health", finding.Certain, from(d))
	}
	if d, ok := jvmUses(m.deps, "io.quarkus:quarkus-smallrye-health"); ok {
		return finding.Of(config("quarkus.http.root-path", "")+"/q/health", finding.Certain, from(d))
	}
	if d, ok := jvmUses(m.deps, "io.micronaut:micronaut-management"); ok {
		return finding.Of(config("endpoints.all.path", "")+"/health", finding.Certain, from(d))
	}
	if d, ok := jvmUses(m.deps, "io.helidon.health:*", "io.helidon.webserver.observe:*", "io.helidon.microprofile.bundles:*"); ok {
		return finding.Of("/observe/health", finding.Guess, from(d))
	}
	return finding.Finding[string]{}
}
