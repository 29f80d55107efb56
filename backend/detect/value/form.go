package value

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Form says how a secret is made: so many random bytes in an encoding, or so
// many letters and digits.
type Form struct {
	Alphabet string // hex, base64, base64url, text
	Length   int    // bytes; of text, letters
}

var alphabets = []string{"hex", "base64", "base64url", "text"}

// mostBytes is how much of a secret is made at most; text is counted alike.
const mostBytes = 512

func readForm(text string) (Form, error) {
	alphabet, length, _ := strings.Cut(text, ":")
	n, err := strconv.Atoi(length)
	if err != nil || strconv.Itoa(n) != length || n < 1 || n > mostBytes || !slices.Contains(alphabets, alphabet) {
		return Form{}, fmt.Errorf("{secret:%s} is no secret that can be made: write {secret:hex:32}, with one of %s and at most %d",
			text, strings.Join(alphabets, ", "), mostBytes)
	}
	return Form{alphabet, n}, nil
}

// Known reports whether there is a form at all.
func (f Form) Known() bool { return f.Length > 0 }

// letters leave out what looks like another letter.
const letters = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"

// Make makes a secret of the form.
func (f Form) Make() string {
	random := make([]byte, f.Length)
	_, _ = rand.Read(random) // it never fails: see its documentation
	switch f.Alphabet {
	case "hex":
		return hex.EncodeToString(random)
	case "base64":
		return base64.StdEncoding.EncodeToString(random)
	case "base64url":
		return base64.URLEncoding.EncodeToString(random)
	}
	return sayable(random)
}

// sayable makes a word that rules for passwords take too: from four letters on it has
// a small one, a capital and a digit.
func sayable(random []byte) string {
	out := make([]byte, len(random))
	for i := range out {
		out[i] = letters[pick(random[i])]
	}
	if len(out) >= 4 {
		for i, set := range []string{"abcdefghijkmnopqrstuvwxyz", "ABCDEFGHJKLMNPQRSTUVWXYZ", "23456789"} {
			out[i] = set[int(random[i])%len(set)]
		}
	}
	return string(out)
}

// pick gives a place among the letters, each as likely as the other: a byte
// that would favour the first ones is drawn again.
func pick(b byte) int {
	const fair = 256 - 256%len(letters)
	one := []byte{b}
	for int(one[0]) >= fair {
		_, _ = rand.Read(one)
	}
	return int(one[0]) % len(letters)
}

// Command is a line for a shell that makes such a secret.
func (f Form) Command() string {
	n := strconv.Itoa(f.Length)
	switch f.Alphabet {
	case "hex":
		return "openssl rand -hex " + n
	case "base64":
		return "openssl rand -base64 " + n + " | tr -d '\\n'"
	case "base64url":
		return "openssl rand -base64 " + n + " | tr -d '\\n' | tr +/ -_"
	}
	return "LC_ALL=C tr -dc A-Za-z0-9 < /dev/urandom | head -c " + n
}
