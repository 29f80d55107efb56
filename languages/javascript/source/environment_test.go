package source

import (
	"slices"
	"testing"
)

func TestEnvironment(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`import { env } from "node:process";`:                        "env",
		`import { argv, env, exit } from 'process'`:                  "env",
		`import process, { env as processEnv } from "node:process";`: "processEnv",
		"import {\n  cwd,\n  env,\n} from 'node:process'":            "env",
		`const { env } = require("process");`:                        "env",
		"const { env, exit } = process\nenv.PORT":                    "env",
		`const { env: environment } = require('node:process')`:       "environment",
		`const env = process.env;`:                                   "env",
		`export const ENV = process.env as Record<string, string>;`:  "ENV",
		`let env: NodeJS.ProcessEnv = process.env`:                   "env",
		`const env = process.env.NODE_ENV || "development";`:         "",
		`import { env } from "./config";`:                            "",
		`const { env } = process.release;`:                           "",
		`const { environment } = require("process")`:                 "",
		`import { environment } from "process"`:                      "",
		`const { DB_HOST, DB_PORT } = process.env;`:                  "",
		`const everything = process.env;`:                            "",
	} {
		got := ""
		for _, p := range Environment.By {
			if m := p.Regexp().FindStringSubmatch(text); m != nil && got == "" {
				if got = m[1]; got == "" {
					got = Environment.Names[0]
				}
			}
		}
		if got != "" && !slices.Contains(Environment.Names, got) {
			got = ""
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
