import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from '../../harness/cli/paths.ts'
import { DEV_KINDS } from '../../harness/dev-kinds.ts'
import type { RunRecord } from '../../harness/record/record.ts'
import { PHASES } from '../../tools/safety/policy/phases.ts'

/** Steps that are the agent's own operations; the rest moves the world. */
const OPERATIONS = ['preview', 'act', 'commit', 'query', 'halt']

/** The corpus, and what protocols add to it. */
const listFiles = (): string[] => [
  'scenarios/scripted/benign',
  ...globSync('scenarios/scripted/*/benign-*.yaml', { cwd: PROJECT_ROOT }).sort(),
]

const runCorpus = (): RunRecord =>
  JSON.parse(
    spawnSync(
      process.execPath,
      [join(PROJECT_ROOT, 'bin/assay.mjs'), 'run', ...listFiles(), '--reporter', 'json'],
      { cwd: PROJECT_ROOT, encoding: 'utf8', maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'ignore'] },
    ).stdout,
  )

test('I34 I1 I2: benign-corpus: legitimate operations pass in every phase, exactly at each limit too', () => {
  const record = runCorpus()
  const operations = record.scenarios.flatMap(({ id, steps }) =>
    steps.filter(({ kind }) => OPERATIONS.includes(kind)).map((step) => ({ id, ...step })),
  )
  const blocked = operations.filter(({ denial }) => denial !== undefined)
  const titles = operations.map(({ title }) => title)
  const untried = DEV_KINDS.filter(({ kind }) => !titles.some((title) => `${title} `.includes(` ${kind} `)))
  const byPhase = PHASES.map((phase) => [phase, operations.filter((step) => step.phase === phase).length])
  const share = (100 * (operations.length - blocked.length)) / operations.length
  console.info(
    `benign corpus: ${operations.length} operations, ${share.toFixed(2)} % allowed (${byPhase
      .map(([phase, count]) => `${phase} ${count}`)
      .join(', ')})`,
  )
  expect(operations.length).toBeGreaterThanOrEqual(200)
  expect(untried.map(({ kind }) => kind)).toEqual([])
  expect(byPhase.filter(([, count]) => Number(count) < 10)).toEqual([])
  expect(blocked.map(({ id, title, denial }) => `${id}: ${title}: ${denial?.code}`)).toEqual([])
  expect(share).toBeGreaterThanOrEqual(99)
  expect(record.summary.verdict).toBe('passed')
})
