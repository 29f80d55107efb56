package wiring

import (
	"slices"

	"aipack/backend/detect/backing"
	"aipack/backend/universalbuild"
)

// laravel is what config/database.php reads where a project keeps the one that
// comes with the framework (Laravel, Database: Configuration).
func laravel(p Program) (out []Value) {
	if p.Framework != "Laravel" && p.Framework != "Lumen" {
		return nil
	}
	if id := p.relational(); id != "" && !p.spoken("DB_", "DATABASE") {
		out = append(out,
			p.convention("DB_CONNECTION", backing.Known(id).NameIn("laravel")), p.convention("DB_HOST", "{"+id+".host}"), p.convention("DB_PORT", "{"+id+".port}"),
			p.convention("DB_DATABASE", "{"+id+".database}"), p.convention("DB_USERNAME", "{"+id+".user}"), p.convention("DB_PASSWORD", "{"+id+".password}"))
	}
	if slices.Contains(p.Stores, "redis") && !p.spoken("REDIS") {
		out = append(out, p.convention("REDIS_HOST", "{redis.host}"))
	}
	return out
}

// rails merges DATABASE_URL with config/database.yml, whatever stands there
// (Configuring Rails Applications, 3.21.1); Sidekiq and Action Cable's template
// read REDIS_URL.
func rails(p Program) (out []Value) {
	if p.Framework != "Rails" {
		return nil
	}
	if id := p.relational(); id != "" && !p.spoken("DATABASE", "DB_", "POSTGRES", "PG", "MYSQL") {
		text := "{" + id + ".url}"
		if scheme := p.scheme(); scheme != "" {
			text = "{" + id + ".url:" + scheme + "}"
		}
		out = append(out, p.convention("DATABASE_URL", text))
	}
	for _, id := range []string{"redis", "valkey"} {
		if slices.Contains(p.Stores, id) && !p.spoken("REDIS", "VALKEY") {
			out = append(out, p.convention("REDIS_URL", "{"+id+".url}/0"))
		}
	}
	return out
}

// django has no name of its own for a database; dj-database-url and
// django-environ read DATABASE_URL unless they are told another (their
// documentation: config(), env.db()).
func django(p Program) []Value {
	id := p.relational()
	if p.Framework != "Django" || id == "" || !p.uses("dj-database-url", "dj_database_url", "django-environ", "environs") || p.spoken("DATABASE", "DB_", "POSTGRES", "MYSQL", "PG") {
		return nil
	}
	return []Value{p.convention("DATABASE_URL", "{"+id+".url}")}
}

// keyForms are the secrets whose form a framework prescribes.
var keyForms = map[[2]string]string{
	{"Laravel", "APP_KEY"}:            "base64:{secret:base64:32}", // Encryption: AES-256 by default, as key:generate writes it
	{"Lumen", "APP_KEY"}:              "{secret:text:32}",          // Configuration: 32 characters
	{"Symfony", "APP_SECRET"}:         "{secret:hex:16}",           // the recipe of framework-bundle makes 32 digits
	{"Rails", "SECRET_KEY_BASE"}:      "{secret:hex:64}",           // bin/rails secret
	{"Phoenix", "SECRET_KEY_BASE"}:    "{secret:hex:32}",           // Plug.Session.COOKIE: at least 64 bytes
	{"Rocket", "ROCKET_SECRET_KEY"}:   "{secret:base64:32}",        // guide, "Secret Key": 256 bits
	{"Phoenix", "TOKEN_SIGNING_SALT"}: "{secret:hex:16}",
}

// key gives a framework's own secret, where the program does not run without.
func (p Program) key(v universalbuild.Variable) (string, bool) {
	text, ok := keyForms[[2]string{p.Framework, v.Name}]
	return text, ok && v.Required
}
