package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"aipack/backend/fleet"
)

// grow measures a queue with many jobs: adding them, looking at how it stands, and having
// them done by a worker that finds everything at once.
func (b *bench) grow(n int) error {
	ctx := context.Background()
	address := b.queue
	if address == "" {
		address = filepath.Join(b.work, "grown.db")
	}
	q, err := fleet.Open(ctx, address)
	if err != nil {
		return err
	}
	defer func() { _ = q.Close() }() // it was made to be measured
	list := make([]fleet.Repository, n)
	for i := range list {
		list[i] = fleet.Repository{Address: fmt.Sprintf("https://git.example/team-%d/repository-%d.git", i%100, i), Ref: "main"}
	}
	began := time.Now()
	if _, err := q.Add(ctx, list, fleet.Order{Want: fleet.Detect, Version: "bench"}); err != nil {
		return err
	}
	fmt.Printf("%d jobs added in %.1f s\n", n, time.Since(began).Seconds())
	if err := status(ctx, q, "with all of them waiting"); err != nil {
		return err
	}
	services := []fleet.Service{{Name: "shop", Language: "go", Kind: "web", Confidence: 0.9}}
	w := &fleet.Worker{
		Queue: q, Name: "bench", Version: "bench", Slots: 16, Lease: time.Minute, Tries: 3, MostLosses: 10, UntilEmpty: true,
		Fetch: func(_ context.Context, r fleet.Repository) (fleet.Checkout, error) {
			return fleet.Checkout{Commit: "0123456789012345678901234567890123456789"}, nil
		},
		Handle: func(context.Context, fleet.Checkout, fleet.Job) fleet.Outcome {
			return fleet.Outcome{Cause: fleet.Detected, Services: services, Output: []byte(`[{"metadata":{}}]`)}
		},
	}
	began = time.Now()
	var looks []float64
	done := make(chan error)
	go func() { done <- w.Run(ctx) }()
	for over := false; !over; {
		select {
		case err := <-done:
			if err != nil {
				return err
			}
			over = true
		case <-time.After(time.Second):
			at := time.Now()
			if _, err := q.Status(ctx); err != nil {
				return err
			}
			looks = append(looks, time.Since(at).Seconds()*1000)
		}
	}
	took := time.Since(began).Seconds()
	slices.Sort(looks)
	fmt.Printf("a worker does %.0f jobs a second that are no work", float64(n)/took)
	if len(looks) > 0 {
		fmt.Printf("; status beside it %.0f ms, at most %.0f", looks[len(looks)/2], looks[len(looks)-1])
	}
	fmt.Println()
	if err := status(ctx, q, "with all of them done"); err != nil {
		return err
	}
	began = time.Now()
	all, err := q.Results(ctx)
	if err != nil {
		return err
	}
	fmt.Printf("%d results read in %.0f ms\n", len(all), time.Since(began).Seconds()*1000)
	return nil
}

func status(ctx context.Context, q *fleet.Queue, when string) error {
	var took []float64
	for range 9 {
		began := time.Now()
		if _, err := q.Status(ctx); err != nil {
			return err
		}
		took = append(took, time.Since(began).Seconds()*1000)
	}
	slices.Sort(took)
	fmt.Printf("status %s: %.0f ms (median of %d)\n", when, took[len(took)/2], len(took))
	return nil
}
