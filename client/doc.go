// Package client puts cards on a Cuecard TV.
//
//	tv := client.New("192.168.1.20", client.WithToken(token))
//	receipt, err := tv.Notify(ctx, client.Card{
//		Title:    "Laundry",
//		Message:  "The wash is done",
//		Duration: 20 * time.Second,
//	})
//
// Only Message is required. A field left at its zero value is not sent, so the card looks as the owner of the TV set
// it up. receipt.ID names the card from then on: post it again with the same ID to update it in place, or take it away:
//
//	_, err = tv.Dismiss(ctx, receipt.ID)
//
// What the TV refuses is an [*Error] that carries the TV's own words, and errors.Is tells the cases apart:
//
//	switch {
//	case errors.Is(err, client.ErrUnauthorized): // ask for the token
//	case errors.Is(err, client.ErrUnreachable):  // the TV is off, or this is not its address
//	}
//
// The package knows the HTTP interface and nothing of what stands behind it: it never checks a card itself, because the
// TV is the one to say what it takes.
package client
