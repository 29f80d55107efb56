package permission

import (
	"slices"
	"strings"
)

// gitCommands are git's own (git help -a). Any other may be an alias, which may be any
// command.
var gitCommands = strings.Fields(`add am annotate apply archive bisect blame branch bundle cat-file check-attr check-ignore check-mailmap check-ref-format checkout
	checkout-index cherry cherry-pick clean clone column commit commit-graph commit-tree config count-objects describe diff diff-files diff-index diff-tree
	fetch for-each-ref format-patch fsck gc grep hash-object help init index-pack log ls-files ls-remote ls-tree maintenance merge merge-base
	merge-file merge-tree mktag mktree mv name-rev notes pack-objects pack-refs patch-id prune pull push range-diff read-tree rebase reflog remote
	repack replace request-pull rerere reset restore rev-list rev-parse revert rm send-email shortlog show show-branch show-ref sparse-checkout
	stage stash status stripspace submodule switch symbolic-ref tag unpack-objects update-index update-ref var verify-commit verify-pack
	verify-tag version whatchanged worktree write-tree`)

// gitOptions are those before its command that change no program: without a value, and with one.
var (
	gitOptions = []string{
		"-p", "-P", "--paginate", "--no-pager", "--no-replace-objects", "--no-lazy-fetch", "--no-optional-locks", "--no-advice", "--bare", "--literal-pathspecs",
		"--glob-pathspecs", "--noglob-pathspecs", "--icase-pathspecs", "--version", "--help", "-v", "-h",
	}
	gitValues = []string{"-C", "--git-dir", "--work-tree", "--namespace"}
)

// gitCommand finds git's own command behind its options: where it stands, 0 where it is
// not clear.
func gitCommand(words []word) (at int, why string) {
	for i := 1; i < len(words); i++ {
		w := words[i]
		name, _, given := strings.Cut(w.text, "=")
		switch {
		case !w.plain():
			return 0, later
		case slices.Contains(gitValues, name):
			if !given {
				i++
			}
		case slices.Contains(gitOptions, w.text):
		case strings.HasPrefix(w.text, "-"):
			return 0, "the option " + w.text + " of git may change what is run"
		default:
			return i, ""
		}
	}
	return 0, ""
}

// git runs other programs by its configuration, by aliases, and by some options.
func git(words []word) inner {
	at, why := gitCommand(words)
	if at == 0 {
		return inner{opaque: why}
	}
	name := words[at].text
	if !slices.Contains(gitCommands, name) {
		return inner{opaque: "git " + name + " is none of git's own commands, so an alias may run anything"}
	}
	rest := words[at+1:]
	switch {
	case name == "config" && !slices.ContainsFunc(rest, func(w word) bool { return reading(w.text) }):
		return inner{opaque: "git's configuration may name programs that are run later"}
	case name == "bisect" || name == "submodule":
		if slices.ContainsFunc(rest, func(w word) bool { return !w.plain() || w.text == "run" || w.text == "foreach" }) {
			return inner{opaque: "git " + name + " runs the command that it is given"}
		}
	}
	for _, w := range rest {
		if why := gitRuns(name, w); why != "" {
			return inner{opaque: why}
		}
	}
	return inner{}
}

// reading is an option by which git config changes nothing.
func reading(option string) bool {
	return slices.Contains([]string{"--get", "--get-all", "--get-regexp", "--list", "-l"}, option)
}

// gitPrograms are options that name a program which is run (git help rebase, fetch …).
var gitPrograms = map[string][]string{
	"rebase": {"--exec", "-x"}, "fetch": {"--upload-pack"}, "pull": {"--upload-pack"}, "push": {"--receive-pack", "--exec"},
	"clone": {"--upload-pack", "-u", "--config", "-c", "--template"}, "ls-remote": {"--upload-pack", "--exec"}, "archive": {"--exec", "--remote"},
	"grep": {"--open-files-in-pager", "-O"}, "init": {"--template"}, "config": {"--edit", "-e"}, "send-email": {"--smtp-server", "--sendmail-cmd", "--to-cmd", "--cc-cmd", "--header-cmd"},
}

// gitRuns says why a word of a git command may run another program; "" where it does not.
// Long options may be shortened.
func gitRuns(name string, w word) string {
	option, _, _ := strings.Cut(w.text, "=")
	for _, o := range gitPrograms[name] {
		long := strings.HasPrefix(o, "--")
		if !w.known || long && len(option) > 3 && strings.HasPrefix(o, option) || !long && strings.HasPrefix(option, o) {
			return "an option of git " + name + " may run another program"
		}
	}
	return ""
}
