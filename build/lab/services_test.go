//go:build lab

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/moby/buildkit/client"
	"github.com/moby/buildkit/client/llb"
	"github.com/moby/buildkit/client/llb/sourceresolver"
	gateway "github.com/moby/buildkit/frontend/gateway/client"
	"github.com/moby/buildkit/solver/pb"
	imagespec "github.com/moby/docker-image-spec/specs-go/v1"
)

// started is one data service and what is asked of it.
type started struct {
	image  string
	env    []string
	args   []string // in place of the image's own command
	data   string   // where its data lie; a file system in memory, owned by root
	health []string // the health check that compose.yaml has of it
	ask    []string // what a client of its asks
	most   time.Duration
}

var services = map[string]started{
	"postgres": {
		image: "postgres:17", env: []string{"POSTGRES_USER=app", "POSTGRES_PASSWORD=se'cr\"et", "POSTGRES_DB=orders"}, data: "/var/lib/postgresql/data",
		health: []string{"pg_isready", "-U", "app", "-d", "orders"},
		ask:    []string{"sh", "-c", `PGPASSWORD="se'cr\"et" psql -h 127.0.0.1 -U app -v ON_ERROR_STOP=1 -c 'create extension pg_trgm; create extension vector; create table t (id int)' orders && ! PGPASSWORD=wrong psql -h 127.0.0.1 -U app -c 'select 1' orders`},
	},
	"redis": {
		image: "redis:8.0", data: "/data", health: []string{"redis-cli", "ping"},
		ask: []string{"sh", "-c", `[ "$(redis-cli -h "$(hostname -i | cut -d' ' -f1)" set a b)" = OK ]`},
	},
	"redis with a password": {
		image: "redis:7.0-bookworm", data: "/data", args: []string{"redis-server", "--requirepass", "secret"}, health: []string{"redis-cli", "ping"},
		ask: []string{"sh", "-c", `redis-cli set a b | grep NOAUTH && [ "$(redis-cli -a secret set a b)" = OK ]`},
	},
	"valkey": {
		image: "valkey/valkey:8.1", data: "/data", health: []string{"valkey-cli", "ping"},
		ask: []string{"sh", "-c", `[ "$(redis-cli set a b)" = OK ]`},
	},
	"mariadb": {
		image: "mariadb:11.8", env: []string{"MARIADB_USER=app", "MARIADB_PASSWORD=se'cret", "MARIADB_DATABASE=or_ders", "MARIADB_RANDOM_ROOT_PASSWORD=1"}, data: "/var/lib/mysql",
		health: []string{"healthcheck.sh", "--connect", "--innodb_initialized"},
		ask:    []string{"sh", "-c", `mariadb -h 127.0.0.1 -u app -p"se'cret" or_ders -e 'create table t (id int)' && ! mariadb -h 127.0.0.1 -u app -pwrong or_ders -e 'select 1'`},
	},
	"memcached": {
		image: "memcached:1.6", health: []string{"sh", "-c", "echo version | timeout 1 bash -c 'exec 3<>/dev/tcp/127.0.0.1/11211; cat >&3; head -1 <&3'"},
		ask: []string{"bash", "-c", `exec 3<>/dev/tcp/127.0.0.1/11211; printf 'set a 0 0 1\r\nb\r\n' >&3; head -1 <&3 | grep STORED`},
	},
	"rabbitmq": {
		image: "rabbitmq:4.0", env: []string{"RABBITMQ_DEFAULT_USER=app", "RABBITMQ_DEFAULT_PASS=secret"}, data: "/var/lib/rabbitmq",
		health: []string{"rabbitmq-diagnostics", "-q", "check_port_connectivity"}, most: 30 * time.Second,
		ask: []string{"sh", "-c", "rabbitmqctl authenticate_user app secret && rabbitmqctl -q list_user_permissions app | grep /"},
	},
	"postgres of an artifact": {
		image: "postgres:16", env: []string{"POSTGRES_PASSWORD=secret"}, data: "/var/lib/postgresql/data", health: []string{"pg_isready", "-h", "127.0.0.1"},
		ask: []string{"sh", "-c", `PGPASSWORD=secret psql -h 127.0.0.1 -U postgres -v ON_ERROR_STOP=1 -c 'create extension pg_trgm' -c 'create extension "uuid-ossp"'`},
	},
	"nats": {
		image: "nats:2.11", args: []string{"--jetstream", "--store_dir", "/data"}, data: "/data", health: []string{"bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/4222"},
		ask: []string{"bash", "-c", `exec 3<>/dev/tcp/127.0.0.1/4222; head -1 <&3 | grep '"jetstream":true'`},
	},
	"etcd": {
		image: "quay.io/coreos/etcd:v3.5.21", data: "/data",
		args:   []string{"etcd", "--data-dir", "/data", "--listen-client-urls", "http://0.0.0.0:2379", "--advertise-client-urls", "http://localhost:2379"},
		health: []string{"etcdctl", "endpoint", "health"}, ask: []string{"etcdctl", "put", "a", "b"},
	},
	"kafka": {
		image: "apache/kafka:3.9.0", data: "/var/lib/kafka/data", most: 60 * time.Second,
		env: []string{
			"KAFKA_NODE_ID=1", "KAFKA_PROCESS_ROLES=broker,controller", "KAFKA_CONTROLLER_QUORUM_VOTERS=1@localhost:9093", "KAFKA_LISTENERS=PLAINTEXT://:9092,CONTROLLER://:9093",
			"KAFKA_ADVERTISED_LISTENERS=PLAINTEXT://localhost:9092", "KAFKA_CONTROLLER_LISTENER_NAMES=CONTROLLER", "KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR=1",
		},
		health: []string{"bash", "-c", "/opt/kafka/bin/kafka-broker-api-versions.sh --bootstrap-server localhost:9092 >/dev/null"},
		ask:    []string{"bash", "-c", "/opt/kafka/bin/kafka-topics.sh --bootstrap-server localhost:9092 --create --topic orders && echo hello | /opt/kafka/bin/kafka-console-producer.sh --bootstrap-server localhost:9092 --topic orders"},
	},
	"mysql": {
		image: "mysql:9.7", env: []string{"MYSQL_USER=app", "MYSQL_PASSWORD=secret", "MYSQL_DATABASE=app", "MYSQL_RANDOM_ROOT_PASSWORD=1"}, data: "/var/lib/mysql",
		health: []string{"sh", "-c", `mysqladmin ping -h 127.0.0.1 -u app -p"$MYSQL_PASSWORD"`}, most: 30 * time.Second,
		ask: []string{"mysql", "-h", "127.0.0.1", "-u", "app", "-psecret", "app", "-e", "create table t (id int)"},
	},
}

// TestDataServicesStart starts each stand-in as a proof does: without network,
// with nothing but BuildKit's own rights, its data in memory.
func TestDataServicesStart(t *testing.T) {
	for name, s := range services {
		t.Run(name, func(t *testing.T) {
			c, err := client.New(t.Context(), os.Getenv("AIPACK_BUILDER"))
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			_, err = c.Build(t.Context(), client.SolveOpt{}, "", func(ctx context.Context, gw gateway.Client) (*gateway.Result, error) {
				s.try(ctx, t, gw)
				return gateway.NewResult(), nil
			}, nil)
			if err != nil {
				t.Fatal(err)
			}
		})
	}
}

// try starts the image, waits until it is healthy, asks it and ends it.
func (s started) try(ctx context.Context, t *testing.T, gw gateway.Client) {
	image, config := s.pull(ctx, t, gw)
	mounts := []gateway.Mount{{Dest: "/", Ref: image, MountType: pb.MountType_BIND}}
	if s.data != "" {
		mounts = append(mounts, gateway.Mount{Dest: s.data, MountType: pb.MountType_TMPFS})
	}
	container, err := gw.NewContainer(ctx, gateway.NewContainerRequest{NetMode: pb.NetMode_NONE, Mounts: mounts})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = container.Release(context.WithoutCancel(ctx)) }()
	args := s.args
	if args == nil {
		args = config.Cmd
	}
	began := time.Now()
	said := new(bytes.Buffer)
	run := func(user string, args []string, out io.Writer) gateway.ContainerProcess {
		p, err := container.Start(ctx, gateway.StartRequest{
			Args: args, Env: append(config.Env, s.env...), Cwd: max(config.WorkingDir, "/"), User: user, Stdout: closer{out}, Stderr: closer{out},
		})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	// A process that fails would end the container (BuildKit's gateway).
	ask := func(user string, args []string) (answer string, well bool) {
		out := new(bytes.Buffer)
		err := run(user, append([]string{"sh", "-c", `"$@" && echo yes || echo no`, "sh"}, args...), out).Wait()
		answer, well = strings.CutSuffix(out.String(), "yes\n")
		return answer, well && err == nil
	}
	service := run(config.User, append(config.Entrypoint, args...), said)
	ended := make(chan error, 1)
	go func() { ended <- service.Wait() }()
	for deadline := began.Add(max(s.most, 10*time.Second)); ; time.Sleep(50 * time.Millisecond) {
		answer, well := ask(config.User, s.health)
		if well {
			break
		}
		select {
		case err := <-ended:
			t.Fatalf("it ended: %v\n%s", err, said)
		default:
		}
		if time.Now().After(deadline) {
			t.Fatalf("not well: %s\n%s", answer, said)
		}
	}
	well := time.Since(began)
	if answer, well := ask(config.User, s.ask); !well {
		t.Errorf("its client: %s\n%s", answer, said)
	}
	began = time.Now()
	if err := service.Signal(ctx, syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	<-ended
	t.Logf("well after %.1f s, ended after %.1f s", well.Seconds(), time.Since(began).Seconds())
	if time.Since(began) > 5*time.Second {
		t.Errorf("it does not end\n%s", tail(said.String(), 20))
	}
}

// pull gives the image and how it is started.
func (s started) pull(ctx context.Context, t *testing.T, gw gateway.Client) (gateway.Reference, imagespec.DockerOCIImageConfig) {
	name := "docker.io/library/" + s.image
	if host, _, ok := strings.Cut(s.image, "/"); ok && strings.Contains(host, ".") {
		name = s.image
	} else if ok {
		name = "docker.io/" + s.image
	}
	_, _, raw, err := gw.ResolveImageConfig(ctx, name, sourceresolver.Opt{ImageOpt: &sourceresolver.ResolveImageOpt{ResolveMode: llb.ResolveModeForcePull.String()}})
	if err != nil {
		t.Fatal(err)
	}
	var config imagespec.DockerOCIImage
	if err := json.Unmarshal(raw, &config); err != nil {
		t.Fatal(err)
	}
	def, err := llb.Image(name, llb.ResolveModeForcePull).Marshal(ctx, llb.LinuxAmd64)
	if err != nil {
		t.Fatal(err)
	}
	result, err := gw.Solve(ctx, gateway.SolveRequest{Definition: def.ToPB(), Evaluate: true})
	if err != nil {
		t.Fatal(err)
	}
	image, err := result.SingleRef()
	if err != nil {
		t.Fatal(err)
	}
	return image, config.Config
}

// closer is a writer that has nothing to close.
type closer struct{ io.Writer }

func (closer) Close() error { return nil }
