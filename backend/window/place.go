package window

import (
	"crypto/sha256"
	"encoding/hex"

	"aipack/backend/store"
	"aipack/backend/window/program"
)

// Lock names the lock that tells windows with different data folders apart.
func Lock(data string) string {
	sum := sha256.Sum256([]byte(data))
	return "dev.aipack.window." + "d" + hex.EncodeToString(sum[:6])
}

// Place is where the window was, ok where that is known.
func (a *App) Place() (at store.Window, ok bool) {
	at, ok, err := a.store.Window()
	return at, ok && err == nil
}

// SavePlace remembers where the window is.
func (a *App) SavePlace(at store.Window) {
	if at.Width > 0 && at.Height > 0 {
		a.Page.Unsaved(a.store.SaveWindow(at))
	}
}

// Theme is the one that the window is painted in.
func (a *App) Theme() string { return a.preferences.InForce().Theme }

// MayClose says whether the window may close now.
func (a *App) MayClose() bool { return program.MayClose(a.Program) }

// Told is called when the system tells the program to end.
func (a *App) Told() { program.Told(a.Program) }
