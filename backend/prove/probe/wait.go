package main

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"syscall"

	"aipack/backend/prove/tunnel"
)

// beginning is the port on which somebody connects to have the command begin.
const beginning = "64998"

// wait becomes the command once somebody has connected: by then the ways to
// its neighbours are open. It returns where that fails.
func wait(command []string) error {
	listener, err := net.Listen("tcp", net.JoinHostPort(tunnel.Here, beginning))
	if err != nil {
		return err
	}
	conn, err := listener.Accept()
	if err != nil {
		return err
	}
	_ = errors.Join(conn.Close(), listener.Close()) // the command's descriptors are its own
	program, err := exec.LookPath(command[0])
	if err != nil {
		return err
	}
	return fmt.Errorf("exec %s: %w", program, syscall.Exec(program, command, os.Environ()))
}
