package golang

import (
	"maps"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

// atModule shows a rule the module of a program that is one of several: what
// the go command reads lies there.
func atModule[T any](rule func(*language.Project) T) func(*language.Project) T {
	return func(p *language.Project) T {
		if p.Home == nil || p.Home.Path == p.Path {
			return rule(p)
		}
		module := *p
		module.Folder = p.Home
		return rule(&module)
	}
}

// mainsOf orders the commands that a project is made of: the module's, or the
// one that it stands for.
func mainsOf(p *language.Project) []mainPackage {
	mains := chosen(p.Folder, mainPackages(p.Folder))
	if p.Home == nil {
		return mains
	}
	return slices.DeleteFunc(mains, func(m mainPackage) bool { return p.Folder.Join(m.dir) != p.Program })
}

// commands lists the commands of a module that run for ever, where it has
// several in folders of their own.
func commands(f *language.Folder, mains []mainPackage) (out []language.Command) {
	for _, m := range mains {
		one := language.Command{Dir: f.Join(m.dir), Name: m.name}
		switch {
		case m.dir == ".":
			return nil // the others stand beside it
		case m.serves():
			one.Kind, one.Why = universalbuild.Web, m.listens
		case m.works():
			one.Kind, one.Why = universalbuild.Worker, m.waits
		default:
			if one.Why = consumption(f, m); one.Why.Rule == "" {
				continue
			}
			one.Kind = universalbuild.Worker
		}
		for _, end := range embedded(f, []mainPackage{m}) {
			one.Parts = append(one.Parts, end.dir)
		}
		out = append(out, one)
	}
	if len(out) < 2 {
		return nil
	}
	return out
}

// consumes are calls that wait for a queue's messages (pkg.go.dev of
// rabbitmq/amqp091-go, segmentio/kafka-go, nats.go, pulsar, Watermill, SQS, Pub/Sub).
const consumes = language.Pattern(`\.(?:Consume|ConsumeWithContext|ConsumeClaim|PollFetches|FetchMessage|ReadMessage|QueueSubscribe|QueueSubscribeSync|ReceiveMessage)\(`)

// queues are the libraries that those calls are of.
var queues = []string{
	"github.com/rabbitmq/amqp091-go", "github.com/streadway/amqp", "github.com/segmentio/kafka-go", "github.com/IBM/sarama", "github.com/Shopify/sarama",
	"github.com/twmb/franz-go", "github.com/confluentinc/confluent-kafka-go", "github.com/nats-io/nats.go", "github.com/apache/pulsar-client-go",
	"github.com/ThreeDotsLabs/watermill", "github.com/aws/aws-sdk-go-v2/service/sqs", "cloud.google.com/go/pubsub", "github.com/nsqio/go-nsq",
}

// consumption points at where a command takes messages from a queue.
func consumption(f *language.Folder, m mainPackage) finding.Evidence {
	known := slices.ContainsFunc(queues, func(queue string) bool { _, ok := imports(m, queue); return ok })
	if !known {
		return finding.Evidence{}
	}
	return m.firstCode(f.Reader().Folder("."), "go.consumes", consumes)
}

// madeOf lists the sources that a program of several reaches.
func madeOf(p *language.Project) []string {
	if p.Home == nil {
		return nil
	}
	mains := mainsOf(p)
	if len(mains) == 0 {
		return nil
	}
	some := func(tag string) bool { return len(tagsOf(tag)) > 0 }
	return slices.Concat(mains[0].files, taggedFiles(p.Reader().Folder("."), mains[0], some))
}

// reached keeps of the modules that go.mod requires those that the program of
// several imports.
func reached(p *language.Project, deps []language.Dependency) []language.Dependency {
	if p.Home == nil {
		return deps
	}
	imported := map[string]bool{}
	for _, m := range mainsOf(p) {
		maps.Copy(imported, m.imports)
	}
	return slices.DeleteFunc(deps, func(d language.Dependency) bool {
		for name := range imported {
			if name == d.Name || strings.HasPrefix(name, d.Name+"/") {
				return false
			}
		}
		return true
	})
}
