/** What is known of a stream that may be a terminal. */
interface MaybeTerminal {
  readonly isTTY?: boolean
  readonly columns?: number
}

/** Columns of what is no terminal. */
const COLUMNS = 100

/** Whether lines can be drawn anew: a terminal that calls itself dumb shows the sequences for that as text. */
export const canRedraw = (
  { isTTY }: MaybeTerminal,
  { TERM }: { readonly TERM?: string | undefined },
): boolean => isTTY === true && TERM !== 'dumb'

/** The width of the terminal that a person sees, whichever stream it shows. */
export const findColumns = ({
  stdout,
  stderr,
}: Readonly<Record<'stdout' | 'stderr', MaybeTerminal>>): number =>
  // One whose size is not known says 0.
  [stderr, stdout].find(({ columns = 0 }) => columns > 0)?.columns ?? COLUMNS
