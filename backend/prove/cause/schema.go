package cause

import (
	"regexp"
	"slices"
	"sync"
)

// migrating are the commands that bring a database up to date, by what a log or
// the document says of who keeps its tables: each is the one that the tool's
// documentation names for deployments.
var migrating = []struct{ says, framework, command string }{
	{`Run 'python manage\.py migrate' to apply them|django\.db\.utils\.\w+Error|no such table: (?:django_|auth_)`, "Django", "python manage.py migrate --noinput"},
	{`PendingMigrationError|ActiveRecord::StatementInvalid|bin/rails db:migrate`, "Rails", "bin/rails db:migrate"},
	{`prisma migrate deploy|\bP2021\b|PrismaClientKnownRequestError`, "", "npx prisma migrate deploy"},
	{`Illuminate\\Database\\QueryException|php artisan migrate`, "Laravel", "php artisan migrate --force"},
	{`alembic upgrade head`, "", "alembic upgrade head"},
	{`Doctrine\\DBAL\\Exception\\TableNotFoundException`, "Symfony", "php bin/console doctrine:migrations:migrate --no-interaction --allow-no-migration"},
	{`flask db upgrade`, "", "flask db upgrade"},
}

// migrations are the edits that run them once per release, where the document
// has no release line yet and it is known which.
func migrations(c circumstances) []Edit {
	if len(c.Document.Runtime.Release) > 0 {
		return nil
	}
	for _, m := range migrating {
		if said, _ := c.log.search(compiled(m.says), 0, 0, false); said != nil || m.framework != "" && m.framework == c.Document.Metadata.Framework {
			return []Edit{{"/runtime/release", []string{m.command}}}
		}
	}
	return nil
}

// subcommands are those by which tools with several serve, the surest first.
var subcommands = []string{"serve", "server", "start", "web", "daemon", "http", "api", "run"}

// listedCommand is a subcommand as usage texts list it: its name, and behind at
// least two spaces what it does (Go's cobra and urfave/cli, Rust's clap,
// Python's click and argparse, Node's commander).
var listedCommand = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\s{2,6}([a-z][\w-]*)(?:, [a-z][\w-]*)*(?:\s{2,}\S|\s*$)`)
})

// serving is the edit that asks a program with subcommands to serve.
func serving(c circumstances) []Edit {
	var listed []string
	for _, line := range c.log.lines {
		if m := listedCommand().FindStringSubmatch(line); m != nil {
			listed = append(listed, m[1])
		}
	}
	command := c.Document.Runtime.Command
	if len(command) == 0 || len(command) > 2 || command[0] == "sh" || command[0] == "bash" {
		return nil // it has arguments, or a shell's words
	}
	for _, name := range subcommands {
		if slices.Contains(listed, name) && !slices.Contains(command, name) {
			return []Edit{{"/runtime/command", append(slices.Clone(command), name)}}
		}
	}
	return nil
}
