package builder

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
)

// upgrade opens a raw stream on the Docker engine's API: the engine hands the
// connection to its own BuildKit (POST /grpc and /session of the Engine API).
func upgrade(ctx context.Context, network, address, url, proto string, meta map[string][]string) (net.Conn, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://docker"+url, nil)
	if err != nil {
		conn.Close()
		return nil, err
	}
	for k, v := range meta {
		req.Header[http.CanonicalHeaderKey(k)] = v
	}
	req.Header.Set("Connection", "Upgrade")
	req.Header.Set("Upgrade", proto)
	if err := req.Write(conn); err != nil {
		conn.Close()
		return nil, err
	}
	buffered := bufio.NewReader(conn)
	resp, err := http.ReadResponse(buffered, req) //nolint:bodyclose // the connection goes on as a stream: its owner closes it
	if err != nil {
		conn.Close()
		return nil, err
	}
	if resp.StatusCode != http.StatusSwitchingProtocols {
		conn.Close()
		return nil, fmt.Errorf("the engine answers %s: it has no BuildKit", resp.Status)
	}
	return &upgraded{Conn: conn, reader: buffered}, nil
}

// upgraded reads on where the response's headers ended.
type upgraded struct {
	net.Conn
	reader *bufio.Reader
}

func (u *upgraded) Read(b []byte) (int, error) { return u.reader.Read(b) }
