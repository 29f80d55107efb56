package keep

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"aipack/backend/base/fault"
	"aipack/backend/repo/repotest"
)

// run runs a shell's lines in a folder.
func run(t *testing.T, dir, lines string) string {
	t.Helper()
	c := exec.Command("sh", "-euc", lines)
	c.Dir, c.Env = dir, environment("LC_ALL=C")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", lines, err, out)
	}
	return strings.TrimSpace(string(out))
}

// repository makes one with a commit, whose user has no settings but those of the test.
func repository(t *testing.T) string {
	t.Helper()
	repotest.Git(t)
	dir := t.TempDir()
	t.Setenv("HOME", dir+"-home")
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	t.Setenv("XDG_CONFIG_HOME", dir+"-config")
	run(t, dir, `mkdir -p "$HOME"; git config --global user.name Ann; git config --global user.email ann@example.org; git config --global init.defaultBranch main
		git config --global protocol.file.allow always; git init -q; echo one > app.js; echo two > other.js; git add .; git commit -qm first`)
	return dir
}

func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	repotest.LayOut(t, dir, files)
}

// ours are the files that the tests keep.
var ours = []string{".dockerignore", "Dockerfile"}

func order(dir string) Order {
	return Order{Folder: dir, Paths: ours, Message: "build: add Dockerfile"}
}

func lay(t *testing.T, dir string) {
	write(t, dir, map[string]string{"Dockerfile": "FROM scratch\n", ".dockerignore": "x\n"})
}

// state is all that must stay as it is beside our files: the index, the working tree, the
// branches, the settings.
func state(t *testing.T, dir string) string {
	return run(t, dir, `git ls-files -s -v; git for-each-ref; cat "$(git rev-parse --git-dir)/HEAD"; git config --list --local; find . -path ./.git -prune -o -type f -print | sort | xargs -r -d '\n' cksum`)
}

func TestMakeCommitsOursAlone(t *testing.T) {
	dir := repository(t)
	run(t, dir, `echo changed >> app.js; git add app.js; echo more >> app.js; echo again >> other.js; echo x > loose.txt`)
	lay(t, dir)
	var said bytes.Buffer
	c, err := Make(t.Context(), order(dir), &said)
	if err != nil {
		t.Fatal(err, said.String())
	}
	if got := run(t, dir, `git show --name-only --format=%s%n%an`); got != "build: add Dockerfile\nAnn\n\n.dockerignore\nDockerfile" {
		t.Errorf("committed %s", got)
	}
	if got := run(t, dir, `git status --porcelain`); got != "MM app.js\n M other.js\n?? loose.txt" {
		t.Errorf("left %q", got)
	}
	if c.Branch != "main" || c.ID != run(t, dir, `git rev-parse HEAD`) || c.Parent != run(t, dir, `git rev-parse HEAD~`) || !slices.Equal(c.Paths, ours) || len(c.Extra)+len(c.Altered) > 0 {
		t.Errorf("%+v", c)
	}
	r, files, err := Look(t.Context(), dir, ours)
	if err != nil || r.Changed != 2 || r.Staged != 1 || r.Author != "Ann <ann@example.org>" || !files[0].Known || files[0].Refusal != nil {
		t.Errorf("%+v %+v %v", r, files, err)
	}
	if _, err := Make(t.Context(), order(dir), io.Discard); fault.CodeOf(err) != fault.NothingFound {
		t.Errorf("the same again: %v", err)
	}
	if err := Undo(t.Context(), dir, c); err != nil {
		t.Fatal(err)
	}
	if got := run(t, dir, `git log --format=%s; git status --porcelain`); got != "first\nMM app.js\n M other.js\n?? .dockerignore\n?? Dockerfile\n?? loose.txt" {
		t.Errorf("after undoing %q", got)
	}
}

// TestAwkward are repositories in which a commit would be wrong: nothing of them changes,
// and the sentence says what stands in the way.
func TestAwkward(t *testing.T) {
	for name, one := range map[string]struct {
		make string // lines of a shell, before our files lie there
		then string // lines after
		code fault.Code
		says string
	}{
		"a rebase": {`git checkout -qb side; echo s > app.js; git commit -qam side; git checkout -q main; echo m > app.js; git commit -qam main; git rebase -q side 2>&1 && exit 1; true`,
			"", fault.Busy, "A rebase is under way"},
		"a merge": {`git checkout -qb side; echo s > app.js; git commit -qam side; git checkout -q main; echo m > app.js; git commit -qam main; git merge -q side 2>&1 && exit 1; true`,
			"", fault.Busy, "A merge is under way"},
		"a cherry-pick": {`git checkout -qb side; echo s > app.js; git commit -qam side; git checkout -q main; echo m > app.js; git commit -qam main; git cherry-pick side 2>&1 && exit 1; true`,
			"", fault.Busy, "A cherry-pick is under way"},
		"a revert": {`echo s > app.js; git commit -qam second; echo m > app.js; git commit -qam third; git revert --no-edit HEAD~ 2>&1 && exit 1; true`,
			"", fault.Busy, "A revert is under way"},
		"a bisection": {`git bisect start -q; git bisect bad; true`, "", fault.Busy, "A bisection is under way"},
		"a patch half applied": {`echo s > app.js; git commit -qam second; git format-patch -q -1; git reset -q --hard HEAD~; echo z > app.js; git commit -qam z; git am 0001* 2>&1 && exit 1; rm 0001*`,
			"", fault.Busy, "git am, is under way"},
		"conflicts of a stash":   {`echo s > app.js; git stash -q; echo m > app.js; git commit -qam main; git stash pop -q 2>&1 && exit 1; true`, "", fault.EditConflict, "There are conflicts in app.js"},
		"a detached head":        {`git checkout -q --detach`, "", fault.WrongUse, "HEAD is on no branch"},
		"nobody commits":         {`git config --global --unset user.name; git config --global --unset user.email; git config --global user.useConfigOnly true`, "", fault.CommandFailed, "git does not know who commits"},
		"an ignored file":        {`echo 'Docker*' > .gitignore; git add .gitignore; git commit -qm ignore`, "", fault.PermissionDenied, "Dockerfile is ignored by `Docker*` in .gitignore:1"},
		"all is ignored":         {`echo '*' > .git/info/exclude`, "", fault.PermissionDenied, ".dockerignore is ignored by `*` in"},
		"a staged one of theirs": {`echo FROM mine > Dockerfile; git add Dockerfile`, "", fault.PermissionDenied, "Dockerfile has staged changes of yours"},
		"a submodule":            {`git init -q ../sub; git -C ../sub commit -q --allow-empty -m s; git submodule --quiet add ../sub svc; git commit -qm sub`, "", fault.PermissionDenied, "svc/Dockerfile lies in another repository, svc"},
		"a repository in it":     {`git init -q svc`, "", fault.PermissionDenied, "lies in another repository, svc"},
		"a sparse checkout":      {`mkdir svc; echo s > svc/app.js; git add svc; git commit -qm svc; git sparse-checkout set --cone docs`, "", fault.CommandFailed, "outside of your sparse-checkout"},
		"assumed unchanged":      {`echo FROM old > Dockerfile; git add .; git commit -qm d; git update-index --assume-unchanged Dockerfile`, "", fault.PermissionDenied, "by hand"},
		"another case":           {`echo FROM old > dockerfile; git add .; git commit -qm d`, "", fault.FileExists, "Dockerfile differs from your dockerfile in upper and lower case alone"},
		"a hook that fails":      {`printf '#!/bin/sh\necho no tabs please; exit 1\n' > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit`, "", fault.CommandFailed, "no tabs please"},
		"a hook on messages":     {`printf '#!/bin/sh\necho ticket missing >&2; exit 1\n' > .git/hooks/commit-msg; chmod +x .git/hooks/commit-msg`, "", fault.CommandFailed, "ticket missing"},
		"signing that fails":     {`git config --global commit.gpgSign true; git config --global gpg.program /bin/false`, "", fault.CommandFailed, "gpg failed to sign"},
		"another git at work":    {"", `touch .git/index.lock`, fault.CommandFailed, "index.lock"},
		"a required filter that is absent": {`echo 'Dockerfile filter=lfs' > .gitattributes; git add .; git commit -qm a; git config --global filter.lfs.clean 'no-such-program %f'; git config --global filter.lfs.required true`,
			"", fault.CommandFailed, "no-such-program"},
		"files elsewhere": {`mkdir ../elsewhere; git config core.worktree "$PWD/../elsewhere"`, "", fault.PathTraversal, "says that its files lie in"},
		"no repository":   {`rm -rf .git`, "", fault.NothingFound, "lies in no git repository"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := repository(t)
			parent := filepath.Join(t.TempDir(), "work") // so that .. is the test's own
			if err := os.Rename(dir, parent); err != nil {
				t.Fatal(err)
			}
			dir = parent
			run(t, dir, one.make)
			o := order(dir)
			if strings.Contains(one.says+one.make, "svc") {
				o.Paths = []string{"svc/Dockerfile"}
				write(t, dir, map[string]string{"svc/Dockerfile": "FROM scratch\n"})
			} else if name != "a staged one of theirs" {
				lay(t, dir)
			}
			run(t, dir, one.then)
			var before string
			whole := name != "files elsewhere" && name != "no repository"
			if whole {
				before = state(t, dir)
			}
			_, err := Make(t.Context(), o, io.Discard)
			if fault.CodeOf(err) != one.code || !strings.Contains(err.Error(), one.says) {
				t.Errorf("%v (%s), want %s", err, fault.CodeOf(err), one.says)
			}
			var f *fault.Fault
			if !errors.As(err, &f) || f.Hint == "" {
				t.Errorf("nothing to do is named: %v", err)
			}
			if whole {
				if after := state(t, dir); after != before {
					t.Errorf("it changed\n%s\n\nwas\n%s", after, before)
				}
			}
		})
	}
}

// TestNothingOfTheRepositoryRuns: a stranger's repository names programs that git would
// start to look at files. Until a commit is asked for, none is.
func TestNothingOfTheRepositoryRuns(t *testing.T) {
	dir := repository(t)
	mark := filepath.Join(t.TempDir(), "ran")
	script := filepath.Join(dir, ".git", "evil")
	write(t, dir, map[string]string{".git/evil": "#!/bin/sh\necho \"$0 $@\" >> " + mark + "\ncat\n"})
	for _, hook := range committing {
		write(t, dir, map[string]string{".git/hooks/" + hook: "#!/bin/sh\necho " + hook + " >> " + mark + "\n"})
	}
	run(t, dir, `echo '* filter=evil diff=evil' > .git/info/attributes
		for key in core.fsmonitor core.pager core.editor core.sshCommand diff.external diff.evil.textconv diff.evil.command gpg.program credential.helper filter.evil.clean filter.evil.smudge filter.evil.process; do git config "$key" `+script+`; done
		git config filter.evil.required true; sleep 0.01; rm -f `+mark)
	write(t, dir, map[string]string{"app.js": "changed\n", "other.js": "TWO\n"}) // of the same size, so that git has to read it
	lay(t, dir)
	r, _, err := Look(t.Context(), dir, ours)
	if err != nil || r.Changed != 2 {
		t.Errorf("%+v %v", r, err)
	}
	if text, err := os.ReadFile(mark); err == nil {
		t.Errorf("these ran:\n%s", text)
	}
	if !slices.Contains(r.Hooks, "pre-commit") || !slices.Contains(r.Hooks, "reference-transaction") {
		t.Errorf("hooks %v", r.Hooks)
	}
}

// TestHooks: what they change and add is told, and one that hangs is stopped.
func TestHooks(t *testing.T) {
	dir := repository(t)
	lay(t, dir)
	write(t, dir, map[string]string{".git/hooks/pre-commit": "#!/bin/sh\necho formatting\necho '# formatted' >> Dockerfile\ngit add Dockerfile\necho x > added.txt\ngit add added.txt\n"})
	var said bytes.Buffer
	c, err := Make(t.Context(), order(dir), &said)
	if err != nil || !slices.Equal(c.Altered, []string{"Dockerfile"}) || !slices.Equal(c.Extra, []string{"added.txt"}) || !strings.Contains(said.String(), "formatting") {
		t.Fatalf("%+v %v %s", c, err, said.String())
	}
	if got := run(t, dir, `git show HEAD:Dockerfile; git status --porcelain`); got != "FROM scratch\n# formatted" {
		t.Errorf("%q", got)
	}
	if err := Undo(t.Context(), dir, c); err != nil {
		t.Fatal(err)
	}
	write(t, dir, map[string]string{".git/hooks/pre-commit": "#!/bin/sh\nsleep 600 & wait\n"})
	before := state(t, dir)
	ctx, stop := context.WithTimeout(t.Context(), time.Second)
	defer stop()
	began := time.Now()
	if _, err = Make(ctx, order(dir), io.Discard); fault.CodeOf(err) != fault.Canceled || time.Since(began) > 30*time.Second {
		t.Errorf("after %s: %v", time.Since(began), err)
	}
	if after := state(t, dir); after != before {
		t.Errorf("stopped, it left\n%s\n\nwas\n%s", after, before)
	}
	run(t, dir, `test ! -e .git/index.lock`)
	// What runs after the commit cannot undo it.
	write(t, dir, map[string]string{".git/hooks/pre-commit": "#!/bin/sh\n", ".git/hooks/post-commit": "#!/bin/sh\nexit 3\n"})
	if c, err = Make(t.Context(), order(dir), io.Discard); err != nil || c.ID != run(t, dir, `git rev-parse HEAD`) {
		t.Errorf("%+v %v", c, err)
	}
}

// TestBranches: a new one is made for the commit, also where HEAD is on none, in a
// repository without commits, and in a second working tree.
func TestBranches(t *testing.T) {
	for name, one := range map[string]struct{ make, from string }{
		"a branch":    {"", "main"},
		"detached":    {`git checkout -q --detach`, ""},
		"no commits":  {`rm -rf .git; git init -q`, "main"},
		"a work tree": {`git worktree add -q ../tree`, "tree"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := repository(t)
			run(t, dir, one.make)
			if one.from == "tree" {
				dir = filepath.Join(filepath.Dir(dir), "tree")
			}
			lay(t, dir)
			o := order(dir)
			if o.Branch = "main"; name == "a branch" {
				if _, err := Make(t.Context(), o, io.Discard); fault.CodeOf(err) != fault.FileExists {
					t.Errorf("a branch that is there: %v", err)
				}
			}
			if o.Branch = "no..name"; true {
				if _, err := Make(t.Context(), o, io.Discard); fault.CodeOf(err) != fault.WrongUse {
					t.Errorf("a name that is none: %v", err)
				}
			}
			o.Branch = "aipack/keep"
			write(t, dir, map[string]string{"hooks/pre-commit": "#!/bin/sh\nexit 1\n"})
			run(t, dir, `git config core.hooksPath "$PWD/hooks"`)
			before := state(t, dir)
			if _, err := Make(t.Context(), o, io.Discard); err == nil || state(t, dir) != before {
				t.Errorf("%v\n%s\n\nwas\n%s", err, state(t, dir), before)
			}
			run(t, dir, `git config --unset core.hooksPath`)
			c, err := Make(t.Context(), o, io.Discard)
			if err != nil || c.Branch != "aipack/keep" || run(t, dir, `git symbolic-ref --short HEAD`) != "aipack/keep" || !slices.Equal(c.Paths, ours) {
				t.Errorf("%+v %v", c, err)
			}
			if err := Undo(t.Context(), dir, c); err != nil {
				t.Error(err)
			}
			if got := run(t, dir, `git ls-files Dockerfile; test -f Dockerfile && echo there`); got != "there" {
				t.Errorf("after undoing: %s", got)
			}
		})
	}
}

func TestUndoRefuses(t *testing.T) {
	for name, one := range map[string]struct{ then, says string }{
		"a newer commit":   {`git commit -q --allow-empty -m more`, "newer commits"},
		"another branch":   {`git checkout -qb side`, "HEAD is not"},
		"pushed":           {`git init -q --bare ../bare.git; git remote add origin ../bare.git; git push -q origin main; git fetch -q`, "pushed to origin/main"},
		"staged since":     {`echo more >> Dockerfile; git add Dockerfile`, "Dockerfile has staged changes since"},
		"a merge by now":   {`git checkout -qb side HEAD~; echo s > Dockerfile; git add -f Dockerfile; git commit -qm s; git checkout -q main; git merge -q side 2>&1 && exit 1; true`, "A merge is under way"},
		"detached by now":  {`git checkout -q --detach`, "HEAD is not"},
		"nothing is wrong": {`echo more >> Dockerfile`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "work")
			if err := os.Rename(repository(t), dir); err != nil {
				t.Fatal(err)
			}
			lay(t, dir)
			c, err := Make(t.Context(), order(dir), io.Discard)
			if err != nil {
				t.Fatal(err)
			}
			run(t, dir, one.then)
			before := state(t, dir)
			err = Undo(t.Context(), dir, c)
			if one.says == "" {
				if err != nil || run(t, dir, `git log --format=%s; cat Dockerfile`) != "first\nFROM scratch\nmore" {
					t.Errorf("%v", err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), one.says) || state(t, dir) != before {
				t.Errorf("%v", err)
			}
		})
	}
}

func TestPush(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "work")
	if err := os.Rename(repository(t), dir); err != nil {
		t.Fatal(err)
	}
	if _, err := Push(t.Context(), dir, io.Discard); fault.CodeOf(err) != fault.NothingFound {
		t.Errorf("without a remote: %v", err)
	}
	run(t, dir, `git init -q --bare ../bare.git; git remote add origin ../bare.git`)
	settings := run(t, dir, `git config --list --local`)
	if at, err := Push(t.Context(), dir, io.Discard); err != nil || at != "origin/main" || run(t, dir, `git -C ../bare.git rev-parse main`) != run(t, dir, `git rev-parse main`) {
		t.Errorf("%s %v", at, err)
	}
	if now := run(t, dir, `git config --list --local`); now != settings {
		t.Errorf("settings are\n%s\nwere\n%s", now, settings)
	}
	run(t, dir, `git clone -q ../bare.git ../second; cd ../second; git commit -q --allow-empty -m theirs; git push -q; cd -; git commit -q --allow-empty -m mine`)
	if _, err := Push(t.Context(), dir, io.Discard); fault.CodeOf(err) != fault.CommandFailed || !strings.Contains(err.Error(), "rejected") {
		t.Errorf("over another's commits: %v", err)
	}
}

func TestMessages(t *testing.T) {
	files := func(known bool, paths ...string) (out []File) {
		for _, p := range paths {
			out = append(out, File{Path: p, Known: known})
		}
		return out
	}
	for _, one := range []struct {
		about About
		want  string
	}{
		{About{Services: []Service{{"web", true, "proven on 2026-11-29: GET /health answers 200"}}, Files: files(false, ".dockerignore", "Dockerfile", "compose.yaml")},
			"build(web): add proven Dockerfile and compose.yaml\n\nweb: proven on 2026-11-29: GET /health answers 200"},
		{About{Services: []Service{{"web", true, ""}, {"api", false, ""}}, Files: files(true, "web/Dockerfile", "api/Dockerfile", "universalbuild.json")},
			"build: update 2 Dockerfiles and build plan"},
		{About{Services: []Service{{"my app (new)", false, ""}}, Files: files(false, ".env.example")}, "build: add container files"},
	} {
		got := Suggest(one.about)
		if got != one.want || Unconventional(got) != "" {
			t.Errorf("%q, want %q (%s)", got, one.want, Unconventional(got))
		}
	}
	for _, one := range [][3]string{
		{"build: x", "", "build: x"}, {"build: x\n", " no builder ", "build: x\n\nKept although not every check passed: no builder"}, {"build: x, no builder", "no builder", "build: x, no builder"},
	} {
		if got := WithReason(one[0], one[1]); got != one[2] {
			t.Errorf("%q, want %q", got, one[2])
		}
	}
	for message, says := range map[string]string{
		"Add Dockerfile": "first line", "wip: x": "none of the usual types", "feat(api: x": "bracket", "fix!: all\n\nbody": "", "fix: x\nbody": "second line",
		"build: " + strings.Repeat("x", 80): "72", "build: ": "first line",
	} {
		if got := Unconventional(message); (says == "") != (got == "") || !strings.Contains(got, says) {
			t.Errorf("%q: %q", message, got)
		}
	}
}
