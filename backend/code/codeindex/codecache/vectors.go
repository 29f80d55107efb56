package codecache

import (
	"database/sql"
	"encoding/binary"
	"math"

	"aipack/backend/store/sqlite"
)

// Vectors gives the vectors that are kept, by their keys. They depend on no version of
// this program.
func (s *Folder) Vectors() (map[string][]float32, error) {
	out := map[string][]float32{}
	_, err := sqlite.Collect(s.db, func(rows *sql.Rows) (none struct{}, err error) {
		var key, raw sql.RawBytes
		if err := rows.Scan(&key, &raw); err != nil {
			return none, err
		}
		v := make([]float32, len(raw)/4)
		for i := range v {
			v[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
		}
		out[string(key)] = v
		return none, nil
	}, "SELECT key, vector FROM vectors")
	return out, err
}

// SaveVectors keeps vectors beside those that are there.
func (s *Folder) SaveVectors(vectors map[string][]float32) error {
	return s.db.Write(func(tx *sql.Tx) error {
		for key, v := range vectors {
			raw := make([]byte, 0, 4*len(v))
			for _, x := range v {
				raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(x))
			}
			if _, err := tx.Exec("INSERT OR REPLACE INTO vectors VALUES (?, ?)", []byte(key), raw); err != nil {
				return err
			}
		}
		return nil
	})
}

// DropVectors forgets the vectors of these keys.
func (s *Folder) DropVectors(keys []string) error {
	return s.db.Write(func(tx *sql.Tx) error {
		for _, key := range keys {
			if _, err := tx.Exec("DELETE FROM vectors WHERE key = ?", []byte(key)); err != nil {
				return err
			}
		}
		return nil
	})
}
