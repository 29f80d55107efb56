package cause

import (
	"strconv"
	"strings"
)

// jvmCauses are Java's, Maven's and Gradle's own words.
func jvmCauses() []way {
	return []way{
		{
			rule: "wrong_runtime_version",
			says: `UnsupportedClassVersionError: (\S+)[^\n]*class file version ([\d.]+)[^\n]*up to ([\d.]+)` +
				`|Unsupported class file major version (\d+)|class file has wrong version ([\d.]+), should be ([\d.]+)`,
			tell: classVersion,
		},
		{
			rule: "wrong_runtime_version", stages: "build",
			says: `release version (\d+) not supported|invalid (?:target|source) release: (\d+)|invalid flag: --release` +
				`|Fatal error compiling: error: release version (\d+)`,
			tell: func(c circumstances, m []string) explanation {
				wanted := firstNonEmpty(m[1:])
				return explanation{
					why: "The project is written for Java " + wanted + ", and the build's JDK is older.",
					fix: "Choose a build image with that JDK, or a newer one.", edits: javaOf(c, wanted),
				}
			},
		},
		{
			rule: "wrong_runtime_version", stages: "build", says: `(?:Source|Target) option (\d+) is no longer supported|error: (?:Source|Target) option (\d+)`,
			why: "The project is written for Java {}, which the build's JDK no longer compiles.",
			fix: "Set maven.compiler.release (or source and target) to 8 or later, or choose an older JDK.",
		},
		{
			rule: "wrong_runtime_version", stages: "build", first: true,
			says: `Cannot find a Java installation on your machine[^\n]*languageVersion=(\d+)` +
				`|No matching toolchains found for requested specification: \{languageVersion=(\d+)|No locally installed toolchains match` +
				`|Detected JDK Version: (\S+) is not in the allowed range|requires at least JVM runtime version (\d+)` +
				`|Gradle requires JVM (\d+)|compatibility with Java (\d+)`,
			tell: func(c circumstances, m []string) explanation {
				wanted := firstNonEmpty(m[1:])
				return explanation{
					why: "The build asks for another JDK than the image has (" + wanted + ").", edits: javaOf(c, wanted),
					fix: "Choose a build image with the JDK of the project's toolchain, or let Gradle download one (foojay-resolver).",
				}
			},
		},
		{
			rule: "no_main_class", stages: "start health", says: `no main manifest attribute, in (\S+)`,
			why: "{} names no main class: it is a library, or the plain one of two jars that the build writes.",
			fix: "Start the jar that can be run (Spring Boot's, Shadow's), or name the class: java -cp … Main.",
		},
		{
			rule: "missing_module", stages: "start health", says: `Error: Unable to access jarfile (\S+)|Error: Could not find or load main class (\S+)`,
			why: "{} is not in the image that runs.", fix: "Check the command's path, and that the runtime copies what the build made.",
		},
		{
			rule: "missing_module", stages: "start health", says: `(?:NoClassDefFoundError|ClassNotFoundException): (\S+)`,
			why: "The class {} is not in the image that runs.",
			fix: "Start the jar that holds its dependencies too, or copy the folder of jars and name it in the class path.",
		},
		{
			rule: "download_failed", fetches: true, stages: "build",
			says: `Could not transfer artifact (\S+) from/to \S+ \((https?://[^/)\s]+)[^)]*\): ([^\n]{0,160})|Could not (?:GET|HEAD) '(https?://[^/']+)[^']*'[^\n]*`,
			why:  "{1} could not be downloaded from {2}{4}: {3}.", fix: "Prove again; if it stays, look at that repository, and whether it wants a login.",
		},
		{
			rule: "package_not_found", stages: "build",
			says: `Could not find artifact (\S+)|Failure to find (\S+) in` +
				`|Non-resolvable (?:parent|import) POM[^\n]*?: (?:Could not find artifact |The following artifacts could not be resolved: )?(\S+)` +
				`|^\s*>? ?Could not find ([\w.-]+:[\w.-]+:[\w.-]+)\.|Plugin \[id: '([^']+)'[^\n]*was not found`,
			why: "There is no package {} to be had from the repositories that the build asks.",
			fix: "Correct its name or version in the build file, or add the repository that holds it; what another module of the project makes must be built before.",
		},
		{
			rule: "package_not_found", stages: "build", general: true,
			says: `Could not resolve (?:all (?:files|dependencies|artifacts)|dependencies) for (?:configuration|project) '?([^\s']+)`,
			why:  "Dependencies of {} could not be had.", fix: "The log names them: correct their names or versions, or add the repository that holds them.",
		},
		{
			rule: "wrapper_missing", stages: "build",
			says: `Could not find or load main class org\.(?:gradle\.wrapper\.GradleWrapperMain|apache\.maven\.wrapper\.MavenWrapperMain)` +
				`|(?:gradle-wrapper\.jar|maven-wrapper\.jar)[^\n]*(?:no such file|not found|No such file)`,
			why: "The build's wrapper is there without its jar.",
			fix: "Commit gradle/wrapper/gradle-wrapper.jar (or .mvn/wrapper), which a .gitignore often leaves out, or build with the image's own tool.",
		},
	}
}

// classVersion turns the class file's number into the Java it stands for
// (JVMS, table 4.1-A: 44 more).
func classVersion(c circumstances, m []string) explanation {
	wanted, there := java(firstNonEmpty([]string{m[2], m[4], m[5]})), java(firstNonEmpty([]string{m[3], m[6]}))
	t := explanation{
		edits: javaOf(c, wanted), why: "A class was compiled for Java " + wanted + ", which is newer than the Java that reads it.",
		fix: "Choose a runtime image (and build tools) of Java " + wanted + " or newer, or compile for an older release.",
	}
	if there != "" {
		t.why = "A class was compiled for Java " + wanted + ", and the image has Java " + there + "."
	}
	return t
}

func java(classFile string) string {
	whole, _, _ := strings.Cut(classFile, ".")
	n, err := strconv.Atoi(whole)
	if err != nil || n < 45 {
		return classFile
	}
	return strconv.Itoa(n - 44)
}
