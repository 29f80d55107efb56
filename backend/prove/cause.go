package prove

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"aipack/backend/universalbuild"
)

// circumstances is everything a rule may look at.
type circumstances struct {
	failure *Failure
	err     error
	doc     universalbuild.UniversalBuild
	report  *Report
	exit    int
	said    string // the log and the error
}

// cause is one way to fail that we know: what it looks like, what it means in
// plain words, and how to mend it.
type cause struct {
	rule   string
	stages string // stages it can happen in, "" for any
	says   string // regular expression over the log and the error; "" for no text
	exit   int    // exit code it goes with; 0 for any
	tell   func(c circumstances, m []string)
	also   func(c circumstances) bool
}

func (k cause) match(c circumstances) ([]string, bool) {
	if k.stages != "" && !slices.Contains(strings.Fields(k.stages), c.failure.Stage) || k.exit != 0 && k.exit != c.exit || k.also != nil && !k.also(c) {
		return nil, false
	}
	if k.says == "" {
		return nil, true
	}
	m := regexp.MustCompile(k.says).FindStringSubmatch(c.said)
	return m, m != nil
}

// say fills the failure in.
func (c circumstances) say(rule, why, fix string, edits ...Edit) {
	c.failure.Rule, c.failure.Cause, c.failure.Fix, c.failure.Edits = rule, why, fix, edits
}

// aptOf names the Debian package that holds a header, library or program that
// builds ask for by another name (Debian's package contents).
var aptOf = map[string]string{
	"pg_config": "libpq-dev", "libpq-fe.h": "libpq-dev", "mysql_config": "default-libmysqlclient-dev", "mysql.h": "default-libmysqlclient-dev",
	"ffi.h": "libffi-dev", "openssl/ssl.h": "libssl-dev", "zlib.h": "zlib1g-dev", "sqlite3.h": "libsqlite3-dev", "yaml.h": "libyaml-dev",
	"libxml/xmlversion.h": "libxml2-dev", "jpeglib.h": "libjpeg-dev", "png.h": "libpng-dev", "curl/curl.h": "libcurl4-openssl-dev",
	"make": "make", "gcc": "build-essential", "cc": "build-essential", "g++": "build-essential", "git": "git", "python3": "python3", "python": "python3",
	"pkg-config": "pkg-config", "cmake": "cmake", "curl": "curl", "wget": "wget", "unzip": "unzip", "bash": "bash",
	"libpq.so.5": "libpq5", "libssl.so.3": "libssl3", "libGL.so.1": "libgl1", "libstdc++.so.6": "libstdc++6", "libsqlite3.so.0": "libsqlite3-0",
}

// addPackage is the edit that installs a Debian package in the stage at hand.
func addPackage(c circumstances, pkg string) Edit {
	if c.failure.Stage == "build" {
		return Edit{"/build/system_packages", append(slices.Clone(c.doc.Build.SystemPackages), pkg)}
	}
	return Edit{"/runtime/system_packages", append(slices.Clone(c.doc.Runtime.SystemPackages), pkg)}
}

func missingSystem(c circumstances, m []string) {
	what := m[len(m)-1]
	pkg, ok := aptOf[what]
	if !ok {
		c.say("missing_system_package", fmt.Sprintf("%s is not in the image.", what), "Add the Debian package that holds it to the system packages.")
		return
	}
	c.say("missing_system_package", fmt.Sprintf("%s is not in the image; Debian's package %s holds it.", what, pkg),
		"Add "+pkg+" to the system packages.", addPackage(c, pkg))
}

// causes lists what we know, the more exact first.
func causes() []cause {
	return []cause{
		{rule: "time_limit", stages: "limit", tell: func(c circumstances, _ []string) {
			c.say("time_limit", "The build did not end within its time limit.", "Look at the last step's log for what it waits for; raise the limit if it only needs longer.")
		}},
		{rule: "builder_too_old", stages: "build", says: `unknown instruction|parse error`, also: func(c circumstances) bool {
			return c.report.Builder.old() && heredoc().MatchString(c.report.Dockerfile)
		}, tell: func(c circumstances, _ []string) {
			c.say("builder_too_old", "The builder is too old for here-documents (<<EOF), which this Dockerfile was given by hand.", "Drop the edits of the Dockerfile: the one that aipack writes for this builder does without them. Or use Docker 23 or later.")
		}},
		{rule: "unknown_instruction", stages: "build", says: `unknown instruction: (\S+)`, tell: func(c circumstances, m []string) {
			c.say("unknown_instruction", m[1]+" is no Dockerfile instruction.", "Correct the line.")
		}},
		{rule: "syntax", stages: "build", says: `dockerfile parse error[^:]*: (.+)`, tell: func(c circumstances, m []string) {
			c.say("syntax", "The Dockerfile cannot be read: "+m[1]+".", "Correct the line.")
		}},
		{rule: "pull_limit", stages: "build", says: `(?i)toomanyrequests|too many requests|pull rate limit`, tell: func(c circumstances, _ []string) {
			c.say("pull_limit", "The registry answers that too many images were pulled.", "Wait, sign in to the registry, or use a mirror.")
		}},
		{rule: "package_login", stages: "build", says: `(?i)npm error code E40[13]|npm ERR! code E40[13]|ERR_PNPM_FETCH_40[13]|401 Error, Credentials not correct|remote: HTTP Basic: Access denied|could not read Username for`, tell: func(c circumstances, _ []string) {
			c.say("package_login", "A package registry or repository wants a login that the build does not have.", "Give the build the credentials as a secret mount; never write them into the Dockerfile.")
		}},
		{rule: "registry_login", stages: "build", says: `(?i)(?:401 unauthorized|failed to authorize|no basic auth credentials|403 forbidden)`, also: func(c circumstances) bool {
			return pulling(c) || strings.Contains(c.said, "failed to authorize")
		}, tell: func(c circumstances, _ []string) {
			c.say("registry_login", "The registry wants a login.", "Sign in with docker login, then prove again.")
		}},
		{rule: "image_not_found", stages: "build", says: `(?:(?:failed to resolve source metadata for |pull access denied for |)(\S+?):? (?:not found|manifest unknown)|source metadata for (\S+?): pull access denied|pull access denied for (\S+?),)`, also: func(c circumstances) bool {
			return strings.HasPrefix(strings.ToUpper(c.failure.Text), "FROM") || strings.Contains(c.said, "resolve source metadata")
		}, tell: imageNotFound},
		{rule: "disk_full", says: `(?i)no space left on device|disk quota exceeded`, tell: func(c circumstances, _ []string) {
			c.say("disk_full", "The builder's disk is full.", "Free space on it: docker system prune, or remove old build caches.")
		}},
		{rule: "builder_certificate", stages: "build", says: `(?i)x509: certificate signed by unknown authority|certificate is not trusted|failed to verify certificate`, also: pulling, tell: func(c circumstances, _ []string) {
			c.say("builder_certificate", "A registry, or a proxy before it, shows a certificate of its own authority, and the builder does not know that.", "Give the authority's certificate to the builder's machine (for Docker: /etc/docker/certs.d/HOST/ca.crt; for buildkitd: ca under [registry.\"HOST\"]) and start the builder again.")
		}},
		{rule: "proxy", says: `(?i)proxyconnect tcp|407 Proxy Authentication Required|Proxy Authentication Required|tunneling socket could not be established|Could not resolve proxy`, tell: func(c circumstances, _ []string) {
			c.say("proxy", "The proxy on the way to the network does not let the build through.", "Correct HTTP_PROXY, HTTPS_PROXY and NO_PROXY of the builder, with the proxy's name and password where it wants them.")
		}},
		{rule: "certificate", says: `(?i)SELF_SIGNED_CERT_IN_CHAIN|self[- ]signed certificate|certificate verify failed|unable to get local issuer certificate|x509: certificate signed by unknown authority`, tell: func(c circumstances, _ []string) {
			c.say("certificate", "A proxy with its own certificate authority stands between the builder and the network, and the image does not know it.", "Give the base image your company's certificate, or build on a network without that proxy.")
		}},
		{rule: "no_network", says: `(?i)(?:EAI_AGAIN|\bENOTFOUND\b|could not resolve host|temporary failure (?:in name resolution|resolving)|network is unreachable|no such host|getaddrinfo)`, tell: func(c circumstances, _ []string) {
			if c.failure.Stage == "build" {
				c.say("no_network", "The build needs the network and cannot reach it.", "Check the builder's network and proxy.")
				return
			}
			c.say("no_network", "The program reaches for the network at start, and is proved without one.", "Prove with the network on, or let the program start without its neighbours.")
		}},
		{rule: "out_of_memory", exit: 137, tell: func(c circumstances, _ []string) {
			c.say("out_of_memory", "It was killed, most likely for want of memory (exit code 137).", moreMemory(c))
		}},
		{rule: "out_of_memory", says: `(?i)heap out of memory|cannot allocate memory|OutOfMemoryError|Array buffer allocation failed|MemoryError|runtime: out of memory|std::bad_alloc|Killed signal terminated program|signal: killed`, tell: func(c circumstances, _ []string) {
			c.say("out_of_memory", "It ran out of memory.", moreMemory(c))
		}},
		{rule: "file_missing", stages: "build", says: `failed to (?:compute cache key|calculate checksum)[^\n]*?: "?(/?[^":\n]+)"?: not found`, tell: func(c circumstances, m []string) {
			c.say("file_missing", strings.TrimPrefix(m[1], "/")+" is not in the build's context: the file is missing, ignored, or was not made by an earlier step.", "Correct the path in the document, or make the earlier step write it there.")
		}},
		{rule: "missing_script", says: `(?i)(?:missing script:? "?|error Command "|Couldn't find a script named "|Script not found "|No such script: )([\w:.-]+)`, tell: missingScript},
		{rule: "lock_out_of_step", stages: "build", says: `(?i)npm ci.{0,40}can only install|package-lock\.json.{0,40}not in sync|ERR_PNPM_OUTDATED_LOCKFILE|lockfile needs to be updated|frozen.lockfile|lock file .{0,40}(?:needs to be updated|is not up to date)|poetry\.lock.{0,60}(?:out of date|changed significantly)|changed significantly since poetry\.lock`, tell: lockOutOfStep},
		{rule: "package_not_found", stages: "build", says: `(?:404 Not Found - GET \S+/([^\s/]+)|No matching distribution found for (\S+)|notarget No matching version found for (\S+)|E404[^\n]*'([^']+)'|Unable to locate package (\S+)|(?i:could not find gem) '([^']+)'|no matching package named \x60?([^\x60\s]+?)\x60? found|Could not find a version that satisfies the requirement (\S+)|Could not find package (\S+))`, tell: func(c circumstances, m []string) {
			name := firstNonEmpty(m[1:])
			c.say("package_not_found", fmt.Sprintf("There is no package %s to be had.", name), "Correct its name or version in the manifest.")
		}},
		{rule: "missing_system_package", says: `(?:pg_config executable not found|fatal error: (\S+\.h): No such file|(?:error while loading shared libraries|cannot open shared object file)[^\n]*?(lib[\w+.-]+\.so[.\d]*)|(lib[\w+.-]+\.so[.\d]*): cannot open shared object file)`, tell: func(c circumstances, m []string) {
			what := firstNonEmpty(m[1:])
			if what == "" {
				what = "pg_config"
			}
			missingSystem(c, []string{what})
		}},
		{rule: "command_not_found", says: `(?:/bin/sh: \d+: |sh: \d+: |exec: "?|bash: line \d+: )([\w./+-]+)"?: (?:not found|executable file not found|command not found|no such file or directory)`, tell: func(c circumstances, m []string) {
			if _, ok := aptOf[m[1]]; ok {
				missingSystem(c, m)
				return
			}
			c.say("command_not_found", m[1]+" is not in the image.", "Correct the command, or install what holds it.")
		}},
		{rule: "missing_module", stages: "start health", says: `(?:Cannot find (?:module|package) '([^']+)'|ModuleNotFoundError: No module named '([^']+)'|cannot load such file -- (\S+)|Error: Could not find or load main class (\S+)|can't open file '([^']+)')`, tell: func(c circumstances, m []string) {
			c.say("missing_module", firstNonEmpty(m[1:])+" is not in the image that runs.", "Check the command's path, that the dependency is declared (not only for development), and that the runtime copies what the build made.")
		}},
		{rule: "missing_variable", stages: "start", says: `(?:KeyError: '([A-Z][A-Z0-9_]+)'|environment variable "?([A-Z][A-Z0-9_]+)"? (?:is )?(?:not set|missing|required|must be set)|([A-Z][A-Z0-9_]+) (?:is )?(?:required|not set|must be set))`, tell: func(c circumstances, m []string) {
			c.say("missing_variable", "The program wants the environment variable "+firstNonEmpty(m[1:])+".", "Give it a value for the proof, or a default in the program.")
		}},
		{rule: "neighbour_missing", stages: "start health", says: `(?i)(?:ECONNREFUSED|connection refused)[^\n]*`, also: func(c circumstances) bool { return len(c.doc.Metadata.BackingServices) > 0 }, tell: func(c circumstances, _ []string) {
			c.say("neighbour_missing", "The program needs "+strings.Join(c.doc.Metadata.BackingServices, " and ")+", which is not there while it is proved alone.", "Use a health check that does not need it, or prove the exported compose.yaml.")
		}},
		{rule: "wrong_port", stages: "health", also: func(c circumstances) bool {
			open := openPorts(c)
			return len(open) > 0 && !slices.Contains(open, declaredPort(c))
		}, tell: wrongPort},
		{rule: "loopback_only", stages: "health", also: func(c circumstances) bool { return len(openPorts(c)) == 0 && len(c.report.Start.Listening) > 0 }, tell: func(c circumstances, _ []string) {
			c.say("loopback_only", "The program listens on "+strings.Join(c.report.Start.Listening, ", ")+" only: nothing outside of the container reaches it.", "Let it listen on 0.0.0.0.")
		}},
		{rule: "health_failing", stages: "health", also: func(c circumstances) bool { return len(openPorts(c)) > 0 }, tell: func(c circumstances, _ []string) {
			why := "The program listens on its port, and the health check fails."
			if p := c.report.Probe; p != nil && p.Status != 0 {
				why = fmt.Sprintf("The program answers the health check with status %d.", p.Status)
			}
			c.say("health_failing", why, "Correct the health check's path, or what it checks.")
		}},
		{rule: "not_listening", stages: "health", tell: func(c circumstances, _ []string) {
			c.say("not_listening", "The program runs and listens on no port.", "Check the start command; if it is a worker, remove port and health check.")
		}},
		{rule: "builder_gone", says: `code = Unavailable desc = (?:error reading from server|transport is closing|connection error|closing transport)|(?:connection reset by peer|broken pipe)[^\n]*buildkit`, tell: func(c circumstances, _ []string) {
			c.say("builder_gone", "The builder went away in the middle of the proof.", "Look at its own log, start it again, and prove again.")
		}},
		{rule: "crash", stages: "start", tell: func(c circumstances, _ []string) {
			c.say("crash", fmt.Sprintf("The program ended by itself with exit code %d.", c.exit), "Its last lines say why.")
		}},
		{rule: "command_failed", stages: "build", says: `did not complete successfully: exit code: (\d+)`, tell: func(c circumstances, m []string) {
			c.say("command_failed", "The command failed with exit code "+m[1]+".", "Its last lines say why.")
		}},
	}
}

// heredoc is the beginning of a here-document; bash's own <<< is none.
func heredoc() *regexp.Regexp { return regexp.MustCompile(`(?m)^[^#\n]*<<-?["']?[A-Za-z_]`) }

// pulling tells an image that cannot be had from a command that fails.
func pulling(c circumstances) bool {
	return strings.HasPrefix(strings.ToUpper(c.failure.Text), "FROM") || strings.Contains(c.said, "source metadata") || strings.Contains(c.said, "failed to do request")
}

func moreMemory(c circumstances) string {
	if c.failure.Stage == "build" {
		return "Give the builder more memory, or make the build use less."
	}
	return "Raise the limit on memory (--memory), or let the program use less."
}

func imageNotFound(c circumstances, m []string) {
	image := strings.Trim(firstNonEmpty(m[1:]), `":`)
	if fields := strings.Fields(c.failure.Text); len(fields) > 1 && strings.EqualFold(fields[0], "FROM") {
		image = fields[1]
	}
	if strings.Contains(c.said, "pull access denied") {
		c.say("image_not_found", "There is no image "+image+", or it wants a login.", "Choose an image that exists, or sign in to its registry with docker login.")
		return
	}
	c.say("image_not_found", "There is no image "+image+".", "Choose a tag that exists.")
}

func missingScript(c circumstances, m []string) {
	c.say("missing_script", fmt.Sprintf("package.json has no script %q.", m[1]), "Add the script, or correct the command.")
}

// lockOutOfStep offers the install that mends the lock instead of refusing.
func lockOutOfStep(c circumstances, _ []string) {
	loose := strings.NewReplacer("npm ci", "npm install", "--frozen-lockfile", "--no-frozen-lockfile", "--immutable", "--no-immutable")
	commands := slices.Clone(c.doc.Build.PreBuildCommands)
	changed := false
	for i, cmd := range commands {
		if commands[i] = loose.Replace(cmd); commands[i] != cmd {
			changed = true
		}
	}
	why, fix := "The lock file does not fit the manifest.", "Update the lock file in the project."
	if changed {
		c.say("lock_out_of_step", why, fix+" Until then the build can install without it.", Edit{"/build/pre_build_commands", commands})
		return
	}
	c.say("lock_out_of_step", why, fix)
}

func firstNonEmpty(list []string) string {
	for _, s := range list {
		if s != "" {
			return s
		}
	}
	return ""
}
