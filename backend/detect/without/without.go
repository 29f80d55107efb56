// Package without knows what is done without a value by what it is handed to: which
// functions, and which constructors of libraries, refuse nothing. It does not know which
// values are read from the environment.
package without

import (
	"regexp"
	"strings"
	"sync"

	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// arguments are options that a library refuses while the program starts where they
// are undefined: a strategy of passport-jwt its secret
// (https://github.com/mikenicholson/passport-jwt/blob/master/lib/strategy.js), a router
// of Express the path before a handler (https://github.com/pillarjs/path-to-regexp: 0.1.11
// and later), hapi's and Fastify's JWT the keys that they check with
// (https://hapi.dev/module/jwt/api: keys is required; https://github.com/fastify/fastify-jwt:
// "missing secret"), Passport's strategies of OAuth 2 their client
// (https://github.com/jaredhanson/passport-oauth2/blob/master/lib/strategy.js), Gin's CORS
// the origins that it allows (https://github.com/gin-contrib/cors: "bad origin").
var arguments = []struct {
	library string
	before  language.Pattern
}{
	{"passport-jwt", `\bsecretOrKey\s*:\s*(?:\w+\.)*$`},
	{"@hapi/jwt", `\bkeys\s*:\s*(?:\w+\.)*$`},
	{"fastify/jwt", `\bsecret\s*:\s*(?:\w+\.)*$`},
	{"fastify-jwt", `\bsecret\s*:\s*(?:\w+\.)*$`},
	{"passport-", `\bclientID\s*:\s*(?:\w+\.)*$`},
	{"gin-contrib/cors", `\bAllowOrigins\s*[:=]\s*\[\]string\{[^{}]*$`},
	{"express", `\b(?:app|\w*[rR]out(?:er|es?))\.(?:get|post|put|patch|delete|all)\(\s*$`},
}

// clients are constructors that throw where their address or key is not given, by a text
// that a file which makes one holds: Supabase's in JavaScript and Python ("supabaseUrl is
// required", "supabase_url is required"), OpenAI's ("Missing credentials"), Stripe's for
// Node ("Neither apiKey nor config.authenticator provided"), Resend's ("Missing API key"),
// Twilio's ("username is required", "Credentials are required"), Razorpay's ("key_id is
// mandatory"), Fernet of Python's cryptography (TypeError).
// https://github.com/supabase/supabase-js, https://github.com/supabase/supabase-py,
// https://github.com/openai/openai-node, https://github.com/openai/openai-python,
// https://github.com/stripe/stripe-node, https://github.com/resend/resend-node,
// https://github.com/twilio/twilio-node, https://github.com/twilio/twilio-python,
// https://github.com/razorpay/razorpay-node, https://cryptography.io/en/latest/fernet/
var clients = []struct{ library, call string }{
	{"supabase", `\bcreate_?(?i:client)\(`},
	{"openai", `\b(?:Async)?(?:Azure)?OpenAI\(`},
	{"stripe", `\bStripe\(`},
	{"resend", `\bResend\(`},
	{"twilio", `\b(?:twilio|Twilio)\(`},
	{"twilio.rest", `\bClient\(`},
	{"razorpay", `\bRazorpay\(`},
	{"cryptography", `\bFernet\(`},
}

// handed is what stands between a constructor and the value that is read: other arguments,
// the name of an option.
const handed = `\s*\{?\s*(?:[^(){};]{0,200}(?:\([^()]{0,80}\)[^(){};]{0,80}){0,3},\s*)?(?:\w+\s*[:=]\s*)?`

// made is what stands before a constructor in a statement that runs when its file is loaded:
// it begins its line.
const made = `(?m)^(?:(?:export\s+)?(?:const|let|var)\s+)?\w+(?:\s*:\s*[\w.<>]+)?\s*=\s*(?:new\s+)?(?:\w+\.)?`

var constructors = sync.OnceValue(func() (list []constructor) {
	for _, c := range clients {
		list = append(list, constructor{c.library, c.call, regexp.MustCompile(made + c.call + handed + `(?:(?:process|os|env)\.)*$`)})
	}
	return list
})

type constructor struct {
	library, call string
	before        *regexp.Regexp
}

// python are Python's own functions that raise TypeError for None.
// https://docs.python.org/3/library/functions.html#int, …/os.path.html#os.path.join
const python language.Pattern = `(?:^|[^\w.])(?:int|float|len|open|Path|pathlib\.Path|json\.loads|os\.path\.join|ast\.literal_eval)\(\s*(?:os\.)?$`

// Refused reports whether the value that stands between two texts of one line is handed,
// as it is, to what refuses nothing.
func Refused(f *source.File, before, tail string) bool {
	for _, w := range arguments {
		if w.before.Matches(before) && f.Contains(w.library) {
			return w.library != "express" || strings.HasPrefix(strings.TrimLeft(tail, " "), ",") // app.get("x") alone is a setting
		}
	}
	return strings.HasSuffix(f.Name, ".py") && python.Matches(before)
}

// mostLines is how many lines a constructor's arguments may stand on.
const mostLines = 10

// RefusedClient reports whether what is read on a line (from 1), before which there is that
// text, goes into a constructor that refuses nothing, when its file is loaded; name is the
// variable that it is assigned to, "" for none.
func RefusedClient(f *source.File, line int, before, name string) bool {
	for _, c := range constructors() {
		if !f.Contains(c.library) {
			continue
		}
		lines := f.Lines()
		if c.before.MatchString(strings.Join(lines[max(0, line-1-mostLines):line-1], "\n") + "\n" + before) {
			return true
		}
		if name == "" {
			continue
		}
		re, err := regexp.Compile(made + c.call + handed + regexp.QuoteMeta(name) + `\b\s*[,})]`)
		if err == nil && re.MatchString(f.Text()) {
			return true
		}
	}
	return false
}
