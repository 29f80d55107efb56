package native

import "runtime"

// Words is the size of the vocabulary.
func (m *Model) Words() int { return int(m.lib.vocabTokens(m.vocab)) }

// Ends says whether a token ends the answer.
func (m *Model) Ends(t Token) bool { return m.lib.vocabEnds(m.vocab, t) }

// Control says whether a token is a mark of the conversation's form, not text.
func (m *Model) Control(t Token) bool { return m.lib.vocabControl(m.vocab, t) }

// Frame gives the marks that begin and end a text, "" for none, and whether every
// prompt begins with the first.
func (m *Model) Frame() (begin, end string, wants bool) {
	piece := func(t Token) string {
		if t < 0 {
			return ""
		}
		return string(m.Piece(t, true))
	}
	return piece(m.lib.vocabBegin(m.vocab)), piece(m.lib.vocabEnd(m.vocab)), m.lib.vocabAddsBegin(m.vocab)
}

// Tokens splits text. Where marks is false, the names of control tokens in it
// are ordinary text: nothing that a repository holds can end a turn.
func (m *Model) Tokens(text string, marks bool) []Token {
	if text == "" {
		return nil
	}
	raw := []byte(text)
	out := make([]Token, len(raw)+8)
	n := m.lib.tokenize(m.vocab, &raw[0], int32(len(raw)), &out[0], int32(len(out)), false, marks)
	if n < 0 {
		out = make([]Token, -n)
		n = m.lib.tokenize(m.vocab, &raw[0], int32(len(raw)), &out[0], int32(len(out)), false, marks)
	}
	runtime.KeepAlive(raw)
	return out[:max(n, 0):max(n, 0)]
}

// Piece gives a token's bytes, which may be a part of a character. Control
// tokens have none unless marks is true.
func (m *Model) Piece(t Token, marks bool) []byte {
	buf := make([]byte, 64)
	n := m.lib.tokenPiece(m.vocab, t, &buf[0], int32(len(buf)), 0, marks)
	if n < 0 {
		buf = make([]byte, -n)
		n = m.lib.tokenPiece(m.vocab, t, &buf[0], int32(len(buf)), 0, marks)
	}
	return buf[:max(n, 0)]
}
