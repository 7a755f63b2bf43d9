package cli

import "testing"

func TestWithoutASoundServerTheSoundTestSaysWhatHelps(t *testing.T) {
	t.Parallel()
	user := at(t.TempDir()).with("PULSE_SERVER=/nowhere/at/all").with("PATH=/nowhere")
	says(t, user.fails(t, 1, "sound", "test"), "no sound server answers", "What helps: ", "apt install")
	says(t, user.run(t, "doctor").Out, "Cards that this machine draws are not heard")
}

func TestTheSoundTestRefusesWhatItDoesNotUnderstand(t *testing.T) {
	t.Parallel()
	user := at(t.TempDir())
	for words, args := range map[string][]string{
		"something is missing":           {"sound"},
		`"ring" is not understood`:       {"sound", "ring"},
		"--volume has to be from 0 to 1": {"sound", "test", "--volume", "2"},
		`"test a b" is not understood`:   {"sound", "test", "a", "b"},
		"a number is needed":             {"sound", "test", "--volume", "loud"},
	} {
		says(t, user.fails(t, 2, args...), words)
	}
}
