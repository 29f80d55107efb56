package redact

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"
	"testing/quick"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/fence"
	"aipack/backend/model/llm/script"
)

// The secrets of these tests are put together here, so that no line of this
// file looks like one.
var (
	github  = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"
	aws     = "AKIA" + "Z7VRTQ5XJ2MHLKPD"
	stripe  = "sk_live_" + "4eC39HqLyjWDarjtT1zdp7dc"
	keyLine = "MIIEpAIBAAKCAQEA0Z3VS5JJcds3xfn/ygWyF8PbnGy0AHB7MaC1+4Yx" + "Qh1Z8kLm"
	rsa     = "-----BEGIN RSA " + "PRIVATE KEY-----\n" + keyLine + "\n" + keyLine + "\n-----END RSA " + "PRIVATE KEY-----"
)

func TestSecretsAreHidden(t *testing.T) {
	for text, secret := range map[string]string{
		"token: " + github:                                                               github,
		"aws_access_key_id = " + aws:                                                     aws,
		"const s = '" + stripe + "' // gitleaks:allow":                                   stripe,
		"before\n" + rsa + "\nafter":                                                     keyLine,
		"cut off\n-----BEGIN EC " + "PRIVATE KEY-----\nabc123":                           "abc123",
		"12: " + keyLine + "\n":                                                          keyLine,
		"DATABASE_URL=postgres://app:hunter2@db/app":                                     "hunter2",
		"redis://:p@ss@cache:6379/0":                                                     "p@ss",
		"https://0123456789abcdef0123@sentry.example/4":                                  "0123456789abcdef0123",
		"DB_PASSWORD=hunter2":                                                            "hunter2",
		"export STRIPE_API_KEY=abcdef12 # live":                                          "abcdef12",
		"config/app.env:3:DB_PASSWORD=hunter2":                                           "hunter2",
		".env:12: SMTP_HOSTED=some thing private":                                        "some thing private",
		"  password: hunter2\n":                                                          "hunter2",
		`"clientSecret": "s3cr3t-thing"`:                                                 "s3cr3t-thing",
		"spring.datasource.password=hunter2":                                             "hunter2",
		"Server=db;User Id=sa;Password=hunter2;":                                         "hunter2",
		"ENV DB_PASSWORD hunter2":                                                        "hunter2",
		"mysql --password=hunter2 -h db":                                                 "hunter2",
		"mysqladmin --password hunter2":                                                  "hunter2",
		"//registry.npmjs.org/:_authToken=abcd-1234":                                     "abcd-1234",
		"_auth=dXNlcjpwYXNzd29yZA==":                                                     "dXNlcjpwYXNzd29yZA==",
		"Authorization: Bearer abc123def456ghi":                                          "abc123def456ghi",
		`SECRET_KEY = "django-insecure-9#a"`:                                             "django-insecure-9#a",
		`{"content":"DB_PASSWORD=\"hunter2\"\nPORT=1"}`:                                  "hunter2",
		`{"content":"export A_TOKEN='hunter2'\n"}`:                                       "hunter2",
		`{"text":"` + strings.ReplaceAll(rsa, "\n", `\n`) + `"}`:                         keyLine,
		fence.Data("apps/web/.env", "FOO=private thing\nPORT=3000"):                      "private thing",
		fence.Data("read_file .env.local", `{"content":"FOO=private thing\nPORT=3000"}`): "private thing",
	} {
		got := new(Filter).Text(text)
		if strings.Contains(got, secret) || !strings.Contains(got, "«secret:") {
			t.Errorf("%s\n  became %s", text, got)
		}
		if json.Valid([]byte(text)) && !json.Valid([]byte(got)) {
			t.Errorf("%s is no JSON any more", got)
		}
		if again := new(Filter).Text(got); again != got {
			t.Errorf("filtered twice:\n  %s\n  %s", got, again)
		}
	}
}

// TestWhatIsNoSecretStays: the model needs these to answer.
func TestWhatIsNoSecretStays(t *testing.T) {
	for _, text := range []string{
		`const port = process.env.PORT || 3000`, `SECRET_KEY = os.environ["SECRET_KEY"]`, `token = process.env.API_TOKEN`, `password: ${DB_PASSWORD}`,
		`SECRET_KEY = config("SECRET_KEY")`, `"start": "node server.js"`, `http://localhost:3000/@vite/client`, `image: "ghcr.io/acme/app:1.2"`,
		`TOKEN_URL=https://example.com/oauth`, `PASSWORD_FILE=/run/secrets/db`, `key: node-modules-v1`, `public_key_path: /etc/key.pub`,
		`checksum = "9b2b1c4f0c8d7a6e5f4d3c2b1a09f8e7d6c5b4a39281706f5e4d3c2b1a0f9e8d"`, `POSTGRES_PASSWORD=changeme`,
		`"integrity": "sha512-9b2b1c4f0c8d7a6e5f4d3c2b1a09f8e7d6c5b4a39281706f5e4d3c2b1a0f9e8dAb=="`, "EXPOSE 8080\nCMD [\"node\",\"server.js\"]",
		`DATABASE_URL=postgres://db:5432/app`, `the token is read from the environment`, `require("./token")`, `func Token() string`,
		`github.com/gin-gonic/gin v1.9.1 h1:4idEAncQnU5cB7BeOkPtxjfCSye0AAm1R0RVIqJ+Jmg=`,
	} {
		if got := new(Filter).Text(text); got != text {
			t.Errorf("%s\n  became %s", text, got)
		}
	}
}

func TestEnvironmentFiles(t *testing.T) {
	in := `# comment
PORT=3000
export NODE_ENV=production
DEBUG=true
CACHE_URL=redis://cache:6379
API=https://api.example.com:8443/v1/hooks/T0/B0
DATABASE_URL=postgres://app:hunter2@db/app
GREETING="hello there"
  7: OTHER=value-of-mine
DB_PASSWORD='hunter2'
PIN_SECRET=123456
EMPTY=
REF=${PORT}
`
	want := `# comment
PORT=3000
export NODE_ENV=production
DEBUG=true
CACHE_URL=redis://cache:6379
API=https://api.example.com:8443/«secret:env-value»
DATABASE_URL=«secret:env-value»
GREETING="«secret:env-value»"
  7: OTHER=«secret:env-value»
DB_PASSWORD='«secret:env-value»'
PIN_SECRET=«secret:env-value»
EMPTY=
REF=${PORT}
`
	if got := new(Filter).Env(in); got != want {
		t.Errorf("%s", got)
	}
}

func TestNothingPassesByTheClient(t *testing.T) {
	secret := "hunter2-of-mine"
	inner := script.New(script.Say("ok"))
	f := &Filter{Known: []string{secret}}
	request := llm.Request{Messages: []llm.Message{
		{Role: llm.System, Text: "notes: " + secret},
		{Role: llm.User, Text: secret},
		{Role: llm.Assistant, Text: secret, Thinking: []llm.Thinking{{Text: secret}}, Calls: []llm.ToolCall{
			{ID: "1", Name: "read_file", Arguments: `{"path":"config/.env.local"}`}, {ID: "2", Name: "grep_content", Arguments: `{"pattern":"` + secret + `"}`},
		}},
		{Role: llm.Tool, CallID: "1", Text: `{"content":"1: ANYTHING=unremarkable"}`},
		{Role: llm.Tool, CallID: "2", Text: "plain: unremarkable"},
	}}
	before, err := json.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := New(inner, f).Chat(t.Context(), request, nil); err != nil {
		t.Fatal(err)
	}
	sent, err := json.Marshal(inner.Requests()[0])
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(sent), secret) || !strings.Contains(string(sent), "ANYTHING=«secret:env-value»") || !strings.Contains(string(sent), "plain: unremarkable") {
		t.Errorf("%s", sent)
	}
	if after, _ := json.Marshal(request); string(after) != string(before) {
		t.Error("the caller's request was changed")
	}
	if got := f.Hidden(); !reflect.DeepEqual(got, map[string]int{"key": 3, "env-value": 1}) {
		t.Errorf("%v", got)
	}
}

// TestSearchesThatComeAcrossEnvironmentFiles: the call names a folder or a
// pattern, and the answer the file.
func TestSearchesThatComeAcrossEnvironmentFiles(t *testing.T) {
	for _, answer := range []string{
		`{"pattern":"=","matches":[{"path":"config/prod.env","line":1,"content":"X=zebrazebra99"}],"total_matches":1}`,
		`{"files":[{"path":"a.txt","content":"a"},{"path":"deploy/.env.prod","content":"X=zebrazebra99\n"}]}`,
	} {
		inner := script.New(script.Say("ok"))
		request := llm.Request{Messages: []llm.Message{
			{Role: llm.Assistant, Calls: []llm.ToolCall{{ID: "1", Name: "grep_content", Arguments: `{"pattern":"="}`}}},
			{Role: llm.Tool, CallID: "1", Text: answer},
		}}
		if _, err := New(inner, &Filter{}).Chat(t.Context(), request, nil); err != nil {
			t.Fatal(err)
		}
		if got := New(inner, &Filter{}).Answer(request.Messages[0].Calls[0], answer); got != inner.Requests()[0].Messages[1].Text {
			t.Errorf("the user is shown %s", got)
		}
		if sent := inner.Requests()[0].Messages[1].Text; strings.Contains(sent, "zebra") || !strings.Contains(sent, "X=«secret:env-value»") {
			t.Error(sent)
		}
	}
	if envAnswer(`{"path":"src/environment.ts","content":"a path\":\"x.env"}`) {
		t.Error("no environment file is shown")
	}
}

func TestAnErrorThatRepeatsAKeyIsFiltered(t *testing.T) {
	key := "sk-abcdefgh12345678"
	inner := script.New(script.Fail(&llm.Error{Kind: llm.Unauthorised, Message: "Incorrect API key provided: " + key, Hint: key, Err: errors.New("body: " + key)}))
	_, err := New(inner, &Filter{Known: []string{key}}).Chat(t.Context(), llm.Request{}, nil)
	var e *llm.Error
	if !errors.As(err, &e) || e.Kind != llm.Unauthorised || strings.Contains(fmt.Sprintf("%+v %v %v", e, err, e.Err), key) {
		t.Errorf("%+v", e)
	}
}

// TestAnyTextComesThrough: whatever the bytes, no panic, the same twice, and
// never more than was there but for marks.
func TestAnyTextComesThrough(t *testing.T) {
	f := &Filter{}
	check := func(parts []uint8, raw string) bool {
		pieces := []string{"password", "=", ":", `"`, "'", `\`, "\n", "{", "}", "-----BEGIN PRIVATE KEY-----", "-----END", "://", "@", "«secret:x»", "⟦", "⟧\n", raw, "a1"}
		var b strings.Builder
		for _, p := range parts {
			b.WriteString(pieces[int(p)%len(pieces)])
		}
		first := f.Text(b.String())
		return first == new(Filter).Text(b.String()) && f.Env(b.String()) == new(Filter).Env(b.String())
	}
	if err := quick.Check(check, &quick.Config{MaxCount: 200}); err != nil {
		t.Error(err)
	}
}

func TestManyFilterAtOnce(t *testing.T) {
	f := &Filter{}
	var wg sync.WaitGroup
	for i := range 16 {
		wg.Go(func() {
			if got := f.Text(fmt.Sprintf("DB_PASSWORD=hunter%d", i%4)); got != "DB_PASSWORD=«secret:named»" {
				t.Error(got)
			}
		})
	}
	wg.Wait()
	if n := f.Hidden()["named"]; n != 4 {
		t.Errorf("%d were counted", n)
	}
}

// BenchmarkText filters 64 KiB, about a full context, that was not seen before.
func BenchmarkText(b *testing.B) {
	text := strings.Repeat("const port = process.env.PORT || 3000; // where it listens\nDB_HOST=db\n", 940)
	for n := 0; b.Loop(); n++ {
		new(Filter).Text(text)
	}
	b.SetBytes(int64(len(text)))
}
