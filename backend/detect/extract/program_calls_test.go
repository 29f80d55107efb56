package extract

import "testing"

func TestWhatTheBuildCallsIsNotNeededAtRunTime(t *testing.T) {
	for name, want := range map[string]bool{
		"src/app.ts": false, "app/media.py": false, "next.config.js": true, "gulpfile.js": true, "scripts/backup.py": true,
		"lib/tasks/seed.rake": true, "setup.py": true, "app/config.py": false, "src/release.ts": true, "bin/get_changes.py": true,
		"extra/rebase.js": true, "bin/serve.js": false, "update-version.ts": true,
	} {
		if got := ofTheBuild(name); got != want {
			t.Errorf("%s: %t", name, got)
		}
	}
	if !asksVersion("execSync('git rev-parse HEAD')") || asksVersion("spawn('git', ['clone', url])") {
		t.Error("a clone is no question for the version")
	}
}
