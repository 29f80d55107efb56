package phase

import (
	"context"
	"fmt"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/pipeline"
	"aipack/backend/universalbuild"
)

// Health finds how to tell that the service is well.
type Health struct{}

// Name is the phase's id.
func (Health) Name() string { return "health" }

// Execute looks for a path, strongest first: what deployment files say, what
// the language knows, routes in the source, what the framework answers by
// itself. Without one, that the port accepts a connection is all one can ask.
func (Health) Execute(_ context.Context, s *pipeline.ServiceContext) (pipeline.ServicePhaseResult, error) {
	if !s.Port.Found() {
		return pipeline.ServicePhaseResult{Result: "none: no port"}, nil
	}
	var known, framework finding.Finding[string]
	if s.Language.Health != nil {
		known = s.Language.Health(s.Project)
	}
	if f, ok := s.KnownFramework(); ok && len(f.Health) > 0 {
		framework = finding.Of(f.Health[0], finding.Likely-0.1, finding.Evidence{Rule: s.Language.ID + ".framework_health", Excerpt: f.Name})
	}
	static := finding.Finding[string]{}
	if s.Recipe.Static {
		static = finding.Of("/", finding.Certain, finding.Evidence{Rule: "static.index"})
	}
	s.Health = static
	if !static.Found() {
		s.Health = s.Facts.Health(known, framework)
	}
	result := "port " + fmt.Sprint(s.Port.Value) + " accepts connections"
	if s.Health.Found() {
		result = "GET " + s.Health.Value
	}
	return pipeline.ServicePhaseResult{Result: result, Confidence: s.Health.Confidence}, nil
}

// healthcheck makes the command for a runtime image. Debian's and Ubuntu's
// images hold bash and neither curl nor wget, so bash speaks HTTP itself (bash
// manual, REDIRECTIONS: /dev/tcp/host/port). The request leaves in one write: a
// server that answers its first line and closes would otherwise kill bash with
// SIGPIPE. Alpine has busybox wget. Images
// without a shell get none.
func healthcheck(image, port, path string) *universalbuild.Healthcheck {
	h := &universalbuild.Healthcheck{Interval: "30s", Timeout: "5s", Retries: 3, StartPeriod: "15s", Path: path}
	address := "127.0.0.1/" + port
	switch {
	case image == "scratch" || strings.Contains(image, "distroless"):
		return nil
	case strings.Contains(image, "alpine"):
		h.Command = []string{"sh", "-c", fmt.Sprintf("wget -q -O /dev/null http://127.0.0.1:%s%s", port, path)}
	case path == "":
		h.Command = []string{"bash", "-c", "exec 3<>/dev/tcp/" + address}
	default:
		h.Command = []string{"bash", "-c", fmt.Sprintf(
			`exec 3<>/dev/tcp/%s && cat <<<$'GET %s HTTP/1.0\r\nHost: localhost\r\n\r' >&3 && read -r -t 4 _ status _ <&3 && [[ $status == [23]* ]]`,
			address, safePath(path))}
	}
	return h
}

// safePath keeps a path that was read from a repository from ending the quotes
// around it.
func safePath(p string) string {
	var b strings.Builder
	for _, c := range []byte(p) {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', strings.IndexByte("/-_.~=?&", c) >= 0:
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}
