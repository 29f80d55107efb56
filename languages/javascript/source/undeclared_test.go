package source

import (
	"testing"

	"aipack/backend/language/languagetest"
	"aipack/backend/manifest/npm"
)

// TestUndeclared: what pnpm hides from a program that another package brings along.
func TestUndeclared(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct{ source, lock, want string }{
		"version 6":              {"import * as dotenv from 'dotenv';\ndotenv.config();", "packages:\n\n  /dotenv@16.4.7:\n", "dotenv"},
		"version 5":              {"import * as dotenv from 'dotenv';\ndotenv.config();", "packages:\n\n  /dotenv/16.4.7:\n", "dotenv"},
		"version 9":              {"import * as dotenv from 'dotenv';\ndotenv.config();", "packages:\n\n  dotenv@16.4.7:\n", "dotenv"},
		"of a scope":             {"import { a } from '@s/a';\na();", "packages:\n\n  '@s/a@1.0.0':\n", "@s/a"},
		"that is declared":       {"import * as pg from 'pg';\npg.connect();", "packages:\n\n  /pg@8.0.0:\n", ""},
		"that nobody brings":     {"import * as dotenv from 'dotenv';\ndotenv.config();", "packages:\n\n  /dotenv-expand@1.0.0:\n", ""},
		"a module of Node.js":    {"import * as path from 'path';\npath.join();", "packages:\n\n  /path@1.0.0:\n", ""},
		"of which types alone":   {"import { A } from 'dotenv';\nexport const a: A = {};", "packages:\n\n  /dotenv@16.4.7:\n", ""},
		"without a lock file":    {"import * as dotenv from 'dotenv';\ndotenv.config();", "", ""},
		"a package of that name": {"import * as shop from 'shop';\nshop.open();", "packages:\n\n  /shop@1.0.0:\n", ""},
	} {
		f := languagetest.Reader(t, map[string]string{"src/main.ts": "import './settings';\n", "src/settings.ts": c.source}).Folder(".")
		pkg := npm.Package{Name: "shop", Dependencies: map[string]string{"pg": "8"}}
		if got := Undeclared(f, pkg, c.lock, "src/main.ts").Package; got != c.want {
			t.Errorf("%s: %q, want %q", what, got, c.want)
		}
	}
}
