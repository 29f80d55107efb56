package native

// Most models' memory can be cut at any token. That of layers with a sliding
// window has forgotten what left the window, and that of recurrent layers holds
// no tokens at all: such a model goes back to a state that was saved
// (llama.h, llama_memory_seq_rm and llama_state_seq_get_data_ext).

// partial asks for what cannot be cut (LLAMA_STATE_SEQ_FLAGS_PARTIAL_ONLY).
const partial = 1

// Forgets says that the model's memory cannot be cut everywhere.
func (m *Model) Forgets() bool {
	return m.lib.modelWindow(m.model) > 0 || m.recurs()
}

func (m *Model) recurs() bool { return m.lib.modelRecurrent(m.model) || m.lib.modelHybrid(m.model) }

// Cut drops everything from position n on out of the cache and reports whether
// it could; if not, the cache is as it was.
func (m *Model) Cut(n int) bool {
	memory := m.lib.memory(m.context)
	return m.reaches(memory, n) && m.lib.memoryRemove(memory, 0, int32(n), -1)
}

// reaches says whether the token at position n finds all that it looks back at:
// a window of w tokens begins w-1 before it.
func (m *Model) reaches(memory uintptr, n int) bool {
	window := int(m.lib.modelWindow(m.model))
	if window == 0 || m.recurs() {
		return true // memoryRemove itself refuses what cannot be done
	}
	first := int(m.lib.memoryMin(memory, 0))
	return first == 0 || first > 0 && first <= n-window+1
}

// Forget empties the cache.
func (m *Model) Forget() { m.lib.memoryClear(m.lib.memory(m.context), false) }

// Save copies what cannot be cut, as it is after the tokens that the cache
// holds; nil where it is larger than most bytes.
func (m *Model) Save(most int) []byte {
	n := m.lib.stateSize(m.context, 0, partial)
	if n == 0 || n > uintptr(most) {
		return nil
	}
	state := make([]byte, n)
	if m.lib.stateGet(m.context, &state[0], n, 0, partial) != n {
		return nil
	}
	return state
}

// Restore goes back to the first n tokens, after which the state was saved, and
// reports whether it could; if not, the cache is empty.
func (m *Model) Restore(state []byte, n int) bool {
	size := uintptr(len(state))
	if size > 0 && m.lib.stateSet(m.context, &state[0], size, 0, partial) == size && m.lib.memoryRemove(m.lib.memory(m.context), 0, int32(n), -1) {
		return true
	}
	m.Forget()
	return false
}
