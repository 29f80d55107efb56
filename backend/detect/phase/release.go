package phase

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"aipack/backend/base/finding"
	"aipack/backend/detect/backing"
	"aipack/backend/detect/pipeline"
	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

// releasedAt gives what starts the program and what runs once per release. A
// release is a container of its own (https://12factor.net/admin-processes) and
// reaches a data service, but no file of the program's. Where the plan has none
// that could be migrated, what is migrated lies in a file: that is done where the
// program runs, before it.
func releasedAt(s *pipeline.ServiceContext) (command, release []string) {
	start := s.Start.Value
	if len(start.Release) == 0 || slices.ContainsFunc(s.Backing, isMigrated) || len(start.Command) == 0 || s.Recipe.Runtime.BaseImage == "scratch" {
		return start.Command, start.Release
	}
	line, ok := shellLine(start)
	if !ok {
		return start.Command, start.Release
	}
	lines := slices.DeleteFunc(slices.Clone(start.Release), func(one string) bool { return gist(one) != "" && strings.Contains(line, gist(one)) })
	if len(lines) == 0 { // the start does it by itself
		return start.Command, nil
	}
	return []string{"sh", "-c", universalbuild.ChainInto(lines, line)}, nil
}

// gist is what a line of a release does, without its options: "db upgrade"; "" for
// one of a single word.
func gist(line string) string {
	words := slices.DeleteFunc(strings.Fields(line), func(w string) bool { return strings.HasPrefix(w, "-") })
	if len(words) < 2 {
		return ""
	}
	return strings.Join(words[len(words)-2:], " ")
}

// unmigrated are data services that have no tables: caches, queues, indexes and
// stores of files.
var unmigrated = []string{
	backing.Redis, backing.Valkey, backing.Memcached, backing.RabbitMQ, backing.Kafka, backing.NATS, backing.MinIO,
	backing.Etcd, backing.Elasticsearch, backing.OpenSearch, backing.Meilisearch, backing.Typesense,
}

func isMigrated(b finding.Finding[string]) bool { return !slices.Contains(unmigrated, b.Value) }

// shellLine is a start as a line of a shell that becomes the program.
func shellLine(s language.Start) (string, bool) {
	if len(s.Command) == 3 && s.Command[0] == "sh" && s.Command[1] == "-c" {
		return s.Command[2], true
	}
	words := []string{"exec"}
	for _, w := range s.Command {
		quoted, err := syntax.Quote(w, syntax.LangPOSIX)
		if err != nil { // no shell can say it
			return "", false
		}
		words = append(words, quoted)
	}
	return strings.Join(words, " "), true
}
