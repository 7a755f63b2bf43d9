package journal

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"hash/crc32"
)

const (
	header    = "cuecard journal 1\n"
	sumLength = 8             // CRC-32C in hex
	prefix    = sumLength + 1 // the checksum and a space
	overhead  = prefix + 1    // and the newline
)

// appendLines adds each record as a line: checksum, space, record, newline.
func appendLines(b []byte, records [][]byte) []byte {
	for _, record := range records {
		b = appendSum(b, record)
		b = append(b, ' ')
		b = append(b, record...)
		b = append(b, '\n')
	}
	return b
}

func appendSum(b, record []byte) []byte {
	var sum [4]byte
	binary.BigEndian.PutUint32(sum[:], crc32.Checksum(record, crc32.MakeTable(crc32.Castagnoli)))
	return hex.AppendEncode(b, sum[:])
}

// encode is a whole journal.
func encode(records [][]byte) []byte {
	size := len(header)
	for _, record := range records {
		size += len(record) + overhead
	}
	return appendLines(append(make([]byte, 0, size), header...), records)
}

// decode finds the whole records of a journal; they share data's memory. What follows the last whole record is torn:
// clean says that there is no such tail. The error says why the file is not one that merely ended early.
func decode(data []byte) (records [][]byte, clean bool, err error) {
	lines, ok := bytes.CutPrefix(data, []byte(header))
	if !ok {
		return nil, false, foreign(data)
	}
	bad := false
	for len(lines) > 0 {
		line, rest, ended := bytes.Cut(lines, []byte{'\n'})
		lines = rest
		if !ended || !whole(line) {
			bad = true
			continue
		}
		if bad {
			err = errors.New("damaged in the middle")
		}
		records = append(records, line[prefix:len(line):len(line)])
	}
	return records, !bad, err
}

func whole(line []byte) bool {
	if len(line) < prefix || line[sumLength] != ' ' {
		return false
	}
	var sum [sumLength]byte
	return bytes.Equal(appendSum(sum[:0], line[prefix:]), line[:sumLength])
}

// foreign tells a journal whose very first line is torn, an empty file among them, from a file of something else.
func foreign(data []byte) error {
	if bytes.HasPrefix([]byte(header), bytes.TrimRight(data, "\x00")) {
		return nil
	}
	return errors.New("not a journal of this version")
}
