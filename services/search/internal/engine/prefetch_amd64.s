#include "textflag.h"

// func prefetch(place *[4]entry)
TEXT ·prefetch(SB), NOSPLIT, $0-8
	MOVQ place+0(FP), AX
	PREFETCHT0 (AX)
	RET
