package export_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"aipack/backend/packaging/export"
	"aipack/backend/universalbuild"

	"github.com/compose-spec/compose-go/v2/dotenv"
	"github.com/compose-spec/compose-go/v2/loader"
	"github.com/compose-spec/compose-go/v2/types"
	"github.com/google/go-cmp/cmp"
)

// load checks a compose file with compose's own loader, schema included.
func load(t *testing.T, content string, env types.Mapping) *types.Project {
	t.Helper()
	p, err := loader.LoadWithContext(t.Context(), types.ConfigDetails{
		WorkingDir:  t.TempDir(),
		ConfigFiles: []types.ConfigFile{{Filename: "compose.yaml", Content: []byte(content)}},
		Environment: env,
	}, func(o *loader.Options) { o.Profiles = []string{"*"} })
	if err != nil {
		t.Fatalf("%v\n%s", err, content)
	}
	return p
}

// composed is a plan's compose file.
func composed(project string, services []export.Placed) (string, error) {
	c, err := export.Compose(project, services, ".env.example")
	return c.File, err
}

// shop is a repository of a web service with a worker and migrations, a site
// that needs it, and a program for the terminal.
func shop() []universalbuild.UniversalBuild {
	return []universalbuild.UniversalBuild{
		{
			Metadata: universalbuild.Metadata{
				ProjectName: "@shop/api", Path: "apps/api", Language: "typescript", Kind: universalbuild.Web,
				BackingServices: []string{"redis", "postgresql", "unknown"}, DependsOn: []string{"apps/web"},
			},
			Build: universalbuild.Build{BaseImage: "node:22", Context: ".", PreBuildCommands: []string{"npm ci"}, Environment: map[string]string{"NPM_TOKEN": ""}},
			Runtime: universalbuild.Runtime{
				BaseImage: "node:22", Command: []string{"node", "a.js"}, Ports: []universalbuild.Port{{Port: 3000, Protocol: "tcp"}},
				Environment: map[string]string{"NODE_ENV": "production", "SESSION_SECRET": "x7Gq0pLw29sKd"},
				Processes:   []universalbuild.Process{{Name: "Worker", Command: []string{"sh", "-c", "exec node worker.js $QUEUE"}}},
				Release:     []string{"npx prisma migrate deploy"},
				Variables: []universalbuild.Variable{
					{Name: "DATABASE_URL", Required: true, Secret: true, Default: "postgres://localhost/dev"}, {Name: "REDIS_HOST"}, {Name: "PORT"},
					{Name: "STRIPE_SECRET_KEY", Required: true, Secret: true}, {Name: "LOG_LEVEL", Default: "info"}, {Name: "NODE_ENV"}, {Name: "bad-name"},
				},
			},
		},
		{
			Metadata: universalbuild.Metadata{ProjectName: "web", Path: "apps/web", Kind: universalbuild.Static, DependsOn: []string{"apps/api", "packages/ui"}},
			Runtime: universalbuild.Runtime{
				BaseImage: "nginx:1.28-bookworm", Ports: []universalbuild.Port{{Port: 3000, Protocol: "tcp"}, {Port: 53, Protocol: "udp"}},
				Healthcheck: &universalbuild.Healthcheck{Command: []string{"true"}},
			},
		},
		{
			Metadata: universalbuild.Metadata{ProjectName: "redis", Path: "cmd/redis $x", Kind: universalbuild.CLI},
			Runtime:  universalbuild.Runtime{BaseImage: "debian:bookworm-slim", Command: []string{"./redis"}},
		},
	}
}

func TestComposeLoads(t *testing.T) {
	got, err := composed("The Shop", export.Place(shop()))
	if err != nil {
		t.Fatal(err)
	}
	const golden = "testdata/shop.compose.yaml"
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	p := load(t, got, types.Mapping{"POSTGRES_PASSWORD": "p", "STRIPE_SECRET_KEY": "s", "SESSION_SECRET": "t", "LOG_LEVEL": "debug"})
	names := p.ServiceNames()
	slices.Sort(names)
	if diff := cmp.Diff([]string{"api", "api-release", "api-worker", "postgresql", "redis", "redis-server", "web"}, names); diff != "" {
		t.Error(diff)
	}
	api := p.Services["api"]
	if url := api.Environment["DATABASE_URL"]; url == nil || *url != "postgres://app:p@postgresql:5432/app" {
		t.Errorf("DATABASE_URL: %v", url)
	}
	if host := api.Environment["REDIS_HOST"]; host == nil || *host != "redis-server" {
		t.Errorf("REDIS_HOST: %v", host)
	}
	if w := p.Services["api-worker"]; !slices.Equal(w.Command, []string{"sh", "-c", "exec node worker.js $QUEUE"}) || w.Build == nil || !w.HealthCheck.Disable {
		t.Errorf("worker: %+v", w)
	}
	if c := p.Services["redis"].Build.Context; filepath.Base(c) != "redis $x" {
		t.Errorf("context: %s", c)
	}
}

// TestComposeWaitsForTheRelease has migrations run once, before anything of the
// image and what needs it.
func TestComposeWaitsForTheRelease(t *testing.T) {
	t.Parallel()
	docs := shop()
	docs[0].Metadata.DependsOn, docs[1].Metadata.DependsOn = nil, []string{"apps/api"}
	content, err := composed("shop", export.Place(docs))
	if err != nil {
		t.Fatal(err)
	}
	p := load(t, content, types.Mapping{"POSTGRES_PASSWORD": "p", "STRIPE_SECRET_KEY": "s", "SESSION_SECRET": "t"})
	for _, name := range []string{"api", "api-worker"} {
		if got := p.Services[name].DependsOn["api-release"].Condition; got != types.ServiceConditionCompletedSuccessfully {
			t.Errorf("%s waits for the release: %q", name, got)
		}
	}
	release := p.Services["api-release"]
	if len(release.Profiles) > 0 || release.Restart != "no" || release.DependsOn["postgresql"].Condition != types.ServiceConditionHealthy {
		t.Errorf("the release: profiles %v, restart %q, %+v", release.Profiles, release.Restart, release.DependsOn)
	}
	if diff := cmp.Diff(p.Services["api"].Environment, release.Environment); diff != "" {
		t.Errorf("the release has other variables than its service:\n%s", diff)
	}
	if p.Services["web"].DependsOn["api"].Condition == "" {
		t.Error("what needs the service does not wait for it")
	}
}

// TestComposeStartsWithItsExample copies the example, fills in what is empty,
// and has compose's own loaders read both.
func TestComposeStartsWithItsExample(t *testing.T) {
	t.Parallel()
	done, err := export.Compose("shop", export.Place(shop()), ".env.example")
	if err != nil {
		t.Fatal(err)
	}
	golden := "testdata/shop.env.example"
	if *update {
		if err := os.WriteFile(golden, []byte(done.Example), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), done.Example); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	given, err := dotenv.Parse(strings.NewReader(done.Example))
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range given {
		if value == "" {
			given[name] = "filled in"
		}
	}
	load(t, done.File, given)
}

func TestEnvExampleLeavesTheProjectsOwn(t *testing.T) {
	t.Parallel()
	for want, files := range map[string][]string{".env.example": nil, ".env.aipack.example": {"a.js", ".env.example"}} {
		list, err := export.Files(shop(), export.SetOptions{Files: files})
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(list, func(f export.File) bool { return strings.HasPrefix(f.Path, ".env") })
		if i < 0 || list[i].Path != want {
			t.Fatalf("beside %v: %+v", files, list)
		}
		if compose := list[i-1]; !strings.Contains(compose.Content, "cp "+want+" .env") {
			t.Errorf("compose.yaml speaks of another file:\n%s", compose.Content)
		}
	}
}

func TestComposeStopsWithoutWhatIsRequired(t *testing.T) {
	content, err := composed("shop", export.Place(shop()))
	if err != nil {
		t.Fatal(err)
	}
	_, err = loader.LoadWithContext(t.Context(), types.ConfigDetails{
		WorkingDir: t.TempDir(), ConfigFiles: []types.ConfigFile{{Filename: "compose.yaml", Content: []byte(content)}},
	}, func(o *loader.Options) { o.Profiles = []string{"*"} })
	if err == nil {
		t.Error("it loads without passwords")
	}
}

// TestEveryDataServiceLoads gives each data service to compose's loader.
func TestEveryDataServiceLoads(t *testing.T) {
	env := types.Mapping{}
	for _, name := range []string{"POSTGRES_PASSWORD", "MYSQL_PASSWORD", "RABBITMQ_PASSWORD", "MINIO_PASSWORD", "CLICKHOUSE_PASSWORD", "NEO4J_PASSWORD", "COUCHDB_PASSWORD", "TYPESENSE_API_KEY", "SURREALDB_PASSWORD", "MSSQL_SA_PASSWORD"} {
		env[name] = "x"
	}
	for _, id := range []string{
		"postgresql", "mysql", "mariadb", "sqlserver", "mongodb", "redis", "valkey", "memcached", "rabbitmq", "kafka", "nats", "elasticsearch", "opensearch", "minio",
		"clickhouse", "cassandra", "neo4j", "influxdb", "couchdb", "etcd", "meilisearch", "typesense", "qdrant", "weaviate", "cockroachdb", "surrealdb", "zookeeper",
	} {
		doc := universalbuild.UniversalBuild{Metadata: universalbuild.Metadata{ProjectName: "app", BackingServices: []string{id}}}
		content, err := composed("app", export.Place([]universalbuild.UniversalBuild{doc}))
		if err != nil {
			t.Fatal(err)
		}
		if p := load(t, content, env); p.Services[id].Image == "" {
			t.Errorf("%s: not in the file\n%s", id, content)
		}
	}
}

// TestComposeOfNoKnownStart keeps a service whose start nobody knows from
// publishing a port and from coming back for ever, and others from waiting
// until it is healthy.
func TestComposeOfNoKnownStart(t *testing.T) {
	t.Parallel()
	docs := shop()[:2]
	docs[1].Metadata.DependsOn, docs[0].Metadata.DependsOn = nil, []string{"apps/web"}
	docs[1].Runtime.BaseImage = "python:3.13-slim-bookworm"
	content, err := composed("shop", []export.Placed{
		{Document: docs[0], Name: "api", Dockerfile: "apps/api/Dockerfile"}, {Document: docs[1], Name: "web", Dockerfile: "apps/web/Dockerfile"},
	})
	if err != nil {
		t.Fatal(err)
	}
	p := load(t, content, types.Mapping{"POSTGRES_PASSWORD": "x", "STRIPE_SECRET_KEY": "x", "SESSION_SECRET": "x", "NPM_TOKEN": "x"})
	if web := p.Services["web"]; len(web.Ports) != 0 || web.Restart != "" {
		t.Errorf("web publishes %v and restarts %q, though nothing is known to start in it", web.Ports, web.Restart)
	}
	if condition := p.Services["api"].DependsOn["web"].Condition; condition != "service_started" {
		t.Errorf("api waits for web: %s", condition)
	}
}

func TestExportedExampleIsNotTheProjects(t *testing.T) {
	path := func(o export.SetOptions) string {
		t.Helper()
		files, err := export.Files(shop(), o)
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(files, func(f export.File) bool { return strings.HasSuffix(f.Path, "example") })
		if i < 0 {
			t.Fatal("there is no example of a .env")
		}
		return files[i].Path
	}
	there := []string{".env.example"}
	for want, o := range map[string]export.SetOptions{
		".env.example":        {Files: there, Example: universalbuild.ExampleHead + " Copy this file"},
		".env.aipack.example": {Files: there, Example: "# The shop's own settings"},
	} {
		if got := path(o); got != want {
			t.Errorf("beside %q it is written as %s, not %s", o.Example, got, want)
		}
	}
}

func TestOldBuilderGetsNoName(t *testing.T) {
	for _, old := range []bool{false, true} {
		files, err := export.Files(shop(), export.SetOptions{NoHeredoc: old})
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(files, func(f export.File) bool { return f.Path == "compose.yaml" })
		if named := strings.Contains(files[i].Content, "\nname: "); named == old {
			t.Errorf("old builder %v: named %v", old, named)
		}
	}
}
