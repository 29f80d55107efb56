//go:build !linux

package repo

import "os"

// quick has no faster way than os.Root on this system.
type quick struct{}

func openQuick(*os.Root) quick                      { return quick{} }
func (quick) close()                                {}
func (quick) size(string) (int64, bool)             { return 0, false }
func (quick) open(string, bool) (file, bool, error) { return nil, false, nil }
func (quick) folders() (folderReader, bool)         { return nil, false }
