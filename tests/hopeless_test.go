package tests

import "testing"

// TestWhatCannotComeUpPromisesLess: a plan is high only where the program can be built and
// reached as it is.
func TestWhatCannotComeUpPromisesLess(t *testing.T) {
	t.Parallel()
	lock := `{"name":"shop","lockfileVersion":3,"packages":{"":{"dependencies":{"express":"^4.19.2"}}}}`
	for name, c := range map[string]struct {
		listens string
		high    bool
	}{
		"on every address":            {"app.listen(3000);", true},
		"on the loopback address":     {"app.listen(3000, '127.0.0.1');", false},
		"on that of a variable":       {"app.listen(3000, process.env.HOST || '127.0.0.1');", true},
		"with a name in another case": {"require('./Routes')(app);\napp.listen(3000);", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := theOneOf(t, map[string]string{
				"package.json": `{"name":"shop","scripts":{"start":"node index.js"},"dependencies":{"express":"^4.19.2"}}`, "package-lock.json": lock,
				"routes.js": "module.exports = (app) => app.get('/', (q, r) => r.send('x'));\n", "index.js": "const app = require('express')();\n" + c.listens + "\n",
			})
			if got := d.Metadata.Confidence >= 0.8; got != c.high {
				t.Errorf("confidence %.2f with %+v", d.Metadata.Confidence, d.Warnings)
			}
		})
	}
}
