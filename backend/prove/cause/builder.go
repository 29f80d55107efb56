package cause

import (
	"regexp"
	"slices"
	"strings"
)

// wayBroken is how package tunnel says that nobody is reached any more.
const wayBroken = "the way to the program is broken"

// builderCauses are what the builder says of itself, of the Dockerfile and of
// the registries that it asks for images.
func builderCauses() []way {
	return []way{
		{rule: "time_limit", stages: "limit", tell: timeLimit},
		{
			rule: "builder_gone", class: Environment,
			reports: `code = Unavailable|code = Canceled desc = (?:grpc: the client connection is closing|latest balancer error)` +
				`|asking the builder .* who it is|error reading from server|closing transport` +
				`|(?:connection reset by peer|broken pipe)[^\n]*buildkit`,
			why: "The builder went away, or did not answer, in the middle of the proof.", fix: "Look at its own log, start it again, and prove again.",
		},
		{
			rule: "way_broken", class: Transient, reports: wayBroken,
			why: "The builder's connection to the program's container broke off in the middle of the proof.",
			fix: "Prove again; where it breaks each time, look at the builder's own log.",
		},
		{rule: "builder_too_old", class: Environment, stages: "build", reports: `unknown instruction|parse error`, also: func(c circumstances) bool {
			return c.Old && heredoc().MatchString(c.Dockerfile)
		}, why: "The builder is too old for here-documents (<<EOF), which this Dockerfile was given by hand.", fix: "Drop the edits of the Dockerfile: the one that aipack writes for this builder does without them. Or use Docker 23 or later."},
		{rule: "unknown_instruction", stages: "build", reports: `unknown instruction: (\S+)`, why: "{} is no Dockerfile instruction.", fix: "Correct the line."},
		{rule: "syntax", stages: "build", reports: `dockerfile parse error[^:]*: (.+)`, why: "The Dockerfile cannot be read: {}.", fix: "Correct the line."},
		{rule: "pull_limit", class: Transient, stages: "build", reports: `(?i)toomanyrequests|too many requests|pull rate limit`,
			why: "The registry answers that too many images were pulled.", fix: "Wait, sign in to the registry, or use a mirror."},
		{rule: "registry_login", class: Environment, stages: "build", reports: `(?i)(?:401 unauthorized|failed to authorize|no basic auth credentials|403 forbidden)`,
			also: pulling, why: "The registry wants a login.", fix: "Sign in with docker login, then prove again."},
		{
			rule: "wrong_platform", stages: "build", reports: `no match for platform in manifest|does not provide the specified platform`, also: pulling,
			why: "The image is not there for the builder's processor.", fix: "Choose a base image that has this platform.",
		},
		{
			// What BuildKit holds of an image while it asks for it is leased for
			// minutes (source/containerimage): a registry that answers later than
			// that has an image that seems "not found".
			rule: "registry_slow", class: Transient, stages: "build", reports: `source metadata for (\S+?): [^\n]*lease does not exist`,
			why: "The registry took so long to answer for {} that the builder had given up waiting: whether the image is there is not known.",
			fix: "Prove again; where it stays so, look at the registry, or at what lies between.",
		},
		{
			rule: "registry_down", class: Transient, stages: "build", reports: `source metadata for (\S+?): [^\n]*unexpected status [^\n]*: (5\d\d [A-Za-z ]+)`,
			why: "The registry answers {2} for {1}: whether the image is there is not known.",
			fix: "Prove again later, or choose an image that the builder has already.",
		},
		{
			rule: "registry_slow", class: Transient, stages: "build", also: pulling, reports: `(TLS handshake timeout|connection reset by peer|unexpected EOF|": EOF\b|read: connection timed out|http2: client connection lost|server misbehaving)`,
			why: "The connection to the registry broke while the builder got an image: {}.",
			fix: "Prove again; where it stays so, look at the registry, or at what lies between.",
		},
		{
			rule: "image_not_found", stages: "build", also: pulling, tell: imageNotFound,
			reports: `(?:(?:failed to resolve source metadata for |pull access denied for |)(\S+?):? (?:not found|manifest unknown)|source metadata for (\S+?): pull access denied|pull access denied for (\S+?),)`,
		},
		{
			rule: "builder_certificate", class: Environment, stages: "build",
			reports: `(?i)x509: certificate signed by unknown authority|certificate is not trusted|failed to verify certificate`, also: pulling,
			why: "A registry, or a proxy before it, shows a certificate of its own authority, and the builder does not know that.",
			fix: `Give the authority's certificate to the builder's machine (for Docker: /etc/docker/certs.d/HOST/ca.crt; for buildkitd: ca under [registry."HOST"]) and start the builder again.`,
		},
		{
			rule: "file_missing", stages: "build", reports: `failed to (?:compute cache key|calculate checksum)[^\n]*?: "?/?([^":\n]+)"?: not found`,
			why: "{} is not there for the COPY: the file is missing, ignored, or was not made by an earlier step.",
			fix: "Correct the path in the document, or make the earlier step write it there.",
		},
		{
			rule: "secret_not_given", class: Environment, stages: "build", reports: `secret ([\w.-]+): not found`, tell: secretNotGiven,
		},
		{rule: "disk_full", class: Environment, reports: diskFull, why: "The builder's disk is full.",
			fix: "Free space on it: docker system prune, or remove old build caches."},
		{rule: "disk_full", class: Environment, says: diskFull, why: "The builder's disk is full.",
			fix: "Free space on it: docker system prune, or remove old build caches."},
	}
}

// secretNotGiven says how a build is given a secret that the document names.
func secretNotGiven(_ circumstances, m []string) explanation {
	return explanation{
		why:     "The build needs the secret " + m[1] + ", which it was not given.",
		fix:     "Give it: --secret id=" + m[1] + ",src=FILE, or env=VARIABLE, on the command line; among the variables of the proof in the window. It is for the build alone, and no image keeps it.",
		details: map[string]any{"variable": m[1]},
	}
}

const diskFull = `(?i)no space left on device|disk quota exceeded`

// timeLimit says what the last step was doing, or that there was none yet.
func timeLimit(c circumstances, _ []string) explanation {
	t := explanation{
		why: "The build did not end within its time limit",
		fix: "Look at what the last step waits for; raise the limit (--limit) if it only needs longer.",
	}
	switch line, _ := c.log.end(); {
	case !c.Begun:
		t.why += ": the builder had begun no step, and was still getting the base images" + baseImages(c.Dockerfile) + "."
		t.fix = "Look whether the builder reaches their registry, and what else it is busy with; raise the limit (--limit) if it is only slow."
	case line != "" && c.Step != "":
		t.why += ": it was at " + strings.TrimSuffix(quoted(c.Step), ".") + ", and the last thing it printed is: " + quoted(line)
	case line != "":
		t.why += "; the last thing it printed is: " + quoted(line)
	case c.Step == "":
		t.why += ", and the step that it was at printed nothing."
	case len(c.log.lines) == 0:
		t.why += ", and the step that it was at printed nothing: " + quoted(c.Step)
	default:
		t.why += "; it was at " + quoted(c.Step)
	}
	return t
}

// baseImages lists what a Dockerfile begins its stages with, ": a, b" or "".
func baseImages(dockerfile string) string {
	var images []string
	for _, m := range fromLine().FindAllStringSubmatch(dockerfile, -1) {
		if image := m[1]; image != "scratch" && !slices.Contains(images, image) && (strings.ContainsAny(image, ":/@")) {
			images = append(images, image)
		}
	}
	if len(images) == 0 {
		return ""
	}
	return ": " + strings.Join(images, ", ")
}

func fromLine() *regexp.Regexp {
	return regexp.MustCompile(`(?mi)^FROM\s+(?:--\S+\s+)*(\S+)`)
}

// heredoc is the beginning of a here-document; bash's own <<< is none.
func heredoc() *regexp.Regexp { return regexp.MustCompile(`(?m)^[^#\n]*<<-?["']?[A-Za-z_]`) }

// pulling tells an image that cannot be had from a command that fails.
func pulling(c circumstances) bool {
	return strings.HasPrefix(strings.ToUpper(c.failure.Text), "FROM") || strings.Contains(c.builder, "source metadata") ||
		strings.Contains(c.builder, "failed to do request") || strings.Contains(c.builder, "failed to authorize") || strings.Contains(c.builder, "toomanyrequests")
}

func imageNotFound(c circumstances, m []string) explanation {
	image := strings.TrimPrefix(strings.TrimPrefix(strings.Trim(firstNonEmpty(m[1:]), `":`), "docker.io/"), "library/")
	if fields := strings.Fields(c.failure.Text); len(fields) > 1 && strings.EqualFold(fields[0], "FROM") {
		image = fields[1]
	}
	if strings.Contains(c.builder, "pull access denied") {
		return explanation{
			why: "There is no image " + image + ", or it wants a login.",
			fix: "Choose an image that exists, or sign in to its registry with docker login.",
		}
	}
	return explanation{why: "There is no image " + image + ".", fix: "Choose a tag that exists.", edits: withoutPatch(c, image)}
}
