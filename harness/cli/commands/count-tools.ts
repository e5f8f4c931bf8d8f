import type { Tool } from '../../../tools/core/tool-def.ts'
import { DEV_REGISTRY } from '../../../tools/profiles/dev.ts'
import { HarnessError } from '../../errors.ts'
import { STAND_INS } from '../../record/stand-ins.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { findRun } from '../find-run.ts'
import type { CliIo } from '../io.ts'
import { labelOf } from '../standings.ts'

/** How many tools there are, in all and by what tells them apart; a tool is in one group of each. */
export interface ToolCount {
  readonly all: number
  /** Those behind which no model contract and no stand-in for a service is. */
  readonly real: number
  readonly byCategory: Readonly<Record<string, number>>
  readonly byProtocol: Readonly<Record<string, number>>
  readonly byTier: Readonly<Record<string, number>>
  readonly byLabel: Readonly<Record<string, number>>
  /** Tools that no step of the run called, which are not counted. */
  readonly notExercised: readonly string[]
}

/** Tools of the test net itself belong to no protocol. */
const TEST_NET = 'test net'

/** Count tools, of which those count that a run exercised, by their names; all of them without a run. */
export function countTools(tools: readonly Tool[], exercised?: ReadonlySet<string>): ToolCount {
  const counted = tools.filter(({ name }) => exercised?.has(name) ?? true)
  const by = (groupOf: (tool: Tool) => string) => {
    const groups = [...Map.groupBy(counted, groupOf)].sort(([a], [b]) => (a < b ? -1 : 1))
    return Object.fromEntries(groups.map(([group, { length }]) => [group, length]))
  }
  const byLabel = by(labelOf)
  return {
    all: counted.length,
    real: counted.filter((tool) => !STAND_INS.includes(labelOf(tool))).length,
    byCategory: by(({ category }) => category),
    byProtocol: by(({ protocol = TEST_NET }) => protocol),
    byTier: by(({ capability }) => capability),
    byLabel,
    notExercised: tools.filter((tool) => !counted.includes(tool)).map(({ name }) => name),
  }
}

/**
 * Print how many tools there are; with a run, how many of them it exercised.
 *
 * @param run - its id, its folder or its record
 * @throws HarnessError BAD_USAGE when there is no such run, or it does not say what it exercised
 */
export function printToolCount(run: string | undefined, isJson: boolean, io: CliIo): number {
  const count = countTools(DEV_REGISTRY.tools, run === undefined ? undefined : readExercised(run))
  if (isJson) {
    io.print(JSON.stringify(count, null, 2))
    return EXIT_CODES.pass
  }
  for (const [title, groups] of [
    ['category', count.byCategory],
    ['protocol', count.byProtocol],
    ['tier', count.byTier],
    ['label', count.byLabel],
  ] as const) {
    io.print(io.colors.bold(`by ${title}`))
    for (const [group, size] of Object.entries(groups))
      io.print(`  ${group.padEnd(20)} ${`${size}`.padStart(4)}`)
  }
  io.print('')
  const { all, real, notExercised } = count
  io.print(`${all} tools in all, ${real} of them neither model nor service`)
  if (notExercised.length > 0) {
    io.print(
      `${notExercised.length} not counted, as the run did not exercise them: ${notExercised.join(', ')}`,
    )
  }
  return EXIT_CODES.pass
}

const TOOL_KEY = 'tool:'

function readExercised(target: string): ReadonlySet<string> {
  const { coverage } = findRun(target).record
  if (coverage === undefined) {
    throw new HarnessError('BAD_USAGE', `${target} does not say what it exercised`, {
      expected: 'a run with coverage',
      found: 'a record without any',
      hint: 'make one by `assay run`',
    })
  }
  const shown = coverage.keys.filter(({ key, scenarios }) => key.startsWith(TOOL_KEY) && scenarios > 0)
  return new Set(shown.map(({ key }) => key.slice(TOOL_KEY.length)))
}
