package cause

import (
	"slices"
	"strings"

	"aipack/backend/universalbuild"
)

// variableCauses are the ways in which programs and their frameworks ask for an
// environment variable, in the build as well as at start.
func variableCauses() []way {
	const name = `([A-Z][A-Z0-9_]*)`           // said to be a variable
	const sure = `([A-Z][A-Z0-9]*_[A-Z0-9_]+)` // looks like one
	const unset = `(?:is |are |was )?(?i:not (?:set|found|defined|provided|configured|present|specified|available)|unset|missing|required|undefined|empty|needed)`
	const must = `(?i:must|has to|needs to|should) be (?i:set|defined|provided|present|specified|given|configured)`
	wants := func(says string, lines int) way {
		return way{rule: "missing_variable", says: says, lines: lines, unless: notVariables, but: remark, tell: missingVariable}
	}
	known := func(variable, says string) way {
		return way{rule: "missing_variable", says: says, tell: func(c circumstances, _ []string) explanation { return variableWanted(c, variable) }}
	}
	return []way{
		{
			rule: "secret_form", stages: "start health", tell: secretForm,
			says: `(?i)invalid key length|RangeError: Invalid initialization vector` +
				`|key (?:must be|should be|needs to be|has to be)[^\n]{0,40}\b(?:bytes?|characters?|chars|hex|base64)\b` +
				`|(?:secret|key|salt|password)\w*["'\x60]? (?:must|should|has to|needs to) (?:be|contain|have)[^\n]{0,30}\b(?:at least|exactly|minimum)[^\n]{0,20}\d+` +
				`|unsupported cipher or incorrect key length|incorrect key length|crypto/aes: invalid key size` +
				`|Fernet key must be 32 url-safe base64|signing key's size is \d+ bits`,
		},
		{rule: "variable_form", stages: "start health", says: `property ([A-Z][A-Z0-9_]+) has failed the following constraints: ([\w, ]+)`, tell: variableForm},                      // class-validator
		known("GOOGLE_CLOUD_PROJECT", `Unable to detect a Project Id in the current environment|Project was not passed and could not be determined from the environment`),            // google-auth-library, google-cloud-core
		known("GOOGLE_APPLICATION_CREDENTIALS", `(?i)(?:your|application) default credentials (?:were not found|are not available)|could not (?:find|load the) default credentials`), // google-auth in its languages
		wants(`(?i:required|missing|unset|undefined) (?i:required )?(?i:environment variable|env(?:ironment)? var(?:iable)?|env)s?:? [^A-Za-z\n]{0,3}`+name+`\b`, 0),                 // dotenv-safe, caarlos0/env, PrismaConfigEnvError
		wants(`(?i:invalid|missing)(?: or (?:invalid|missing))?(?: required)? (?i:environment variables?|env(?:ironment)? vars?)[^A-Za-z]{0,4}[^\n]*?[\s\S]{0,300}?\b`+sure, 8),      // t3-env, envalid, plain words
		wants(`ZodError: [\s\S]{0,300}?path"?: \[\s*["']([A-Z][A-Z0-9_]{2,})["']`, 10),                                                                                               // zod over process.env
		wants(`(?i:environment variable not found): ?`+name, 0), // Prisma P1012
		wants(`(?i:environment variable|env(?:ironment)? var(?:iable)?|variable|env)s? [^A-Za-z\n]{0,3}`+name+`[^A-Za-z\n]{0,3} (?:`+unset+`|`+must+`)`, 0),                           // environs, Phoenix's runtime.exs
		wants(`\b`+name+`\b[^A-Za-z\n]{0,3}(?i:environment variable|env(?:ironment)? var(?:iable)?) (?:`+unset+`|`+must+`)`, 0),                                                       // OpenAI's clients
		wants(`(?i:set|define|provide|specify|export|configure)(?: the| a| an)? [^A-Za-z\n]{0,2}`+sure+`[^A-Za-z\n]{0,2}(?: (?i:environment variable|env var|variable|in )|\s*$)`, 0), // django-environ
		wants(`(?i:set|define|provide|specify) (?i:at least )?one of:? [^A-Za-z\n]{0,2}`+sure, 0),                                                                                     // any of several
		wants(`(?i:set|setting|define) (?:the )?`+name+` (?i:environment variable)`, 0),
		wants(`required key `+name+` missing value`, 0),                                          // kelseyhightower/envconfig
		wants(`UndefinedValueError: `+name+` not found`, 0),                                      // python-decouple
		wants(`(?i:key not found): "?:?`+name+`"?`, 0),                                           // Ruby's ENV.fetch
		wants(`Could not resolve placeholder '([\w.-]+)' in value`, 0),                           // Spring
		wants(`ImproperlyConfigured: The ([A-Z][A-Z0-9_]+) setting must not be empty`, 0),        // Django
		wants(`(?:^|: )`+name+`: (?:parameter (?:not set|null or not set)|unbound variable)`, 0), // sh -u, ${X:?}
		wants(`(?:os\.py"|<frozen os>|environ)[\s\S]*^KeyError: '`+name+`'`, 4),                  // os.environ["X"]
		wants(`^KeyError: '`+sure+`'`, 0),                                                        // the same, without its source
		wants(`^(\w+)\n  Field required \[type=missing`, 1),                                      // pydantic-settings
		wants(`\b`+sure+`\b["'\x60]?:? (?:`+unset+`|`+must+`)\b`, 0),                             // "X is required"
		wants(`You must (?:specify|set|provide) `+sure, 0),                                       // entrypoints of official images
		wants(`process\.env\.([A-Z][A-Z0-9_]+)\b[^\n]{0,20}(?:`+unset+`|`+must+`)`, 0),
		known("APP_KEY", `No application encryption key has been specified|MissingAppKeyException`),                    // Laravel
		known("SECRET_KEY_BASE", "Missing `secret_key_base` for|`secret_key_base` for production environment must be"), // Rails
		known("NEXTAUTH_SECRET", `\[next-auth\]\[error\]\[NO_SECRET\]`),                                                // NextAuth
		known("AUTH_SECRET", `MissingSecret: (?:Must|Please)`),                                                         // Auth.js
		known("DJANGO_SETTINGS_MODULE", `You must either define the environment variable DJANGO_SETTINGS_MODULE`),      // Django
		known("RAILS_MASTER_KEY", `Missing encryption key to decrypt file with`),                                       // Rails
		known("SPRING_DATASOURCE_URL", `Failed to configure a DataSource: 'url' attribute is not specified`),           // Spring Boot
	}
}

// remark is a line that says how a program goes on without, or of a database what
// is not in it.
const remark = `(?i:\bwarn|\bdisabl|\bignor|\boptional|\bdefault(?:s|ing)? to\b|\busing default|\bskip|\bfall(?:ing|s)? ?back|\binstead\b|\busing (?:the )?\w+ instead|\blevel=(?:info|debug)|\[info\]|"level":"(?:info|debug)"|\b(?:table|relation|view|column|sequence) ["'\x60]?[\w.]+["'\x60]? (?:not found|is missing|does not|doesn't))`

// notVariables look like variables, and are codes of errors.
const notVariables = `^(?:ERR_\w+|ERROR_\w+|\w+_ERROR|MODULE_NOT_FOUND|E[A-Z]+|YN\d+|NETSDK\w+|CVE_\w+|TS\d+|UTF_8|ISO_\w+|[A-Z]_?)$`

// missingVariable names the variable. Spring's placeholders and pydantic's
// fields have names of their own, which stand for variables in capitals.
func missingVariable(c circumstances, m []string) explanation {
	name := firstNonEmpty(m[1:])
	variable := strings.ToUpper(strings.NewReplacer(".", "_", "-", "").Replace(name))
	t := variableWanted(c, variable)
	if variable != name {
		t.why = "The program wants a value for " + name + ", by default the environment variable " + variable + "."
	}
	return t
}

// variableWanted is what is said of one variable; the window offers to set it.
func variableWanted(c circumstances, name string) explanation {
	details := map[string]any{"variable": name}
	edits, values := variableEdits(c, name)
	if c.failure.Stage == "build" {
		return explanation{
			why: "The build wants the environment variable " + name + ".", details: details, edits: edits,
			fix: "Set it in the build's environment: a placeholder does where it is only checked, and a secret never stands there. Or let the program ask for it when it starts.",
		}
	}
	return explanation{
		why: "The program wants the environment variable " + name + ".", details: details, edits: edits, values: values,
		fix: "Prove with --env " + name + "=VALUE (in the window: Variables for the proof), or give it a default in the program.",
	}
}

// variableForm is for a variable whose value, or want of one, a program's own checks
// refuse.
func variableForm(c circumstances, m []string) explanation {
	name, checks := m[1], strings.TrimSpace(m[2])
	if !slices.Contains(c.Given, name) {
		t := variableWanted(c, name)
		t.why += " It checks: " + checks + "."
		return t
	}
	return explanation{
		why: "The program does not take the value of " + name + ": it checks " + checks + ".", details: map[string]any{"variable": name},
		fix: "Give it a value of the form that the program asks for, with --env " + name + "=VALUE or in the plan.",
	}
}

// secretForm is for a secret that was given in another form than the program
// takes: too short, or in other letters. It is named where only one is given.
func secretForm(c circumstances, _ []string) explanation {
	var secrets []string
	for _, name := range c.Given {
		if universalbuild.SecretName(name) {
			secrets = append(secrets, name)
		}
	}
	for _, line := range c.log.lines {
		for _, name := range secrets {
			if strings.Contains(line, name) {
				secrets = []string{name}
			}
		}
	}
	which := "a secret that it was given"
	if len(secrets) > 0 {
		which = strings.Join(secrets, " or ")
	}
	return explanation{
		why: "The program does not take " + which + ": it wants another length or form. " + printed(c),
		fix: "Give it a value of the form that the program asks for (openssl rand -hex 32 makes 64 letters, -base64 32 makes 44), with --env or in the plan.",
	}
}
