// Package store keeps orders in memory.
package store

import "sync"

// Store is a list of orders. It is safe for use by several goroutines.
type Store struct {
	mu     sync.Mutex
	orders []string
}

// Add appends an order.
func (s *Store) Add(order string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.orders = append(s.orders, order)
}

// Count is the number of orders.
func (s *Store) Count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.orders)
}
