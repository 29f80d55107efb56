//go:build long

package jinja

import (
	"testing"

	"aipack/backend/base/bounded/boundedtest"
)

// TestHostileShapes are as long as a template may be.
func TestHostileShapes(t *testing.T) {
	templates := boundedtest.Notation{
		Head: "{% for m in messages %}{{ m.role }}: {{ m['content'] | trim }}\n{% endfor %}", Open: "{% if (a and not (", Close: ")) %}x{% endif %}",
		Pair: "{%% set %s = %s %%}\n", Quote: `"`, Comment: "{#", Refer: "a.%s | upper", Join: ".",
	}
	boundedtest.Endure(t, templates, func(text string) {
		text = text[:min(len(text), mostSource)]
		_, _ = render(t, text, []byte(`{"messages": [{"role": "user", "content": "hello"}]}`)) // a word that says why not is as good
	})
}
