import type { createColors } from 'picocolors'

/** Where a command writes: results to stdout, everything else to stderr. */
export interface CliIo {
  /** Write a line of the command's result. */
  print(line: string): void
  /** Say what is going on, to stderr. */
  progress(line: string): void
  /** Say what went wrong, to stderr, without a stack. */
  complain(cause: unknown): void
  /** Write files; where that fails, say so, go on, and end as broken. Answers whether they were written. */
  tryWrite(write: () => void): boolean
  /** Colours for stdout. */
  readonly colors: ReturnType<typeof createColors>
  /** Colours for stderr. */
  readonly errorColors: ReturnType<typeof createColors>
  /** Whether stderr is a terminal whose lines can be drawn anew. */
  readonly isTty: boolean
  /** Whether stdout is a terminal. */
  readonly isOutputTty: boolean
  readonly columns: number
  /** Write to stderr without a line end. */
  writeError(text: string): void
  /** Aborted by Ctrl-C, or another signal that asks the command to end; the reason is an `Interrupted`. */
  readonly signal: AbortSignal
}
