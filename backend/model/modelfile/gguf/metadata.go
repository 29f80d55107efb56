package gguf

// metadata is what of a header's entries is kept: uint64, float64, bool, string,
// []uint64 of short arrays (true as 1), and the length of others as counted.
type metadata map[string]any

func (m metadata) text(key string) string { s, _ := m[key].(string); return s }

// count gives a whole number, the largest of a list, 0 for one beyond most.
func (m metadata) count(key string, most uint64) int {
	found := uint64(0)
	switch v := m[key].(type) {
	case uint64:
		found = v
	case []uint64: // one number a layer
		for _, k := range v {
			found = max(found, k)
		}
	}
	if found > most {
		return 0
	}
	return int(found)
}

// each gives the number of a layer: of a list its own, else the one for all, else usual.
func (m metadata) each(key string, layer, usual int) int {
	if list, ok := m[key].([]uint64); ok {
		if layer < len(list) && list[layer] <= mostHeads {
			return int(list[layer])
		}
		return 0
	}
	return orElse(m.count(key, mostHeads), usual)
}
