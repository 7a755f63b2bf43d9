package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"sync"
	"time"

	"cuecard.app/client"
	"cuecard.app/internal/accept"
	"cuecard.app/internal/accept/guise"
	"cuecard.app/internal/api"
	"cuecard.app/internal/broker"
	"cuecard.app/internal/console"
	"cuecard.app/internal/fetch"
	"cuecard.app/internal/journal"
	"cuecard.app/internal/look"
	"cuecard.app/internal/mqtt"
	"cuecard.app/internal/owner"
	"cuecard.app/internal/pairing"
	"cuecard.app/internal/picture"
	"cuecard.app/internal/qrcode"
	"cuecard.app/internal/screen"
	"cuecard.app/internal/settings"
	"cuecard.app/internal/snapshot"
	"cuecard.app/internal/stage"
	"cuecard.app/internal/web"
)

func serveCommand() command {
	return command{
		name:    "serve",
		summary: "show cards that are sent to this machine (the default command)",
		example: "cuecard serve --listen :8090 --data ~/cuecard",
		run: func(ctx context.Context, t terminal, args []string, flags *flagSet) error {
			o := serveOptions(flags)
			if words, err := flags.parse(t, args); err != nil || len(words) > 0 {
				return wrongWords(words, err)
			}
			if err := checkBroker(*o.mqtt); err != nil {
				return err
			}
			return serve(ctx, t, o)
		},
	}
}

type options struct {
	listen, data, console, screen, monitor, mqtt *string
	accept                                       *guises
}

func serveOptions(flags *flagSet) options {
	return options{
		accept:  flags.accept(),
		listen:  flags.fromEnvironment("listen", ":8090", "answer the network on `ADDR`"),
		data:    flags.data(),
		console: flags.fromEnvironment("console", "127.0.0.1:8091", "the owner's page on `ADDR` of this machine, or off"),
		monitor: flags.fromEnvironment("monitor", "", "draw on the monitor called `NAME`, whatever the setting says; cuecard doctor lists them"),
		screen:  flags.fromEnvironment("screen", "auto", "draw on `KIND`: auto, wayland, x11, browser, or shell (a program around this one)"),
		mqtt:    flags.fromEnvironment("mqtt", "", "take cards from the MQTT broker at `URL`, from now on"),
	}
}

// house is the running service, wired.
type house struct {
	log     *slog.Logger
	dir     string
	store   *settings.Store
	journal *journal.Journal
	display
	monitor string // named at the start; empty: the owner's setting holds
	stage   *stage.Stage
	pairing *pairing.Desk
	guises  []guise.Guise // that the command line asks for
	album   *accept.Album
	ports   *accept.Ports
	bridge  *mqtt.Bridge
	mqtt    string       // the broker that was named at the start; empty: the one of the settings
	bound   *net.TCPAddr // where the network is answered
	console string       // the console's address with its key; empty when it is off
}

// heapGrowth is how far the heap grows beyond what lives in it, in percent, before it
// is collected. Little lives here: with Go's 100 a busy sender has it collected forty
// times a second, and this halves that for 4 MB.
const heapGrowth = 200

// heapGrowthWithFonts takes its place when cards are painted: twice over, fonts and pixels would be too much.
const heapGrowthWithFonts = 50

// growHeap sets it, unless the owner has.
func growHeap(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

func serve(ctx context.Context, t terminal, o options) error {
	if o.accept.err != nil {
		return o.accept.err
	}
	growHeap(heapGrowth)
	dir, err := filepath.Abs(*o.data)
	if err != nil {
		return err
	}
	h := &house{log: logTo(t.err, *o.screen), dir: dir, monitor: *o.monitor, guises: o.accept.list, album: &accept.Album{}, mqtt: *o.mqtt}
	if h.display, err = h.chooseScreen(ctx, *o.screen); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		h.log.Error("the data directory cannot be made; settings and cards will not be kept", "error", err)
	}
	release, err := owner.Lock(dir)
	switch {
	case errors.Is(err, owner.ErrTaken):
		return fmt.Errorf("%w (%s); stop it, or choose another with --data", err, dir)
	case err == nil:
		defer release()
	}
	network, err := net.Listen("tcp", *o.listen)
	switch {
	case err != nil && h.app != nil: // its screen has no command line
		return fmt.Errorf("cannot listen on %s: %w", *o.listen, err)
	case err != nil:
		return fmt.Errorf("cannot listen on %s: %w; choose another address with --listen", *o.listen, err)
	}
	defer network.Close()
	h.bound = network.Addr().(*net.TCPAddr)
	if h.app != nil {
		return h.run(ctx, t, network, nil)
	}
	local, err := h.openConsole(*o.console)
	if err != nil {
		return err
	}
	return h.run(ctx, t, network, local)
}

// openConsole opens the owner's page, or returns nil when it is off.
func (h *house) openConsole(at string) (net.Listener, error) {
	if at == "off" {
		return nil, nil
	}
	l, err := console.Listen(at)
	if err != nil {
		return nil, fmt.Errorf("the console: %w; choose another address with --console, or off", err)
	}
	return l, nil
}

func (h *house) run(ctx context.Context, t terminal, network, local net.Listener) error {
	h.store = settings.Open(h.dir, h.log)
	if err := h.store.Change(h.nameBroker); err != nil {
		h.log.Error("settings cannot be kept", "error", err)
	}
	var records [][]byte
	h.journal, records = journal.Open(filepath.Join(h.dir, "cards.journal"), h.log)
	defer h.journal.Close()
	fetched, watched := h.pictures()
	h.stage = stage.New(stage.Parts{Screen: h.screen, Journal: h.journal, Sound: h.screen, Speech: h.screen, Audience: h.screen.Watched,
		Fetch: fetched, Watch: watched, Let: h.album.Let, Log: h.log}, wishes(h.store.Get()), records)
	h.pairing = pairing.New(h.approve)
	camera := h.camera()
	h.bridge = h.openBridge(camera)

	site, err := web.New()
	if err != nil {
		return err
	}
	sounds := fetch.New(soundLimits())
	sounds.Resolver = h.resolver
	handler := &api.API{Version: version, Port: h.bound.Port, Stage: h.stage, Settings: h.store, Screen: h.screen.Info,
		Address: h.address, URL: h.networkURL, TV: h.pages, Streams: h.streams, Sounds: sounds, Pairing: h.pairing, Camera: camera, Site: site, Log: h.log}

	var others sync.WaitGroup
	backstage, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer others.Wait()
	defer stop()
	others.Go(func() { h.stage.Run(backstage) })
	h.store.Apply(func(now settings.Settings) { _ = h.stage.Configure(backstage, wishes(now)) })
	others.Go(func() { h.greet(backstage) })
	others.Go(func() { h.bridge.Run(backstage) })
	if h.native != nil {
		others.Go(func() { h.runNative(backstage) })
		select { // whoever asks first is told the right size
		case <-h.native.Known():
		case <-ctx.Done():
		}
	}
	defer h.openPorts()()
	desk := &owner.Desk{Settings: h.store, Pairing: h.pairing, Status: h.status, Test: func(ctx context.Context) (any, error) { return h.test(ctx) }, Address: h.screen.ShowAddress}
	if h.app != nil {
		return h.serveApp(ctx, t, desk, func(ctx context.Context) error { return api.Serve(ctx, network, handler, h.log) })
	}
	h.openDesk(backstage, &others, desk)
	announced, hide := context.WithCancel(ctx)
	defer hide()
	others.Go(func() { h.announce(announced) })
	if local != nil {
		page, err := console.New(func() string { return h.store.Get().ConsoleKey }, desk.Handler(), site)
		if err != nil {
			return err
		}
		h.console = "http://" + local.Addr().String() + "/?key=" + h.store.Get().ConsoleKey
		others.Go(func() { page.Serve(backstage, local) })
	}
	printBanner(t.out, h)
	return api.Serve(ctx, network, handler, h.log)
}

// openDesk opens the owner's socket; without it the service runs all the same.
func (h *house) openDesk(ctx context.Context, others *sync.WaitGroup, desk *owner.Desk) {
	l, err := owner.Listen(h.dir)
	if err != nil {
		h.log.Error("the owner's commands cannot reach this service", "error", err)
		return
	}
	others.Go(func() { owner.Serve(ctx, l, h.dir, desk) })
}

func wishes(s settings.Settings) stage.Owner {
	return stage.Owner{Overlay: s.Overlay, TextScale: s.TextScale, Volume: s.Volume}
}

func (h *house) approve(name string) (key string, err error) {
	return key, h.store.Change(func(s *settings.Settings) error {
		_, key = s.Approve(name)
		return nil
	})
}

func (h *house) status(ctx context.Context) owner.Status {
	now := h.store.Get()
	s := owner.Status{Name: now.DeviceName, Version: version, URL: h.localURL(), Address: h.networkURL(),
		OnlyHere: h.bound.IP.IsLoopback(), Console: h.console, Screen: h.screen.Info(), HasToken: now.Token != "",
		Accept: h.accepted(), Broker: broker.Masked(now.MQTT), BrokerTrouble: h.bridge.Trouble(), SetUp: now.SetUp, Code: qrcode.Of(h.networkURL()), Look: look.Numbers()}
	if err := h.stage.Overlay(ctx); err != nil {
		s.Overlay = err.Error()
		if missing, ok := errors.AsType[*screen.NoOverlay](err); ok {
			s.Helps = missing.Command
		}
	}
	if err := h.journal.Err(); err != nil {
		s.Unsaved = err.Error()
	}
	return s
}

// test sends a card as any client would.
func (h *house) test(ctx context.Context) (client.Receipt, error) {
	tv := client.New(h.localURL(), client.WithToken(h.store.Get().Token))
	return tv.Notify(ctx, client.Card{ID: "cuecard-test", Title: "It works", Message: "This is a test card from " + h.store.Get().DeviceName + "."})
}

// greet notes that a card was shown for the first time ever: until then, and not
// after it, the TV shows its address.
func (h *house) greet(ctx context.Context) {
	if h.store.Get().Greeted {
		return
	}
	l, err := h.stage.Listen(ctx)
	if err != nil {
		return
	}
	defer l.Close()
	if l.Began.Showing == nil {
		select {
		case <-l.Events:
		case <-ctx.Done():
			return
		}
	}
	_ = h.store.Change(func(s *settings.Settings) error {
		s.Greeted = true
		return nil
	})
}

// localURL is where this machine reaches the API.
func (h *house) localURL() string {
	if h.bound.IP.IsUnspecified() {
		return h.url("localhost")
	}
	return h.url(h.bound.IP.String())
}

// networkURL is where the network reaches the API; empty when it cannot.
func (h *house) networkURL() string {
	switch {
	case h.bound.IP.IsLoopback():
		return ""
	case !h.bound.IP.IsUnspecified():
		return h.url(h.bound.IP.String())
	}
	if ip := h.address(); ip.IsValid() {
		return h.url(ip.String())
	}
	return ""
}

func (h *house) url(host string) string {
	return "http://" + net.JoinHostPort(host, strconv.Itoa(h.bound.Port))
}

// camera paints for /screen.png with the fonts of this system.
func (h *house) camera() *snapshot.Camera {
	return snapshot.New(h.fonts(), h.pictureLimits, h.log)
}

// pictureLimits are what decoding one picture may cost.
func (h *house) pictureLimits() picture.Limits {
	limits := picture.FactoryLimits()
	limits.Bytes = int64(h.store.Get().PictureMemory) << 20
	return limits
}

// soundLimits are those of a sound, which is played while it comes.
func soundLimits() fetch.Limits {
	return fetch.Limits{Time: time.Minute, Bytes: 20 << 20, Redirects: 5}
}

// pictures are how cards come by theirs: one by one, and live where the screen is quick enough for that.
func (h *house) pictures() (fetched func(context.Context, string) (*screen.File, error), watched func(context.Context, string, func(*screen.File)) error) {
	pictures := fetch.New(fetch.FactoryLimits())
	pictures.Resolver = h.resolver
	fetched = h.album.Fetcher(func(ctx context.Context, url string) (*screen.File, error) {
		file, err := pictures.Fetch(ctx, url)
		if err != nil {
			return nil, err
		}
		return (*screen.File)(&file), nil
	})
	if h.live {
		watched = func(ctx context.Context, url string, each func(*screen.File)) error {
			return pictures.Watch(ctx, url, func(file fetch.File) { each((*screen.File)(&file)) })
		}
	}
	return fetched, watched
}
