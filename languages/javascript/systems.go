package javascript

import (
	"aipack/backend/language"
)

var systems = []language.System{
	{
		ID: "npm", Name: "npm", Files: []string{"package.json", "package-lock.json", "npm-shrinkwrap.json"},
		Caches: []string{"/root/.npm"},
		Practices: language.Practices{
			BuildImage: "node:22-bookworm-slim", RuntimeImage: "node:22-bookworm-slim",
			Build: []string{"npm ci", "npm run build", "npm prune --omit=dev"}, Test: []string{"npm test"},
			Caches: []string{"/root/.npm"}, Artifacts: []string{"dist", "node_modules"}, Ports: []int{3000},
			Notes: []string{
				"Copy package.json and package-lock.json before the sources, so that dependencies stay cached.",
				"Set NODE_ENV=production when the program runs, not while it is built: the build needs development dependencies.",
				"Start node itself rather than npm, so that it receives the signal to stop.",
			},
		},
	},
	{
		ID: "yarn", Name: "Yarn", Files: []string{"package.json", "yarn.lock", ".yarnrc.yml"},
		Caches: []string{"/usr/local/share/.cache/yarn"},
		Practices: language.Practices{
			BuildImage: "node:22-bookworm-slim", RuntimeImage: "node:22-bookworm-slim",
			Build: []string{"yarn install --frozen-lockfile", "yarn run build"}, Test: []string{"yarn test"},
			Caches: []string{"/usr/local/share/.cache/yarn", "/root/.yarn/berry/cache"}, Artifacts: []string{"dist", "node_modules"}, Ports: []int{3000},
			Notes: []string{
				"Yarn 2 and later take --immutable in place of --frozen-lockfile.",
				"Copy .yarnrc.yml and .yarn with the manifests: they hold the release and the plugins of yarn itself.",
			},
		},
	},
	{
		ID: "pnpm", Name: "pnpm", Files: []string{"package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml"},
		Caches: []string{"/root/.local/share/pnpm/store"},
		Practices: language.Practices{
			BuildImage: "node:22-bookworm-slim", RuntimeImage: "node:22-bookworm-slim",
			Build: []string{"pnpm install --frozen-lockfile", "pnpm run build", "pnpm prune --prod"}, Test: []string{"pnpm test"},
			Caches: []string{"/root/.local/share/pnpm/store"}, Artifacts: []string{"dist", "node_modules"}, Ports: []int{3000},
			Notes: []string{
				"The lock's format tells the major version: 5.4 is pnpm 7, 6.0 is pnpm 8, 9.0 is pnpm 9 or later.",
				"pnpm 10 runs install scripts only of packages named in onlyBuiltDependencies.",
			},
		},
	},
	{
		ID: "bun", Name: "Bun", Files: []string{"package.json", "bun.lock", "bun.lockb", "bunfig.toml"},
		Caches: []string{"/root/.bun/install/cache"},
		Practices: language.Practices{
			BuildImage: "oven/bun:1", RuntimeImage: "oven/bun:1-slim",
			Build: []string{"bun install --frozen-lockfile", "bun run build"}, Test: []string{"bun test"},
			Caches: []string{"/root/.bun/install/cache"}, Artifacts: []string{"dist", "node_modules"}, Ports: []int{3000},
			Notes: []string{"Bun runs TypeScript as it is: a server needs no build step."},
		},
	},
	{
		ID: "deno", Name: "Deno", Files: []string{"deno.json", "deno.jsonc", "deno.lock"},
		Caches: []string{},
		Practices: language.Practices{
			BuildImage: "denoland/deno:debian-2.5.6", RuntimeImage: "denoland/deno:debian-2.5.6",
			Build: []string{"deno install --entrypoint main.ts"}, Test: []string{"deno test"},
			Caches: []string{}, Artifacts: []string{"."}, Ports: []int{8000},
			Notes: []string{"Keep DENO_DIR in the image: the program must not fetch modules when it starts."},
		},
	},
}
