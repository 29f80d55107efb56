package extract

import "testing"

// TestExportedByAScript: a script to be sourced gives what a developer's program reads;
// of its values only those count that can be nobody's secret.
func TestExportedByAScript(t *testing.T) {
	t.Parallel()
	const script = "#!/bin/sh\nexport ADDRESS=0.0.0.0\nexport SHOP_SIZE=20\nexport SHOP_KEY=hunter2\n"
	for _, name := range []string{".envrc", "env.sh", "set_env.sh"} {
		got := map[string]string{}
		for _, v := range facts(t, map[string]string{name: script, "server.js": "x = 1\n"}, ".").Env() {
			got[v.Value.Name] = v.Value.Default
		}
		if len(got) != 3 || got["ADDRESS"] != "0.0.0.0" || got["SHOP_SIZE"] != "20" || got["SHOP_KEY"] != "" {
			t.Errorf("%s: %v", name, got)
		}
	}
}
