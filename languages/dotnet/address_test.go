package dotnet

import (
	"testing"

	"aipack/backend/language/languagetest"
)

func TestAddressesInTheCode(t *testing.T) {
	for source, want := range map[string]struct {
		host string
		port int
	}{
		`app.Run("http://127.0.0.1:5080");`:                            {"127.0.0.1", 5080},
		`app.Urls.Add("http://localhost:5082");` + "\napp.Run();":      {"localhost", 5082},
		`await app.RunAsync("http://0.0.0.0:5083");`:                   {"0.0.0.0", 5083},
		`app.Run("http://[::1]:5084/");`:                               {"::1", 5084},
		`app.Run("http://localhost");`:                                 {"localhost", 80},
		`// app.Run("http://127.0.0.1:5080");`:                         {"", 0},
		`app.Run();`:                                                   {"", 0},
		`client.BaseAddress = new Uri("http://localhost:9000");`:       {"", 0},
		`builder.WebHost.UseUrls("http://localhost:5085"); app.Run();`: {"", 0}, // ASPNETCORE_URLS goes before it
	} {
		p, _ := languagetest.Project(t, &CSharp, map[string]string{"App.csproj": csproj("Microsoft.NET.Sdk.Web", ""), "Program.cs": source}, ".", "")
		a := address(p)
		if _, n, _ := addressOf(p.Folder); a.Host != want.host || n != want.port || (a.HostVariable != "") != (want.host != "") {
			t.Errorf("%s: %+v, port %d", source, a, n)
		}
	}
}
