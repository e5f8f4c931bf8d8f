import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBinary } from '../../harness/chain/binaries.ts'
import { PROJECT_ROOT, STATE_DIR } from '../../harness/cli/paths.ts'
import { readRecord } from '../../harness/record/read-record.ts'
import { buildOrigin } from '../../harness/world/origin.ts'
import { startOrigin } from '../../harness/world/start-origin.ts'
import { type CommandOutcome, listLeftovers, pressKey, runCommand } from './command.ts'

let directory = ''
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'assay-dead-nodes-'))
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

/** Write a property whose cases do what the text says, on an opened world. */
const writeProperty = (name: string, runs: number, check: string) => {
  const path = join(directory, `${name}.property.ts`)
  writeFileSync(
    path,
    `import * as fc from '${join(PROJECT_ROOT, 'node_modules/fast-check/lib/fast-check.js')}'
import { defineProperty } from '${join(PROJECT_ROOT, 'harness/property/define-property.ts')}'
import { LawViolation } from '${join(PROJECT_ROOT, 'harness/property/law-violation.ts')}'
let cases = 0
export const PROPERTY = defineProperty({
  name: '${name}',
  draws: { total: ${runs}, cell: ${runs} },
  profile: 'trader',
  invariants: [],
  arbitrary: fc.array(fc.integer(), { minLength: 3 }),
  async check(_, world) {
    cases += 1
    process.stderr.write(\`case \${cases}\\n\`)
    const stage = await world.open()
    ${check}
  },
})
`,
  )
  return path
}

/** Write a scenario of many cells that needs no layer of the stack. */
const writeScenario = (name: string) => {
  const path = join(directory, `${name}.yaml`)
  const amounts = Array.from({ length: 40 }, (_, cell) => `${cell + 1} ETH`)
  writeFileSync(
    path,
    `name: ${name}\nmatrix: { amount: [${amounts.join(', ')}] }\nsteps:\n  - act: { kind: wrap, amount: "\${amount}" }\n    expect: { committed: true }\n`,
  )
  return path
}

const readRun = ({ stderr }: CommandOutcome) => {
  const report = /report: (\S+)/.exec(stderr)?.[1] ?? ''
  const folder = dirname(join(PROJECT_ROOT, report))
  return {
    record: readRecord(join(folder, 'run.json')),
    junit: readFileSync(join(folder, 'junit.xml'), 'utf8'),
    page: readFileSync(join(folder, 'index.html'), 'utf8'),
  }
}

const expectBroken = (outcome: CommandOutcome, code: string) => {
  expect(outcome.code, outcome.stdout).toBe(2)
  expect(outcome.stdout).toContain(code)
  expect(outcome.stdout).not.toMatch(/property\.threw|shrunk to/)
  expect(readRun(outcome).record).toMatchObject({
    summary: { failed: 0, broken: 1, verdict: 'broken' },
    scenarios: [{ verdict: 'broken', findings: [], broken: { code } }],
  })
}

describe('I72: a dead node is no finding, and nothing is made small on it', () => {
  test('a fork that is killed under a property', async () => {
    const path = writeProperty(
      'the fork dies',
      50,
      `process.kill(world.fork.pid, 'SIGKILL')
    await world.fork.rpc.request('eth_blockNumber')`,
    )
    const outcome = await runCommand(['run', path, '--workers', '1'])
    expectBroken(outcome, 'ANVIL_EXITED')
    expect(outcome.stderr.match(/^case /gm)).toHaveLength(1)
  })

  test('a law that a property finds violated on a fork that is dead', async () => {
    const path = writeProperty(
      'the fork dies and the property does not notice',
      50,
      `process.kill(world.fork.pid, 'SIGKILL')
    await world.fork.exited
    throw new LawViolation('balance.grows', 'more', 'nothing')`,
    )
    const outcome = await runCommand(['run', path, '--workers', '1'])
    expectBroken(outcome, 'ANVIL_EXITED')
    expect(outcome.stderr.match(/^case /gm)).toHaveLength(1)
  })

  test("a chain of the user's, under everything", async () => {
    const stateDir = join(directory, 'state')
    const anvilBinary = findBinary('anvil')
    const snapshot = await buildOrigin({ stateDir: STATE_DIR, anvilBinary })
    const origin = await startOrigin(snapshot, { stateDir, anvilBinary })
    try {
      const path = writeProperty(
        'the chain under the fork dies',
        50,
        `if (cases === 3) process.kill(${origin.pid}, 'SIGKILL')
    const unheardOf = '0x' + String(cases).padStart(40, 'c')
    await world.fork.rpc.request('eth_getBalance', [unheardOf, 'latest'])`,
      )
      const outcome = await runCommand([
        ...['run', path, '--workers', '1'],
        ...['--rpc-url', origin.url, '--fork-block-number', String(snapshot.head.number)],
      ])
      expect(outcome.code, outcome.stdout).toBe(2)
      expect(outcome.stdout).not.toContain('property.threw')
      expect(outcome.stderr).not.toMatch(/^ {4}at /m)
      expect(outcome.stderr + outcome.stdout).toContain('RPC endpoint does not answer')
    } finally {
      await origin.stop()
    }
  })

  test('a finding on a living node stays one, and is made small', async () => {
    const path = writeProperty(
      'a law is broken',
      50,
      "throw new LawViolation('balance.grows', 'more', 'less')",
    )
    const outcome = await runCommand(['run', path, '--workers', '1'])
    expect(outcome.code, outcome.stdout).toBe(1)
    expect(outcome.stdout).toContain('shrunk to')
  })
})

describe('I72: an interrupted run is neither red nor green', () => {
  test('Ctrl-C in a terminal reaches the command alone; what ran is reported as a part', async () => {
    const slow = writeProperty('takes long', 100_000, "await world.fork.rpc.request('eth_blockNumber')")
    let pid = 0
    let isSent = false
    const outcome = await runCommand(['run', writeScenario('wraps'), slow, '--workers', '2'], {
      during(child, stderr) {
        pid = child.pid ?? 0
        if (isSent || !/^ *\d+\/\d+ /m.test(stderr) || !stderr.includes('case 2')) return
        isSent = true
        pressKey(child)
      },
    })
    expect(isSent).toBe(true)
    expect(outcome.code, outcome.stdout).toBe(130)
    expect(outcome.stdout).toMatch(/INTERRUPTED[\s\S]*partial report, interrupted by SIGINT/)
    expect(outcome.stdout).not.toMatch(/property\.threw|FAILED|BROKEN/)
    const { record, junit, page } = readRun(outcome)
    expect(record).toMatchObject({
      incomplete: { cause: 'interrupted', code: 'SIGINT' },
      summary: { failed: 0, broken: 0, verdict: 'interrupted' },
    })
    expect(record.summary.skipped).toBeGreaterThan(0)
    expect(record.notRun).toHaveLength(record.summary.skipped)
    expect(junit).toContain('partial report, interrupted by SIGINT')
    expect(page).toContain('partial report, interrupted by SIGINT')
    expect(listLeftovers(pid)).toEqual([])
  })

  test('a second Ctrl-C ends at once', async () => {
    const stuck = writeProperty('never ends', 1, 'await new Promise(() => {})')
    let pid = 0
    // Two that come before the first is seen are one.
    const marks = ['case 1', 'press Ctrl-C again']
    const outcome = await runCommand(['run', stuck], {
      during(child, stderr) {
        pid = child.pid ?? 0
        const [mark] = marks
        if (mark === undefined || !stderr.includes(mark)) return
        marks.shift()
        pressKey(child)
      },
    })
    // A shell says 130, and a run that ends by itself does.
    expect([outcome.code, outcome.signal]).toEqual([null, 'SIGINT'])
    expect(listLeftovers(pid)).toEqual([])
  })
})
