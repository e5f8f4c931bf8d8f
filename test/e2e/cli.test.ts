import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PROJECT_ROOT } from '../../harness/cli/paths.ts'
import { readRecord } from '../../harness/record/read-record.ts'
import type { RecordFrame, RunRecord } from '../../harness/record/record.ts'
import { BIN, type CommandOptions, type CommandOutcome, listLeftovers, runCommand } from './command.ts'

let directory = ''
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'assay-cli-'))
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

/** Run the command line to its end; `during` sees stderr as it grows. */
const assay = (args: string[], during?: CommandOptions['during']) =>
  runCommand(args, during ? { during } : {})

const write = (name: string, text: string) => {
  const path = join(directory, name)
  writeFileSync(path, text)
  return path
}

const PASSING = `name: wraps
steps:
  - act: { kind: wrap, amount: 1 ETH }
    expect: { committed: true }
`
const FAILING = `name: a swap that is expected to be denied
steps:
  - act: { kind: swap, tokenIn: USDC, tokenOut: WETH, amountIn: 500 USDC }
    expect: { denied: { layer: phase, code: PHASE_FORBIDS_CLASS } }
  - advance: 60s
`

/** A run that failed, which several tests replay. */
let failed: Promise<CommandOutcome> | undefined
const runFailing = () => {
  failed ??= assay(['run', write('failing.yaml', FAILING)])
  return failed
}

describe('assay run', () => {
  test('I54: stdout is the record, and neither digest nor requests of the stack depend on the workers', async () => {
    const area = 'scenarios/scripted/permit-ttl'
    const digests = await Promise.all(
      ['1', '2'].map(async (workers) => {
        const { code, stdout } = await assay(['run', area, '--workers', workers, '--reporter', 'json'])
        expect(code).toBe(0)
        const record = JSON.parse(stdout) as {
          digest: string
          scenarios: { finalBlock: { hash: string }; verdict: string; roundTrips: { agent: number } }[]
        }
        return {
          digest: record.digest,
          hashes: record.scenarios.map(({ finalBlock }) => finalBlock.hash),
          roundTrips: record.scenarios.map(({ roundTrips }) => roundTrips.agent),
        }
      }),
    )
    expect(digests[0]).toEqual(digests[1])
  })

  test('behavior: coverage is counted, and a run below its share fails and says what is missing', async () => {
    const path = write('covering.yaml', PASSING)
    const plain = await assay(['run', path, '--reporter', 'json'])
    const covered = await assay(['run', path, '--reporter', 'json', '--coverage-min', '1'])
    expect([plain.code, covered.code]).toEqual([0, 0])
    const [without, record] = [plain, covered].map(({ stdout }) => JSON.parse(stdout) as RunRecord)
    expect(without?.coverage).toBeUndefined()
    expect(record?.digest).toBe(without?.digest)
    const seen = record?.coverage?.keys.filter(({ scenarios }) => scenarios > 0).map(({ key }) => key)
    expect(seen).toEqual(
      expect.arrayContaining(['cell:thriving/rebalance/allowed', 'permit:committing>committed']),
    )
    const file = join(directory, 'gated.json')
    const gated = await assay([
      'run',
      path,
      '--coverage-min',
      '95',
      '--reporter',
      'quiet',
      `--reporter=json=${file}`,
    ])
    expect(gated.code).toBe(1)
    expect(gated.stdout).toMatch(/COVERAGE.*\n.*PERMIT_EXPIRED.*\nFAILED {2}1 scenario: 1 passed/s)
    expect(gated.stderr).toMatch(/expected at least 95 %, found \d+(\.\d)? %; not exercised: .* and \d+ more/)
    const { summary, digest } = JSON.parse(readFileSync(file, 'utf8')) as RunRecord
    expect([summary.verdict, digest]).toEqual(['failed', without?.digest])
    const report = /report: (\S+)\/index\.html/.exec(gated.stderr)?.[1] ?? ''
    expect(readFileSync(join(PROJECT_ROOT, report, 'junit.xml'), 'utf8')).toMatch(
      /tests="2" failures="1" errors="0"/,
    )
  })

  test('behavior: a failure prints a replay command, which fails the same way', async () => {
    const first = await runFailing()
    expect(first.code).toBe(1)
    const replay = /replay +\.\/bin\/assay\.mjs (replay "[^"]+" --seed \S+)/.exec(first.stdout)?.[1]
    expect(replay).toBeDefined()
    const words = (replay ?? '').replaceAll('"', '').split(' ')
    const second = await assay(words)
    expect(second.code).toBe(1)
    const findings = (text: string) =>
      text.split('\n').filter((line) => /^ {2}(law|expected|found) /.test(line))
    expect(findings(second.stdout)).toEqual(findings(first.stdout))
    expect(findings(first.stdout).join()).toContain('expect.denied')
  })

  test('behavior: a run directory replays what failed in it', async () => {
    const first = await runFailing()
    const report = /report: (\S+)\/index\.html/.exec(first.stderr)?.[1] ?? ''
    const second = await assay(['replay', join(PROJECT_ROOT, report)])
    expect(second.code).toBe(1)
    expect(second.stdout).toContain('a swap that is expected to be denied')
  })

  test('behavior: the record of a failure says what was called, by which numbers, and what was not reached', async () => {
    const report = /report: (\S+)\/index\.html/.exec((await runFailing()).stderr)?.[1] ?? ''
    const record = readRecord(join(PROJECT_ROOT, report, 'run.json'))
    const [act, advance] = record.scenarios[0]?.steps ?? []
    expect(advance).toMatchObject({ index: 1, kind: 'advance', verdict: 'skipped', skipped: 'step 1 failed' })
    const calls = act?.plans?.[0]?.calls ?? []
    const names = record.scenarios[0]?.names ?? {}
    expect(calls.map((call) => [names[call.target ?? ''], call.function])).toEqual([
      ['USDC', 'approve'],
      ['uniswap-v3.swapRouter', 'exactInputSingle'],
    ])
    const [sent] = act?.sent ?? []
    expect(sent).toMatchObject({ carries: act?.plans?.[0]?.permitId, status: 'success' })
    expect(names[sent?.call.target ?? '']).toBe('cage')
    expect(sent?.logs?.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['Transfer', 'Approval', 'Executed']),
    )
    const limiter = act?.hooks.find(({ hook }) => hook === 'spending-limiter')
    expect(limiter?.figures?.find(({ name }) => name === 'spend')).toMatchObject({
      unit: 'USDC',
      decimals: 6,
    })
    const [usdc] = act?.after?.balances?.filter(({ symbol }) => symbol === 'USDC') ?? []
    expect(BigInt(usdc?.beforeBaseUnits ?? 0) - BigInt(usdc?.baseUnits ?? 0)).toBe(500_000_000n)
    // It was played a second time, to be traced.
    expect(record.summary.flaky).toBe(0)
    expect(act?.traces?.map(({ of, subject }) => [of, subject])).toEqual([
      ['simulated', act?.plans?.[0]?.permitId],
      ['mined', sent?.hash],
    ])
    const list = (frame: RecordFrame): readonly string[] => [
      frame.function ?? '',
      ...(frame.calls ?? []).flatMap(list),
    ]
    expect(list(act?.traces?.[1]?.root as RecordFrame)).toEqual(
      expect.arrayContaining(['execute', 'approve', 'exactInputSingle', 'transferFrom']),
    )
  })

  test('behavior: traces are an option, and no part of the digest', async () => {
    const path = write('untraced.yaml', FAILING)
    const [off, failures] = await Promise.all(
      ['off', 'failures'].map(async (trace) => {
        const { stdout } = await assay(['run', path, '--trace', trace, '--reporter', 'json'])
        return JSON.parse(stdout) as RunRecord
      }),
    )
    const traced = (record?: RunRecord) => record?.scenarios[0]?.steps.map(({ traces = [] }) => traces.length)
    expect([traced(off), traced(failures)]).toEqual([
      [0, 0],
      [2, 0],
    ])
    expect(off?.digest).toBe(failures?.digest)
    const all = await assay(['run', write('passing.yaml', PASSING), '--trace', 'all', '--reporter', 'json'])
    expect(traced(JSON.parse(all.stdout) as RunRecord)).toEqual([2])
  })

  test('error: SCENARIO_INVALID names line, column and the nearest name, and runs nothing', async () => {
    const path = write(
      'typo.yaml',
      `name: typo
phse: thriving
steps:
  - act: { kind: swpa, tokenIn: USDC, tokenOut: WETHH, amountIn: 500 USCD }
    expect: { denied: { layer: permits, code: PERMIT_EXPIRD } }
`,
    )
    const { code, stdout, stderr } = await assay(['run', path])
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toMatch(/:2:1 unknown key "phse"[\s\S]*did you mean "phase"/)
    expect(stderr).toContain('nothing was run')
    const fixed = await assay([
      'validate',
      write('typo.yaml', readFileSync(path, 'utf8').replace('phse', 'phase')),
    ])
    expect(fixed.code).toBe(2)
    for (const nearest of ['swap', 'USDC', 'permit', 'PERMIT_EXPIRED']) {
      expect(fixed.stdout).toContain(`did you mean "${nearest}"?`)
    }
    expect(fixed.stdout).toMatch(/:4:18 unknown action kind/)
  })

  test('error: BAD_USAGE for a path that does not exist names the nearest', async () => {
    const { code, stderr } = await assay(['run', 'scenarios/scripted/permit-tll'])
    expect(code).toBe(2)
    expect(stderr).toContain('permit-ttl')
  })

  test('error: ANVIL_MISSING says what was tried', async () => {
    const { code, stderr } = await assay(['run', write('ok.yaml', PASSING), '--anvil', '/nowhere/anvil'])
    expect(code).toBe(2)
    expect(stderr).toMatch(/ANVIL_MISSING[\s\S]*\/nowhere\/anvil[\s\S]*do:/)
  })

  test('error: RPC_UNREACHABLE for a dead endpoint', async () => {
    const path = write('ok.yaml', PASSING)
    const { code, stderr } = await assay([
      'run',
      path,
      '--rpc-url',
      'http://127.0.0.1:1',
      '--fork-block-number',
      '1',
    ])
    expect(code).toBe(2)
    expect(stderr).toMatch(/RPC_UNREACHABLE[\s\S]*127\.0\.0\.1:1[\s\S]*do:/)
  })

  test('behavior: Ctrl-C ends the run and leaves nothing running', async () => {
    let pid = 0
    let sent = false
    // Many short scenarios: what runs is finished first.
    const { code } = await assay(
      ['run', 'scenarios/scripted/spending-limits', '--workers', '1'],
      (child, stderr) => {
        pid = child.pid ?? 0
        if (!sent && /^ *\d+\/\d+ /m.test(stderr)) {
          sent = true
          child.kill('SIGINT')
        }
      },
    )
    expect(sent).toBe(true)
    expect(code).toBe(130)
    expect(listLeftovers(pid)).toEqual([])
  })

  test('behavior: SIGTERM ends a run whose worker is stuck, and leaves nothing running', async () => {
    const define = join(PROJECT_ROOT, 'harness/property/define-property.ts')
    const path = write(
      'stuck.property.ts',
      `import * as fc from '${join(PROJECT_ROOT, 'node_modules/fast-check/lib/fast-check.js')}'
import { defineProperty } from '${define}'
export const PROPERTY = defineProperty({
  name: 'never ends',
  draws: { total: 1, cell: 1 },
  profile: 'trader',
  invariants: [],
  arbitrary: fc.constant(0),
  async check() {
    process.stderr.write('it is stuck')
    await new Promise(() => {})
  },
})
`,
    )
    let pid = 0
    let sent = false
    const { code, stdout, stderr } = await assay(['run', path], (child, said) => {
      pid = child.pid ?? 0
      if (!sent && said.includes('it is stuck')) {
        sent = true
        child.kill('SIGTERM')
      }
    })
    expect(sent).toBe(true)
    // It was not waited for until it counted as stuck, which takes minutes.
    expect(stdout + stderr).not.toContain('JOB_STALLED')
    expect(code).toBe(143)
    expect(listLeftovers(pid)).toEqual([])
  })

  test('behavior: after kill -9 the next start stops what was left', async () => {
    let pid = 0
    let running: string[] = []
    await assay(['run', '--workers', '1'], (child, stderr) => {
      if (running.length > 0 || !/^ *\d+\/\d+ /m.test(stderr)) return
      pid = child.pid ?? 0
      // Any start of this checkout stops them once their owner is gone, those of other tests too.
      running = listLeftovers(pid)
      child.kill('SIGKILL')
    })
    expect(running.length).toBeGreaterThan(0)
    const next = await assay(['run', write('ok.yaml', PASSING)])
    expect(next.code).toBe(0)
    expect(listLeftovers(pid)).toEqual([])
  })
})

describe('assay world up', () => {
  test('error: PORT_IN_USE names the port', async () => {
    const server = createServer()
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
    })
    const { code, stderr } = await assay(['world', 'up', '--port', String(port)])
    server.close()
    expect(code).toBe(2)
    expect(stderr).toMatch(new RegExp(`PORT_IN_USE[\\s\\S]*${port}[\\s\\S]*do:`))
  })

  test.for([
    ['SIGINT', 0],
    ['SIGTERM', 143],
  ] as const)('default: prints the RPC and the accounts, and ends by %s with %i', async ([
    signal,
    exitCode,
  ]) => {
    let pid = 0
    let sent = false
    const { code, stdout } = await assay(['world', 'up', '--port', '0'], (child, stderr) => {
      pid = child.pid ?? 0
      if (!sent && stderr.includes('Ctrl-C stops')) {
        sent = true
        child.kill(signal)
      }
    })
    expect(code).toBe(exitCode)
    expect(listLeftovers(pid)).toEqual([])
    expect(stdout).toMatch(/RPC\s+http:\/\/127\.0\.0\.1:\d+/)
    expect(stdout).toMatch(/operator\s+0x/)
  })
})

describe('assay', () => {
  test('default: help teaches with examples and exit codes', () => {
    const help = execFileSync(process.execPath, [BIN, '--help'], { encoding: 'utf8' })
    for (const word of [
      'run',
      'validate',
      'replay',
      'list',
      'tools',
      'world',
      'doctor',
      'Examples:',
      'Exit codes',
    ]) {
      expect(help).toContain(word)
    }
  })

  test('error: an unknown option is an error with a suggestion', async () => {
    const { code, stderr } = await assay(['run', '--worker', '2'])
    expect(code).toBe(2)
    expect(stderr).toContain('--workers')
  })

  test('default: the doctor finds everything in order', async () => {
    const { code, stdout } = await assay(['doctor'])
    expect(stdout).toMatch(/ok\s+anvil/)
    expect(code).toBe(0)
  })
})
