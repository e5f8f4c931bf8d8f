import { spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { PROJECT_ROOT } from '../../harness/cli/paths.ts'
import { readRecord } from '../../harness/record/read-record.ts'
import { runCommand } from '../e2e/command.ts'
import { copyCheckout } from '../e2e/copy-checkout.ts'
import { startStandIn } from '../e2e/stand-in-mainnet.ts'

const directory = mkdtempSync(join(tmpdir(), 'assay-bundles-'))
const made = copyCheckout()
const clone = join(directory, 'clone')
afterAll(() => {
  for (const path of [made, directory]) rmSync(path, { recursive: true, force: true })
})

const git = (...args: string[]) => {
  const who = ['-c', 'user.name=test', '-c', 'user.email=test@localhost', '-c', 'commit.gpgsign=false']
  const { status, stderr } = spawnSync('git', [...who, ...args], { cwd: made, encoding: 'utf8' })
  expect(status, stderr).toBe(0)
}

const write = (file: string, text: string) => {
  mkdirSync(dirname(join(made, file)), { recursive: true })
  writeFileSync(join(made, file), text)
  return file
}

const assayIn = (root: string, ...args: string[]) =>
  runCommand(args, { bin: join(root, 'bin/assay.mjs'), cwd: root })

/** Files that fail for another reason each, and a fault of the stack that drawn cases find. */
function plantFailures() {
  write(
    'scenarios/scripted/wraps.yaml',
    `name: wraps
matrix: { amount: [1 ETH, 2 ETH] }
steps:
  - advance: 1s
  - act: { kind: wrap, amount: "\${amount}" }
    expect: { denied: { layer: phase, code: PHASE_FORBIDS_CLASS } }
`,
  )
  write(
    'scenarios/scripted/swaps.yaml',
    `name: swaps
steps:
  - act: { kind: swap, tokenIn: USDC, tokenOut: WETH, amountIn: 500 USDC }
    expect: { committed: true, spent: 1 USDC }
`,
  )
  write(
    'scenarios/property/wraps.property.ts',
    `import * as fc from 'fast-check'
import { defineProperty } from '../../harness/property/define-property.ts'
import { assertLaw } from '../../harness/property/law-violation.ts'
export const PROPERTY = defineProperty({
  name: 'wraps little',
  profile: 'trader',
  invariants: [],
  draws: { total: 20, cell: 20 },
  arbitrary: fc.bigInt({ min: 1n, max: 1_000n }),
  async check(amount, world) {
    const stage = await world.open({})
    await stage.agent.call('preview_action', { kind: 'wrap', params: { amountBaseUnits: String(amount) } })
    assertLaw(amount < 100n, 'test.little', 'less than 100', String(amount))
  },
})
`,
  )
  const rule = 'spend.totalUsdc > limits.perTransactionUsdc'
  const limiter = 'tools/safety/hooks/spending-limiter.ts'
  const source = readFileSync(join(made, limiter), 'utf8')
  expect(source).toContain(rule)
  write(limiter, source.replace(rule, `${rule} * 1_000n`))
  write('.gitignore', 'node_modules\n.assay\nreports/runs\nscenarios/regressions\n')
  git('init', '-q')
  git('add', '-A')
  git('commit', '-q', '-m', 'failures')
}

const TIMES = 4

test('behavior: five different failures are seen again in a fresh clone, without their upstream, 20 of 20 times', async () => {
  plantFailures()
  const upstream = await startStandIn()
  const rpc = ['--rpc-url', upstream.url]
  const block = ['--fork-block-number', String(upstream.blockNumber)]
  const runs: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ['a cell of a matrix', ['run', 'scenarios/scripted/wraps.yaml'], ['--finding', '2']],
    ['a model in sessions of Pi', ['run', 'scenarios/scripted/swaps.yaml', '--driver', 'pi'], []],
    ['a counterexample of a property', ['run', 'scenarios/property/wraps.property.ts'], []],
    ['a drawn case', ['fuzz', '--runs', '20', '--seed', '1'], []],
    ['a fork of a chain', ['run', 'scenarios/scripted/swaps.yaml', ...rpc, ...block], rpc],
  ]
  const bundles: { name: string; out: string; ends: string[] }[] = []
  for (const [index, [name, run, options]] of runs.entries()) {
    const found = await assayIn(made, ...run, '--workers', '1')
    expect(found.code, `${name}: ${found.stderr}`).toBe(1)
    const folder = join(made, dirname(/report: (\S+)/.exec(found.stderr)?.[1] ?? ''))
    const out = join(directory, `${index}.tar.gz`)
    const bundled = await assayIn(made, 'bundle', folder, '--out', out, ...options)
    expect(bundled.code, `${name}: ${bundled.stderr}`).toBe(0)
    const failed = readRecord(join(folder, 'run.json')).scenarios.filter(
      ({ verdict }) => verdict === 'failed',
    )
    const chosen = failed[options.includes('--finding') ? 1 : 0]
    const ends = [chosen?.findings[0]?.law, chosen?.finalBlock.hash, chosen?.stateDigest].map(String)
    bundles.push({ name, out, ends })
  }
  await upstream.stop()
  git('clone', '-q', made, clone)
  symlinkSync(realpathSync(join(PROJECT_ROOT, 'node_modules')), join(clone, 'node_modules'))
  rmSync(made, { recursive: true })

  expect(new Set(bundles.map(({ ends }) => ends.join())).size).toBe(runs.length)
  let seen = 0
  for (let time = 1; time <= TIMES; time += 1) {
    for (const { name, out, ends } of bundles) {
      const again = await assayIn(clone, 'replay', out)
      expect(again.code, `${name}, time ${time}: ${again.stdout}${again.stderr}`).toBe(1)
      expect(again.stderr, name).toContain('code and versions are as they were')
      expect(again.stdout, name).toMatch(/^reproduced/)
      for (const end of ends) expect(again.stdout, `${name}, time ${time}`).toContain(end)
      seen += 1
    }
  }
  expect(seen).toBe(20)
}, 3_600_000)
