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
		{"java", `Process p = new ProcessBuilder("dot", "-Tsvg").start();`, "dot"},
		{"java", `new ProcessBuilder(List.of("pdftotext", file))`, "pdftotext"},
		{"java", `new ProcessBuilder(command)`, ""},
		{"java", `Runtime.getRuntime().exec(new String[] {"convert", a, b});`, "convert"},
		{"kotlin", `ProcessBuilder(listOf("ffmpeg", "-i", file)).start()`, "ffmpeg"},
		{"scala", `new ProcessBuilder("gs", "-q").start()`, "gs"},
		{"go", `cmd := exec.CommandContext(ctx, "ffmpeg", "-i", file)`, "ffmpeg"},
		{"go", `out, err := exec.Command("git", "clone", url).Output()`, "git"},
		{"go", `exec.Command(name)`, ""},
		{"rust", `let out = Command::new("pandoc").arg(file).output()?;`, "pandoc"},
		{"rust", `let app = clap::Command::new(name);`, ""},
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
