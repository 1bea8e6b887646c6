package live

import "kydai.dev/services/gateway/internal/frame"

// ring holds the newest frames of a stream under consecutive numbers. All its
// readers share it: it is the bound of how far they may fall behind.
type ring struct {
	frames []*frame.Frame
	// last is the number of the newest frame; the number before the first
	// frame where there is none yet.
	last int32
}

// add appends the next frame and drops the oldest one when there is no room.
func (r *ring) add(f *frame.Frame, room int) {
	if len(r.frames) >= room {
		copy(r.frames, r.frames[1:])
		r.frames = r.frames[:len(r.frames)-1]
	}
	r.frames = append(r.frames, f)
	r.last++
}

// covers reports whether all frames after a number are held.
func (r *ring) covers(number int32) bool { return int(r.last-number) <= len(r.frames) }

// after appends the frames after a number; ok is false where some of them are
// no longer held.
func (r *ring) after(number int32, into []*frame.Frame) (frames []*frame.Frame, ok bool) {
	if !r.covers(number) {
		return into, false
	}
	n := max(int(r.last-number), 0)
	return append(into, r.frames[len(r.frames)-n:]...), true
}
