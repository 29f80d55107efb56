package export_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"aipack/backend/export"
	"aipack/backend/universalbuild"

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
	got, err := export.Compose("The Shop", export.Place(shop()))
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

func TestComposeStopsWithoutWhatIsRequired(t *testing.T) {
	content, err := export.Compose("shop", export.Place(shop()))
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
		content, err := export.Compose("app", export.Place([]universalbuild.UniversalBuild{doc}))
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
// until it is well.
func TestComposeOfNoKnownStart(t *testing.T) {
	t.Parallel()
	docs := shop()[:2]
	docs[1].Metadata.DependsOn, docs[0].Metadata.DependsOn = nil, []string{"apps/web"}
	docs[1].Runtime.BaseImage = "python:3.13-slim-bookworm"
	content, err := export.Compose("shop", []export.Placed{
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
