import { join, relative } from 'node:path'
import { CHECKOUT_PROGRAM, quoteWord } from '../record/program.ts'
import { PROJECT_ROOT } from './paths.ts'

/** Name the command line as it is called from the working folder, by a path with a slash: a shell would look for it on PATH. */
export function nameProgram(): string {
  const path = relative(process.cwd(), join(PROJECT_ROOT, CHECKOUT_PROGRAM))
  const local = path.startsWith('.') ? path : `./${path}`
  return /^[\w./-]+$/.test(local) ? local : quoteWord(local)
}
