import type { createColors } from 'picocolors'

/** Where a command writes: results to stdout, everything else to stderr. */
export interface CliIo {
  /** Write a line of the command's result. */
  print(line: string): void
  /** Say what is going on, to stderr. */
  progress(line: string): void
  /** Colours for stdout. */
  readonly colors: ReturnType<typeof createColors>
  /** Colours for stderr. */
  readonly errorColors: ReturnType<typeof createColors>
  readonly isTty: boolean
  readonly columns: number
  /** Write to stderr without a line end. */
  writeError(text: string): void
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
}
