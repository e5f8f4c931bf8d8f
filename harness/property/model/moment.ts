/** A reading of both clocks. */
export interface Moment {
  readonly wallMs: number
  readonly chainSeconds: number
}

/** The later reading of each clock: nothing is decided earlier than something was decided before. */
export const latest = (a: Moment, b: Moment): Moment => ({
  wallMs: Math.max(a.wallMs, b.wallMs),
  chainSeconds: Math.max(a.chainSeconds, b.chainSeconds),
})

/** Whether an event is in the window (now − seconds, now]: a restriction lapses only when both clocks say so. */
export const isWithin = (event: Moment, now: Moment, seconds: number): boolean =>
  event.wallMs > now.wallMs - seconds * 1_000 || event.chainSeconds > now.chainSeconds - seconds
