package jvm

import (
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

// webless reports whether a program of Spring Boot starts without a server, whatever is on
// its class path (docs.spring.io, "SpringApplication", "Web Environment";
// spring.main.web-application-type). Where it has controllers all the same, that is said of
// another start of it.
func (m *module) webless() (finding.Evidence, bool) {
	why, ok := finding.Evidence{}, false
	if v, said := configured(m.folder, "spring.main.web-application-type", "spring.main.webApplicationType"); said {
		why, ok = v.where, strings.EqualFold(v.text, "none")
	}
	if !ok {
		_, main := findMain(m.folder)
		name := language.Below(m.folder.Path, main.Path)
		text := m.folder.Content(name)
		if ok = strings.Contains(text, "WebApplicationType.NONE") && !strings.Contains(text, "WebApplicationType.SERVLET") && !strings.Contains(text, "WebApplicationType.REACTIVE"); ok {
			why = m.folder.At("java.webless", name, "WebApplicationType.NONE")
		}
	}
	if !ok {
		return finding.Evidence{}, false
	}
	_, serves := sourceUses(m.folder, "@RestController", "@Controller", "RouterFunction")
	return why, !serves
}

// shells are the starters of programs that answer a command line
// (picocli.info/#_spring_boot_example, docs.spring.io/spring-shell).
var shells = []string{"info.picocli:picocli-spring-boot-starter", "org.springframework.shell:*"}

// runsPicocli reports whether a program of Micronaut hands its command line to picocli, which
// starts no server (micronaut-projects.github.io/micronaut-picocli).
func (m *module) runsPicocli() (finding.Evidence, bool) {
	if _, serves := sourceUses(m.folder, "Micronaut.run(", "Micronaut.build("); serves {
		return finding.Evidence{}, false
	}
	return sourceUses(m.folder, "PicocliRunner.")
}

// commandMode is the extension with which a program of Quarkus answers a command line and
// ends (quarkus.io/guides/picocli).
const commandMode = "io.quarkus:quarkus-picocli"

const (
	// parameters are positional ones, with the type of each; one of several values may be left
	// out (picocli.info/#_arity_and_positional_parameters).
	parameters = language.Pattern(`@(?:CommandLine\.)?Parameters\b((?:[^;@"]|"(?:[^"\\\n]|\\.)*"){0,300}?)\s(\w[\w.]*(?:<[^;<>]*>)?(?:\[\])?)\??\s+\w+\s*[=;]`)
	optional   = language.Pattern(`\barity\s*=\s*"0|\bdefaultValue\s*=|\bhidden\s*=\s*true`)
	several    = language.Pattern(`^(?:java\.util\.)?(?:List|Set|Collection|Map|Optional)\b|\[\]$`)
	required   = language.Pattern(`@(?:CommandLine\.)?Option\([^;]{0,300}?\brequired\s*=\s*true`)
	helped     = language.Pattern(`\bmixinStandardHelpOptions\s*=\s*true`)
	versioned  = language.Pattern(`\bversion(?:Provider)?\s*=\s*[\w"{]`)
)

// usage is the option with which a program of picocli that wants arguments still answers
// well: its version where it has one, else its usage. Without arguments it ends with 2
// (picocli.info/#_exit_code).
func usage(m *module) (option string, why finding.Evidence) {
	if role, kind, _ := roleOf(m); role != language.Program || kind != universalbuild.CLI {
		return "", finding.Evidence{}
	}
	if _, ok := language.FirstDeclared(m.deps, "info.picocli:*", commandMode); !ok {
		return "", finding.Evidence{}
	}
	const most = 60
	helps := ""
	files := sourcesIn(m.folder, ".java", ".kt")
	for _, name := range files[:min(len(files), most)] {
		text, _ := m.folder.Text(name)
		if !strings.Contains(text, "picocli") {
			continue
		}
		if helps == "" && helped.Regexp().MatchString(text) {
			helps = "--help"
			if versioned.Regexp().MatchString(text) {
				helps = "--version"
			}
		}
		if why.Rule != "" {
			continue
		}
		if required.Regexp().MatchString(text) {
			why = m.folder.AtMatch("java.wants_arguments", name, required)
		}
		for _, p := range parameters.Regexp().FindAllStringSubmatch(text, 20) {
			if !optional.Regexp().MatchString(p[1]) && !several.Regexp().MatchString(p[2]) {
				why = m.folder.At("java.wants_arguments", name, firstLine(p[0]))
			}
		}
	}
	if why.Rule == "" || helps == "" {
		return "", finding.Evidence{}
	}
	return helps, why
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}
