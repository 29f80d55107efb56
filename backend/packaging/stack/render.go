package stack

import (
	"slices"
	"strconv"

	"aipack/backend/detect/backing"
	"aipack/backend/detect/value"
	"aipack/backend/detect/wiring"
	"aipack/backend/universalbuild"
)

// renderer writes the values of a plan as compose writes texts.
type renderer struct {
	names
	members    []Member
	at         map[string]int // the first member of each folder
	neighbours *wiring.Neighbours
	apart      map[held]string          // names of the data services that a service has for itself
	stores     map[held]backing.Service // those that were asked for
	ports      map[string][]Published   // by the name of the service
	secrets    secrets
	reached    map[string][]string // folders of the services whose addresses a member is given, by its name
}

func newRenderer(members []Member) *renderer {
	r := &renderer{
		names: newNames(members), members: members, at: map[string]int{}, neighbours: neighboursOf(members),
		stores: map[held]backing.Service{}, ports: publish(members), reached: map[string][]string{},
	}
	r.setApart()
	for i, m := range members {
		if _, known := r.at[m.Document.Metadata.Path]; !known {
			r.at[m.Document.Metadata.Path] = i
		}
	}
	return r
}

// render writes one value. A reference that leads nowhere stays as it is, so
// that it is seen: validation has named it.
func (r *renderer) render(m Member, v universalbuild.Variable, text string) string {
	t, err := value.Parse(text)
	if err != nil {
		return Escape(text)
	}
	out := ""
	for _, p := range t {
		switch p.Kind {
		case value.Store:
			out += r.store(m, p)
		case value.Service:
			out += r.service(m, p)
		case value.Self:
			out += r.address(m, p)
		case value.Secret:
			out += r.refer(m, v, Secret{Name: v.Name, Form: p.Form})
		default:
			out += Escape(p.Text)
		}
	}
	return out
}

// refer remembers a secret and gives the text that stands for it.
func (r *renderer) refer(m Member, v universalbuild.Variable, s Secret) string {
	s.Why = why(m, v)
	return Refer(r.secrets.name(m.Name, s))
}

func (r *renderer) store(m Member, p value.Part) string {
	b, _ := r.backing(r.held(m, p.Text))
	host := r.storeName(m, p.Text)
	switch p.Field {
	case "host":
		return host
	case "port":
		return strconv.Itoa(b.Port)
	case "address":
		return b.Address(host)
	case "user":
		return b.User
	case "database":
		return b.Database
	case "password":
		if b.Password == "" {
			return ""
		}
		return Refer(b.Password)
	}
	scheme := p.Scheme
	if scheme == "" {
		scheme = b.Scheme
	}
	return b.URL(host, scheme)
}

// service writes where another service of the plan is reached, by its folder.
func (r *renderer) service(asking Member, p value.Part) string {
	i, known := r.at[p.Text]
	if !known {
		return Escape(p.String())
	}
	m := r.members[i]
	port := 80
	if tcp := slices.IndexFunc(m.Document.Runtime.Ports, isTCP); tcp >= 0 {
		port = m.Document.Runtime.Ports[tcp].Port
	}
	scheme := "http"
	if p.Scheme != "" {
		scheme = p.Scheme
	}
	if p.Field == "published" {
		return r.address(m, value.Part{Field: "url"})
	}
	r.reached[asking.Name] = append(r.reached[asking.Name], p.Text)
	return place(p.Field, scheme, m.Name, port)
}

// address writes where a service is published on the machine that runs it.
func (r *renderer) address(m Member, p value.Part) string {
	if p.Field == "name" {
		return m.Name
	}
	scheme := "http"
	if p.Scheme != "" {
		scheme = p.Scheme
	}
	for _, one := range r.ports[m.Name] {
		if one.Protocol != "udp" {
			return place(p.Field, scheme, "localhost", one.Host)
		}
	}
	return place(p.Field, scheme, "localhost", 80)
}

func isTCP(p universalbuild.Port) bool { return p.Protocol != "udp" }

func place(field, scheme, host string, port int) string {
	address := host + ":" + strconv.Itoa(port)
	switch field {
	case "host":
		return host
	case "port":
		return strconv.Itoa(port)
	case "address":
		return address
	}
	return scheme + "://" + address
}
