//go:build !headless

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/wailsapp/wails/v2/pkg/options"
	"github.com/wailsapp/wails/v2/pkg/runtime"

	"aipack/backend/cli"
	"aipack/backend/model/llm/gateway"
	"aipack/backend/store"
	"aipack/backend/window"
	"aipack/backend/window/openpath"
	"aipack/backend/window/page"
)

// background is the page's own ground, so that nothing flashes before it is
// painted (--c-canvas in frontend/src/style/tokens.css).
func background(theme string) *options.RGBA {
	if theme == "dark" || theme == "contrast" {
		return options.NewRGB(0x10, 0x13, 0x12)
	}
	return options.NewRGB(0xef, 0xf1, 0xef)
}

// frame ties what the page may call to Wails.
type frame struct {
	app    *window.App
	models *gateway.Models
	ctx    context.Context // Wails' own; its functions want it
}

// handover is how long another aipack may take to give the data folder free.
const handover = 3 * time.Second

func (w *frame) startup(ctx context.Context) {
	w.ctx = ctx
	w.app.Page.Frame = page.Frame{
		Emit: func(name string, payload any) { runtime.EventsEmit(ctx, name, payload) },
		PickFolder: func(title string) (string, error) {
			return runtime.OpenDirectoryDialog(ctx, runtime.OpenDialogOptions{Title: title})
		},
		PickFile: func(title string) (string, error) {
			return runtime.OpenFileDialog(ctx, runtime.OpenDialogOptions{Title: title})
		},
		SaveFile: func(title, name string) (string, error) {
			return runtime.SaveFileDialog(ctx, runtime.SaveDialogOptions{Title: title, DefaultFilename: name})
		},
		Clipboard: func(text string) error { return runtime.ClipboardSetText(ctx, text) },
		Browse:    func(address string) { runtime.BrowserOpenURL(ctx, address) },
		Quit:      func() { runtime.Quit(ctx) },
	}
	err := w.app.Open()
	// Wails' lock runs this in a second process too, before it ends it; and a
	// window that was just closed may still be writing.
	for end := time.Now().Add(handover); errors.Is(err, store.ErrInUse) && time.Now().Before(end); err = w.app.Open() {
		time.Sleep(handover / 20)
	}
	if err != nil {
		if errors.Is(err, store.ErrInUse) {
			fmt.Fprintln(os.Stderr, "aipack: a window is already open; close it, or give this one another data folder with AIPACK_DATA")
		} else {
			fmt.Fprintln(os.Stderr, "aipack:", err)
		}
		os.Exit(1)
	}
	w.place()
}

// place puts the window where it was.
func (w *frame) place() {
	b := background(w.app.Theme())
	runtime.WindowSetBackgroundColour(w.ctx, b.R, b.G, b.B, b.A)
	at, ok := w.app.Place()
	if !ok {
		return
	}
	runtime.WindowSetSize(w.ctx, at.Width, at.Height)
	runtime.WindowSetPosition(w.ctx, at.X, at.Y)
	if at.Maximised {
		runtime.WindowMaximise(w.ctx)
	}
}

func (w *frame) ready(ctx context.Context) { runtime.WindowShow(ctx) }

// obey ends the program when the system says so, without a question; a second signal
// ends it at once, and processes that it started end with it (see worker). Wails closes
// the window for the first one and hears no other.
func (w *frame) obey() {
	told := make(chan os.Signal, 2)
	signal.Notify(told, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-told
		w.app.Told()
		<-told
		os.Exit(1)
	}()
}

// closing remembers where the window is, and keeps it open while the page asks
// whether to end what is under way; false lets it close.
func (w *frame) closing(ctx context.Context) bool {
	at := store.Window{Maximised: runtime.WindowIsMaximised(ctx)}
	at.Width, at.Height = runtime.WindowGetSize(ctx)
	at.X, at.Y = runtime.WindowGetPosition(ctx)
	w.app.SavePlace(at)
	return !w.app.MayClose()
}

// second brings this window forward when the program is started again, and
// opens what that start asked for.
func (w *frame) second(start options.SecondInstanceData) {
	runtime.WindowUnminimise(w.ctx)
	runtime.WindowShow(w.ctx)
	if path, command := purpose(w.models, start.Args, start.WorkingDirectory); !command && path != "" {
		w.app.Page.Emit("open", path)
	}
}

// purpose says what a command line asks for: the window or a subcommand.
func purpose(models *gateway.Models, args []string, dir string) (openPath string, command bool) {
	return openpath.Purpose(args, dir, func() []string { return cli.Commands(commands(models)...) })
}
