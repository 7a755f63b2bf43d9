package text

import (
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/fontscan"
)

// maxFiles bounds the walk through the font directories.
const maxFiles = 20000

// files knows the system's fonts: first by the names of their files, which costs a walk through the font directories
// and opens nothing; only a rune that none of those has asks for the index of all fonts.
type files struct {
	dirs    func() ([]string, error)
	index   func() ([]fontscan.Footprint, error)
	byName  map[string]string // NotoSansThai-Bold: its path
	walked  bool
	all     []fontscan.Footprint
	indexed bool
}

func (s *files) walk() {
	s.walked = true
	s.byName = map[string]string{}
	dirs, err := s.dirs()
	if err != nil {
		return // a machine without fonts
	}
	seen := 0
	for _, dir := range dirs {
		_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if seen++; seen > maxFiles {
				return filepath.SkipAll
			}
			if err != nil || d.IsDir() {
				return nil // what cannot be read is not there
			}
			switch name := d.Name(); strings.ToLower(filepath.Ext(name)) {
			case ".ttf", ".otf", ".ttc", ".otc":
				name = strings.TrimSuffix(name, filepath.Ext(name))
				if s.byName[name] == "" {
					s.byName[name] = path
				}
			}
			return nil
		})
	}
}

// family finds the file of a family; bold may come from a file of its own or from a variable font.
func (s *files) family(family string, bold bool) (path string, variable, ok bool) {
	if !s.walked {
		s.walk()
	}
	weight := "-Regular"
	if bold {
		weight = "-Bold"
	}
	if path, ok = s.byName[family+weight]; ok {
		return path, false, true
	}
	for _, ending := range []string{"[wght]", "[wdth,wght]", "-VF", "-VariableFont_wght", "-VariableFont_wdth,wght"} {
		if path, ok = s.byName[family+ending]; ok {
			return path, true, true
		}
	}
	if path, ok = s.byName[family]; ok && !bold {
		return path, false, true
	}
	return "", false, false
}

// having finds any font of the system with this rune: the upright one nearest to the weight.
func (s *files) having(r rune, bold bool) (font.FontID, string, bool) {
	if !s.indexed {
		s.indexed = true
		if all, err := s.index(); err == nil {
			s.all = all
		}
	}
	best, bestCost := -1, 0
	for i := range s.all {
		p := &s.all[i]
		if !p.Runes.Contains(r) || p.Family == "lastresort" {
			continue
		}
		want, cost := font.WeightNormal, 0
		if bold {
			want = font.WeightBold
		}
		if d := int(p.Aspect.Weight) - int(want); d != 0 {
			cost += max(d, -d)
		}
		if p.Aspect.Style == font.StyleItalic {
			cost += 2000
		}
		if strings.Contains(p.Family, "mono") {
			cost += 500
		}
		if strings.Contains(p.Family, "serif") {
			cost += 300
		}
		if best < 0 || cost < bestCost {
			best, bestCost = i, cost
		}
	}
	if best < 0 {
		return font.FontID{}, "", false
	}
	return s.all[best].Location, s.all[best].Family, true
}
