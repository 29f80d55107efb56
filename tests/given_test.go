package tests

import (
	"slices"
	"testing"
)

// TestWhatComposeGives: a variable for which the program itself has an empty text, and that
// compose sets for it, is set to that; where the program has a text of its own it may be left.
func TestWhatComposeGives(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fallback, compose string
		required          bool
	}{
		"an empty text":           {`""`, "      DB_TIMEZONE: Asia/Bangkok\n", true},
		"a text":                  {`"UTC"`, "      DB_TIMEZONE: Asia/Bangkok\n", false},
		"not set":                 {`""`, "      OTHER: x\n", false},
		"set to nothing":          {`""`, "      DB_TIMEZONE: \"\"\n", false},
		"left to whoever runs it": {`""`, "      DB_TIMEZONE: ${DB_TIMEZONE}\n", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := theOneOf(t, map[string]string{
				"go.mod": "module shop\n\ngo 1.24\n",
				"main.go": "package main\n\nimport (\n\t\"net/http\"\n\t\"os\"\n)\n\nfunc get(key, otherwise string) string {\n\tif v, ok := os.LookupEnv(key); ok {\n\t\treturn v\n\t}\n\treturn otherwise\n}\n\n" +
					"func main() {\n\tprintln(get(\"DB_TIMEZONE\", " + c.fallback + "))\n\thttp.ListenAndServe(\":8080\", nil)\n}\n",
				"Dockerfile":  "FROM golang:1.24\nWORKDIR /app\nCOPY . .\nRUN go build -o main .\nCMD [\"./main\"]\n",
				"compose.yml": "services:\n  app:\n    build: .\n    ports: [\"8080:8080\"]\n    environment:\n      GIN_MODE: release\n" + c.compose,
			})
			required := false
			for _, v := range d.Runtime.Variables {
				required = required || v.Name == "DB_TIMEZONE" && v.Required && v.Default == "Asia/Bangkok"
			}
			if required != c.required {
				t.Errorf("required: %v in %+v", required, d.Runtime.Variables)
			}
		})
	}
}

// TestQueuesThatNothingNames: of a list that pip wrote, a queue counts that the sources name.
func TestQueuesThatNothingNames(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		source string
		want   []string
	}{
		"nothing":         {"", []string{"postgresql"}},
		"the client":      {"import redis\ncache = redis.from_url(os.environ['REDIS_URL'])\n", []string{"postgresql", "redis"}},
		"by a go-between": {"from celery import Celery\nqueue = Celery('shop', broker=os.environ['BROKER_URL'])\n", []string{"postgresql", "redis"}},
		"in an address":   {"LIMITS = 'redis://localhost'\n", []string{"postgresql", "redis"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := theOneOf(t, map[string]string{
				"requirements.txt": "click==8.1.3\nFlask==2.2.2\nitsdangerous==2.1.2\npsycopg2-binary==2.9.5\nredis==4.3.4\ngunicorn==20.1.0\n",
				"app.py": "import os\n\nimport psycopg2\nfrom flask import Flask\n" + c.source + "app = Flask(__name__)\nstore = psycopg2.connect(os.environ[\"DATABASE_URL\"])\n\n\n" +
					"@app.get(\"/\")\ndef index():\n    return \"x\"\n",
			})
			if !slices.Equal(d.Metadata.BackingServices, c.want) {
				t.Errorf("%q, want %q", d.Metadata.BackingServices, c.want)
			}
		})
	}
}
