package clone

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"aipack/backend/base/worker"
	"aipack/backend/fleet"
	"aipack/backend/secret/conceal"
)

const (
	mostSaid = 16 << 10        // bytes of what git says
	patience = 5 * time.Second // for what git has started, once it was ended
)

// inherited are variables that point git to another repository (git rev-parse
// --local-env-vars), and those by which a program that called us would steer it.
var inherited = []string{
	"GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_CONFIG", "GIT_CONFIG_PARAMETERS", "GIT_OBJECT_DIRECTORY", "GIT_DIR",
	"GIT_WORK_TREE", "GIT_IMPLICIT_WORK_TREE", "GIT_GRAFT_FILE", "GIT_INDEX_FILE", "GIT_NO_REPLACE_OBJECTS", "GIT_REPLACE_REF_BASE",
	"GIT_PREFIX", "GIT_SHALLOW_FILE", "GIT_COMMON_DIR", "GIT_NAMESPACE", "GIT_ALLOW_PROTOCOL", "GIT_TEMPLATE_DIR", "GIT_EXTERNAL_DIFF",
}

// environment is the worker's: git finds there what signs it in (a credential helper, an
// agent, GIT_ASKPASS), asks nobody, and may speak the protocols that are named.
func environment(protocols string) []string {
	own := slices.DeleteFunc(os.Environ(), func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		return slices.Contains(inherited, name)
	})
	own = append(own, "GIT_TERMINAL_PROMPT=0", "GIT_LFS_SKIP_SMUDGE=1", "GIT_ALLOW_PROTOCOL="+protocols, "LC_ALL=C")
	if os.Getenv("GIT_SSH_COMMAND") == "" {
		own = append(own, "GIT_SSH_COMMAND=ssh -oBatchMode=yes")
	}
	return own
}

// quiet are settings that keep git from running or fetching anything that the user, or a
// repository, has set up beside what is asked.
var quiet = []string{
	"--no-pager", "-c", "core.hooksPath=" + os.DevNull, "-c", "core.fsmonitor=false", "-c", "gc.auto=0", "-c", "maintenance.auto=false",
	"-c", "submodule.recurse=false", "-c", "fetch.recurseSubmodules=false", "-c", "http.lowSpeedLimit=1000", "-c", "http.lowSpeedTime=60",
	"-c", "core.protectHFS=true", "-c", "core.protectNTFS=true", "-c", "advice.detachedHead=false", "-c", "core.longpaths=true",
}

// untouched are the attributes of a clone's own, which go before those of the files: no
// filter runs, and the bytes are those of the commit.
const untouched = "* -filter -text -eol -ident -working-tree-encoding\n"

// run runs git in a folder, and gives what it printed.
func (c *Cache) run(ctx context.Context, folder, protocols string, args ...string) (string, error) {
	out, said := &worker.Beginning{Most: mostSaid}, &worker.End{Most: mostSaid}
	cmd := exec.CommandContext(ctx, c.git(), slices.Concat(quiet, args)...)
	cmd.Dir, cmd.Env, cmd.WaitDelay = folder, environment(protocols), patience
	cmd.Stdout, cmd.Stderr = out, said
	worker.Bind(cmd)
	cmd.Cancel = func() error { worker.KillGroup(cmd.Process); return nil }
	err := cmd.Run()
	if err == nil {
		return strings.TrimSpace(out.String()), nil
	}
	if cmd.Process != nil {
		worker.KillGroup(cmd.Process) // what it has left behind
	}
	if cause := context.Cause(ctx); cause != nil {
		return "", cause
	}
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return "", fmt.Errorf("starting git: %w", err)
	}
	return "", refused(args[0], said.String())
}

// refused makes an error of what git said. What says that the repository or the reference
// is not there will say so again.
func refused(command, said string) error {
	said = conceal.Text(said)
	word := ""
	for line := range strings.Lines(said) {
		line = strings.TrimSpace(line)
		if text, ok := strings.CutPrefix(line, "fatal: "); ok && word == "" {
			word = text
		}
	}
	if word == "" {
		word = strings.TrimSpace(said)
	}
	if len(word) > 300 {
		word = strings.ToValidUTF8(word[:300], "") + "…"
	}
	for _, gone := range []string{"does not exist", "not found", "does not appear to be a git repository", "couldn't find remote ref", "not our ref", "bad object", "invalid refspec"} {
		if strings.Contains(said, gone) {
			return fmt.Errorf("git %s: %s: %w", command, word, fleet.ErrNever)
		}
	}
	return fmt.Errorf("git %s: %s", command, word)
}
