package main

import (
	"log"
	"time"

	"example.com/shop/shared/clock"
)

func main() {
	for range time.Tick(time.Minute) {
		log.Print(clock.Now())
	}
}
