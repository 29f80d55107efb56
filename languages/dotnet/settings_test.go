package dotnet

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/language/languagetest"
)

func TestSettingsAreOverriddenByVariables(t *testing.T) {
	t.Parallel()
	p, _ := languagetest.Project(t, &CSharp, map[string]string{
		"shop.csproj":                 `<Project Sdk="Microsoft.NET.Sdk.Web"><PropertyGroup><TargetFramework>net8.0</TargetFramework></PropertyGroup></Project>`,
		"appsettings.json":            "{ // of the developer\n \"ConnectionStrings\": {\"Main\": \"Host=localhost;Username=a;Password=b\", \"Cache\": \"localhost:6379\"}, \"Queue\": {\"Host\": \"mq\", \"Retries\": 3}, \"Logging\": {\"Level\": \"Info\"} }",
		"appsettings.Production.json": "{\"ConnectionStrings\": {\"Main\": \"Host=db;Username=p;Password=q\"}}",
	}, ".", "")
	got := map[string]string{}
	for _, s := range settings(p) {
		got[s.Variable] = s.Text
	}
	want := map[string]string{"ConnectionStrings__Main": "Host=db;Username=p;Password=q", "ConnectionStrings__Cache": "localhost:6379", "Queue__Host": "mq"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}
