package sound

import (
	"context"
	"errors"
	"fmt"

	"github.com/jfreymuth/pulse/proto"
)

// Report is what sounds are played on.
type Report struct {
	By   string // the sound server, or aplay; empty when there is nothing
	On   string // the sink, by the name that its owner knows
	Note string // why it may still not be heard; empty when it will
	Help string // what helps when there is nothing to play on
}

// Check looks for what a sound would be played on, and plays nothing.
func (p *Player) Check(ctx context.Context) (Report, error) {
	server, err := connect(ctx)
	switch {
	case errors.Is(err, errNoServer):
		if program, alsaErr := p.alsa.there(); alsaErr == nil {
			return Report{By: "ALSA (" + program + ")", On: "the default card"}, nil
		}
		return Report{Help: "install PipeWire (apt install pipewire-pulse wireplumber) and run Cuecard in the session of the user whose sound it is; " +
			"without a sound server, apt install alsa-utils is enough for a sound card"}, err
	case err != nil:
		return Report{Help: "restart the sound server"}, err
	}
	defer server.close()
	return server.report()
}

func (s *server) report() (Report, error) {
	var about proto.GetServerInfoReply
	if err := s.ask(&proto.GetServerInfo{}, &about); err != nil {
		return Report{Help: "restart the sound server"}, err
	}
	r := Report{By: fmt.Sprintf("%s %s", about.PackageName, about.PackageVersion), On: about.DefaultSinkName}
	var sink proto.GetSinkInfoReply
	if err := s.ask(&proto.GetSinkInfo{SinkIndex: proto.Undefined, SinkName: about.DefaultSinkName}, &sink); err != nil {
		r.Note = "it has no output: connect one, or choose one in the system's sound settings"
		return r, nil
	}
	if name := sink.Properties["device.description"]; name.String() != "" {
		r.On = name.String()
	}
	switch {
	case about.DefaultSinkName == "auto_null":
		r.Note = "the server knows no sound card and plays to nobody: connect one, and let this user use it (group audio)"
	case sink.Mute:
		r.Note = "the output is muted in the system's mixer"
	}
	return r, nil
}
