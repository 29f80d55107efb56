package fleet

import (
	"context"
	"fmt"
	"strings"
)

// Filter picks results.
type Filter struct {
	Cause Cause  // "" for any
	Text  string // is in the repository, its reference or commit, or in what was said; "" for any
}

// byName is the order of Results, and an index of fleet_latest.
const byName = " ORDER BY s.repository, s.ref, s.want"

// Page gives so many of the newest results from a place on, by their names as Results
// does, and how many there are of them altogether.
func (q *Queue) Page(ctx context.Context, f Filter, offset, limit int) (list []Result, all int, err error) {
	from, values := " FROM fleet_latest s", []any{}
	if f.Text != "" {
		from += " JOIN fleet_results r ON r.key = s.result WHERE (" +
			strings.Join([]string{holds("s.repository"), holds("s.ref"), holds("r.commit_id"), holds("r.said")}, " OR ") + ")"
		wanted := "%" + literally.Replace(strings.ToLower(f.Text)) + "%"
		values = append(values, wanted, wanted, wanted, wanted)
	} else {
		from += " WHERE s.repository <> ''"
	}
	if f.Cause != "" {
		from, values = from+" AND s.cause = ?", append(values, f.Cause)
	}
	if err := q.db.QueryRowContext(ctx, q.text("SELECT count(*)"+from), values...).Scan(&all); err != nil {
		return nil, 0, fmt.Errorf("counting results: %w", err)
	}
	// The results of a page alone are read: those before it may be many, and are large.
	list, err = q.results(ctx, "SELECT "+columns+" FROM (SELECT s.repository, s.ref, s.want, s.result, s.seen_at"+from+byName+
		" LIMIT ? OFFSET ?) s JOIN fleet_results r ON r.key = s.result"+byName, append(values, limit, offset)...)
	return list, all, err
}

// holds is a condition: a column has a text in it, whatever its letters' case. SQLite
// knows the case of ASCII's letters alone.
func holds(column string) string { return "lower(" + column + ") LIKE ? ESCAPE '!'" }

// literally takes their meaning from the signs of LIKE.
var literally = strings.NewReplacer("!", "!!", "%", "!%", "_", "!_")
