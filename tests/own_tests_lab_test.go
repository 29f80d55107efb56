//go:build lab

package tests

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"aipack/backend/prove/builder"
	"aipack/backend/prove/owntests"
	"aipack/backend/repo/repotest"
	"aipack/backend/universalbuild"
)

// TestOwnTests runs the tests of small projects in the build stages of their plans, by the
// tools themselves: what is read of their reports is what each says.
func TestOwnTests(t *testing.T) {
	node := map[string]string{
		"package-lock.json": `{"name":"shop","version":"1.0.0","lockfileVersion":3,"packages":{"":{"name":"shop","version":"1.0.0"}}}`,
		"app.js":            "require('http').createServer((q, r) => r.end('hi')).listen(3000)\n",
	}
	with := func(files map[string]string, more ...string) map[string]string {
		out := map[string]string{}
		for name, text := range files {
			out[name] = text
		}
		for i := 0; i < len(more); i += 2 {
			out[more[i]] = more[i+1]
		}
		return out
	}
	for name, c := range map[string]struct {
		files map[string]string
		want  string // state, passed, failed, skipped; the first failure
	}{
		"Node's own": {with(node, "package.json", `{"name":"shop","version":"1.0.0","scripts":{"start":"node app.js","test":"node --test"}}`,
			"app.test.js", "const test = require('node:test'), assert = require('node:assert')\ntest('adds', () => assert.equal(2, 2))\ntest('breaks', () => assert.equal(2, 3))\ntest.skip('later', () => {})\n"),
			"failed 1 1 1 app.test.js:3"},
		"a script alone": {with(node, "package.json", `{"name":"shop","version":"1.0.0","scripts":{"start":"node app.js","test":"node -e 0"}}`), "passed 0 0 0 "},
		"no runner":      {with(node, "package.json", `{"name":"shop","version":"1.0.0","scripts":{"start":"node app.js","test":"jest"}}`), "not_here 0 0 0 "},
		"pytest": {map[string]string{
			"requirements.txt": "flask==3.0.0\n", "requirements-dev.txt": "pytest==8.3.4\n", "app.py": "from flask import Flask\napp = Flask(__name__)\n\n\n@app.get('/')\ndef home():\n    return 'hi'\n",
			"test_app.py": "import pytest\nfrom app import app\n\n\ndef test_home():\n    assert app.test_client().get('/').data == b'hi'\n\n\ndef test_wrong():\n    assert 1 == 2\n\n\n@pytest.mark.skip\ndef test_later():\n    pass\n",
		}, "failed 1 1 1 test_app.py:10"},
		"pytest beside PostgreSQL": {map[string]string{
			"requirements.txt": "flask==3.0.0\npsycopg2-binary==2.9.10\n", "requirements-dev.txt": "pytest==8.3.4\n",
			"app.py":      "import os\nimport psycopg2\nfrom flask import Flask\napp = Flask(__name__)\n\n\n@app.get('/')\ndef home():\n    with psycopg2.connect(os.environ['DATABASE_URL']) as c, c.cursor() as q:\n        q.execute('select 40 + 2')\n        return str(q.fetchone()[0])\n",
			"test_app.py": "from app import app\n\n\ndef test_home():\n    assert app.test_client().get('/').data == b'42'\n",
		}, "passed 1 0 0  beside [postgresql]"},
		"pytest as its workflow runs it": {map[string]string{
			".github/workflows/ci.yml": "jobs:\n  test:\n    services:\n      db:\n        image: postgres:16\n        env:\n          POSTGRES_USER: tester\n          POSTGRES_PASSWORD: w0rd\n          POSTGRES_DB: shop_test\n        ports:\n          - 5433:5432\n    steps:\n      - run: pytest\n        env:\n          TEST_URL: postgresql://tester:w0rd@localhost:5433/shop_test\n",
			"requirements.txt":         "flask==3.0.0\npsycopg2-binary==2.9.10\n", "requirements-dev.txt": "pytest==8.3.4\n",
			"app.py":      "from flask import Flask\napp = Flask(__name__)\n\n\n@app.get('/')\ndef home():\n    return 'hi'\n",
			"test_app.py": "import os\nimport psycopg2\n\n\ndef test_database():\n    with psycopg2.connect(os.environ['TEST_URL']) as c, c.cursor() as q:\n        q.execute('select current_database()')\n        assert q.fetchone()[0] == 'shop_test'\n",
		}, "passed 1 0 0  beside [postgresql]"},
		"pytest with a database of its own": {map[string]string{
			"requirements.txt": "flask==3.0.0\npsycopg2-binary==2.9.10\n", "requirements-dev.txt": "pytest==8.3.4\n",
			"app.py":      "import os\nimport psycopg2\nfrom flask import Flask\napp = Flask(__name__)\n\n\n@app.get('/')\ndef home():\n    with psycopg2.connect(os.environ['DATABASE_URL']):\n        return 'hi'\n",
			"test_app.py": "import os\n\n\ndef test_alone():\n    assert 'DATABASE_URL' not in os.environ\n",
		}, "passed 1 0 0 "},
		"unittest": {map[string]string{
			"requirements.txt": "flask==3.0.0\n", "app.py": "from flask import Flask\napp = Flask(__name__)\n",
			"test_app.py": "import unittest\n\n\nclass T(unittest.TestCase):\n    def test_a(self):\n        pass\n\n    def test_b(self):\n        self.assertEqual(1, 2)\n",
		}, "failed 1 1 0 test_app.py:9"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			repotest.LayOut(t, dir, c.files)
			b, err := builder.Choose(t.Context(), os.Getenv("AIPACK_BUILDER"))
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			_ = filepath.WalkDir(dir, func(name string, d fs.DirEntry, _ error) error { // a folder of the test's own
				if rel, err := filepath.Rel(dir, name); err == nil && !d.IsDir() {
					names = append(names, filepath.ToSlash(rel))
				}
				return nil
			})
			s := owntests.Find(os.DirFS(dir), names, []universalbuild.UniversalBuild{detected(t, dir)})[0]
			r, err := s.Run(t.Context(), owntests.Order{Dir: dir, Builder: b, Limit: 5 * time.Minute, Now: time.Now})
			if err != nil {
				t.Fatalf("%s: %v", s.Command, err)
			}
			got := fmt.Sprintf("%s %d %d %d ", r.State, r.Passed, r.Failed, r.Skipped)
			if len(r.Failures) > 0 {
				got += fmt.Sprintf("%s:%d", r.Failures[0].File, r.Failures[0].Line)
			}
			if len(r.Beside) > 0 {
				got += fmt.Sprintf(" beside %v", r.Beside)
			}
			if got != c.want {
				t.Errorf("%s: %s, want %s\n%s", s.Command, got, c.want, strings.TrimSpace(r.Output))
			}
		})
	}
}
