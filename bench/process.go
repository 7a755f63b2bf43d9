package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
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

// cpuOf is the time that processes have had of the processors, all of them together.
func cpuOf(pids ...int) (sum time.Duration, err error) {
	for _, pid := range pids {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil {
			return 0, err
		}
		// The name, in brackets, may hold anything; the times are the 12th and 13th word after it.
		words := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
		if len(words) < 13 {
			return 0, fmt.Errorf("process %d tells %q", pid, text)
		}
		for _, word := range words[11:13] {
			ticks, err := strconv.Atoi(word)
			if err != nil {
				return 0, err
			}
			const tick = time.Second / 100
			sum += time.Duration(ticks) * tick
		}
	}
	return sum, nil
}
