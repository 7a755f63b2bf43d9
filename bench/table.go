package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// row is one measure beside its limit.
type row struct {
	measure string
	figure  figure
	limit   limit
}

// figure is what the rounds of a measure say: the median, and how far they lie apart.
type figure struct{ median, least, most float64 }

func figureOf(rounds []float64) figure {
	sorted := slices.Sorted(slices.Values(rounds))
	middle := len(sorted) / 2
	median := sorted[middle]
	if len(sorted)%2 == 0 {
		median = (sorted[middle-1] + sorted[middle]) / 2
	}
	return figure{median, sorted[0], sorted[len(sorted)-1]}
}

// single is the figure of a measure that is taken once.
func single(value float64) figure { return figure{value, value, value} }

func (f figure) spread() string {
	if f.least == f.most {
		return "–"
	}
	return number(f.least) + " to " + number(f.most)
}

// limit is a bound of the median; the zero limit is none.
type limit struct {
	sign  string
	bound float64
}

func atLeast(bound float64) limit { return limit{"≥", bound} }
func atMost(bound float64) limit  { return limit{"≤", bound} }

func (l limit) String() string {
	if l == (limit{}) {
		return "–"
	}
	return l.sign + " " + number(l.bound)
}

func (r row) missed() bool {
	return r.limit.sign == "≥" && r.figure.median < r.limit.bound ||
		r.limit.sign == "≤" && r.figure.median > r.limit.bound
}

func (r row) verdict() string {
	switch {
	case r.limit == limit{}:
		return "–"
	case r.missed():
		return "MISSED"
	default:
		return "ok"
	}
}

// table is the rows in Markdown.
func table(rows []row) string {
	var b strings.Builder
	b.WriteString("| measure | ratio | spread | limit | verdict |\n|---|---|---|---|---|\n")
	for _, r := range rows {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", r.measure, number(r.figure.median), r.figure.spread(), r.limit, r.verdict())
	}
	return b.String()
}

var errMissed = errors.New("a limit is missed")

func missed(rows []row) error {
	if slices.ContainsFunc(rows, row.missed) {
		return errMissed
	}
	return nil
}

func number(n float64) string { return fmt.Sprintf("%.3g", n) }
