package jvm

import (
	"strings"
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
	"aipack/backend/universalbuild"
)

// TestPrograms: what answers a command line, or starts without a server, has no port; its
// dependencies alone do not make it a web application.
func TestPrograms(t *testing.T) {
	t.Parallel()
	pom := func(plugin string, dependencies ...string) string {
		out := "<project><modelVersion>4.0.0</modelVersion><groupId>a</groupId><artifactId>shop</artifactId><version>1</version><dependencies>"
		for _, d := range dependencies {
			group, artifact, _ := strings.Cut(d, ":")
			out += "<dependency><groupId>" + group + "</groupId><artifactId>" + artifact + "</artifactId><version>1</version></dependency>"
		}
		return out + "</dependencies><build><plugins>" + plugin + "</plugins></build></project>"
	}
	const (
		boot    = "<plugin><groupId>org.springframework.boot</groupId><artifactId>spring-boot-maven-plugin</artifactId></plugin>"
		quarkus = "<plugin><groupId>io.quarkus.platform</groupId><artifactId>quarkus-maven-plugin</artifactId></plugin>"
		jar     = "<plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-jar-plugin</artifactId><configuration><archive><manifest><mainClass>a.App</mainClass></manifest></archive></configuration></plugin>"
		web     = "org.springframework.boot:spring-boot-starter-web"
		starts  = "SpringApplication.run(App.class, args);"
	)
	app := func(body string) string {
		return "package a;\n@SpringBootApplication\npublic class App {\n  public static void main(String[] args) {\n    " + body + "\n  }\n}\n"
	}
	for name, c := range map[string]struct {
		pom, source, properties string
		role                    language.Role
		kind                    universalbuild.Kind
	}{
		"picocli's starter":              {pom(boot, "info.picocli:picocli-spring-boot-starter"), app(starts), "", language.Program, universalbuild.CLI},
		"Spring Shell":                   {pom(boot, "org.springframework.shell:spring-shell-starter"), app(starts), "", language.Program, universalbuild.CLI},
		"picocli's starter and a server": {pom(boot, web, "info.picocli:picocli-spring-boot-starter"), app(starts), "", language.Service, universalbuild.Web},
		"by a property":                  {pom(boot, web), app(starts), "spring.main.web-application-type=NONE\n", language.Program, universalbuild.CLI},
		"another type":                   {pom(boot, web), app(starts), "spring.main.web-application-type=reactive\n", language.Service, universalbuild.Web},
		"by its builder":                 {pom(boot, web), app("new SpringApplicationBuilder(App.class).web(WebApplicationType.NONE).run(args);"), "", language.Program, universalbuild.CLI},
		"by a choice":                    {pom(boot, web), app("app.setWebApplicationType(args.length > 0 ? WebApplicationType.NONE : WebApplicationType.SERVLET);"), "", language.Service, universalbuild.Web},
		"with a controller all the same": {pom(boot, web), app("app.setWebApplicationType(WebApplicationType.NONE);") + "@RestController class Pages {}\n", "", language.Service, universalbuild.Web},
		"that waits for messages":        {pom(boot, web, "org.springframework.kafka:spring-kafka"), app(starts), "spring.main.web-application-type=none\n", language.Service, universalbuild.Worker},
		"that runs by the clock":         {pom(boot, web), app(starts) + "class Clock { @Scheduled(fixedRate = 1000) void tick() {} }\n", "spring.main.web-application-type=none\n", language.Service, universalbuild.Worker},
		"a server":                       {pom(boot, web), app(starts), "", language.Service, universalbuild.Web},
		"Micronaut's picocli":            {pom(jar, "io.micronaut.picocli:micronaut-picocli"), app("PicocliRunner.run(App.class, args);"), "", language.Program, universalbuild.CLI},
		"Micronaut that serves, too":     {pom(jar, "io.micronaut.picocli:micronaut-picocli"), app("if (args.length > 0) { PicocliRunner.run(App.class, args); } else { Micronaut.run(App.class); }"), "", language.Service, universalbuild.Web},
		"Micronaut":                      {pom(jar, "io.micronaut:micronaut-http-server-netty"), app("Micronaut.run(App.class);"), "", language.Service, universalbuild.Web},
		"Quarkus' picocli":               {pom(quarkus, "io.quarkus:quarkus-picocli", "io.quarkus:quarkus-arc"), app(""), "", language.Program, universalbuild.CLI},
		"Quarkus' picocli and pages":     {pom(quarkus, "io.quarkus:quarkus-picocli", "io.quarkus:quarkus-rest"), app(""), "", language.Service, universalbuild.Web},
		"Quarkus' picocli that waits":    {pom(quarkus, "io.quarkus:quarkus-picocli", "io.quarkus:quarkus-scheduler"), app(""), "", language.Service, universalbuild.Worker},
	} {
		in := languagetest.Files{"pom.xml": c.pom, "src/main/java/a/App.java": c.source}
		if c.properties != "" {
			in["src/main/resources/application.properties"] = c.properties
		}
		claim, ok := Java.Claim(languagetest.Reader(t, in).Folder("."))
		if !ok || claim.Role != c.role || claim.Kind != c.kind {
			t.Errorf("%s: %v %q", name, claim.Role, claim.Kind)
		}
		if c.role == language.Program && claim.RoleWhy.Path == "" {
			t.Errorf("%s: %+v", name, claim.RoleWhy)
		}
	}
}

// TestUsage: a program of picocli that wants arguments is asked for what it answers without.
func TestUsage(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ annotations, want string }{
		"a parameter":                      {"@Command(mixinStandardHelpOptions = true)\nclass Shop {\n  @Parameters(index = \"0\", description = \"the file; a path\") private File file;\n}", "--help"},
		"one by its whole name":            {"@CommandLine.Command(mixinStandardHelpOptions = true, version = \"shop 1\")\nclass Shop {\n  @CommandLine.Parameters String file;\n}", "--version"},
		"a version of a provider":          {"@Command(mixinStandardHelpOptions = true, versionProvider = Versions.class)\nclass Shop {\n  @Parameters\n  String file;\n}", "--version"},
		"a required option":                {"@Command(mixinStandardHelpOptions = true)\nclass Shop {\n  @Option(names = {\"-f\", \"--file\"}, required = true) String file;\n}", "--help"},
		"an option":                        {"@Command(mixinStandardHelpOptions = true)\nclass Shop {\n  @Option(names = \"-f\") String file;\n}", ""},
		"a parameter that may be left out": {"@Command(mixinStandardHelpOptions = true)\nclass Shop {\n  @Parameters(arity = \"0..1\") String file;\n}", ""},
		"one with a default":               {"@Command(mixinStandardHelpOptions = true)\nclass Shop {\n  @Parameters(defaultValue = \"x\") String file;\n}", ""},
		"any number":                       {"@Command(mixinStandardHelpOptions = true)\nclass Shop {\n  @Parameters List<String> files;\n  @Parameters String[] more;\n}", ""},
		"no help":                          {"@Command\nclass Shop {\n  @Parameters String file;\n}", ""},
		"no word on it":                    {"@Command(mixinStandardHelpOptions = true)\nclass Shop {}", ""},
	} {
		p, _ := languagetest.Project(t, &Java, languagetest.Files{
			"build.gradle":             "plugins { id 'application' }\ndependencies { implementation 'info.picocli:picocli:4.7.6' }\napplication { mainClass = 'a.App' }\n",
			"src/main/java/a/App.java": "package a;\nimport picocli.CommandLine;\n" + c.annotations + "\nclass App { public static void main(String[] a) { new CommandLine(new Shop()).execute(a); } }\n",
		}, ".", "")
		want := "java -cp lib/* a.App"
		if c.want != "" {
			want += " " + c.want
		}
		if got := strings.Join(p.Start.Value.Command, " "); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
