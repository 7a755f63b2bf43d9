// Command bench measures the built program beside a bare HTTP server, and its painter beside
// pango and cairo, in turns on the same machine, and prints what one is over the other.
//
// It knows the interface, painting, decoding, what Linux says of a process, and as much as a
// fleet of simulated screens needs. It never knows the rest of the program's insides, and it judges ratios and counts only: no time of one
// machine is a promise.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"cuecard.app/e2e/house"
	"cuecard.app/e2e/x11/cinema"
)

// plan is how much is measured.
type plan struct {
	Rounds     int           // turns of each measure that is taken in turns
	Lasts      time.Duration // one turn of a server under load
	EarlyPosts int           // before memory is looked at first
	Posts      int           // before it is looked at last
	Quiet      time.Duration // the service is watched while nobody calls
	Bodies     int           // of one kind in a turn
	Pictures   int           // cards with one, before memory inside of an app is looked at
	Delays     int           // posts whose way to a screen is timed, in a turn
	Paints     int           // of a card, in a turn
	Typical    int           // cards that hostile text is measured by, in a turn
	Latin      int           // cards in Latin letters that are painted, before memory is looked at
	Photos     int           // times that each photograph is made small
	Cards      int           // timed from the post to the screen of a display server, for each notifier
	Music      time.Duration // that is played
	Scripts    [2]int        // cards in many scripts that are painted, before memory is looked at first and last
}

func fullPlan() plan {
	return plan{Rounds: 5, Lasts: 2 * time.Second, EarlyPosts: 1_000, Posts: 100_000, Quiet: 10 * time.Second, Bodies: 20, Pictures: 1_000, Delays: 40,
		Paints: 300, Typical: 40, Photos: 20, Cards: 200, Music: time.Minute, Latin: 200, Scripts: [2]int{1_000, 10_000}}
}

func quickPlan() plan {
	return plan{Rounds: 3, Lasts: 500 * time.Millisecond, EarlyPosts: 1_000, Posts: 10_000, Quiet: 3 * time.Second, Bodies: 5, Pictures: 200, Delays: 15,
		Paints: 100, Typical: 20, Photos: 6, Cards: 30, Music: 10 * time.Second, Latin: 200, Scripts: [2]int{500, 1_500}}
}

// bench is a run: the program, where its data goes, and whom progress is told.
type bench struct {
	plan
	binary house.Binary
	dir    string
	log    io.Writer
}

func main() {
	cinema.Main()
	if len(os.Args) == 3 && os.Args[1] == peerWord {
		os.Exit(report(servePeer(os.Args[2])))
	}
	if len(os.Args) == 2 && os.Args[1] == firstWord {
		os.Exit(report(paintFirst()))
	}
	quick := flag.Bool("quick", false, "a short run, for a first look")
	only := flag.String("only", "", "take the one measure `NAME`: rates, memory, stalled, quiet, hostile, shell, paint, text, fonts, pictures, x11, wayland, fleet or flood")
	page := flag.String("o", "", "write the page of documentation to `FILE`, too")
	disk := flag.String("dir", "/var/tmp", "keep the service's data below `DIR` during the run; it has to be on a disk")
	flag.Parse()
	plan := fullPlan()
	if *quick {
		plan = quickPlan()
	}
	os.Exit(report(run(plan, *disk, *page, *only)))
}

// report says what went wrong. A missed limit ends the program with 1, all else with 2.
func report(err error) (status int) {
	if err == nil {
		return 0
	}
	fmt.Fprintln(os.Stderr, "bench:", err)
	if errors.Is(err, errMissed) {
		return 1
	}
	return 2
}

func run(plan plan, disk, page, only string) error {
	kind, err := fileSystem(disk)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp(disk, "cuecard-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	b := &bench{plan: plan, dir: dir, log: os.Stderr}
	if b.binary, err = house.Build(dir, "-trimpath", "-ldflags", "-s -w"); err != nil {
		return err
	}
	// Whoever is interrupted leaves nothing behind: without its service, a measure fails.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	rows, err := b.measure(ctx, only)
	if err != nil {
		return err
	}
	fmt.Print(table(rows))
	if page != "" {
		if err := writePage(page, plan, kind, rows); err != nil {
			return err
		}
	}
	return missed(rows)
}

// measure takes all measures, each on a service of its own.
func (b *bench) measure(ctx context.Context, only string) ([]row, error) {
	var rows []row
	for _, m := range []struct {
		name string
		take func(context.Context) ([]row, error)
	}{{"rates", b.rates}, {"memory", b.memory}, {"stalled", b.stalled}, {"quiet", b.quiet}, {"hostile", b.hostile}, {"shell", b.shell},
		{"paint", b.paint}, {"text", b.text}, {"fonts", b.fonts}, {"pictures", b.pictures}, {"x11", b.x11}, {"wayland", b.wayland}, {"sound", b.sound},
		{"fleet", b.fleet}, {"flood", b.flooded}} {
		if only != "" && m.name != only {
			continue
		}
		more, err := m.take(ctx)
		if ctx.Err() != nil {
			return nil, errors.New("interrupted")
		}
		if err != nil {
			return nil, err
		}
		rows = append(rows, more...)
	}
	return rows, nil
}

// open starts the service on a data directory of its own. It ends with ctx at the latest.
func (b *bench) open(ctx context.Context, flags ...string) (*house.House, error) {
	dir, err := os.MkdirTemp(b.dir, "data")
	if err != nil {
		return nil, err
	}
	service, err := b.binary.Open(dir, flags...)
	if err == nil {
		context.AfterFunc(ctx, service.Kill)
	}
	return service, err
}

func (b *bench) say(format string, args ...any) { fmt.Fprintf(b.log, format+"\n", args...) }
