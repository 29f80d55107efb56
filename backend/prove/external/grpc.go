package external

import (
	"context"
	"net"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"
)

// isGRPC reports whether the port answers in gRPC.
func (w Way) isGRPC(ctx context.Context) bool {
	_, err := w.health(ctx, min(w.Limit, 3*time.Second))
	return spoke(err)
}

// Health asks the health service that gRPC defines (grpc.health.v1). Whoever
// answers in gRPC and does not have that service is well enough.
func (w Way) Health(ctx context.Context) Answer {
	a := Answer{What: "grpc.health.v1.Health/Check"}
	began := time.Now()
	serving, err := w.health(ctx, w.Limit)
	a.Latency = time.Since(began)
	switch code := status.Code(err); {
	case err == nil:
		a.Body = serving.String()
	case !spoke(err):
		a.Err = err
	case code == codes.Unimplemented:
		a.Body = "it has no health service"
	case code == codes.NotFound: // health.proto: the service asked for is not known, here that of the whole server
		a.Body = "its health service does not speak for the whole server"
	case code == codes.Unauthenticated, code == codes.PermissionDenied:
		a.Body = WantsLogin
	default:
		a.Err = err
	}
	return a
}

// WantsLogin is the answer of a program that speaks gRPC to those that it knows.
const WantsLogin = "it wants a login"

func (w Way) health(ctx context.Context, limit time.Duration) (healthpb.HealthCheckResponse_ServingStatus, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	conn, err := grpc.NewClient("passthrough:///localhost", grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithUserAgent("aipack-proof"),
		grpc.WithContextDialer(func(context.Context, string) (net.Conn, error) { return w.Dial(w.Ports[0]) }))
	if err != nil {
		return 0, err
	}
	defer func() { _ = conn.Close() }() // it has said what it had to say
	r, err := healthpb.NewHealthClient(conn).Check(ctx, &healthpb.HealthCheckRequest{})
	return r.GetStatus(), err
}

// spoke reports whether an error, or none, came from the program and in gRPC:
// what the library itself reports of connections is Unavailable, or the time
// was up; an answer of HTTP/2 that is none of gRPC's has another status or type.
func spoke(err error) bool {
	switch status.Code(err) {
	case codes.OK:
		return true
	case codes.Unavailable, codes.DeadlineExceeded, codes.Canceled, codes.Internal:
		return false
	}
	said := err.Error()
	return !strings.Contains(said, "unexpected HTTP status code") && !strings.Contains(said, "content-type")
}
