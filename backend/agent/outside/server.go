// Package outside reaches tools of other programs: servers of the Model Context Protocol
// (https://modelcontextprotocol.io/specification) that the user has set up, and never a
// repository. What a server says is a stranger's word: it is measured, cut, freed of
// secrets and never trusted. Whether a tool may be called is not decided here.
package outside

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"aipack/backend/base/atomicfile"
	"aipack/backend/base/fault"
	"aipack/backend/secret/conceal"
)

// Server is one that the user has set up. No value of a variable stands in it.
type Server struct {
	Name string `json:"name"`

	// A program that is started here and spoken to over its input and output, and the names
	// of the variables of aipack's environment that it is handed beside the usual ones.
	Command   []string `json:"command,omitempty"`
	Variables []string `json:"variables,omitempty"`

	// Or the address of one that is there already (Streamable HTTP), the name of the variable
	// that holds its key, and the header that the key is sent in; "": Authorization, as Bearer.
	URL    string `json:"url,omitempty"`
	Key    string `json:"key,omitempty"`
	Header string `json:"header,omitempty"`

	// The keychain has values of these variables, that were given for this server alone.
	Kept bool `json:"kept,omitempty"`
}

// Needs are the names of the variables that the server is handed.
func (s Server) Needs() []string {
	if s.URL == "" {
		return s.Variables
	}
	if s.Key == "" {
		return nil
	}
	return []string{s.Key}
}

// origin is the scheme and host of an address; "" for a program.
func (s Server) origin() string {
	u, err := url.Parse(s.URL)
	if err != nil || u.Host == "" {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// mostServers is how many there may be.
const mostServers = 16

var (
	// A name has no _, so that mcp_SERVER_TOOL says which server is meant, whatever a tool is called.
	serverName   = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,18}[a-z0-9])?$`)
	variableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
	headerName   = regexp.MustCompile("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$") // RFC 9110, a token
)

// Check says what is wrong with what the user wrote; nil where nothing is.
func (s Server) Check() error {
	wrong := func(message, hint string) error {
		return &fault.Fault{Code: fault.WrongUse, Message: message, Hint: hint}
	}
	if !serverName.MatchString(s.Name) {
		return wrong(fmt.Sprintf("%q is no name of a server", s.Name), "take at most 20 of the characters a-z, 0-9 and -")
	}
	for _, v := range slices.Concat(s.Variables, []string{s.Key}) {
		if v != "" && !variableName.MatchString(v) {
			name, _, _ := strings.Cut(v, "=")
			return wrong(fmt.Sprintf("%q is no name of a variable", name), "give the name alone: its value is taken from the environment when the server is begun")
		}
	}
	switch {
	case len(s.Command) > 0 && s.URL != "":
		return wrong("a server has a command or an address, not both", "set up two of them")
	case s.URL != "":
		return s.checkURL(wrong)
	case len(s.Command) == 0 || strings.TrimSpace(s.Command[0]) == "":
		return wrong("neither a command nor an address is given", "see aipack mcp-servers --help")
	case s.Key != "" || s.Header != "":
		return wrong("a key in a header is for servers with an address", "a program is handed variables")
	case strings.ContainsAny(s.Command[0], `/\`) && !filepath.IsAbs(s.Command[0]):
		return wrong(s.Command[0]+" is a path that leads elsewhere from each folder", "write it from the root on, or the name of a program in PATH")
	}
	for _, arg := range s.Command {
		if strings.ContainsRune(arg, 0) {
			return wrong("the command has a character that no argument can have", "write it anew")
		}
		if conceal.Text(arg) != arg {
			return wrong("an argument of the command looks like a secret", "it would stand in a file and in the list of processes: hand it on in a variable")
		}
	}
	return nil
}

// checkURL says what is wrong with an address. What is sent to it is for nobody else.
func (s Server) checkURL(wrong func(message, hint string) error) error {
	u, err := url.Parse(s.URL)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || u.Fragment != "":
		return wrong("this is no address of a server", "it looks like https://example.com/mcp")
	case u.User != nil || conceal.Text(s.URL) != s.URL:
		return wrong("the address holds what looks like a secret", "give the key by itself: in a variable, or in the window as the secret value")
	case u.Scheme == "http" && !slices.Contains([]string{"localhost", "127.0.0.1", "::1"}, u.Hostname()):
		return wrong("the address begins with http://, and everybody on the way could read along", "only servers on this computer are spoken to without https")
	case len(s.Variables) > 0:
		return wrong("variables are handed to programs that are started here", "the key of a server with an address is sent in a header")
	case s.Header != "" && (s.Key == "" || !headerName.MatchString(s.Header)):
		return wrong("the header cannot be sent like this", "give its name, and the variable that holds the key, or in the window its value")
	}
	return nil
}

// file is where the servers are kept, in the data folder.
const file = "mcp.json"

// mostBytes is how large that file may be.
const mostBytes = 1 << 20

// kept is what the file holds.
type kept struct {
	Servers []Server `json:"servers"`
}

// Load gives the servers that the user has set up, by their names.
func Load(data string) ([]Server, error) {
	name := filepath.Join(data, file)
	info, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var text []byte
	if err == nil && info.Size() > mostBytes {
		err = fmt.Errorf("it is larger than %d bytes", mostBytes)
	}
	if err == nil {
		text, err = os.ReadFile(name)
	}
	if err != nil {
		return nil, fault.OfFile("the MCP servers cannot be read from "+name, err, "look at the file, or remove it")
	}
	var k kept
	if err := json.Unmarshal(text, &k); err != nil {
		return nil, &fault.Fault{
			Code: fault.WrongUse, Message: name + " is no list of MCP servers: " + err.Error(),
			Hint: "mend the file, or remove it and set the servers up anew",
		}
	}
	if err := check(k.Servers); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return k.Servers, nil
}

// check looks at all of them.
func check(servers []Server) error {
	if len(servers) > mostServers {
		return &fault.Fault{Code: fault.WrongUse, Message: fmt.Sprintf("at most %d MCP servers can be set up", mostServers), Hint: "remove one"}
	}
	names := map[string]bool{}
	for _, s := range servers {
		if err := s.Check(); err != nil {
			return err
		}
		if names[s.Name] {
			return &fault.Fault{Code: fault.WrongUse, Message: "there are two MCP servers " + s.Name, Hint: "give one another name"}
		}
		names[s.Name] = true
	}
	return nil
}

// Save keeps the servers.
func Save(data string, servers []Server) error {
	servers = slices.Clone(servers)
	slices.SortFunc(servers, func(a, b Server) int { return strings.Compare(a.Name, b.Name) })
	if err := check(servers); err != nil {
		return err
	}
	text, err := json.MarshalIndent(kept{servers}, "", "  ")
	if err == nil {
		err = os.MkdirAll(data, 0o700)
	}
	if err == nil {
		err = atomicfile.Write(filepath.Join(data, file), append(text, '\n'), 0o600)
	}
	if err != nil {
		return fault.OfFile("the MCP servers cannot be kept", err, "check the data folder: AIPACK_DATA names another")
	}
	return nil
}
