package extract

import (
	"slices"
	"strings"
	"testing"
)

// TestNamedReads: a variable may be named by a constant, and what is handed to a
// library that refuses nothing is wanted.
func TestNamedReads(t *testing.T) {
	t.Parallel()
	const names = "export default {\n  JWT_SECRET: 'JWT_SECRET',\n  STORE: {\n    KEY: 'STORE_KEY',\n    PORT: 'STORE_PORT',\n  },\n  MAIL: {\n    PORT: 'MAIL_PORT',\n  },\n};\n"
	strategy := func(value string) string {
		return "import { ExtractJwt, Strategy } from 'passport-jwt';\nexport class JwtStrategy extends PassportStrategy(Strategy) {\n  constructor(config: ConfigService) {\n    super({\n      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),\n      secretOrKey: " + value + ",\n    });\n  }\n}\n"
	}
	for what, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"an object's member":          {map[string]string{"names.ts": names, "a.ts": strategy("config.get(names.JWT_SECRET)")}, "JWT_SECRET"},
		"that must be there":          {map[string]string{"names.ts": names, "a.ts": "export const port = config.getOrThrow(names.STORE.PORT);\n"}, "STORE_PORT"},
		"an object without that":      {map[string]string{"names.ts": names, "a.ts": "export const port = config.getOrThrow(names.OTHER.PORT);\n"}, ""},
		"of an enum":                  {map[string]string{"names.ts": "export enum Names {\n  KEY = 'SHOP_KEY',\n}\n", "a.ts": "export const key = config.getOrThrow<string>(Names.KEY);\n"}, "SHOP_KEY"},
		"with a value beside it":      {map[string]string{"names.ts": names, "a.ts": "export const port = config.get(names.STORE.KEY) || 'x';\n"}, ""},
		"a strategy's secret":         {map[string]string{"a.ts": strategy("process.env.SHOP_SIGN")}, "SHOP_SIGN"},
		"hapi's keys":                 {map[string]string{"a.js": "const Jwt = require('@hapi/jwt');\nserver.auth.strategy('x', 'jwt', {\n  keys: process.env.SHOP_SIGN,\n});\n"}, "SHOP_SIGN"},
		"Fastify's secret":            {map[string]string{"a.js": "app.register(require('@fastify/jwt'), {\n  secret: process.env.SHOP_SIGN,\n});\n"}, "SHOP_SIGN"},
		"a client of OAuth":           {map[string]string{"a.js": "const { Strategy } = require('passport-google-oauth20');\npassport.use(new Strategy({\n  clientID: process.env.SHOP_CLIENT,\n}, done));\n"}, "SHOP_CLIENT"},
		"another's keys":              {map[string]string{"a.js": "const x = {\n  keys: process.env.SHOP_SIGN,\n};\n"}, ""},
		"that has another":            {map[string]string{"a.ts": strategy("process.env.SHOP_SIGN || 'x'")}, ""},
		"not of that library":         {map[string]string{"a.ts": "const x = {\n  secretOrKey: process.env.SHOP_SIGN,\n};\n"}, ""},
		"a route's path":              {map[string]string{"a.js": "const express = require('express');\nconst router = express.Router();\nrouter.get(process.env.SHOP_PATH, handler);\n"}, "SHOP_PATH"},
		"a route below a path":        {map[string]string{"a.js": "const express = require('express');\nconst router = express.Router();\nrouter.get(`${process.env.SHOP_PATH}/:id`, handler);\n"}, ""},
		"a setting of that name":      {map[string]string{"a.js": "const express = require('express');\nconst app = express();\napp.get(process.env.SHOP_PATH);\n"}, ""},
		"what is asked of another":    {map[string]string{"a.js": "const express = require('express');\naxios.get(process.env.SHOP_PATH, { timeout: 1 });\n"}, ""},
		"the end that production has": {map[string]string{"config.js": "const ends = {\n  development: '_DEV',\n  production: '_PROD',\n};\nexport const shop = {\n  key: process.env[`JWT_KEY${ends[environment]}`],\n};\n"}, "JWT_KEY_PROD"},
		"no end for production":       {map[string]string{"config.js": "const ends = {\n  live: '_LIVE',\n};\nexport const shop = {\n  key: process.env[`JWT_KEY${ends[environment]}`],\n};\n"}, ""},
		"a constant of no variable's": {map[string]string{"names.ts": "export const names = {\n  KEY: 'shop key',\n};\n", "a.ts": "config.getOrThrow(names.KEY);\n"}, ""},
	} {
		got := needed(t, c.files)
		if want := strings.Fields(c.want); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
}

// TestAPartOfANameIsNone: what is put together with another text names no variable.
func TestAPartOfANameIsNone(t *testing.T) {
	t.Parallel()
	for file, lines := range map[string]map[string]string{
		"main.py":   {`key = os.environ["SHOP_KEY"]`: "SHOP_KEY", `key = os.environ["SHOP" + "_KEY"]`: "", `key = os.environ["SHOP_" + name.upper()]`: "", `text = "at " + os.environ["SHOP_KEY"] + "!"`: "SHOP_KEY"},
		"config.ex": {`key = System.fetch_env!("SHOP_KEY")`: "SHOP_KEY", `key = System.fetch_env!("SHOP_" <> name)`: ""},
		"main.rb":   {`key = ENV.fetch("SHOP_KEY")`: "SHOP_KEY", `key = ENV.fetch("SHOP_" + name)`: ""},
	} {
		for line, want := range lines {
			if got := needed(t, map[string]string{file: "import os\n" + line + "\n"}); !slices.Equal(got, strings.Fields(want)) {
				t.Errorf("%s: %q, want %q", line, got, want)
			}
		}
	}
}
