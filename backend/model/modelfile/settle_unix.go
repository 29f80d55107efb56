//go:build !windows

package modelfile

import "os"

// settle makes a rename last: the folder itself is written out.
func settle(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
