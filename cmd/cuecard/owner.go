package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"strings"
	"text/tabwriter"
	"time"

	"cuecard.app/internal/owner"
)

// desk is a command's work at the owner's desk.
type desk func(ctx context.Context, t terminal, desk *owner.Client, words []string) error

// at makes c a command of the owner: with --data, on the running service or its files.
func (do desk) at(c command) command {
	c.run = func(ctx context.Context, t terminal, args []string, flags *flagSet) error {
		data := flags.data()
		words, err := flags.parse(t, args)
		if err != nil {
			return wrongWords(words, err)
		}
		return do(ctx, t, owner.At(*data, slog.New(slog.NewTextHandler(t.err, nil))), words)
	}
	return c
}

func tokenCommand() command {
	return desk(token).at(command{
		name:    "token",
		usage:   "new | show | clear",
		summary: "the secret that clients need while it is set",
		example: "cuecard token new",
	})
}

func token(ctx context.Context, t terminal, desk *owner.Client, words []string) error {
	switch strings.Join(words, " ") {
	case "new":
		token, err := desk.NewToken(ctx)
		if err != nil {
			return err
		}
		fmt.Fprintf(t.out, "Clients now need this token:\n%s\n", token)
	case "show":
		token, err := desk.Token(ctx)
		if err != nil {
			return err
		}
		if token == "" {
			return errors.New("no token is set; to set one, run: cuecard token new")
		}
		fmt.Fprintln(t.out, token)
	case "clear":
		if err := desk.ClearToken(ctx); err != nil {
			return err
		}
		fmt.Fprintln(t.out, "Everybody on the network can send cards now.")
	default:
		return wrongWords(words, nil)
	}
	return nil
}

func overlayCommand() command {
	return desk(permit).at(command{
		name:    "overlay",
		usage:   "allow | deny",
		summary: "allow or deny cards on this screen",
		example: "cuecard overlay allow",
	})
}

func permit(ctx context.Context, t terminal, desk *owner.Client, words []string) error {
	said := map[string]string{"allow": "Cards are shown.", "deny": "Cards are not shown."}
	word := strings.Join(words, " ")
	if said[word] == "" {
		return wrongWords(words, nil)
	}
	if err := desk.Overlay(ctx, word == "allow"); err != nil {
		return err
	}
	fmt.Fprintln(t.out, said[word])
	return nil
}

func settingsCommand() command {
	return desk(changeSettings).at(command{
		name:    "settings",
		usage:   "[KEY=VALUE …]",
		summary: "what a card looks like when its sender does not say",
		example: "cuecard settings position=top-right duration=20 accent=#FF8800\ncuecard settings accent=none",
	})
}

func changeSettings(ctx context.Context, t terminal, desk *owner.Client, words []string) error {
	typed := map[string]string{}
	for _, word := range words {
		key, value, ok := strings.Cut(word, "=")
		if !ok {
			return misuse("%q is not KEY=VALUE", word)
		}
		typed[key] = value
	}
	if len(typed) > 0 {
		return desk.Change(ctx, typed)
	}
	return printSettings(ctx, t, desk)
}

func printSettings(ctx context.Context, t terminal, desk *owner.Client) error {
	list, err := desk.Settings(ctx)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(t.out, 0, 0, 2, ' ', 0)
	for _, setting := range list {
		fmt.Fprintf(table, "%s\t%s\n", setting.Name, plain(setting.Value))
	}
	return table.Flush()
}

// plain is a setting's value as it would be typed.
func plain(value json.RawMessage) string {
	var text string
	switch {
	case string(value) == "null":
		return "none"
	case json.Unmarshal(value, &text) == nil:
		return text
	default:
		return string(value)
	}
}

func screensCommand() command {
	return desk(screens).at(command{
		name:    "screens",
		usage:   "list | approve CODE | revoke ID",
		summary: "admit TV pages while a token is set",
		example: "cuecard screens approve 482913",
	})
}

func screens(ctx context.Context, t terminal, desk *owner.Client, words []string) error {
	switch {
	case len(words) == 0, len(words) == 1 && words[0] == "list":
		return printScreens(ctx, t, desk)
	case len(words) == 2 && words[0] == "approve":
		name, err := desk.Approve(ctx, strings.ReplaceAll(words[1], " ", ""))
		if err == nil {
			fmt.Fprintf(t.out, "Approved: %s\n", harmless(name))
		}
		return err
	case len(words) == 2 && words[0] == "revoke":
		return desk.Revoke(ctx, words[1])
	default:
		return wrongWords(words, nil)
	}
}

func printScreens(ctx context.Context, t terminal, desk *owner.Client) error {
	screens, err := desk.Screens(ctx)
	if err != nil {
		return err
	}
	if len(screens) == 0 {
		fmt.Fprintln(t.err, "No TV page was approved. Pages need it while a token is set; they show a code for: cuecard screens approve CODE")
		return nil
	}
	table := tabwriter.NewWriter(t.out, 0, 0, 2, ' ', 0)
	for _, s := range screens {
		fmt.Fprintf(table, "%s\t%s\t%s\n", s.ID, s.Approved.Local().Format(time.DateTime), harmless(s.Name))
	}
	return table.Flush()
}

func addressCommand() command {
	return desk(showAddress).at(command{
		name:    "address",
		summary: "have the TV show its address and a code that opens it",
		example: "cuecard address",
	})
}

func showAddress(ctx context.Context, t terminal, desk *owner.Client, words []string) error {
	if len(words) > 0 {
		return wrongWords(words, nil)
	}
	status, err := desk.Status(ctx)
	if err != nil {
		return err
	}
	if err := desk.ShowAddress(ctx); err != nil {
		return err
	}
	fmt.Fprintln(t.out, cmp.Or(status.Address, status.URL))
	return nil
}

func consoleCommand() command {
	return desk(openConsole).at(command{
		name:    "console",
		summary: "print the address of the owner's page, and open it when there is a desktop",
		example: "cuecard console",
	})
}

func openConsole(ctx context.Context, t terminal, desk *owner.Client, words []string) error {
	if len(words) > 0 {
		return wrongWords(words, nil)
	}
	status, err := desk.Status(ctx)
	if err != nil {
		return err
	}
	if status.Console == "" {
		return errors.New("the console is off; start the service without --console off")
	}
	fmt.Fprintln(t.out, status.Console)
	if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		return nil
	}
	if err := exec.CommandContext(ctx, "xdg-open", status.Console).Run(); err != nil {
		fmt.Fprintln(t.err, "No browser could be opened here; open the address yourself.")
	}
	return nil
}
