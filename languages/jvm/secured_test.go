package jvm

import (
	"testing"

	"aipack/backend/language/languagetest"
)

// TestGuarded: what the rules of Spring Security and Shiro keep for those who have
// signed in is no path of health.
func TestGuarded(t *testing.T) {
	t.Parallel()
	const spring = "org.springframework.boot</groupId><artifactId>spring-boot-starter-security"
	const shiro = "org.apache.shiro</groupId><artifactId>shiro-spring"
	chain := func(body string) string {
		return "class S { SecurityFilterChain c(HttpSecurity http) { http" + body + "; } }\n"
	}
	for name, c := range map[string]struct {
		dependency, rules string
		want              bool
	}{
		"all others are denied":      {spring, chain(`.authorizeHttpRequests(a -> a.requestMatchers("/login", "/css/**").permitAll().anyRequest().authenticated())`), true},
		"it is permitted":            {spring, chain(`.authorizeRequests().antMatchers("/", "/status").permitAll().anyRequest().authenticated()`), false},
		"what it lies below is":      {spring, chain(`.authorizeHttpRequests(a -> a.requestMatchers("/status/**").permitAll().anyRequest().authenticated())`), false},
		"by a name":                  {spring, chain(`.authorizeHttpRequests(a -> a.requestMatchers(OPEN).permitAll().anyRequest().authenticated())`), false},
		"all others are permitted":   {spring, chain(`.authorizeHttpRequests(a -> a.requestMatchers("/admin").hasRole("ADMIN").anyRequest().permitAll())`), false},
		"no rules of its own":        {spring, "class S {}\n", false},
		"without the library":        {"org.example</groupId><artifactId>x", chain(`.authorizeRequests().anyRequest().authenticated()`), false},
		"Shiro's last rule":          {shiro, "class S { ShiroFilterFactoryBean f() { m.put(\"/hotel/**\",\"anon\"); m.put(\"/**\", \"authc\"); b.setFilterChainDefinitionMap(m); } }\n", true},
		"Shiro's rule that comes up": {shiro, "class S { ShiroFilterFactoryBean f() { m.put(\"/status\",\"anon\"); m.put(\"/**\", \"authc\"); b.setFilterChainDefinitionMap(m); } }\n", false},
	} {
		files := map[string]string{
			"pom.xml": "<project><groupId>a</groupId><artifactId>shop</artifactId><version>1</version><dependencies><dependency><groupId>" + c.dependency +
				"</artifactId><version>1</version></dependency></dependencies></project>",
			"src/main/java/a/Shop.java":           "package a;\npublic class Shop { public static void main(String[] x) {} }\n",
			"src/main/java/a/SecurityConfig.java": "package a;\n" + c.rules,
		}
		p, _ := languagetest.Project(t, &Java, files, ".", "")
		if got := guarded(p, "/status"); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
