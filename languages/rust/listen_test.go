package rust

import (
	"strings"
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
)

// TestListening follows addresses the ways that programs write them.
func TestListening(t *testing.T) {
	const clap = "#[derive(Parser)]\nstruct Args {\n    /// where to listen\n    #[arg(\n        long,\n        default_value = \"4004\",\n        env = \"SHOP_PORT\"\n    )]\n    pub port: u16,\n\n    #[arg(long, default_value = \"1\")]\n    workers: usize,\n}\n"
	for name, c := range map[string]struct {
		main  string
		more  map[string]string
		port  int
		wants language.Address // without its reason
	}{
		"a literal":             {main: "fn main() { TcpListener::bind(\"0.0.0.0:4001\").await.unwrap(); }", port: 4001, wants: language.Address{Host: "0.0.0.0"}},
		"a pair":                {main: "fn main() { HttpServer::new(|| App::new()).bind((\"127.0.0.1\", 4002))?.run(); }", port: 4002, wants: language.Address{Host: "127.0.0.1"}},
		"a socket":              {main: "fn main() {\n    let addr = SocketAddr::from(([0, 0, 0, 0], 4003));\n    axum::Server::bind(&addr).serve(app);\n}", port: 4003, wants: language.Address{Host: "0.0.0.0"}},
		"clap":                  {main: clap + "fn main() {\n    let args = Args::parse();\n    TcpListener::bind((\"::\", args.port));\n}", port: 4004, wants: language.Address{Host: "::", PortVariable: "SHOP_PORT"}},
		"a variable":            {main: "fn main() {\n    let port = std::env::var(\"SHOP_LISTEN_PORT\").unwrap_or_else(|_| \"4005\".to_string());\n    let addr = format!(\"0.0.0.0:{}\", port);\n    TcpListener::bind(&addr);\n}", port: 4005, wants: language.Address{Host: "0.0.0.0", PortVariable: "SHOP_LISTEN_PORT"}},
		"a constant":            {main: "const PORT: u16 = 4006;\nfn main() { TcpListener::bind(format!(\"[::]:{PORT}\")); }", port: 4006, wants: language.Address{Host: "::"}},
		"config-rs and a file":  {main: "struct Settings { pub web: Web }\nstruct Web {\n    pub port: u16,\n    pub host: String,\n}\nfn main() {\n    let c = Config::builder().add_source(File::with_name(\"config/base\")).add_source(config::Environment::with_prefix(\"SHOP\").separator(\"__\")).build();\n    TcpListener::bind(format!(\"{}:{}\", c.web.host, c.web.port));\n}", more: map[string]string{"config/base.yaml": "web:\n  host: 127.0.0.1\n  port: 4007\ndb:\n  port: 5432\n"}, port: 4007, wants: language.Address{Host: "127.0.0.1", HostVariable: "SHOP__WEB__HOST", PortVariable: "SHOP__WEB__PORT"}},
		"set_default":           {main: "fn main() {\n    let settings = Config::builder().set_default(\"port\", 4008).unwrap().add_source(Environment::with_prefix(\"SHOP\")).build();\n    TcpListener::bind((\"0.0.0.0\", settings.port));\n}", port: 4008, wants: language.Address{Host: "0.0.0.0", PortVariable: "SHOP_PORT"}},
		"serde's function":      {main: "struct Config {\n    #[serde(default = \"default_port\")]\n    port: u16,\n}\nfn default_port() -> u16 {\n    4009\n}\nfn main() { let config: Config = envy::prefixed(\"SHOP_\").from_env().unwrap(); TcpListener::bind((\"0.0.0.0\", config.port)); }", port: 4009, wants: language.Address{Host: "0.0.0.0", PortVariable: "SHOP_PORT"}},
		"Default":               {main: "struct Settings {\n    port: u16,\n}\nimpl Default for Settings {\n    fn default() -> Self {\n        Settings {\n            port: 4010,\n        }\n    }\n}\nfn main() { let s = Settings::default(); TcpListener::bind((\"0.0.0.0\", s.port)); }", port: 4010, wants: language.Address{Host: "0.0.0.0"}},
		"a function":            {main: "fn address() -> String {\n    let port = 4011;\n    format!(\"0.0.0.0:{port}\")\n}\nfn main() { TcpListener::bind(address()); }", port: 4011, wants: language.Address{Host: "0.0.0.0"}},
		"a builder's default":   {main: "#[derive(Builder)]\nstruct Configuration {\n    #[builder(default = \"3890\")]\n    ldap_port: u16,\n    #[builder(default = \"4012\")]\n    http_port: u16,\n}\nfn main() {\n    server.bind(\"ldap\", (\"0.0.0.0\", config.ldap_port));\n    server.bind(\"http\", (\"0.0.0.0\", config.http_port));\n}", port: 4012, wants: language.Address{Host: "0.0.0.0"}},
		"not what measures":     {main: "fn metrics() { TcpListener::bind(\"0.0.0.0:9100\").await; } // metrics\nfn main() { TcpListener::bind(\"0.0.0.0:4013\"); }", port: 4013, wants: language.Address{Host: "0.0.0.0"}},
		"not that of a test":    {main: "fn main() { TcpListener::bind(\"0.0.0.0:4014\"); }\n#[cfg(test)]\nmod tests {\n    fn f() { TcpListener::bind(\"127.0.0.1:1234\"); }\n}", port: 4014, wants: language.Address{Host: "0.0.0.0"}},
		"a match":               {main: "fn main() {\n    let port: u16 = match env::var(\"SHOP_PORT\") {\n        Ok(p) => p.parse().unwrap(),\n        Err(_) => 4017,\n    };\n    TcpListener::bind((\"0.0.0.0\", port));\n}", port: 4017, wants: language.Address{Host: "0.0.0.0", PortVariable: "SHOP_PORT"}},
		"clap's builder":        {main: "const AT: &str = \"127.0.0.1:4016\";\nfn main() {\n    let m = Command::new(\"x\").arg(\n        Arg::new(\"dns\").default_value(\"9.9.9.9:53\"),\n    ).arg(\n        Arg::new(\"listen_address\")\n            .long(\"listen-address\")\n            .env(\"SHOP_LISTEN\")\n            .default_value(AT),\n    ).get_matches();\n    settings.listen_address = m\n        .get_one::<String>(\"listen_address\")\n        .expect(\"has a default\")\n        .parse()\n        .unwrap();\n    TcpListener::bind(&settings.listen_address);\n}", port: 4016, wants: language.Address{Host: "127.0.0.1", HostVariable: "SHOP_LISTEN"}},
		"clap's host":           {main: "#[derive(Parser)]\nstruct Args {\n    #[arg(long, default_value = \"127.0.0.1\")]\n    bind_host: String,\n    #[arg(short, long, default_value_t = 4018)]\n    port: u16,\n}\nfn main() {\n    let args = Args::parse();\n    TcpListener::bind((args.bind_host, args.port));\n}", port: 4018, wants: language.Address{Host: "127.0.0.1", Appended: "--bind-host=0.0.0.0"}},
		"clap's address":        {main: "#[derive(Parser)]\nstruct Args {\n    #[clap(long = \"listen\", default_value = \"localhost:4019\")]\n    at: String,\n}\nfn main() {\n    let args = Args::parse();\n    TcpListener::bind(&args.at);\n}", port: 4019, wants: language.Address{Host: "localhost", Appended: "--listen=0.0.0.0:{port}"}},
		"built for an address":  {main: "fn main() {\n    let m = Command::new(\"x\").arg(Arg::new(\"at\").long(\"listen\").default_value(\"127.0.0.1:4020\")).get_matches();\n    TcpListener::bind(m.get_one::<String>(\"at\").unwrap());\n}", port: 4020, wants: language.Address{Host: "127.0.0.1", Appended: "--listen=0.0.0.0:{port}"}},
		"an address of envy's":  {main: "struct Envdata {\n    pub database_url: String,\n    pub server: String,\n}\nlazy_static! {\n    pub static ref ENVDATA: Envdata = envy::from_env::<Envdata>().unwrap();\n}\nfn main() { HttpServer::new(|| App::new()).bind(&ENVDATA.server)?.run(); }", wants: language.Address{HostVariable: "SERVER", Open: true}},
		"an address alone":      {main: "fn main() { TcpListener::bind(std::env::var(\"SHOP_AT\").unwrap()); }", wants: language.Address{HostVariable: "SHOP_AT", Open: true}},
		"round in a circle":     {main: "fn main() { let a = b; let b = a; TcpListener::bind(a); }"},
		"no number":             {main: "fn main() { TcpListener::bind(\"0.0.0.0:0\"); TcpListener::bind(\"x:99999\"); }"},
		"another's in settings": {main: "struct Database {\n    #[arg(default_value = \"5432\")]\n    port: u16,\n}\nstruct Web {\n    #[arg(default_value = \"4015\")]\n    port: u16,\n}\nfn main() { TcpListener::bind((\"0.0.0.0\", c.port)); }", port: 4015, wants: language.Address{Host: "0.0.0.0"}},
	} {
		t.Run(name, func(t *testing.T) {
			in := map[string]string{"Cargo.toml": "[package]\nname = \"shop\"\nversion = \"1.0.0\"\n[dependencies]\naxum = \"0.8\"\n", "src/main.rs": c.main + "\n"}
			for file, text := range c.more {
				in[file] = text
			}
			p, _ := languagetest.Project(t, &Language, in, ".", "")
			got := told(p)
			got.Why = c.wants.Why
			if n := port(p); n.Value != c.port || got != c.wants {
				t.Errorf("port %d, want %d; %+v, want %+v", n.Value, c.port, got, c.wants)
			}
		})
	}
}

func TestSubcommand(t *testing.T) {
	for name, c := range map[string]struct{ cli, want string }{
		"none":                 {"#[derive(Parser)]\nstruct Args {}\n", ""},
		"a variant":            {"#[derive(Debug, Subcommand)]\npub enum Command {\n    Migrate { dir: String },\n    Serve {\n        Port: u16,\n    },\n}\n", "serve"},
		"a name":               {"#[derive(Parser)]\nenum Command {\n    /// Send a mail.\n    #[clap(name = \"send_mail\")]\n    Send(Opts),\n    /// Run it.\n    #[clap(name = \"run\")]\n    Go(Opts),\n}\n", "run"},
		"its comment":          {"#[derive(Subcommand)]\nenum Commands {\n    /// Check the settings\n    Check,\n    /// Start the web server\n    MakeItSo,\n}\n", "make-it-so"},
		"no such word":         {"#[derive(Subcommand)]\nenum Commands {\n    Check,\n    Import,\n}\n", ""},
		"below another":        {"#[derive(Subcommand)]\nenum Migration {\n    Run,\n    Revert,\n}\n\n#[derive(Subcommand)]\nenum Commands {\n    Migration {\n        #[command(subcommand)]\n        command: Migration,\n    },\n    Serve,\n}\n", "serve"},
		"only below another":   {"#[derive(Args)]\nstruct MigrationArgs {\n    #[command(subcommand)]\n    command: Migration,\n}\n\n#[derive(Subcommand)]\nenum Migration {\n    Run,\n}\n\n#[derive(Subcommand)]\nenum Commands {\n    Migration(MigrationArgs),\n    Check,\n}\n", ""},
		"two words":            {"#[derive(Subcommand)]\nenum Server {\n    Stop,\n    Start { port: u16 },\n}\n\n#[derive(Subcommand)]\nenum Commands {\n    /// Run the server\n    #[command(subcommand)]\n    Server(Server),\n    Check,\n}\n", "server start"},
		"a second one at will": {"#[derive(Subcommand)]\nenum Server {\n    Stop,\n}\n\n#[derive(Subcommand)]\nenum Commands {\n    Server { #[command(subcommand)] what: Option<Server> },\n    Check,\n}\n", "server"},
		"no commands":          {"#[derive(Debug)]\nenum State {\n    Run,\n    Start,\n}\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			p, _ := languagetest.Project(t, &Language, map[string]string{
				"Cargo.toml": "[package]\nname = \"shop\"\nversion = \"1.0.0\"\n", "src/main.rs": "mod cli;\n" + server, "src/cli.rs": c.cli,
			}, ".", "")
			if got := strings.Join(p.Start.Value.Command, " "); got != strings.TrimSpace("/app/bin/shop "+c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
