package golang

import (
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/gomod"
)

// serveCalls are the functions by which packages open a port, and are found by
// the package's usual name elsewhere.
var serveCalls = map[string][]string{
	"net":                    {"Listen", "ListenTCP", "ListenUDP", "ListenPacket", "ListenUnix"},
	"net/http":               {"ListenAndServe", "ListenAndServeTLS", "Serve", "ServeTLS"},
	"google.golang.org/grpc": {"NewServer"},
}

// openCall is a call of one of them: its package's name, where it has one, and
// its own.
const openCall = language.Pattern(`(?:^|[^\w.])(?:(\w+)\.)?(Listen(?:TCP|UDP|Packet|Unix)?|ListenAndServe(?:TLS)?|Serve(?:TLS)?|NewServer)\(`)

// listensRenamed finds where a file opens a port by a package that it imports
// under another name or, by a dot, under none
// (https://go.dev/ref/spec#Import_declarations).
func listensRenamed(at *language.Folder, name, content string, renamed []gomod.Import) finding.Evidence {
	renamed = slices.DeleteFunc(slices.Clone(renamed), func(i gomod.Import) bool { return serveCalls[i.Path] == nil })
	if len(renamed) == 0 {
		return finding.Evidence{}
	}
	number := 0
	for line := range strings.Lines(content) {
		number++
		if language.IsCommentLine(line) || strings.HasPrefix(line, "func (") {
			continue
		}
		for _, call := range openCall.Regexp().FindAllStringSubmatch(line, 8) {
			if slices.ContainsFunc(renamed, func(i gomod.Import) bool {
				return (i.Name == call[1] || i.Name == "." && call[1] == "") && slices.Contains(serveCalls[i.Path], call[2])
			}) {
				return at.Evidence("go.listens", name, number, strings.TrimSpace(line))
			}
		}
	}
	return finding.Evidence{}
}
