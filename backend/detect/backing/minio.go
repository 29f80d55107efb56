package backing

var minio = Service{
	ID: MinIO, Title: "MinIO",
	Image: "minio/minio:latest", Command: "server /data",
	Environment: []Setting{
		{"MINIO_ROOT_USER", "app"},
		{"MINIO_ROOT_PASSWORD", "${MINIO_PASSWORD}"},
	},
	Volume: "/data",
	Health: []string{"CMD", "mc", "ready", "local"},
	User:   "app", Password: "MINIO_PASSWORD",
	Port: 9000, Scheme: "http",

	Images:     []string{"minio"},
	Words:      []string{"minio", "s3", "aws"},
	Settings:   []string{"MINIO", "S3_"},
	Addresses:  []string{":9000"},
	PortShared: true,
	Drivers:    []string{"minio", "io.minio:minio", "github.com/minio/minio-go*", "Minio"},
}
