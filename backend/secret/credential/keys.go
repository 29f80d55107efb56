package credential

import (
	"encoding/binary"
	"strings"
)

var (
	keyBlock   = pattern(`-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----([^-]*)`)
	wholeBlock = pattern(`-----BEGIN [A-Z0-9 ]+-----[^-]*(?:-----END [A-Z0-9 ]+-----)?`)
	base64Run  = pattern(`[A-Za-z0-9+/=]{16,}`)
	otherKeys  = pattern(`(AGE-SECRET-KEY-1[0-9A-Z]{58})|(?m)^PuTTY-User-Key-File-\d: .*$`)
)

// shortestKey is how many characters the shortest private key has, one of
// Ed25519 in PKCS #8 (RFC 8410), rounded down.
const shortestKey = 48

// privateKey finds private keys as RFC 7468 writes them, on lines of their own
// or with \n in a string.
func privateKey(text string) []Held {
	var out []Held
	if strings.Contains(text, "PRIVATE KEY") {
		for _, m := range keyBlock().FindAllStringSubmatchIndex(text, mostHeld) {
			body := text[m[2]:m[3]]
			size, lines := 0, base64Run().FindAllString(strings.ReplaceAll(body, `\n`, "\n"), -1)
			for _, l := range lines {
				size += len(l)
			}
			if size >= shortestKey && !strings.Contains(body, "...") && !monotonous(lines[0]) {
				out = append(out, Held{lineAt(text, m[0]), body})
			}
		}
	}
	if len(out) == 0 {
		for _, m := range otherKeys().FindAllStringIndex(text, mostHeld) {
			out = append(out, Held{lineAt(text, m[0]), text[m[0]:m[1]]})
		}
	}
	return out
}

// monotonous reports whether a text is one character again and again.
func monotonous(s string) bool { return strings.Trim(s, s[:1]) == "" }

// onlyKey finds private keys in a file that holds nothing else: what stands
// beside them is other blocks and a few words.
func onlyKey(text string) []Held {
	held := privateKey(text)
	if len(held) == 0 || len(strings.TrimSpace(wholeBlock().ReplaceAllString(text, ""))) > mostBeside {
		return nil
	}
	return held
}

// mostBeside are the bytes that may stand beside the blocks of a file of keys:
// what openssl writes about the key, and a comment.
const mostBeside = 512

// anyKey looks into a file named *.key: a private key, or one of another kind on
// one line, as Rails writes them. Text is something else of that name.
func anyKey(text string) []Held {
	if held := privateKey(text); len(held) > 0 {
		return held
	}
	plain := strings.TrimSpace(text)
	for _, public := range []string{"PUBLIC KEY", "CERTIFICATE", "ssh-rsa ", "ssh-ed25519 ", "ecdsa-sha2-"} {
		if strings.Contains(plain, public) {
			return nil
		}
	}
	if plain == "" || strings.ContainsAny(plain, " \t") && !strings.Contains(plain, "\x00") || !literal(plain) {
		return nil
	}
	return []Held{{1, plain}}
}

// keyStore looks into a store of Java whose entries can be told apart without
// its password; one of certificates alone is public. What is no such store is
// taken to hold a key.
func keyStore(text string) []Held {
	const jks, jceks = 0xFEEDFEED, 0xCECECECE // sun.security.provider.JavaKeyStore, com.sun.crypto.provider.JceKeyStore
	held := []Held{{}}
	b := []byte(text)
	if len(b) < 12 {
		return held
	}
	if magic := binary.BigEndian.Uint32(b); magic != jks && magic != jceks {
		return held
	}
	count := binary.BigEndian.Uint32(b[8:])
	b = b[12:]
	for range count {
		if len(b) < 6 || binary.BigEndian.Uint32(b) != trustedCertificate {
			return held
		}
		alias := int(binary.BigEndian.Uint16(b[4:]))
		if b = after(b, 6+alias+8); len(b) < 2 { // a date follows the alias
			return held
		}
		kind := int(binary.BigEndian.Uint16(b))
		if b = after(b, 2+kind); len(b) < 4 {
			return held
		}
		b = after(b, 4+int(binary.BigEndian.Uint32(b)))
	}
	return nil
}

// trustedCertificate is the tag of such an entry; 1 is a private key, 3 a secret one.
const trustedCertificate = 2

func after(b []byte, n int) []byte {
	if n < 0 || n > len(b) {
		return nil
	}
	return b[n:]
}
