package main

import "context"

func proveAll(ctx context.Context, o options, dir string, folders []folder) error { return nil }
