package leak

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"aipack/backend/repo"
	"aipack/backend/repo/repotest"
	"aipack/backend/secret/credential/credentialtest"
)

// random makes a value of n characters that nobody takes for a stand-in, the same for a
// seed, so that no line of the repository looks like a secret.
func random(seed string, n int) string {
	var out strings.Builder
	for i := 0; out.Len() < n; i++ {
		sum := sha256.Sum256(fmt.Appendf(nil, "%s %d", seed, i))
		out.WriteString(strings.NewReplacer("+", "", "/", "", "=", "").Replace(base64.StdEncoding.EncodeToString(sum[:])))
	}
	return out.String()[:n]
}

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func hexes(seed string, n int) string {
	sum := sha256.Sum256([]byte(seed))
	return hex.EncodeToString(sum[:])[:n]
}

// upper is random in the letters and digits of an AWS key.
func upper(seed string, n int) string {
	return strings.NewReplacer("0", "Q", "1", "W", "8", "Z", "9", "Y").Replace(strings.ToUpper(random(seed, n)))
}

// planted are secrets as people leave them in their sources and settings; § stands for
// the secret. Those of credentialtest stand in files of their own.
var planted = []struct{ path, text, secret string }{
	{"src/aws.js", "const s3 = new S3({ accessKeyId: '§' });\n", "AKIA" + upper("a", 16)},
	{"app/settings.py", "AWS_SECRET_ACCESS_KEY = \"§\"\n", random("b", 40)},
	{"src/pay.ts", "export const stripe = new Stripe('§');\n", "sk_live_" + random("c", 24)},
	{"lib/slack.rb", "Slack.configure { |c| c.token = '§' }\n", "xoxb-" + "123456789012-1234567890123-" + random("d", 24)},
	{"deploy.sh", "curl -H 'Authorization: token §' https://api.github.com/user\n", "ghp_" + random("e", 36)},
	{".gitlab-ci.yml", "deploy:\n  script: curl --header \"PRIVATE-TOKEN: §\" https://gitlab.com/api\n", "glpat-" + random("f", 20)},
	{"src/main/resources/application.properties", "spring.datasource.password=§\n", random("g", 18)},
	{"src/main/resources/application.yml", "spring:\n  mail:\n    password: §\n", random("h", 20)},
	{"config/database.yml", "production:\n  url: postgres://app:§@db.prod.acme.io:5432/app\n", random("i", 16)},
	{".env", "DATABASE_URL=mysql://root:§@10.acme.io/app\n", random("j", 12)},
	{".env.production", "SECRET_KEY=§\n", random("k", 50)},
	{"docker-compose.yml", "services:\n  web:\n    environment:\n      JWT_SECRET: §\n", random("l", 32)},
	{"appsettings.json", "{\"ConnectionStrings\":{\"Main\":\"Server=sql.acme.io;Password=§\"}}\n", random("m", 16)},
	{"src/mail.go", "package mail\n\nvar apiKey = \"§\"\n", "SG." + random("n", 22) + "." + random("o", 43)},
	{"bot.py", "TELEGRAM_TOKEN = '§'\n", "6123456789:AA" + random("p", 33)},
	{"src/openai.js", "process.env.OPENAI_API_KEY ||= '§'\n", "sk-proj-" + random("q", 74) + "T3BlbkFJ" + random("r", 74)},
	{"ai.py", "client = Anthropic(api_key='§')\n", "sk-ant-api03-" + random("s", 93) + "AA"},
	{".npmrc", "//registry.npmjs.org/:_authToken=§\n", "npm_" + random("t", 36)},
	{"config.php", "<?php define('DB_PASSWORD', '§');\n", random("u", 16)},
	{"wp-config.php", "<?php\ndefine('AUTH_KEY', '§');\n", random("v", 64)},
	{"terraform/main.tf", "provider \"digitalocean\" {\n  token = \"§\"\n}\n", "dop_v1_" + hexes("w", 64)},
	{"k8s/secret.yaml", "apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\nstringData:\n  password: §\n", random("x", 20)},
	{"Dockerfile", "FROM node\nENV API_TOKEN=§\n", random("y", 40)},
	{"src/twilio.cs", "var authToken = \"§\";\n", hexes("z", 32)},
	{"config/mailchimp.rb", "MAILCHIMP_API_KEY = '§'\n", hexes("A", 32) + "-us12"},
	{"src/db.ts", "const url = 'mongodb+srv://admin:§@cluster0.ab1cd.mongodb.net/app';\n", random("B", 14)},
	{"app.config", "<configuration><appSettings><add key=\"ApiSecret\" value=\"§\"/></appSettings></configuration>\n", random("C", 30)},
	{"settings.gradle", "ext.uploadPassword = '§'\n", random("D", 18)},
	{"src/lib.rs", "const CLIENT_SECRET: &str = \"§\";\n", random("E", 32)},
	{"Jenkinsfile", "sh 'docker login -u ci -p §'\nenv.NEXUS_PASSWORD = '§'\n", random("F", 20)},
}

// TestPlanted: of the secrets in the files of a project 95 of a hundred are found, each
// on its line, and none is repeated.
func TestPlanted(t *testing.T) {
	missed, all := []string{}, 0
	check := func(name, text, secret string) {
		all++
		found, err := Folder(t.Context(), repo.New(fstest.MapFS{name: {Data: []byte(text)}}, "project"))
		if err != nil {
			t.Fatal(err)
		}
		if len(found.Credentials) == 0 || found.Read+len(found.Left) == 0 {
			missed = append(missed, name)
			return
		}
		for _, c := range found.Credentials {
			if strings.Contains(fmt.Sprintf("%+v", c), secret) {
				t.Errorf("%s: the secret is repeated: %+v", name, c)
			}
		}
	}
	for _, p := range planted {
		check(p.path, strings.ReplaceAll(p.text, "§", p.secret), p.secret)
	}
	for _, f := range credentialtest.Files() {
		check(f.Path, f.Text, f.Secret)
	}
	if len(missed)*20 > all {
		t.Errorf("%d of %d are not found: %v", len(missed), all, missed)
	}
	t.Logf("found %d of %d; not: %v", all-len(missed), all, missed)
}

// TestNone: what is written like a secret and is none is not told.
func TestNone(t *testing.T) {
	for name, text := range map[string]string{
		"a.js":               "const token = req.headers.authorization;\nconst password = process.env.DB_PASSWORD;\n",
		"b.py":               "SECRET_KEY = os.environ['SECRET_KEY']\npassword = getpass('Password: ')\n",
		"docker-compose.yml": "services:\n  db:\n    environment:\n      POSTGRES_PASSWORD: postgres\n      DATABASE_URL: postgres://app:" + random("local", 12) + "@db:5432/app\n",
		"application.yml":    "spring:\n  datasource:\n    password: ${DB_PASSWORD:changeme}\n",
		".env.example":       "SECRET_KEY=your-secret-key-here\nDATABASE_URL=postgres://user:password@localhost/app\n",
		"c.rb":               "# config.pepper = '" + hexes("pepper", 64) + "'\n",
		"d.ts":               "export const RECAPTCHA_SITE_KEY = '" + random("site", 40) + "';\nconst cacheKey = 'users-by-organisation-v2';\n",
		"go.sum":             "golang.org/x/mod v0.1.0 h1:" + random("sum", 43) + "=\n",
		"README.md":          "export API_KEY=" + random("readme", 32) + "\n",
		"tests/test_a.py":    "password = '" + random("test", 20) + "'\n",
		"i18n/de.json":       "{\"passwordPlaceholder\": \"Passwort mit 12 Zeichen\"}\n",
		"e.go":               "var tokenURL = \"https://login.acme.io/oauth2/token\"\nconst apiKeyHeader = \"X-Api-Key-V2\"\n",
		"index.html":         "<script integrity=\"sha384-" + random("integrity", 64) + "\"></script>\n",
	} {
		if found := In(name, text); len(found) > 0 {
			t.Errorf("%s: %+v", name, found)
		}
	}
}

// TestAside: what stands in tests and documents counts less, and Maven's layout says what
// the program is.
func TestAside(t *testing.T) {
	for name, want := range map[string]bool{
		"src/main/java/com/example/demo/App.java": false, "src/test/java/com/acme/AppTest.java": true, "web/src/main/resources/i18n/de.properties": true, "internal/test_resources/a.pem": true,
		"app/models/user.rb": false, "spec/models/user_spec.rb": true, "docs/setup.md": true, "latest/app.js": false, "contest/a.go": false, ".env.example": true,
	} {
		if Aside(name) != want {
			t.Errorf("%s: %v", name, !want)
		}
	}
	token := "ghp_" + random("aside", 36)
	if found := In("tests/a_test.py", "T = '"+token+"'\n"); len(found) != 1 || !found[0].Sure || !found[0].Aside || found[0].Line != 1 {
		t.Errorf("%+v", found)
	}
}

// TestHistory: a secret that a later commit took away is told once, with the newest commit
// that added it; what stands in the files as they are is not.
func TestHistory(t *testing.T) {
	repotest.Git(t)
	dir := t.TempDir()
	git := func(args ...string) string {
		t.Helper()
		c := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=Ann", "-c", "user.email=ann@example.org"}, args...)...)
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	commit := func(name, text string) string {
		t.Helper()
		git("init", "-q")
		writeFile(t, path.Join(dir, name), text)
		git("add", "-A")
		git("commit", "-qm", "change")
		return strings.TrimSpace(git("rev-parse", "HEAD"))
	}
	gone, here := "ghp_"+random("gone", 36), "ghp_"+random("here", 36)
	commit("a.py", "T = '"+gone+"'\n")
	commit("a.py", "T = None\n")
	want := commit("b ü.py", "x = 1\nT = '"+gone+"'\nU = '"+here+"'\n")
	commit("b ü.py", "U = '"+here+"'\n")
	known := map[string]bool{digest(here): true}
	found, err := History(t.Context(), strings.NewReader(git("-c", "core.quotePath=false", "log", "-p", "-U0", "--all")), known)
	if err != nil {
		t.Fatal(err)
	}
	if len(found.Credentials) != 1 || found.Credentials[0].Commit != want || found.Credentials[0].Path != "b ü.py" || found.Left != "" {
		t.Errorf("%+v", found)
	}
	if strings.Contains(fmt.Sprintf("%+v", found), gone) {
		t.Error("the secret is repeated")
	}
	ended, stop := context.WithCancel(t.Context())
	stop()
	if found, err := History(ended, strings.NewReader("diff --git a/a b/a\n"), nil); err != nil || found.Left == "" {
		t.Errorf("what was not read is not said: %+v %v", found, err)
	}
}

// FuzzHistory: no patch ends the program.
func FuzzHistory(f *testing.F) {
	f.Add("commit 0123456789012345678901234567890123456789\nAuthor: a <a@b>\nDate:   2026-11-29 10:00:00 +0000\n\n    x\n\ndiff --git a/a b/a\nindex 1..2 100644\n--- a/a\n+++ b/a\n@@ -0,0 +1 @@\n+password = 'x'\n")
	f.Fuzz(func(t *testing.T, patch string) {
		if _, err := History(t.Context(), strings.NewReader(patch), nil); err != nil {
			return // said
		}
	})
}
