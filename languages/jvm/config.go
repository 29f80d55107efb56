package jvm

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/keyvalue"
	"aipack/backend/manifest/lenient"
	"aipack/backend/universalbuild"
)

// setting is a value of a build or configuration file, with its place.
type setting struct {
	text  string
	where finding.Evidence
}

// configFiles are where Spring Boot, Quarkus, Micronaut and Helidon look,
// in the order in which later answers lose.
var configFiles = []string{
	"src/main/resources/application.properties", "src/main/resources/application.yml", "src/main/resources/application.yaml",
	"src/main/resources/config/application.properties", "src/main/resources/config/application.yml",
	"src/main/resources/bootstrap.yml", "src/main/resources/bootstrap.properties",
	"src/main/resources/META-INF/microprofile-config.properties",
	"config/application.properties", "config/application.yml", "application.properties", "application.yml",
}

// configured finds a key in a module's configuration, outside of profiles.
// ${PORT:8080} gives its default.
func configured(f *language.Folder, keys ...string) (setting, bool) {
	for _, file := range slices.Concat(activeConfig(f), configFiles, resourceConfig(f)) {
		if !f.Has(file) {
			continue
		}
		for _, key := range keys {
			if v, ok := configValue(f, file, key); ok {
				return v, true
			}
		}
	}
	for _, file := range namedConfig(f) {
		for _, key := range keys {
			if v, ok := configValue(f, file, key); ok {
				return v, true
			}
		}
	}
	return setting{}, false
}

// resourceFolder is a folder that the POM adds to what comes into the jar, beside or
// instead of the usual one. https://maven.apache.org/pom.html#resources
const resourceFolder = language.Pattern(`<resource>\s*<directory>\s*(?:\$\{(?:project\.)?basedir\}/)?([\w./-]+?)/?\s*</directory>`)

// resourceConfig lists the configuration files in such folders.
func resourceConfig(f *language.Folder) []string {
	return language.Once(f, "java.resource_config", func() (out []string) {
		text, _ := f.Text("pom.xml")
		for _, m := range resourceFolder.Regexp().FindAllStringSubmatch(text, 8) {
			if dir := path.Clean(m[1]); dir != "src/main/resources" && language.SafeFolder(dir) {
				for _, name := range []string{"application.properties", "application.yml", "application.yaml", "bootstrap.yml"} {
					out = append(out, dir+"/"+name)
				}
			}
		}
		return out
	})
}

// configName is what a program gives Spring for its configuration files instead
// of "application" (Spring Boot's reference, "Externalized Configuration").
const configName = language.Pattern(`\bspring\.config\.name["']?\s*[=:,]\s*["']?([\w-]+)`)

// namedConfig lists the configuration files of a module that are not called
// application, as far as a source names them.
func namedConfig(f *language.Folder) []string {
	return language.Once(f, "java.named_config", func() (out []string) {
		var other []string
		for _, name := range f.Sub("src/main/resources").Files() {
			if ext := path.Ext(name); (ext == ".yml" || ext == ".yaml" || ext == ".properties") && !strings.HasPrefix(name, "application") && !strings.HasPrefix(name, "bootstrap") {
				other = append(other, name)
			}
		}
		if len(other) == 0 {
			return nil
		}
		const most = 60
		for i, file := range f.Glob("src/main/**/*.{java,kt}") {
			text, _ := f.Text(file)
			name, ok := configName.Find(text)
			if i == most || !ok {
				continue
			}
			for _, o := range other { // with what it imports: shop-shared.yml
				if stem := strings.TrimSuffix(o, path.Ext(o)); stem == name || strings.HasPrefix(stem, name+"-") {
					out = append(out, "src/main/resources/"+o)
				}
			}
			return out
		}
		return nil
	})
}

func configValue(f *language.Folder, file, key string) (setting, bool) {
	if path.Ext(file) == ".properties" {
		props, ok := language.Parse(f, file, keyvalue.ParseProperties)
		if !ok || props[key] == "" {
			return setting{}, false
		}
		return placeholder(props[key], f.At("java.config", file, key), func(other string) string { return props[other] }), true
	}
	docs, ok := language.Parse(f, file, lenient.SettingsYAML)
	if !ok {
		return setting{}, false
	}
	for _, doc := range inForce(f, docs, key) {
		if v := yaml(doc, key); v.IsText() && v.Text() != "" {
			where := f.AtLine("java.config", file, v.Line())
			return placeholder(v.Text(), where, func(other string) string { return yaml(doc, other).Text() }), true
		}
	}
	return setting{}, false
}

// yaml follows a dotted key; any part of the path may itself be dotted, as
// Spring reads it.
func yaml(doc lenient.YAML, key string) lenient.YAML {
	if v := doc.Get(key); v.Exists() {
		return v
	}
	for i := strings.IndexByte(key, '.'); i > 0; {
		if sub := doc.Get(key[:i]); sub.IsMap() {
			if v := yaml(sub, key[i+1:]); v.Exists() {
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

// placeholder resolves ${NAME:default} to its default, and ${other.key} to
// what the same file says.
func placeholder(text string, where finding.Evidence, other func(string) string) setting {
	if name, fallback, ok := strings.Cut(text, ":"); ok && strings.HasPrefix(name, "$") && !strings.HasPrefix(name, "${") {
		return setting{text: fallback, where: where} // Ktor's YAML: $PORT:8080
	}
	fact := setting{text: text, where: where}
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

// port finds where a JVM service listens by its configuration.
func port(p *language.Project) finding.Finding[int] {
	m, ok := target(p)
	folder := p.Folder
	if ok {
		folder = m.folder
	}
	var found []finding.Finding[int]
	for _, key := range []string{"server.port", "quarkus.http.port", "micronaut.server.port", "ktor.deployment.port"} {
		if v, ok := configured(folder, key); ok {
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
				found = append(found, finding.Of(port, finding.Certain, folder.AtLine("java.config", file, v.Line)))
			}
		}
	}
	found = append(found, dropwizardPort(folder)...)
	if ok && (m.output == war || m.output == server) {
		return finding.Of(8080, finding.Likely, m.why) // the server's own, whatever the sources say
	}
	if ok {
		found = append(found, portIn(folder, mainFile(&m), "java.port", portUses)...)
	}
	if len(found) == 0 {
		found = append(found, portNamed(folder)...)
	}
	if len(found) == 0 {
		if v, apart := configured(folder, managementPorts...); apart { // another file's health check names that one
			found = append(found, finding.Of(8080, finding.Certain, v.where))
		}
	}
	return finding.First(strconv.Itoa, found...)
}

// dropwizardPort reads the first application connector of Dropwizard's
// configuration.
func dropwizardPort(f *language.Folder) []finding.Finding[int] {
	file, doc := dropwizardConfig(f)
	if file == "" {
		return nil
	}
	for _, c := range append(doc.Get("server", "applicationConnectors").Items(), doc.Get("server", "connector")) {
		if port, ok := c.Get("port").Int(); ok && port > 0 && port < 65536 {
			return []finding.Finding[int]{finding.Of(port, finding.Certain, f.AtLine("java.config", file, c.Get("port").Line()))}
		}
	}
	return nil
}

// dropwizardConfig finds the YAML file that Dropwizard's "server" command
// takes: one in the module's folder with a "server" or "logging" section.
func dropwizardConfig(f *language.Folder) (string, lenient.YAML) {
	for _, name := range append(f.Glob("*.yml"), f.Glob("*.yaml")...) {
		doc, ok := language.Parse(f, name, lenient.FirstYAML)
		if ok && (doc.Get("server", "applicationConnectors").IsList() || doc.Get("server", "connector").IsMap() || doc.Get("server").IsMap() && doc.Get("logging").IsMap()) {
			return name, doc
		}
	}
	return "", lenient.YAML{}
}

// managementPorts are settings that move what watches a program to a listener
// of its own (Spring Boot "Customizing the Management Server Port", Micronaut
// "Endpoint Configuration"): its paths are not the service's, nor is its port.
var managementPorts = []string{"management.server.port", "endpoints.all.port", "endpoints.health.port"}

// health finds the path that a framework's health extension answers.
func health(p *language.Project) finding.Finding[string] {
	m, ok := target(p)
	if !ok {
		return finding.Finding[string]{}
	}
	from := func(d language.Dependency) finding.Evidence { return p.Folder.AtDependency("java.health", d) }
	config := func(key, other string) string {
		if v, ok := configured(m.folder, key); ok && strings.HasPrefix(v.text, "/") {
			return strings.TrimSuffix(v.text, "/")
		}
		return other
	}
	if d, ok := language.FirstDeclared(m.deps, "org.springframework.boot:spring-boot-starter-actuator", "org.springframework.boot:spring-boot-actuator*"); ok {
		if _, apart := configured(m.folder, managementPorts...); apart {
			return finding.Finding[string]{}
		}
		base := config("server.servlet.context-path", config("spring.webflux.base-path", ""))
		return finding.Of(base+config("management.endpoints.web.base-path", "/actuator")+"/health", finding.Certain, from(d))
	}
	if d, ok := language.FirstDeclared(m.deps, "io.quarkus:quarkus-smallrye-health"); ok {
		if v, set := configured(m.folder, "quarkus.management.enabled"); set && v.text == "true" {
			return finding.Finding[string]{}
		}
		return finding.Of(config("quarkus.http.root-path", "")+"/q/health", finding.Certain, from(d))
	}
	if d, ok := language.FirstDeclared(m.deps, "io.micronaut:micronaut-management"); ok {
		if _, apart := configured(m.folder, managementPorts...); apart {
			return finding.Finding[string]{}
		}
		return finding.Of(config("endpoints.all.path", "")+"/health", finding.Certain, from(d))
	}
	if d, ok := language.FirstDeclared(m.deps, "io.helidon.health:*", "io.helidon.webserver.observe:*", "io.helidon.microprofile.bundles:*"); ok {
		return finding.Of("/observe/health", finding.Guess, from(d))
	}
	return finding.Finding[string]{}
}

const configVariable = language.Pattern(`\$\{\??([A-Z][A-Z0-9_]*)(:([^}]*))?\}`)

// variables lists what ${NAME:default} in configuration files reads. One
// without a default stops Spring, Quarkus and Micronaut when it is not set;
// HOCON's ${?NAME} does not.
func variables(p *language.Project) []finding.Finding[universalbuild.Variable] {
	folder := p.Folder
	if m, ok := target(p); ok {
		folder = m.folder
	}
	var out []finding.Finding[universalbuild.Variable]
	for _, file := range slices.Concat([]string{"src/main/resources/application.conf", "conf/application.conf"}, configFiles, resourceConfig(folder)) {
		content, _ := folder.Text(file)
		for i, line := range strings.Split(content, "\n") {
			if strings.HasPrefix(strings.TrimSpace(line), "#") || !strings.Contains(line, "$") {
				continue
			}
			out = append(out, spelledVariables(p, folder, file, i+1, line)...)
			for _, found := range configVariable.Regexp().FindAllStringSubmatch(line, 10) {
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
	return append(out, asked(p, folder)...)
}

// mainFile finds the source file of a main class.
func mainFile(m *module) string {
	if m.main == "" {
		return ""
	}
	if path.Ext(m.mainWhy.Path) != ".xml" && !strings.Contains(path.Base(m.mainWhy.Path), "gradle") && strings.HasPrefix(m.mainWhy.Path, m.folder.Join("src")) {
		return language.Below(m.folder.Path, m.mainWhy.Path)
	}
	name := m.main[strings.LastIndexByte(m.main, '.')+1:]
	for _, source := range sourcesIn(m.folder, ".java", ".kt", ".groovy", ".scala") {
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
			return []finding.Finding[int]{finding.Of(port, finding.Likely, f.AtLine(rule, file, 1+strings.Count(content[:at[2]], "\n")))}
		}
	}
	return nil
}
