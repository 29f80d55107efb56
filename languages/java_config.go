package languages

import (
	"path"
	"strconv"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/keyvalue"
	"aipack/backend/manifest/lenient"
	"aipack/backend/universalbuild"
)

// jvmFact is a value of a build or configuration file, with its place.
type jvmFact struct {
	text  string
	where finding.Evidence
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
		props, ok := language.Parse(f, file, keyvalue.ParseProperties)
		if !ok || props[key] == "" {
			return jvmFact{}, false
		}
		return jvmPlaceholder(props[key], f.At("java.config", file, key), func(other string) string { return props[other] }), true
	}
	docs, ok := language.Parse(f, file, lenient.ParseYAML)
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
func jvmProfiled(doc lenient.YAML) bool {
	for _, key := range []string{"spring.config.activate.on-profile", "spring.profiles"} {
		if v := jvmYAML(doc, key); v.IsText() && v.Text() != "default" {
			return true
		}
	}
	return false
}

// jvmYAML follows a dotted key; any part of the path may itself be dotted, as
// Spring reads it.
func jvmYAML(doc lenient.YAML, key string) lenient.YAML {
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
	return lenient.YAML{}
}

// jvmPlaceholder resolves ${NAME:default} to its default, and ${other.key} to
// what the same file says.
func jvmPlaceholder(text string, where finding.Evidence, other func(string) string) jvmFact {
	if name, fallback, ok := strings.Cut(text, ":"); ok && strings.HasPrefix(name, "$") && !strings.HasPrefix(name, "${") {
		return jvmFact{text: fallback, where: where} // Ktor's YAML: $PORT:8080
	}
	fact := jvmFact{text: text, where: where}
	for range 4 {
		inner, ok := strings.CutPrefix(fact.text, "${")
		if !ok {
			break
		}
		inner = strings.TrimSuffix(inner, "}")
		name, fallback, found := strings.Cut(inner, ":")
		if !found {
			fallback = other(name)
		}
		fact.text = fallback
	}
	return fact
}

// jvmPort finds where a JVM service listens by its configuration.
func jvmPort(p *language.Project) finding.Finding[int] {
	m, ok := jvmTarget(p)
	folder := p.Folder
	if ok {
		folder = m.folder
	}
	var found []finding.Finding[int]
	for _, key := range []string{"server.port", "quarkus.http.port", "micronaut.server.port", "ktor.deployment.port"} {
		if v, ok := jvmConfig(folder, key); ok {
			if port, err := strconv.Atoi(strings.TrimSpace(v.text)); err == nil && port > 0 && port < 65536 {
				found = append(found, finding.Of(port, finding.Certain, v.where))
			}
		}
	}
	for _, file := range []string{"src/main/resources/application.conf", "conf/application.conf"} {
		conf, ok := language.Parse(folder, file, keyvalue.ParseHOCON)
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
	if ok && (m.output == jvmWar || m.output == jvmServer) {
		return finding.Of(8080, finding.Likely, m.why) // the server's own, whatever the sources say
	}
	if ok {
		found = append(found, portIn(folder, jvmMainFile(&m), "java.port", jvmPortUses)...)
	}
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
func jvmDropwizardConfig(f *language.Folder) (string, lenient.YAML) {
	for _, name := range append(f.Glob("*.yml"), f.Glob("*.yaml")...) {
		doc, ok := language.Parse(f, name, lenient.FirstYAML)
		if ok && (doc.Get("server", "applicationConnectors").IsList() || doc.Get("server", "connector").IsMap() || doc.Get("server").IsMap() && doc.Get("logging").IsMap()) {
			return name, doc
		}
	}
	return "", lenient.YAML{}
}

// jvmHealth finds the path that a framework's health extension answers.
func jvmHealth(p *language.Project) finding.Finding[string] {
	m, ok := jvmTarget(p)
	if !ok {
		return finding.Finding[string]{}
	}
	from := func(d language.Dependency) finding.Evidence { return whereDeclared(p.Folder, "java.health", d) }
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

const jvmConfigVariable = language.Pattern(`\$\{\??([A-Z][A-Z0-9_]*)(:([^}]*))?\}`)

// jvmVariables lists what ${NAME:default} in configuration files reads. One
// without a default stops Spring, Quarkus and Micronaut when it is not set;
// HOCON's ${?NAME} does not.
func jvmVariables(p *language.Project) []finding.Finding[universalbuild.Variable] {
	folder := p.Folder
	if m, ok := jvmTarget(p); ok {
		folder = m.folder
	}
	var out []finding.Finding[universalbuild.Variable]
	for _, file := range append([]string{"src/main/resources/application.conf", "conf/application.conf"}, jvmConfigFiles...) {
		content, _ := folder.Text(file)
		for i, line := range strings.Split(content, "\n") {
			if strings.HasPrefix(strings.TrimSpace(line), "#") || !strings.Contains(line, "${") {
				continue
			}
			for _, found := range jvmConfigVariable.Regexp().FindAllStringSubmatch(line, 10) {
				v := universalbuild.Variable{
					Name: found[1], Default: found[3], Path: folder.Join(file), Line: i + 1, Secret: universalbuild.SecretName(found[1]),
					Required: found[2] == "" && !strings.HasPrefix(found[0], "${?") && found[1] != "PORT",
				}
				why := folder.Evidence("java.config", file, i+1, line)
				if v.Secret || strings.Contains(v.Default, "@") {
					v.Default, why.Excerpt = "", v.Name // never a password, not even a developer's
				}
				out = append(out, finding.Of(v, finding.Certain, why))
			}
		}
	}
	return out
}

// jvmMainFile finds the source file of a main class.
func jvmMainFile(m *jvmModule) string {
	if m.main == "" {
		return ""
	}
	if path.Ext(m.mainWhy.Path) != ".xml" && !strings.Contains(path.Base(m.mainWhy.Path), "gradle") && strings.HasPrefix(m.mainWhy.Path, m.folder.Join("src")) {
		return jvmBelow(m.folder.Path, m.mainWhy.Path)
	}
	name := m.main[strings.LastIndexByte(m.main, '.')+1:]
	for _, source := range jvmSources(m.folder, ".java", ".kt", ".groovy", ".scala") {
		base := strings.TrimSuffix(path.Base(source), path.Ext(source))
		if base == name || base+"Kt" == name {
			return source
		}
	}
	return ""
}

// portIn reads a language's patterns in the file with the main class, which
// says more than any other file.
func portIn(f *language.Folder, file, rule string, patterns []language.Pattern) []finding.Finding[int] {
	content, ok := f.Text(file)
	if file == "" || !ok {
		return nil
	}
	for _, p := range patterns {
		at := p.Regexp().FindStringSubmatchIndex(content)
		if len(at) < 4 || at[2] < 0 {
			continue
		}
		port, err := strconv.Atoi(content[at[2]:at[3]])
		if err == nil && port > 0 && port < 65536 {
			return []finding.Finding[int]{finding.Of(port, finding.Likely, lineOf(f, rule, file, 1+strings.Count(content[:at[2]], "\n")))}
		}
	}
	return nil
}
