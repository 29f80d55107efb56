package cause

import (
	"slices"
	"strings"
)

// nodeCauses are npm's, pnpm's and Yarn's own words.
func nodeCauses() []way {
	return []way{
		{
			rule: "package_login", class: Environment, stages: "build",
			says: `(?i)npm (?:error|ERR!) code E40[13]|ERR_PNPM_FETCH_40[13]|YN0041|401 Error, Credentials not correct` +
				`|remote: HTTP Basic: Access denied|could not read Username for|fatal: Authentication failed for|remote: Invalid username or` +
				`|Permission denied \(publickey`,
			why: "A package registry or repository wants a login that the build does not have.",
			fix: "Give the build the credentials as a secret mount; never write them into the Dockerfile.",
		},
		{
			rule: "dependency_conflict", stages: "build",
			says: `npm (?:error|ERR!) code ERESOLVE|npm (?:error|ERR!) Conflicting peer dependency: (\S+)|ERR_PNPM_PEER_DEP_ISSUES`,
			tell: peerConflict,
		},
		{
			rule: "wrong_runtime_version", stages: "build",
			says: `npm (?:error|ERR!) notsup Required: *(\{[^}]*\})` +
				`|The engine "(?:node|npm|yarn|pnpm)" is incompatible with this module\. Expected version "([^"]+)"` +
				`|ERR_PNPM_UNSUPPORTED_ENGINE|npm (?:error|ERR!) code EBADENGINE`,
			tell: engine,
		},
		{
			rule: "wrong_runtime_version", stages: "build",
			says: `You are using Node\.js [\d.v]+\. [^\n]*|Node\.js v[\d.]+ is not supported by [^\n]*` +
				`|Node\.js version v?[\d.]+ detected[^\n]*|This version of pnpm requires [^\n]*` +
				`|[^\n]{0,60}\brequires Node\.js (?:version )?v?\d[^\n]*`,
			tell: func(c circumstances, m []string) explanation {
				return explanation{
					why: "A tool wants another version of Node than the image has: " + m[0], edits: within(c, "node", nodeWanted(m[0])),
					fix: "Choose a Node image of the version that the log asks for, and name it in package.json's engines.",
				}
			},
		},
		{
			rule: "package_manager_version", stages: "build",
			says: `This project's package\.json defines "packageManager": "([^"]+)"|This project is configured to use (yarn|pnpm|npm)` +
				`|ERR_PNPM_BAD_PM_VERSION|Unsupported URL Type "(?:workspace|catalog|patch):`,
			why: "The project wants another package manager, or version of it, than the build runs.",
			fix: "Set packageManager in package.json to the one that the lock file is of; the build takes that one (corepack).",
		},
		{
			rule: "yarn_release_missing",
			says: `(?:Cannot find module|no such file or directory, (?:stat|open)|ENOENT[^\n]*) '?([^'\s]*\.yarn/releases/[^'\s]+)` +
				`|"yarn-path" option has been set[^\n]*doesn't exist \(([^)]+)\)`,
			why: "The Yarn that .yarnrc names, {}, is not in the build.",
			fix: "Commit .yarn/releases, or name Yarn's version by packageManager in package.json and drop yarnPath.",
		},
		{
			rule: "missing_script", says: `(?i)(?:missing script:? "?|Couldn't find a script named "|Script not found "|error: Script "|No such script: )([\w:.-]+)`,
			why: `package.json has no script "{}".`, fix: "Add the script, or correct the command.",
		},
		{
			rule: "missing_script", says: `error Command "([\w:.-]+)" not found|ERR_PNPM_RECURSIVE_EXEC_FIRST_FAIL[^\n]*Command "([\w:.-]+)" not found`,
			why: `package.json has no script, and its packages bring no command "{}".`, fix: "Add the script or the package, or correct the command.",
		},
		{
			rule: "package_not_found", stages: "build",
			says: `404 Not Found - GET \S+/([^\s/]+)|notarget No matching version found for (\S+?)\.?$|E404[^\n]*'([^']+)'` +
				`|ERR_PNPM_FETCH_404\W+GET \S+/([^\s/:]+): Not Found|ERR_PNPM_NO_MATCHING_VERSION\W+No matching version found for (\S+)` +
				`|YN0035: [^\n]*?([^\s│]+)@[^\s@]+: Package not found|YN0016: [^\n]*?([^\s│]+): (?:Registry|No candidates)` +
				`|YN0082: [^\n]*?([^\s│]+): No candidates|error An unexpected error occurred: "https?://\S+/([^/"]+): Not found"` +
				`|error Couldn't find (?:any versions for|package) "([^"]+)"`,
			why: "There is no package {} to be had.", fix: "Correct its name or version in package.json; if it is a private one, give the build its registry and login.",
		},
		{
			rule: "download_failed", fetches: true, stages: "build",
			says: `YN0035: [^\n]*?([^\s│]+): The remote server failed|YN0001: [^\n]*HTTPError: (Response code \d+[^\n]*)` +
				`|npm (?:error|ERR!) code E(?:5\d\d|429)|ERR_PNPM_FETCH_5\d\d|npm (?:error|ERR!) network read ECONNRESET` +
				`|npm (?:error|ERR!) code (?:ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT)|ERR_PNPM_META_FETCH_FAIL`,
			why: "A package could not be downloaded: the registry did not give it out, or the connection broke.",
			fix: "Prove again; if it stays, look at the registry and at the way to it.",
		},
	}
}

// nodeProgramCauses are the words of Node and its bundlers at what they build and run.
func nodeProgramCauses() []way {
	return []way{
		{
			rule: "openssl_legacy", says: `ERR_OSSL_EVP_UNSUPPORTED|error:0308010C:digital envelope routines::unsupported`,
			tell: func(c circumstances, _ []string) explanation {
				t := explanation{
					why: "The bundler is older than Node 17's OpenSSL: it asks for a hash that is no longer there.",
					fix: "Build with Node 16, or update the bundler (webpack 5); NODE_OPTIONS=--openssl-legacy-provider is a stopgap.",
				}
				if c.failure.Stage == "build" {
					t.edits = option(c, "NODE_OPTIONS", "--openssl-legacy-provider")
				}
				return t
			},
		},
		{
			rule: "missing_module", says: `Cannot find (?:module|package) '(node-sass|bcrypt|sharp|better-sqlite3|@rollup/rollup-[^']+|@esbuild/[^']+|@swc/[^']+|lightningcss[^']*|@tailwindcss/oxide[^']*|@next/swc[^']*)'`,
			why: "{}, a package with native code, is not there for this system.", fix: "Install in the image, not from a node_modules that was copied, and keep optional dependencies; write the lock file anew where it was made for one system only.",
		},
		{rule: "missing_module", says: `Error(?: \[ERR_MODULE_NOT_FOUND\])?: Cannot find (?:module|package) '([^']+)'`, tell: missingModule},
		{
			rule: "module_kind",
			says: `Error \[ERR_REQUIRE_ESM\]|SyntaxError: Cannot use import statement outside a module` +
				`|ReferenceError: (?:require|module|exports|__dirname) is not defined in ES module scope` +
				`|Error \[ERR_UNKNOWN_FILE_EXTENSION\]: Unknown file extension "(\.tsx?)"`,
			why: "Node takes a file for the wrong kind of module: CommonJS and ES modules are mixed, or TypeScript was not compiled.",
			fix: `Set "type" in package.json to what the files are, or start what the build wrote (dist) and not the sources.`,
		},
		{
			rule: "no_build_output", stages: "start health",
			says: `Could not find a production build in the '([^']+)' directory|ENOENT: no such file or directory, open '([^']*(?:\.next|\.output|/dist|/build)/[^']*)'`,
			why:  "What the build should have written is not there: {}.", fix: "Let the build command run before, and let the runtime copy what it writes.",
		},
	}
}

// peerConflict names the two that do not go together.
func peerConflict(c circumstances, _ []string) explanation {
	t := explanation{
		why: "npm finds no set of packages that go together: what one asks for as its peer is not what another brings.",
		fix: "Correct the versions in package.json and have the lock file written again; --legacy-peer-deps takes them as they are.",
	}
	if peer, _ := c.log.search(compiled(`npm (?:error|ERR!)\s+peer(?:Optional)? (\S+@"[^"]+") from (\S+)`), 0, 0, true); peer != nil {
		t.why = "npm finds no set of packages that go together: " + peer[2] + " wants " + peer[1] + " beside it, and the project has another."
	}
	t.edits = asLocked(c)
	return t
}

// asLocked is the edit for a lock file whose packages do not go together by
// their peers: it was made without that rule, and is installed as it was made.
func asLocked(c circumstances) []Edit {
	commands := slices.Clone(c.Document.Build.PreBuildCommands)
	for i, command := range commands {
		if strings.HasPrefix(command, "npm ci") && !strings.Contains(command, "--legacy-peer-deps") {
			commands[i] = command + " --legacy-peer-deps"
		}
	}
	if slices.Equal(commands, c.Document.Build.PreBuildCommands) {
		return nil
	}
	return []Edit{{"/build/pre_build_commands", commands}}
}

// withDevelopment is the edit that installs what only development asks for:
// builds often need it.
func withDevelopment(c circumstances) []Edit {
	b := c.Document.Build
	whole := strings.NewReplacer(" --omit=dev", "", " --production", "", " --prod", "", " --only=production", "", " --only=prod", "")
	commands := slices.Clone(b.PreBuildCommands)
	for i := range commands {
		commands[i] = whole.Replace(commands[i])
	}
	var edits []Edit
	if !slices.Equal(commands, b.PreBuildCommands) {
		edits = append(edits, Edit{"/build/pre_build_commands", commands})
	}
	if b.Environment["NODE_ENV"] == "production" {
		edits = append(edits, withEnvironment("build", "NODE_ENV", "development"))
	}
	return edits
}

// engine says which version is wanted and which one is there.
func engine(c circumstances, m []string) explanation {
	wanted, there := firstNonEmpty(m[1:]), ""
	for _, p := range []string{`npm (?:error|ERR!) notsup Required: *(\{[^}]*\})`, `^Expected version: (\S.*)$`} {
		if found, _ := c.log.search(compiled(p), 0, 0, false); wanted == "" && found != nil {
			wanted = found[1]
		}
	}
	for _, p := range []string{`npm (?:error|ERR!) notsup Actual: *(\{[^}]*\})`, `^Got: (\S+)`, `Expected version "[^"]+"\. Got "([^"]+)"`} {
		if found, _ := c.log.search(compiled(p), 0, 0, false); found != nil {
			there = found[1]
		}
	}
	t := explanation{
		edits: within(c, "node", nodeWanted(wanted)), why: "A package wants another version of Node or of the package manager than the image has",
		fix: "Choose a Node image of that version, or change engines in package.json.",
	}
	if wanted != "" {
		t.why += ": it asks for " + strings.ReplaceAll(wanted, `"`, "")
		if there != "" {
			t.why += ", and there is " + strings.ReplaceAll(there, `"`, "")
		}
	}
	t.why += "."
	return t
}

// missingModule tells a file of the project from a package.
func missingModule(c circumstances, m []string) explanation {
	name := m[1]
	switch {
	case c.failure.Stage == "build":
		return explanation{
			why: name + " is not there while the build runs.",
			fix: "Declare the package, or correct the path; a file of the project must be copied before the command runs.",
		}
	case strings.HasPrefix(name, "."):
		if by, _ := c.log.search(compiled(`requireStack: \[ '([^']+)'| imported from (\S+)`), 0, 0, false); by != nil {
			name += ", which " + firstNonEmpty(by[1:]) + " asks for,"
		}
		return explanation{
			why: name + " is not in the image that runs.",
			fix: "If it lies outside of the service's folder, build from the folder that holds both; else let the build write it and the runtime copy it.",
		}
	case strings.HasPrefix(name, "/"):
		return explanation{
			why: name + " is not in the image that runs.",
			fix: "Check the command's path, that the build writes that file, and that the runtime copies it.",
		}
	}
	return explanation{
		why: "The package " + name + " is not in the image that runs.",
		fix: "Declare it in dependencies, not only in devDependencies, and see that the runtime copies node_modules.",
	}
}
