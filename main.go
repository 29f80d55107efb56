//go:build !headless

// Command aipack turns a project folder into a container that provably works.
// Without a subcommand it opens the window.
package main

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/wailsapp/wails/v2"
	"github.com/wailsapp/wails/v2/pkg/options"
	"github.com/wailsapp/wails/v2/pkg/options/assetserver"
	"github.com/wailsapp/wails/v2/pkg/options/linux"
	"github.com/wailsapp/wails/v2/pkg/runtime"

	"aipack/backend/cli"
	"aipack/backend/store"
)

// The page. Only a placeholder is there before the frontend is built.
//
//go:embed all:frontend/dist
var page embed.FS

//go:embed build/icons/aipack-256.png
var icon []byte

func main() {
	here, err := os.Getwd()
	if err != nil {
		here = "" // it was deleted; absolute paths open all the same
	}
	openPath, command := purpose(os.Args[1:], here)
	if command {
		os.Exit(subcommand())
	}
	if err := window(openPath); err != nil {
		fmt.Fprintln(os.Stderr, "aipack:", err)
		os.Exit(1)
	}
}

// subcommand runs the command line, with everything in this process.
func subcommand() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends what does not listen to the first
	return cli.Run(ctx, allRooms(models), os.Args[1:], cli.Streams{Out: os.Stdout, Err: os.Stderr}, commands(models)...)
}

// window opens the window. Until wails.Run nothing is opened or locked: this
// far the program also runs to generate the bindings.
func window(openPath string) error {
	// Blank windows with NVIDIA's driver and on Wayland (wails #2977).
	if os.Getenv("WEBKIT_DISABLE_DMABUF_RENDERER") == "" {
		if err := os.Setenv("WEBKIT_DISABLE_DMABUF_RENDERER", "1"); err != nil {
			return err
		}
	}
	data, err := dataFolder()
	if err != nil {
		return err
	}
	// An analysis is short: collecting seldom keeps it from waiting. The limit, in
	// bytes, keeps a large repository from taking five times what it holds.
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
		debug.SetMemoryLimit(256 << 20)
	}
	app := newApp(data, openPath, time.Now)
	w := &frameOf{app: app}
	return wails.Run(&options.App{
		Title: "aipack", Width: 1280, Height: 800, MinWidth: 960, MinHeight: 640,
		AssetServer:              &assetserver.Options{Assets: page},
		Bind:                     []any{app},
		OnStartup:                w.startup,
		OnDomReady:               w.ready,
		OnBeforeClose:            w.closing,
		OnShutdown:               func(context.Context) { app.close() },
		ErrorFormatter:           func(err error) any { return faultText(err) },
		DragAndDrop:              &options.DragAndDrop{EnableFileDrop: true},
		SingleInstanceLock:       &options.SingleInstanceLock{UniqueId: lockName(data), OnSecondInstanceLaunch: w.second},
		EnableDefaultContextMenu: true,
		StartHidden:              true,
		BackgroundColour:         background("light"),
		Linux:                    &linux.Options{WebviewGpuPolicy: linux.WebviewGpuPolicyNever, ProgramName: "aipack", Icon: icon},
	})
}

// faultText is a fault as JSON text: Wails' runtime makes an Error with this
// message of it, and an object would become "[object Object]".
func faultText(err error) string {
	text, err := json.Marshal(faultOf(err))
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// lockName tells windows with different data folders apart.
func lockName(data string) string {
	sum := sha256.Sum256([]byte(data))
	return "dev.aipack.window." + "d" + hex.EncodeToString(sum[:6])
}

// background is the page's own ground, so that nothing flashes before it is
// painted (--c-canvas in frontend/src/style/tokens.css).
func background(theme string) *options.RGBA {
	if theme == "dark" || theme == "contrast" {
		return options.NewRGB(0x10, 0x13, 0x12)
	}
	return options.NewRGB(0xef, 0xf1, 0xef)
}

// frameOf ties the App to Wails.
type frameOf struct {
	app *App
	ctx context.Context // Wails' own; its functions want it
}

// handover is how long another aipack may take to give the data folder free.
const handover = 3 * time.Second

func (w *frameOf) startup(ctx context.Context) {
	w.ctx = ctx
	w.app.frame = frame{
		emit: func(name string, payload any) { runtime.EventsEmit(ctx, name, payload) },
		pickFolder: func(title string) (string, error) {
			return runtime.OpenDirectoryDialog(ctx, runtime.OpenDialogOptions{Title: title})
		},
		pickFile: func(title string) (string, error) {
			return runtime.OpenFileDialog(ctx, runtime.OpenDialogOptions{Title: title})
		},
		saveFile: func(title, name string) (string, error) {
			return runtime.SaveFileDialog(ctx, runtime.SaveDialogOptions{Title: title, DefaultFilename: name})
		},
		clipboard: func(text string) error { return runtime.ClipboardSetText(ctx, text) },
		browse:    func(address string) { runtime.BrowserOpenURL(ctx, address) },
		reveal:    reveal,
	}
	err := w.app.open()
	// Wails' lock runs this in a second process too, before it ends it; and a
	// window that was just closed may still be writing.
	for end := time.Now().Add(handover); errors.Is(err, store.ErrInUse) && time.Now().Before(end); err = w.app.open() {
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
func (w *frameOf) place() {
	b := background(w.app.settings.Theme)
	runtime.WindowSetBackgroundColour(w.ctx, b.R, b.G, b.B, b.A)
	at, ok, err := w.app.store.Window()
	if err != nil || !ok {
		return
	}
	runtime.WindowSetSize(w.ctx, at.Width, at.Height)
	runtime.WindowSetPosition(w.ctx, at.X, at.Y)
	if at.Maximised {
		runtime.WindowMaximise(w.ctx)
	}
}

func (w *frameOf) ready(ctx context.Context) { runtime.WindowShow(ctx) }

// closing remembers where the window is; false lets it close.
func (w *frameOf) closing(ctx context.Context) bool {
	at := store.Window{Maximised: runtime.WindowIsMaximised(ctx)}
	at.Width, at.Height = runtime.WindowGetSize(ctx)
	at.X, at.Y = runtime.WindowGetPosition(ctx)
	if at.Width > 0 && at.Height > 0 {
		w.app.unsaved(w.app.store.SaveWindow(at))
	}
	return false
}

// second brings this window forward when the program is started again, and
// opens what that start asked for.
func (w *frameOf) second(start options.SecondInstanceData) {
	runtime.WindowUnminimise(w.ctx)
	runtime.WindowShow(w.ctx)
	if path, command := purpose(start.Args, start.WorkingDirectory); !command && path != "" {
		w.app.emit("open", path)
	}
}
