package main

import (
	_ "embed"
	"os"
	"runtime"
	"strings"
	"text/template"
	"time"
)

//go:embed page.md
var pageText string

// writePage writes the page of documentation: how it was measured, on what, and the table.
func writePage(path string, p plan, disk string, rows []row) error {
	page, err := template.New("page").Parse(pageText)
	if err != nil {
		return err
	}
	var b strings.Builder
	err = page.Execute(&b, struct {
		Plan                        plan
		Table, Date, Go, Disk, Arch string
		Cores                       int
		Largest                     int
		Update                      string
		Title, Message              string
		Screens, Flood              int
		FloodTurn                   time.Duration
	}{p, table(rows), time.Now().Format("2 January 2006"), runtime.Version(), disk, runtime.GOARCH, runtime.NumCPU(), largest, update, typicalTitle, typicalMessage,
		screens, floodRate, p.Lasts / 4})
	if err != nil {
		return err
	}
	return os.WriteFile(path, []byte(b.String()), 0o644)
}
