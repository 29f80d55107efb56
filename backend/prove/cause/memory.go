package cause

import "fmt"

// memoryCauses are the words in which the kernel, the builder and runtimes say
// that memory was wanting. A process that was killed says nothing of the kind:
// SIGKILL has many senders.
func memoryCauses() []way {
	const why = "It ran out of memory."
	return []way{
		// BuildKit puts this error in the place of the exit code where the
		// kernel counted an OOM kill in the step's control group (detectOOM in
		// executor/runcexecutor).
		{
			rule: "out_of_memory", class: Environment, stages: "build", reports: `did not complete successfully: cannot allocate memory`,
			why: "The kernel killed a process of this step for want of memory.", fix: moreMemory("build"),
		},
		// Builders on control groups of version 1 cannot ask the kernel.
		{rule: "out_of_memory", class: Environment, stages: "build", exit: 137, general: true, also: func(c circumstances) bool { return c.Memory > 0 }, tell: func(c circumstances, _ []string) explanation {
			return explanation{
				why: fmt.Sprintf("It was killed (signal 9) while its memory was limited to %d MiB: by that limit, most likely.", c.Memory>>20),
				fix: "Raise the limit (--memory), or make the build use less.",
			}
		}},
		// V8's heap has a limit of its own, whatever the machine has
		// (nodejs.org/api/cli.html, --max-old-space-size).
		{
			rule: "out_of_memory", stages: "build", says: `JavaScript heap out of memory`,
			also: func(c circumstances) bool { return c.Memory == 0 || c.Memory > heap<<20 },
			tell: func(c circumstances, _ []string) explanation {
				return explanation{
					why: "It ran out of the memory that Node.js gives itself.", fix: moreMemory("build"),
					edits: option(c, "NODE_OPTIONS", fmt.Sprintf("--max-old-space-size=%d", heap)),
				}
			},
		},
		{rule: "out_of_memory", class: Environment, stages: "build limit", says: outOfMemory, why: why, fix: moreMemory("build")},
		{rule: "out_of_memory", class: Environment, stages: "start health", says: outOfMemory, why: why, fix: moreMemory("start")},
		{rule: "out_of_memory", class: Environment, stages: "start health",
			reports: `(?i)OOMKilled|oom-kill|out of memory|cannot allocate memory`, why: why, fix: moreMemory("start")},
	}
}

// heap is how many MiB a build of Node's may have for its objects.
const heap = 4096

// outOfMemory are GCC's driver, V8, Node's buffers, glibc's ENOMEM, Java,
// Python, Go, C++, Rust, PHP, .NET and the kernel. PHP's and V8's limits are
// their own, and more memory alone does not lift them.
const outOfMemory = `Killed signal terminated program|heap out of memory|(?i:cannot allocate memory)|\bENOMEM\b|java\.lang\.OutOfMemoryError|Array buffer allocation failed|^MemoryError\b|fatal error: runtime: (?:cannot allocate|out of) memory|std::bad_alloc|memory allocation of \d+ bytes failed|Allowed memory size of \d+ bytes exhausted|System\.OutOfMemoryException|OOMKilled|[Oo]ut of memory: Killed process|signal: killed \(out of memory\)|LLVM ERROR: out of memory|virtual memory exhausted`

func moreMemory(stage string) string {
	if stage == "build" {
		return "Give the builder more memory, or make the build use less: fewer jobs at once, or a larger heap where the tool sets its own limit (NODE_OPTIONS=--max-old-space-size=…, -Xmx)."
	}
	return "Raise the limit on memory (--memory) or the runtime's own, or let the program use less."
}
