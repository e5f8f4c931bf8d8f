import { existsSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { stringify } from 'yaml'
import { HarnessError } from '../../errors.ts'
import { quoteWord } from '../../record/program.ts'
import { writeAtomically } from '../../write-atomically.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import type { CliIo } from '../io.ts'
import { nameProgram } from '../name-program.ts'
import { NEW_SCENARIOS_DIR, SCENARIOS_DIR } from '../paths.ts'

const isFile = (path: string) => /\.ya?ml$/.test(path)

/**
 * Write a scenario that passes, to be changed: the allowed and the denied side of one action.
 *
 * @throws HarnessError BAD_USAGE for a path that is none, or where a file is
 */
export function newScenario(text: string, io: CliIo): number {
  const path = isFile(text) ? resolve(text) : join(NEW_SCENARIOS_DIR, `${text}.yaml`)
  if (!isFile(text) && !/^[a-z0-9-]+\/[a-z0-9-]+$/.test(text)) {
    throw new HarnessError('BAD_USAGE', 'this is no name of a scenario', {
      where: text,
      expected: 'a path that ends in .yaml, or <area>/<name> of small letters, digits and hyphens',
      found: JSON.stringify(text),
      hint: 'pass e.g. swaps/small-swap, or ./small-swap.yaml',
    })
  }
  if (existsSync(path)) {
    throw new HarnessError('BAD_USAGE', 'there is a file already', {
      where: path,
      expected: 'a path where nothing is',
      found: 'a file',
      hint: 'choose another name, or change that file',
    })
  }
  const schema = relative(dirname(path), join(SCENARIOS_DIR, 'scenario.schema.json'))
  writeAtomically(path, writeTemplate(basename(path).replace(isFileEnd, ''), schema))
  const shown = relative(process.cwd(), path)
  io.print(shown)
  const program = nameProgram()
  io.progress(
    `run it with ${program} run ${quoteWord(shown)}; see ${program} docs steps, and docs expectations`,
  )
  return EXIT_CODES.pass
}

const isFileEnd = /\.ya?ml$/

const writeTemplate = (name: string, schema: string) => `# yaml-language-server: $schema=${schema}
${stringify({ name: name.replaceAll('-', ' ') }, { lineWidth: 0 })}profile: trader
phase: thriving
limits: { perTransaction: 1000 USDC, perDay: 5000 USDC, hotLane: 800 USDC }
steps:
  - preview: { kind: swap, tokenIn: USDC, tokenOut: WETH, amountIn: 500 USDC }
    as: permit
  - commit: \${permit}
    expect: { committed: true, observed: { USDC: -500 }, errorBps: 30 }
  - preview: { kind: swap, tokenIn: USDC, tokenOut: WETH, amountIn: 1001 USDC }
    name: more than one transaction may spend
    expect: { denied: { layer: spending-limiter, code: SPEND_PER_TRANSACTION }, observed: unchanged }
`
