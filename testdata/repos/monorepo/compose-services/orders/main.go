// Orders takes orders. It counts them in the cache where there is one.
package main

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"time"
)

func main() {
	http.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") })
	http.HandleFunc("GET /cache", cache)
	http.HandleFunc("GET /", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, "at most %s orders, mail by %s\n", os.Getenv("MAX_ORDERS"), os.Getenv("MAILER_URL"))
	})
	port := os.Getenv("PORT")
	if port == "" {
		port = "8001"
	}
	if err := http.ListenAndServe(":"+port, nil); err != nil {
		panic(err)
	}
}

func cache(w http.ResponseWriter, _ *http.Request) {
	c, err := net.DialTimeout("tcp", os.Getenv("CACHE_ADDR"), time.Second)
	if err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	c.Close()
	fmt.Fprintln(w, "the cache answers")
}
