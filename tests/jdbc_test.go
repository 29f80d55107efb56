package tests

import (
	"slices"
	"testing"
)

// TestAddressesOfJDBC: a program for the JVM that hands an address to JDBC is given one of
// that form; a database in memory that is only brought along takes no other's place.
func TestAddressesOfJDBC(t *testing.T) {
	t.Parallel()
	const build = "plugins {\n  kotlin(\"jvm\") version \"2.1.10\"\n  id(\"io.ktor.plugin\") version \"3.0.3\"\n}\napplication { mainClass = \"ShopKt\" }\ndependencies {\n" +
		"  implementation(\"io.ktor:ktor-server-netty:3.0.3\")\n  implementation(\"org.postgresql:postgresql:42.7.5\")\n  implementation(\"com.h2database:h2:2.3.232\")\n}\n"
	for name, c := range map[string]struct {
		source, settings string
		store            bool
		value            string
	}{
		"by a pool": {
			"val url = System.getenv(\"DATABASE_URL\")\nval user = System.getenv(\"DATABASE_USER\")\nval pool = HikariDataSource(HikariConfig().apply { jdbcUrl = url; username = user })\n", "",
			true, "jdbc:postgresql://{postgresql.address}/{postgresql.database}",
		},
		"without an account": {
			"val c = DriverManager.getConnection(System.getenv(\"DATABASE_URL\"))\n", "",
			true, "jdbc:postgresql://{postgresql.address}/{postgresql.database}?user={postgresql.user}&password={postgresql.password}",
		},
		"taken apart": {"val at = java.net.URI(System.getenv(\"DATABASE_URL\"))\nval c = DriverManager.getConnection(form(at))\n", "", true, "{postgresql.url}"},
		"H2 is named": {"val c = Database.connect(\"jdbc:h2:mem:shop\")\n", "", false, ""},
		"in settings": {"val c = Database.connect(settings.url)\n", "shop:\n  url: jdbc:h2:mem:shop\n", false, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := theOneOf(t, map[string]string{
				"build.gradle.kts": build, "settings.gradle.kts": "rootProject.name = \"shop\"\n", "src/main/resources/application.yaml": "ktor:\n  deployment:\n    port: 8080\n" + c.settings,
				"src/main/kotlin/Shop.kt": "import io.ktor.server.netty.*\n\nfun main() {\n  embeddedServer(Netty, port = 8080) { }.start(wait = true)\n}\n\n" + c.source,
			})
			if got := slices.Contains(d.Metadata.BackingServices, "postgresql"); got != c.store {
				t.Errorf("PostgreSQL: %v", got)
			}
			value := ""
			for _, v := range d.Runtime.Variables {
				if v.Name == "DATABASE_URL" {
					value = v.Value
				}
			}
			if value != c.value {
				t.Errorf("DATABASE_URL=%q, want %q", value, c.value)
			}
		})
	}
}
