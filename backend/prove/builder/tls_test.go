//go:build lab

package builder

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// authority signs certificates for one test.
type authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
	file string
}

func newAuthority(t *testing.T, dir, name string) authority {
	t.Helper()
	a := authority{file: filepath.Join(dir, name+"-ca.pem")}
	a.cert, a.key, _ = a.sign(t, &x509.Certificate{
		Subject: pkix.Name{CommonName: name}, IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}, a.file)
	return a
}

// sign makes a certificate, its own authority's where there is none yet.
func (a authority) sign(t *testing.T, c *x509.Certificate, file string) (*x509.Certificate, *ecdsa.PrivateKey, string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c.SerialNumber, c.NotBefore, c.NotAfter = big.NewInt(time.Now().UnixNano()), time.Now().Add(-time.Hour), time.Now().Add(time.Hour)
	parent, signer := a.cert, a.key
	if parent == nil {
		parent, signer = c, key
	}
	der, err := x509.CreateCertificate(rand.Reader, c, parent, &key.PublicKey, signer)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	keyFile := strings.TrimSuffix(file, ".pem") + "-key.pem"
	for name, block := range map[string]*pem.Block{file: {Type: "CERTIFICATE", Bytes: der}, keyFile: {Type: "EC PRIVATE KEY", Bytes: raw}} {
		if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	signed, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return signed, key, keyFile
}

func (a authority) client(t *testing.T, name string) TLS {
	t.Helper()
	file := filepath.Join(filepath.Dir(a.file), name+".pem")
	_, _, key := a.sign(t, &x509.Certificate{Subject: pkix.Name{CommonName: name}, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}}, file)
	return TLS{CA: a.file, Cert: file, Key: key}
}

// secureBuilder starts a buildkitd of its own, beside the lab's, that speaks
// mTLS alone.
func secureBuilder(t *testing.T, a authority) string {
	t.Helper()
	state := filepath.Dir(strings.TrimPrefix(os.Getenv("AIPACK_BUILDER"), "unix://"))
	programs, err := filepath.Glob(filepath.Join(state, "buildkitd-v*"))
	if err != nil || len(programs) == 0 {
		t.Fatalf("the lab's buildkitd is not in %s: %v", state, err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := "tcp://" + l.Addr().String()
	l.Close()
	file := filepath.Join(filepath.Dir(a.file), "server.pem")
	_, _, key := a.sign(t, &x509.Certificate{
		Subject: pkix.Name{CommonName: "buildkitd"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}, file)
	root, err := os.MkdirTemp("/tmp", "tls")
	if err != nil {
		t.Fatal(err)
	}
	config := filepath.Join(root, "buildkitd.toml")
	text := fmt.Sprintf("root = %q\n[grpc]\n address = [%q]\n[grpc.tls]\n cert = %q\n key = %q\n ca = %q\n[worker.containerd]\n enabled = false\n", filepath.Join(root, "root"), address, file, key, a.file)
	if err := os.WriteFile(config, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	daemon := exec.Command(programs[len(programs)-1], "--config", config)
	var said strings.Builder
	daemon.Stderr = &said
	if err := daemon.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = daemon.Process.Signal(os.Interrupt)
		_ = daemon.Wait() // it was told to end
		os.RemoveAll(root)
		if t.Failed() {
			t.Log(said.String())
		}
	})
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		c, err := net.Dial("tcp", strings.TrimPrefix(address, "tcp://"))
		if err == nil {
			c.Close()
			return address
		}
		if time.Now().After(deadline) {
			t.Fatal(err)
		}
	}
}

// A real buildkitd over TCP answers those alone whose certificate its authority
// has signed, and is believed only when ours has signed its own.
func TestBuilderOverTLS(t *testing.T) {
	dir := t.TempDir()
	ours, foreign := newAuthority(t, dir, "ours"), newAuthority(t, dir, "foreign")
	address := secureBuilder(t, ours)
	list, err := ChooseAll(t.Context(), []string{address}, ours.client(t, "client"))
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 1 || list[0].Version == "" || list[0].Version == "old" {
		t.Errorf("%+v", list)
	}
	stranger := foreign.client(t, "stranger")
	stranger.CA = ours.file
	believer := ours.client(t, "believer")
	believer.CA = foreign.file
	for name, with := range map[string]TLS{"without": {}, "no certificate of ours": {CA: ours.file}, "signed by another": stranger, "another authority believed": believer} {
		if _, err := ChooseAll(t.Context(), []string{address}, with); err == nil {
			t.Errorf("%s: it answers", name)
		} else if strings.Contains(err.Error(), "PRIVATE KEY") {
			t.Errorf("%s: the error holds a key: %v", name, err)
		}
	}
}
