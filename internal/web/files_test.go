package web

import (
	"encoding/json"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"strings"
	"testing"

	"cuecard.app/internal/look"
)

func TestSiteHasItsPages(t *testing.T) {
	site, err := New()
	if err != nil {
		t.Fatal(err)
	}
	for page, mark := range map[string]string{
		"/":        `id="send"`,
		"/tv":      "<card-view",
		"/docs":    "Cards by HTTP",
		"/nothing": `id="send"`,
	} {
		answer := get(t, site, page, nil)
		if answer.Code != http.StatusOK || !strings.Contains(answer.Body.String(), mark) {
			t.Errorf("%s: got %d without %q", page, answer.Code, mark)
		}
	}
}

// The fallback would answer for a missing script with a page, and only a browser would notice.
func TestEveryFileAskedForExists(t *testing.T) {
	asked := map[string]*regexp.Regexp{
		".html": regexp.MustCompile(`(?:src|href)="(/[^"]+)"`),
		".js":   regexp.MustCompile(`(?m)^import (?:.+ from )?'(\.[^']+)'|import\('(\.[^']+)'\)`),
	}
	files := siteFiles(t)
	for name, text := range files {
		expression, ok := asked[path.Ext(name)]
		if !ok {
			continue
		}
		for _, match := range expression.FindAllStringSubmatch(text, -1) {
			wanted := strings.Join(match[1:], "")
			if strings.HasPrefix(wanted, ".") {
				wanted = "/" + path.Join(path.Dir(name), wanted)
			}
			wanted = strings.TrimPrefix(wanted, "/")
			_, isFile := files[wanted]
			_, isPage := files[wanted+pageSuffix]
			if !isFile && !isPage {
				t.Errorf("%s asks for %s, which is not there", name, wanted)
			}
		}
	}
}

// The content policy forbids them: such a page would be broken in every browser.
func TestPagesHoldNoInlineScriptOrStyle(t *testing.T) {
	forbidden := regexp.MustCompile(`(?i)<style|<script>|<script(?:\s[^>]*)?>[^<]|\sstyle=|\son[a-z]+=|javascript:`)
	for name, text := range siteFiles(t) {
		if path.Ext(name) != pageSuffix {
			continue
		}
		if found := forbidden.FindString(text); found != "" {
			t.Errorf("%s has %q", name, found)
		}
	}
}

func TestTextNeverBecomesMarkup(t *testing.T) {
	forbidden := regexp.MustCompile(`innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|srcdoc`)
	for name, text := range siteFiles(t) {
		if found := forbidden.FindString(text); found != "" && path.Ext(name) == ".js" {
			t.Errorf("%s uses %s", name, found)
		}
	}
}

// Each number of the look stands once in the project: the style may only use those the service hands out.
func TestCardStyleTakesItsNumbersFromTheLook(t *testing.T) {
	style := siteFiles(t)["card.css"]
	given := map[string]bool{"dp": true, "text-scale": true}
	for name := range lookNames(t) {
		given[kebab(name)] = true
	}
	for _, own := range regexp.MustCompile(`(?m)^\s*(?:card-view .*\{ )?--([a-z-]+):`).FindAllStringSubmatch(style, -1) {
		given[own[1]] = true
	}
	used := regexp.MustCompile(`var\(--([a-z-]+)\)`).FindAllStringSubmatch(style, -1)
	if len(used) == 0 {
		t.Fatal("the style of the card uses no number of the look")
	}
	for _, name := range used {
		if !given[name[1]] {
			t.Errorf("card.css uses --%s, which nobody sets", name[1])
		}
	}
}

func TestPageKnowsEveryNumberOfTheLook(t *testing.T) {
	types := siteFiles(t)["types.js"]
	for name := range lookNames(t) {
		if !strings.Contains(types, "@property {number} "+name+"\n") {
			t.Errorf("types.js lacks %s", name)
		}
	}
}

func siteFiles(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := fs.WalkDir(embedded, "files", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(embedded, name)
		files[strings.TrimPrefix(name, "files/")] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func lookNames(t *testing.T) map[string]any {
	t.Helper()
	text, err := json.Marshal(look.Numbers())
	if err != nil {
		t.Fatal(err)
	}
	var names map[string]any
	if err := json.Unmarshal(text, &names); err != nil {
		t.Fatal(err)
	}
	return names
}

// kebab writes a name as the page does when it sets the numbers as custom properties.
func kebab(name string) string {
	return strings.ToLower(regexp.MustCompile(`[A-Z]`).ReplaceAllString(name, "-$0"))
}
