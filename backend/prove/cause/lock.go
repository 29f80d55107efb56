package cause

import (
	"slices"
	"strings"
)

// lockCauses are lock files that do not fit, in their managers' own words: npm
// ci, pnpm's and Yarn's frozen installs, Bun, Cargo, Poetry, uv, PDM, Pipenv,
// Bundler, Composer.
func lockCauses() []way {
	const stale = "The lock file does not fit the manifest."
	const update = "Update the lock file in the project, and commit it."
	return []way{
		{
			rule: "lock_missing", stages: "build", says: "`npm ci` command can only install with an existing package-lock|ERR_PNPM_NO_LOCKFILE|Cannot install with \"frozen-lockfile\" because pnpm-lock.yaml is absent",
			tell: func(c circumstances, _ []string) explanation {
				return loosened(c, "There is no lock file, and the install wants one.", "Commit the lock file.")
			},
		},
		{
			rule: "lock_out_of_step", stages: "build",
			says: "`npm ci` can only install packages when your package\\.json and|ERR_PNPM_OUTDATED_LOCKFILE|ERR_PNPM_LOCKFILE_CONFIG_MISMATCH|Your lockfile needs to be updated, but yarn was run with|The lockfile would have been (?:modified|created) by this install, which is explicitly forbidden|lockfile had changes, but lockfile is frozen",
			tell: func(c circumstances, _ []string) explanation { return loosened(c, stale, update) },
		},
		{
			rule: "lock_out_of_step", stages: "build",
			says: `lock file \S+ needs to be updated but --locked was passed|cannot update the lock file \S+ because --locked was passed` +
				`|changed significantly since poetry\.lock|poetry\.lock is not up to date with|The lockfile at .uv\.lock. needs to be updated` +
				`|Your Pipfile\.lock \([^)]*\) is out of date|Lock file hash doesn't match pyproject|The gemspecs for path gems changed` +
				`|The dependencies in your gemfile changed, but the lockfile can't be updated` +
				`|but (?:your )?lockfile can't be updated because frozen mode is set|Required package "[^"]+" is not present in the lock file` +
				`|updates to go\.mod needed`,
			tell: func(c circumstances, _ []string) explanation { return loosened(c, stale, update) },
		},
		{
			rule: "lock_checksum", stages: "build",
			says: `npm (?:error|ERR!) code EINTEGRITY|ERR_PNPM_TARBALL_INTEGRITY|Integrity check failed for "?([^"\s]+)` +
				`|YN0018: [^\n]*?([^\s│]+): The remote archive doesn't match|verifying (\S+): checksum mismatch` +
				`|checksum for \x60([^\x60]+)\x60 changed between lock files|THESE PACKAGES DO NOT MATCH THE HASHES|checksum mismatch`,
			tell: func(_ circumstances, m []string) explanation {
				what := "a package"
				if name := firstNonEmpty(append(m[1:], "")); name != "" {
					what = name
				}
				return explanation{
					why: "What was downloaded of " + what + " is not what the lock file's checksum says: the lock is wrong, or another file was published or handed out under this version.",
					fix: "Find out which of them is right; if the download is, have the lock file written again.",
				}
			},
		},
	}
}

// loosened offers the install that does without the lock. It is for managers
// that have said themselves that the lock file is what keeps them.
func loosened(c circumstances, why, fix string) explanation {
	var edits []Edit
	for _, at := range []struct {
		field    string
		commands []string
	}{{"/build/pre_build_commands", c.Document.Build.PreBuildCommands}, {"/build/build_commands", c.Document.Build.BuildCommands}} {
		commands := slices.Clone(at.commands)
		for i, command := range commands {
			commands[i] = looser(command)
		}
		if !slices.Equal(commands, at.commands) {
			edits = append(edits, Edit{at.field, commands})
		}
	}
	if len(edits) == 0 {
		return explanation{why: why, fix: fix}
	}
	return explanation{why: why, fix: fix + " Until then the build can install without it.", edits: edits}
}

// loose are what installs say that hold on to a lock file, and what they say
// that do not.
var loose = strings.NewReplacer(
	"npm ci", "npm install", "--frozen-lockfile", "--no-frozen-lockfile", "--immutable", "--no-immutable",
	" --locked", "", " --deploy", "", "composer install", "composer update",
)

// looser is an install that does without its lock file; Poetry writes it anew.
func looser(command string) string {
	if strings.Contains(command, "--no-frozen") || strings.Contains(command, "--no-immutable") {
		return command
	}
	if poetry, rest, ok := strings.Cut(command, "poetry install"); ok && !strings.Contains(command, "poetry lock") {
		return poetry + "poetry lock && " + poetry + "poetry install" + rest
	}
	return loose.Replace(command)
}
