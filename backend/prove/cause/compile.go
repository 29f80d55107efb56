package cause

// compileCauses are programs that do not compile. They are general: a compiler
// often stumbles over what an earlier step could not get, and that is then the
// cause.
func compileCauses() []way {
	const mend = "Mend the code; the log has the other errors, where there are more."
	compile := func(says, why string) way {
		return way{rule: "compile_error", stages: "build", general: true, says: says, first: true, why: why, fix: mend}
	}
	typescript := func(says, why string) way { // ts-node compiles while the program starts
		w := compile(says, why)
		w.stages = "build start"
		return w
	}
	return []way{
		{
			rule: "compile_error", stages: "build", general: true, first: true,
			says: `(?:^|/)node_modules/((?:@[^/]+/)?[^/]+)/\S+\.d\.[cm]?ts\(\d+,\d+\): error (TS1\d{3}): `,
			why:  "TypeScript cannot read the types of {1} ({2}): they are written for a newer TypeScript than the project has.",
			fix:  "Pin {1} to a version of the project's own time, and keep a lock file; or update TypeScript.",
		},
		typescript(`^(\S+?)\((\d+),\d+\): error (TS\d+): ([^\n]{1,300})`, "TypeScript does not compile: {1}, line {2}: {4} ({3})"),
		typescript(`^(\S+?):(\d+):\d+ - error (TS\d+): ([^\n]{1,300})`, "TypeScript does not compile: {1}, line {2}: {4} ({3})"),
		{rule: "compile_error", stages: "build", general: true, first: true,
			says: `^(\./\S+\.[cm]?[jt]sx?)(?::(\d+):\d+)?\n(?:Type error: |Error: +|Module not found: )?([^\n]{1,300})`, lines: 1, why: "{1} does not compile: {3}",
			fix: mend},
		compile(`(Module not found: Error: Can't resolve '[^']+' in '[^']+')`, "The bundler misses a file: {1}."),
		compile(`(?:\[vite\]:? |RollupError: |\[plugin:? ?\S+\] )?(?:Rollup failed to resolve import|Could not resolve) "([^"]+)" from "([^"]+)"`,
			"The bundler misses {1}, which {2} imports."),
		compile(`✘ \[ERROR\] ([^\n]{1,300})`, "The bundler says: {1}"),
		{rule: "compile_error", stages: "build", general: true, first: true,
			says: `^ERROR in (\S+)[^\n]*\n([^\n]{1,300})`, lines: 1, why: "{1} does not compile: {2}", fix: mend},
		compile(`^(\S+\.go):(\d+):\d+: ([^\n]{1,300})`, "Go does not compile it: {1}, line {2}: {3}."),
		{rule: "compile_error", stages: "build", general: true, first: true, says: `^error(?:\[(E\d+)\])?: ([^\n]{1,300})\n +--> (\S+?):(\d+):`,
			lines: 1, why: "Rust does not compile it: {3}, line {4}: {2}.", fix: mend},
		compile(`\[ERROR\] (/\S+\.(?:java|kt|scala)):\[(\d+),\d+\] ([^\n]{1,300})`, "Java does not compile it: {1}, line {2}: {3}."),
		compile(`^(?:\[ant:javac\] )?(\S+\.(?:java|kt|groovy)):(\d+): error: ([^\n]{1,300})`, "Java does not compile it: {1}, line {2}: {3}."),
		compile(`^e: (?:file://)?(\S+?):(\d+):\d+:? ([^\n]{1,300})`, "Kotlin does not compile it: {1}, line {2}: {3}."),
		compile(`^(\S+?\.(?:cs|fs|vb|csproj))\((\d+),\d+\): error (\w+): ([^\n]{1,300}?)(?: \[[^\]]*\])?$`, "It does not compile: {1}, line {2}: {4} ({3})."),
		compile(`^(\S+?\.(?:c|cc|cpp|cxx|h|hpp|m|rs|zig|swift)):(\d+):\d+: (?:fatal )?error: ([^\n]{1,300})`, "It does not compile: {1}, line {2}: {3}."),
		compile(`^\s*\*\* \((?:CompileError|SyntaxError|TokenMissingError)\) (\S+?):(\d+):?\d*:? ?([^\n]{1,300})`, "It does not compile: {1}, line {2}: {3}."),
		{
			rule: "page_data", stages: "build", general: true, says: `Failed to collect page data for (\S+)|Error occurred prerendering page "([^"]+)"`, tell: pageData,
		},
	}
}

// pageData is Next.js running pages while it builds them: what they said stands
// above.
func pageData(c circumstances, m []string) explanation {
	t := explanation{
		why: "Next.js runs the page " + firstNonEmpty(m[1:]) + " while it builds, and that fails.",
		fix: `Let the page do without what is missing in a build (services, variables), or leave it to the start: export const dynamic = "force-dynamic".`,
	}
	if said, _ := c.log.search(compiled(`^\s*(?:\[?\w*Error(?: \[\w+\])?|⨯ \w*Error): ([^\n]{1,300})$`), 0, 0, true); said != nil && said[1] != "" {
		t.why += " It said: " + quoted(said[0])
	}
	return t
}
