package main

import (
	"fmt"
	"io/fs"
	"log"
	"net/http"

	"example.com/dashboard/web"
)

func main() {
	page, err := fs.Sub(web.Files, "dist")
	if err != nil {
		log.Fatal(err)
	}
	http.Handle("/", http.FileServerFS(page))
	http.HandleFunc("/healthz", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") })
	log.Fatal(http.ListenAndServe(":8080", nil))
}
