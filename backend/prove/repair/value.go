package repair

import "aipack/backend/detect/value"

// ownForm is long enough for every framework that counts letters: Rails and
// Phoenix want 64.
var ownForm = value.Form{Alphabet: "hex", Length: 32}

// laravelForm is what Laravel's cipher takes (laravel.com/docs/encryption).
var laravelForm = value.Form{Alphabet: "base64", Length: 32}

// own makes up a secret that belongs to the program alone.
func own(name string) string {
	if name == "APP_KEY" {
		return "base64:" + laravelForm.Make()
	}
	return ownForm.Make()
}
