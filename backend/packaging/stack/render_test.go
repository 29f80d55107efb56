package stack

import (
	"regexp"
	"testing"

	"aipack/backend/universalbuild"

	"github.com/google/go-cmp/cmp"
)

func withVariables(name, path string, stores []string, variables ...universalbuild.Variable) Member {
	return Member{name, universalbuild.UniversalBuild{
		Metadata: universalbuild.Metadata{Path: path, Kind: universalbuild.Web, BackingServices: stores},
		Runtime:  universalbuild.Runtime{Command: []string{"run"}, Ports: []universalbuild.Port{{Port: 3000, Protocol: "tcp"}}, Variables: variables},
	}}
}

// set gives the value of a variable as the stack says it.
func set(t *testing.T, s Service, name string) string {
	t.Helper()
	for _, v := range s.Environment {
		if v.Name == name {
			return v.Value
		}
	}
	t.Errorf("%s has no %s", s.Name, name)
	return ""
}

func TestValues(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"{postgresql.url}":                                              "postgresql://app:${POSTGRES_PASSWORD}@postgresql:5432/app",
		"{postgresql.url:postgresql+asyncpg}?a=$b":                      "postgresql+asyncpg://app:${POSTGRES_PASSWORD}@postgresql:5432/app?a=$$b",
		"{postgresql.host}|{postgresql.port}|{postgresql.address}":      "postgresql|5432|postgresql:5432",
		"{postgresql.user}|{postgresql.password}|{postgresql.database}": "app|${POSTGRES_PASSWORD}|app",
		"{redis.url}/1|{redis.password}":                                "redis://redis-server:6379/1|",
		"{service:apps/redis.url}/x":                                    "http://redis:3000/x",
		"{service:apps/redis.url:ws}":                                   "ws://redis:3000",
		"{service:apps/redis.address}":                                  "redis:3000",
		"{service:apps/redis.published}":                                "http://localhost:3001",
		"{service:apps/none.url}":                                       "{service:apps/none.url}",
		"{self.url}|{self.host}|{self.port}|{self.name}":                "http://localhost:3000|localhost|3000|api",
		"base64:{secret:base64:32}":                                     "base64:${A}",
		"pgsql":                                                         "pgsql",
		"{postgres.url}$":                                               "{postgres.url}$$",
	} {
		w := Of([]Member{withVariables("api", "apps/api", []string{"postgresql", "redis"}, universalbuild.Variable{Name: "A", Value: text}), withVariables("redis", "apps/redis", nil)})
		if got := set(t, w.Services[0], "A"); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func TestSecrets(t *testing.T) {
	t.Parallel()
	w := Of([]Member{
		withVariables("api", "api", []string{"postgresql"},
			universalbuild.Variable{Name: "KEY", Value: "{secret:hex:32}", Description: "Signs\n sessions"},
			universalbuild.Variable{Name: "POSTGRES_PASSWORD", Value: "{postgresql.password}"},
			universalbuild.Variable{Name: "SHARED", Value: "{secret:hex:16}"},
			universalbuild.Variable{Name: "spring.mail.password", Value: "x{secret:text:9}"},
			universalbuild.Variable{Name: "STRIPE_SECRET_KEY", Required: true, Secret: true},
			universalbuild.Variable{Name: "SESSION_SECRET", Required: true, Secret: true},
			universalbuild.Variable{Name: "CUSTOMER", Required: true},
			universalbuild.Variable{Name: "OPTIONAL_SECRET", Secret: true}),
		withVariables("web", "web", nil,
			universalbuild.Variable{Name: "KEY", Value: "{secret:base64:32}"}, universalbuild.Variable{Name: "SHARED", Value: "{secret:hex:16}"}),
	})
	type kind struct {
		Name, Form      string
		Outside, MadeUp bool
	}
	var got []kind
	for _, s := range w.Secrets {
		got = append(got, kind{s.Name, s.Form.Alphabet, s.Outside, s.MadeUp()})
	}
	want := []kind{
		{"CUSTOMER", "", false, true}, {"KEY", "hex", false, false}, {"POSTGRES_PASSWORD", "text", false, false}, {"SESSION_SECRET", "hex", false, false},
		{"SHARED", "hex", false, false}, {"SPRING_MAIL_PASSWORD", "text", false, false}, {"STRIPE_SECRET_KEY", "", true, true}, {"WEB_KEY", "base64", false, false},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	if v := set(t, w.Services[1], "KEY"); v != "${WEB_KEY}" {
		t.Errorf("the other form's KEY is %s", v)
	}
	if w.Secrets[1].Why != "Signs sessions" {
		t.Errorf("KEY is for %q", w.Secrets[1].Why)
	}
	for _, s := range w.Secrets {
		made := s.Generate()
		if made == "" || s.Form.Alphabet == "hex" && !regexp.MustCompile(`^[0-9a-f]+$`).MatchString(made) {
			t.Errorf("%s: %q", s.Name, made)
		}
	}
}

// TestEveryReferenceIsASecret holds that whatever a text of a stack refers to
// can be generated, its data services' commands and checks included.
func TestEveryReferenceIsASecret(t *testing.T) {
	t.Parallel()
	w := Of([]Member{withVariables("api", "api", []string{"postgresql", "typesense", "neo4j", "surrealdb"})})
	known := map[string]bool{}
	for _, s := range w.Secrets {
		known[s.Name] = true
	}
	for _, s := range w.Stores {
		texts := append([]string{s.Command}, s.Health...)
		for _, e := range s.Environment {
			texts = append(texts, e.Value)
		}
		for _, text := range texts {
			for _, name := range References(text) {
				if !known[name] {
					t.Errorf("%s refers to %s", s.Name, name)
				}
			}
		}
	}
}

// TestNamesSpeakWhereNoValueDoes wires by names only what no value leads to.
func TestNamesSpeakWhereNoValueDoes(t *testing.T) {
	t.Parallel()
	w := Of([]Member{withVariables("api", "api", []string{"postgresql", "redis"},
		universalbuild.Variable{Name: "DATABASE_URL", Value: "{postgresql.url}"}, universalbuild.Variable{Name: "DB_HOST"}, universalbuild.Variable{Name: "REDIS_URL"})})
	for name, want := range map[string]string{"DATABASE_URL": "postgresql://app:${POSTGRES_PASSWORD}@postgresql:5432/app", "DB_HOST": "", "REDIS_URL": "redis://redis:6379"} {
		if got := set(t, w.Services[0], name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
