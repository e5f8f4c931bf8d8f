import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { coverageOf } from '../coverage/coverage-of.ts'
import type { RecordScenario } from '../record/record.ts'
import { writeAtomically } from '../write-atomically.ts'

/** What is known of a cell from the last time that it ran. */
export interface KnownCell {
  readonly durationMs: number
  /** Tools and action kinds that it used, as coverage keys. */
  readonly used: readonly string[]
}

/** Cells by id. */
export type KnownCells = ReadonlyMap<string, KnownCell>

const pathOf = (stateDir: string) => join(stateDir, 'cells.json')

/** Read what earlier runs left; nothing is known where it cannot be read, and nothing relies on it. */
export function readKnownCells(stateDir: string): KnownCells {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(pathOf(stateDir), 'utf8')) as object))
  } catch {
    return new Map()
  }
}

/** Keep what a run showed of its cells, beside what is known of the others. */
export function keepKnownCells(
  stateDir: string,
  scenarios: readonly Pick<RecordScenario, 'id' | 'steps' | 'timings'>[],
): void {
  const shown = scenarios.map(({ id, steps, timings }): [string, KnownCell] => [
    id,
    {
      durationMs: Math.round(timings.durationMs),
      used: [...coverageOf({ steps })].filter((key) => /^(?:tool|kind):/.test(key)).sort(),
    },
  ])
  writeAtomically(
    pathOf(stateDir),
    JSON.stringify(Object.fromEntries([...readKnownCells(stateDir), ...shown])),
  )
}
