package crystal

import (
	"strings"
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
)

type files = languagetest.Files

func TestTargets(t *testing.T) {
	for name, c := range map[string]struct {
		files files
		role  language.Role
		build string
	}{
		"target":         {files{"shard.yml": "name: shop\ntargets:\n  shop:\n    main: src/shop.cr\n", "src/shop.cr": "HTTP::Server.new"}, language.Service, "shards build --release --no-debug --static shop"},
		"serving target": {files{"shard.yml": "name: x\ntargets:\n  a:\n    main: src/a.cr\n  b:\n    main: src/b.cr\n", "src/a.cr": "puts 1", "src/b.cr": "HTTP::Server.new"}, language.Service, "static b"},
		"locked":         {files{"shard.yml": "name: shop\ntargets:\n  shop:\n    main: src/shop.cr\n", "shard.lock": "version: 2.0\n", "src/shop.cr": "puts 1"}, language.Program, "shards build --production"},
		"library":        {files{"shard.yml": "name: shop\n", "src/shop.cr": "module Shop; end"}, language.Library, ""},
		"no manifest":    {files{"server.cr": "HTTP::Server.new"}, language.Service, "crystal build --release --no-debug --static -o bin/server server.cr"},
		"hostile target": {files{"shard.yml": "name: x\ntargets:\n  'a; rm -rf /':\n    main: a.cr\n", "a.cr": "HTTP::Server.new"}, language.Library, ""},
	} {
		t.Run(name, func(t *testing.T) {
			p, r := languagetest.Service(t, &Language, c.files)
			if p.Claim.Role != c.role || c.build != "" && !strings.Contains(r.Build.BuildCommands[0], c.build) {
				t.Errorf("role %d, build %q", p.Claim.Role, r.Build.BuildCommands)
			}
		})
	}
}
