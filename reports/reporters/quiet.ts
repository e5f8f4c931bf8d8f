import type { Reporter } from '../reporter.ts'
import { CONSOLE_REPORTER } from './console.ts'

/** Gives areas, failures and the result alone: what `console` gives where nobody looks at a terminal. */
export const QUIET_REPORTER: Reporter = {
  name: 'quiet',
  render: (record, options) => CONSOLE_REPORTER.render(record, { ...options, detail: 'quiet' }),
}
