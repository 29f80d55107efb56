package languages

import (
	"testing"

	"aipack/backend/language/languagetest"
)

func TestProgramsThatSourcesStart(t *testing.T) {
	for _, c := range []struct{ id, line, want string }{
		{"javascript", `const p = spawn("ffmpeg", ["-i", file])`, "ffmpeg"},
		{"javascript", "await exec(`git clone ${url}`)", "git"},
		{"javascript", `pattern.exec(line)`, ""},
		{"javascript", `spawn(binary, args)`, ""},
		{"python", `subprocess.run(["pandoc", "-o", out])`, "pandoc"},
		{"python", `proc = await asyncio.create_subprocess_exec(`, ""},
		{"python", `proc = await asyncio.create_subprocess_exec("git", "pull")`, "git"},
		{"python", `os.system("convert a b")`, "convert"},
		{"python", `app.run("0.0.0.0")`, ""},
		{"ruby", `out, s = Open3.capture2e("pdftotext", file)`, "pdftotext"},
		{"ruby", "pages = `pdfinfo #{path}`", "pdfinfo"},
		{"php", `$p = new Process(['gs', '-q']);`, "gs"},
		{"php", `shell_exec("ffprobe $file")`, "ffprobe"},
		{"php", `curl_exec($handle)`, ""},
	} {
		for _, l := range All() {
			if l.ID == c.id {
				if got := languagetest.FirstGroup(l.Execs, c.line); got != c.want {
					t.Errorf("%s: %s starts %q, want %q", c.id, c.line, got, c.want)
				}
			}
		}
	}
}
