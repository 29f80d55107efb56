package mend

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
)

// Random makes up a secret that belongs to the program alone: 64 hexadecimal
// digits, which are long enough for every framework that counts them (Rails and
// Phoenix want 64). Laravel's key has a form of its own
// (laravel.com/docs/encryption).
func Random(name string) string {
	bytes := make([]byte, 32)
	_, _ = rand.Read(bytes) // never fails, says its documentation
	if name == "APP_KEY" {
		return "base64:" + base64.StdEncoding.EncodeToString(bytes)
	}
	return hex.EncodeToString(bytes)
}
