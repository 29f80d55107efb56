package lockfile

import "aipack/backend/manifest/cargo"

// https://doc.rust-lang.org/cargo/guide/cargo-toml-vs-cargo-lock.html
var cargoLock = File{Name: "Cargo.lock", Manifest: "Cargo.toml", Manager: "cargo", Ecosystem: "rust", PURL: "cargo", Read: readCargoLock}

func readCargoLock(text string) (list []Package, _ int, err error) {
	lock, err := cargo.ParseLock(text)
	for _, p := range lock.All {
		if p.Source != "" { // without one it is a crate of the workspace, or lies in a folder
			list = append(list, Package{p.Name, p.Version})
		}
	}
	return list, 0, err
}
