package wiring

import (
	"slices"
	"strings"
)

// providers are those whose accounts nobody can make up, by the first words of
// the variables that their own documentation uses.
var providers = words(`stripe paypal braintree adyen razorpay square plaid paddle lemonsqueezy shopify
 openai anthropic gemini mistral groq cohere deepseek replicate huggingface hf pinecone openrouter azure gcp google aws amazon digitalocean hetzner linode vultr
 github gitlab bitbucket facebook fb twitter discord slack telegram twilio vonage whatsapp line linkedin instagram tiktok youtube spotify twitch reddit apple microsoft zoom dropbox notion airtable jira linear
 sendgrid mailgun mailchimp mailjet postmark resend ses brevo sparkpost smtp mail mailer imap pop3 ldap saml
 sentry datadog dd newrelic rollbar bugsnag honeycomb logtail posthog mixpanel segment amplitude plausible
 algolia cloudinary imgix uploadthing cloudflare cf r2 s3 b2 backblaze spaces wasabi fastly pusher ably onesignal fcm firebase supabase clerk auth0 okta keycloak cognito workos
 recaptcha hcaptcha turnstile mapbox maptiler tmdb omdb giphy unsplash openweather ipinfo oauth oauth2 oidc sso vapid intercom hubspot salesforce zendesk crisp`)

// keyPairs are halves of pairs and certificates: random digits are none.
var keyPairs = words("private public pem cert certificate certificates rsa ecdsa ed25519 jwk jwks p12 keystore license licence")

// anybody are words before API_KEY that name no provider.
var anybody = words("api app admin internal master server service backend my auth secret web client")

func words(text string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(text) {
		out[w] = true
	}
	return out
}

// Outside reports whether a variable by its name belongs to an account that the
// user has with somebody else, or is something else that no random digits can
// stand for.
func Outside(name string) bool {
	parts := wordsOf(name)
	pair := parts[len(parts)-1] == "key" && slices.ContainsFunc(parts, func(p string) bool { return p == "ssl" || p == "tls" })
	return provider(parts) || pair || slices.ContainsFunc(parts, func(p string) bool { return keyPairs[p] })
}

func provider(parts []string) bool {
	for i, p := range parts {
		if providers[p] && (i == 0 || i == 1 && !slices.Contains([]string{"secret", "key"}, parts[0])) {
			return true
		}
	}
	joined := strings.Join(parts, "_")
	for _, end := range []string{"rails_master_key", "client_id", "client_secret", "webhook_url", "bot_token", "dsn"} {
		if strings.HasSuffix(joined, end) {
			return true
		}
	}
	before, isKey := strings.CutSuffix(joined, "_api_key")
	return isKey && !anybody[before]
}

// MadeUp gives a value that has the form of what a name asks for, and of what the program
// reads it as ("" for any text), and opens nothing: one that only wants it to be there
// starts with it.
func MadeUp(name, read string) string {
	text := madeUp(name)
	switch read {
	case "integer", "number":
		if strings.Trim(text, "0123456789") != "" {
			return "60"
		}
	case "boolean":
		return "false"
	case "url":
		if !strings.Contains(text, "://") {
			return "http://outside.invalid"
		}
	case "email":
		return "someone@example.com"
	case "duration":
		return "1h" // https://pkg.go.dev/time#ParseDuration
	}
	return text
}

func madeUp(name string) string {
	parts := wordsOf(name)
	last, joined := parts[len(parts)-1], strings.Join(parts, "_")
	has := func(list ...string) bool {
		return slices.ContainsFunc(parts, func(p string) bool { return slices.Contains(list, p) })
	}
	switch {
	case last == "port":
		return "587"
	case slices.Contains([]string{"url", "uri", "endpoint", "issuer", "origin"}, last):
		return "http://outside.invalid" // RFC 2606: leads nowhere
	case last == "dsn":
		return "http://madeup@outside.invalid/1"
	case last == "host", last == "hostname", last == "server", last == "domain":
		return "outside.invalid"
	case last == "region":
		return "us-east-1"
	case last == "email", last == "from", last == "sender", has("email", "mail") && last == "address":
		return "someone@example.com"
	case strings.HasSuffix(joined, "expires_in"):
		return "1d" // https://github.com/vercel/ms, as jsonwebtoken reads it
	case strings.HasSuffix(joined, "log_level"), last == "loglevel":
		return "info"
	case last == "env" || last == "environment" || last == "stage":
		return "production"
	case slices.Contains([]string{"enabled", "secure", "tls", "ssl", "debug"}, last), parts[0] == "enable" || parts[0] == "disable" || parts[0] == "use" || parts[0] == "is":
		return "false"
	case slices.Contains([]string{"timeout", "limit", "size", "count", "max", "min", "days", "hours", "minutes", "seconds", "ttl"}, last):
		return "60"
	}
	return "made-up-" + strings.Join(parts, "-")
}
