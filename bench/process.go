package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// memory is what a process holds, in kilobytes.
type memory struct{ resident, anonymous int }

func (m memory) String() string {
	return fmt.Sprintf("%d kB resident, %d kB anonymous", m.resident, m.anonymous)
}

func memoryOf(pid int) (memory, error) {
	status, err := statusOf(fmt.Sprintf("/proc/%d/status", pid))
	return memory{status["VmRSS"], status["RssAnon"]}, err
}

// switchesOf is how often the threads of a process have been switched to another, of
// themselves or not.
func switchesOf(pid int) (int, error) {
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/status", pid))
	sum := 0
	for _, thread := range threads {
		status, err := statusOf(thread)
		if err != nil {
			return 0, err
		}
		sum += status["voluntary_ctxt_switches"] + status["nonvoluntary_ctxt_switches"]
	}
	if err == nil && sum == 0 {
		err = fmt.Errorf("process %d has no threads", pid)
	}
	return sum, err
}

// statusOf are the numbers of a status file of Linux, by name.
func statusOf(path string) (map[string]int, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	numbers := map[string]int{}
	for line := range strings.Lines(string(text)) {
		name, rest, _ := strings.Cut(line, ":")
		if words := strings.Fields(rest); len(words) > 0 {
			if n, err := strconv.Atoi(words[0]); err == nil {
				numbers[name] = n
			}
		}
	}
	return numbers, nil
}
