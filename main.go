//go:build !headless

// Command aipack turns a project folder into a container that provably works.
// Without a subcommand it opens the window.
package main

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/wailsapp/wails/v2"
	"github.com/wailsapp/wails/v2/pkg/options"
	"github.com/wailsapp/wails/v2/pkg/options/assetserver"
	"github.com/wailsapp/wails/v2/pkg/options/linux"

	"aipack/backend/agent/place"
	"aipack/backend/base/appdir"
	"aipack/backend/base/gctune"
	"aipack/backend/cli"
	"aipack/backend/detect/analysis"
	"aipack/backend/model/llm/gateway"
	"aipack/backend/prove/lint/apart"
	"aipack/backend/universalbuild"
	"aipack/backend/window"
	"aipack/backend/window/page"
)

// The page. Only a placeholder is there before the frontend is built.
//
//go:embed all:frontend/dist
var built embed.FS

//go:embed build/icons/aipack-256.png
var icon []byte

// The projects that come with aipack: fixtures of the tests.
//
//go:embed all:testdata/repos/single/node-express all:testdata/repos/single/python-fastapi all:testdata/repos/monorepo/turborepo
var samples embed.FS

func main() {
	here, err := os.Getwd()
	if err != nil {
		here = "" // it was deleted; absolute paths open all the same
	}
	models := gateway.New(version)
	openPath, command := purpose(models, os.Args[1:], here)
	if command {
		os.Exit(subcommand(models))
	}
	if err := show(models, openPath); err != nil {
		fmt.Fprintln(os.Stderr, "aipack:", err)
		os.Exit(1)
	}
}

// subcommand runs the command line, with everything in this process.
func subcommand(models *gateway.Models) int {
	ctx, stop := cli.Signals()
	defer stop()
	return cli.Run(ctx, allRooms(models), os.Args[1:], cli.Streams{Out: os.Stdout, Err: os.Stderr}, commands(models)...)
}

// show opens the window. Until wails.Run nothing is opened or locked: this
// far the program also runs to generate the bindings.
func show(models *gateway.Models, openPath string) error {
	// Blank windows with NVIDIA's driver and on Wayland (wails #2977).
	if os.Getenv("WEBKIT_DISABLE_DMABUF_RENDERER") == "" {
		if err := os.Setenv("WEBKIT_DISABLE_DMABUF_RENDERER", "1"); err != nil {
			return err
		}
	}
	data, err := appdir.Data()
	if err != nil {
		return err
	}
	// An analysis is short: collecting seldom keeps it from waiting. The limit, in
	// bytes, keeps a large repository from taking five times what it holds.
	if os.Getenv("GOGC") == "" {
		gctune.Seldom(400, 256<<20)
	}
	projects, err := fs.Sub(samples, "testdata/repos")
	if err != nil {
		return err
	}
	linter, err := apart.Self()
	if err != nil {
		return err
	}
	w := &frame{models: models, app: window.New(window.Parts{
		Data: data, OpenPath: openPath, Version: version, Models: models, Samples: projects, Labelled: carried, Lint: linter.Check, Now: time.Now,
		Place: place.Find, Tests: func(plans []universalbuild.UniversalBuild) []string { return place.Tests(analysis.Registry(), plans) },
		Environment: os.LookupEnv,
	})}
	opened := &options.App{
		Title: "aipack", Width: 1280, Height: 800, MinWidth: 960, MinHeight: 640,
		AssetServer:              &assetserver.Options{Assets: built},
		Bind:                     w.app.Bound(),
		OnStartup:                w.startup,
		OnDomReady:               w.ready,
		OnBeforeClose:            w.closing,
		OnShutdown:               func(context.Context) { w.app.Close() },
		ErrorFormatter:           func(err error) any { return page.Text(err) },
		DragAndDrop:              &options.DragAndDrop{EnableFileDrop: true},
		SingleInstanceLock:       &options.SingleInstanceLock{UniqueId: window.Lock(data), OnSecondInstanceLaunch: w.second},
		EnableDefaultContextMenu: true,
		StartHidden:              true,
		BackgroundColour:         background("light"),
		Linux:                    &linux.Options{WebviewGpuPolicy: linux.WebviewGpuPolicyNever, ProgramName: "aipack", Icon: icon},
	}
	w.obey()
	return withDisplay(func() error { return wails.Run(opened) })
}

// withDisplay opens the window. Where GTK finds no display, Wails panics
// (v2.15.0, internal/frontend/desktop/linux/frontend.go): that is no fault of the
// program's, and is said as the rest is.
func withDisplay(run func() error) (err error) {
	defer func() {
		said := recover()
		switch {
		case said == nil:
		case fmt.Sprint(said) == "failed to init GTK":
			err = errors.New("the window cannot open: no display answers at DISPLAY=" + os.Getenv("DISPLAY") +
				"\nStart it in a desktop session, or use the command line: aipack detect FOLDER")
		default:
			panic(said)
		}
	}()
	return run()
}
