package repo

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"
	"unicode/utf8"
	"unsafe"
)

// decode gives a file's bytes as UTF-8: with or without byte order mark,
// UTF-16 in either order, else Latin-1, in which every byte is a character.
// Bytes that are no text give ErrBinary. The bytes become the text without a copy,
// so nobody may change them any more.
func decode(b []byte, sample int) (string, error) {
	if rest, ok := bytes.CutPrefix(b, []byte("\xEF\xBB\xBF")); ok {
		b = rest
	}
	if order := utf16Order(b); order != nil {
		return fromUTF16(b, order), nil
	}
	if looksBinary(b[:min(len(b), sample)]) {
		return "", ErrBinary
	}
	if utf8.Valid(b) {
		return unsafe.String(unsafe.SliceData(b), len(b)), nil
	}
	return fromLatin1(b), nil
}

// utf16Order recognises UTF-16 by its mark or, without one, by a beginning
// that is ASCII with a NUL beside every letter; nil if it is something else.
func utf16Order(b []byte) binary.ByteOrder {
	if len(b) >= 2 {
		switch {
		case b[0] == 0xFF && b[1] == 0xFE:
			return binary.LittleEndian
		case b[0] == 0xFE && b[1] == 0xFF:
			return binary.BigEndian
		}
	}
	head := b[:min(len(b), 64)]
	if len(head) < 4 {
		return nil
	}
	little, big := true, true
	for i := 0; i+1 < len(head); i += 2 {
		little = little && isText(head[i]) && head[i+1] == 0
		big = big && head[i] == 0 && isText(head[i+1])
	}
	switch {
	case little:
		return binary.LittleEndian
	case big:
		return binary.BigEndian
	}
	return nil
}

func isText(c byte) bool { return c >= ' ' && c < 0x7f || c == '\n' || c == '\r' || c == '\t' }

func fromUTF16(b []byte, order binary.ByteOrder) string {
	units := make([]uint16, 0, len(b)/2)
	for ; len(b) >= 2; b = b[2:] {
		units = append(units, order.Uint16(b))
	}
	if len(units) > 0 && units[0] == 0xFEFF {
		units = units[1:]
	}
	return string(utf16.Decode(units))
}

func fromLatin1(b []byte) string {
	out := make([]byte, 0, len(b)+len(b)/8)
	for _, c := range b {
		out = utf8.AppendRune(out, rune(c))
	}
	return string(out)
}

// looksBinary judges by a sample: a NUL, as git does, or more than a tenth of
// control characters, which no encoding of text has.
func looksBinary(sample []byte) bool {
	control := 0
	for _, c := range sample {
		switch {
		case c == 0:
			return true
		case c < ' ' && (c < '\b' || c > '\r') && c != 0x1b:
			control++
		}
	}
	return control*10 > len(sample)
}

// sampleIsBinary is looksBinary for the head of a file that may be UTF-16.
func sampleIsBinary(head []byte) bool {
	return utf16Order(head) == nil && looksBinary(head)
}
