package cause

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"aipack/backend/universalbuild"
)

// loopback is the address of this machine itself as a word of its own, with a
// port behind it or none.
var loopback = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^((?:\w+://)?)(?:127\.0\.0\.1|localhost|\[::1\]|::1)((?::\d+)?/?)$`)
})

// hostNames are variables that programs read the address from at which they
// listen, if the document lists them among those that it reads.
var hostNames = regexp.MustCompile(`^(?:\w+_)?(?:HOST|HOSTNAME|BIND|BIND_ADDR|BIND_ADDRESS|BIND_HOST|BIND_IP|LISTEN|LISTEN_ADDR|LISTEN_ADDRESS|LISTEN_HOST|ADDR|ADDRESS|SERVER_NAME|BINDING|IP)$`)

// hostOf are the variables from which frameworks take the address, whether or
// not the program names them (their own documentation): %s is the port.
var hostOf = map[string][2]string{
	"Rocket": {"ROCKET_ADDRESS", "0.0.0.0"}, "Flask": {"FLASK_RUN_HOST", "0.0.0.0"},
	"FastAPI": {"UVICORN_HOST", "0.0.0.0"}, "Starlette": {"UVICORN_HOST", "0.0.0.0"},
	"Streamlit": {"STREAMLIT_SERVER_ADDRESS", "0.0.0.0"}, "Gradio": {"GRADIO_SERVER_NAME", "0.0.0.0"}, "Spring Boot": {"SERVER_ADDRESS", "0.0.0.0"},
	"Quarkus": {"QUARKUS_HTTP_HOST", "0.0.0.0"}, "Micronaut": {"MICRONAUT_SERVER_HOST", "0.0.0.0"}, "Rails": {"BINDING", "0.0.0.0"},
	"ASP.NET Core": {"ASPNETCORE_URLS", "http://0.0.0.0:%s"}, "AdonisJS": {"HOST", "0.0.0.0"}, "Nuxt": {"HOST", "0.0.0.0"}, "Astro": {"HOST", "0.0.0.0"},
	"Next.js": {"HOSTNAME", "0.0.0.0"}, "SvelteKit": {"HOST", "0.0.0.0"},
}

// outward are the edits that let the program listen for everybody, in the place
// that says where it listens: its command, its environment, a variable that it
// reads and whose default is this machine, or its framework's own variable.
func outward(c circumstances) []Edit {
	r := c.Document.Runtime
	if command, changed := reached(r.Command); changed {
		return []Edit{{"/runtime/command", command}}
	}
	for _, name := range sortedNames(r.Environment) {
		if to, ok := everybody(r.Environment[name]); ok && hostNames.MatchString(name) {
			return []Edit{withEnvironment("runtime", name, to)}
		}
	}
	var found []Edit
	for _, v := range r.Variables {
		if to, ok := everybody(v.Default); ok && hostNames.MatchString(v.Name) && !anothers(c.Document, v.Name) {
			found = append(found, withEnvironment("runtime", v.Name, to))
		}
	}
	if len(found) == 1 {
		return found
	}
	if at, ok := hostOf[c.Document.Metadata.Framework]; ok && len(found) == 0 && r.Environment[at[0]] == "" {
		return []Edit{withEnvironment("runtime", at[0], strings.ReplaceAll(at[1], "%s", strconv.Itoa(c.Port)))}
	}
	return nil
}

// everybody turns a loopback address into the one of all interfaces.
func everybody(value string) (string, bool) {
	m := loopback().FindStringSubmatch(value)
	if m == nil {
		return "", false
	}
	return m[1] + "0.0.0.0" + m[2], true
}

// reached is a command that listens for everybody. In a shell's words the
// address stands behind an option; elsewhere it is an argument of its own or
// behind an equals sign.
func reached(command []string) (list []string, changed bool) {
	inShell := regexp.MustCompile(`(--?(?:host|bind|address|addr|listen|ip|H|b|S|server\.address|http\.address)[ =])(?:127\.0\.0\.1|localhost)\b`)
	list = slices.Clone(command)
	for i, word := range list {
		key, value, equals := strings.Cut(word, "=")
		if to, ok := everybody(word); ok && i > 0 {
			list[i], changed = to, true
		} else if to, ok := everybody(value); ok && equals && strings.HasPrefix(key, "-") {
			list[i], changed = key+"="+to, true
		} else if inShell.MatchString(word) {
			list[i], changed = inShell.ReplaceAllString(word, "${1}0.0.0.0"), true
		}
	}
	return list, changed
}

// anothers reports whether a variable names where another service is: one of a
// data service, or one whose name begins as that of a service's port.
func anothers(doc universalbuild.UniversalBuild, name string) bool {
	return regexp.MustCompile(`^(?:\w+_)?(?:DB|DATABASE|POSTGRES|PG|MYSQL|MARIADB|MONGO|MONGODB|REDIS|VALKEY|CACHE|RABBIT|RABBITMQ|AMQP|KAFKA|NATS|ELASTIC|ELASTICSEARCH|SEARCH|MAIL|SMTP|EMAIL|LDAP|S3|MINIO|MEMCACHED|QUEUE|STATSD|OTEL|PROXY|REMOTE)_`).MatchString(name)
}
