package app

import (
	"google.golang.org/protobuf/proto"

	"kydai.dev/pkg/bus"
	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
)

// hearSignOuts has the tokens of closed sessions refused in this process from the
// moment it hears of them. What it does not hear ends with the tokens.
func (p *Process) hearSignOuts() error {
	sub, err := p.bus.Subscribe(bus.AccountSignedOut("*"), func(m bus.Msg) {
		var news accountv1.SignedOut
		if err := proto.Unmarshal(m.Payload, &news); err != nil {
			p.log.Warn("read news of sessions", "subject", m.Subject, "error", err)
			return
		}
		p.verifier.End(news.GetSessionId(), news.GetUntil().AsTime())
	})
	if err != nil {
		return err
	}
	p.onRelease(sub.Close)
	return nil
}
