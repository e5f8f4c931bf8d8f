import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Abi, Hex } from 'viem'
import { parse } from 'yaml'
import type { Fork } from '../../harness/chain/fork.ts'
import { PROJECT_ROOT } from '../../harness/cli/paths.ts'
import { CAGE_FAULT } from './cage-fault.ts'
import { type CounterHunt, huntOnChain } from './counter.ts'
import { type ForgeRun, runForge } from './forge.ts'

/** One subject, given to forge's invariant tests and to this harness. */
export interface SideBySide<T> {
  readonly forge: { readonly whole: ForgeRun; readonly seeded: ForgeRun }
  readonly own: T
}

const COUNTER_ENV = {
  FOUNDRY_SRC: 'test/bench/contracts',
  FOUNDRY_TEST: 'test/bench/contracts',
  FOUNDRY_OUT: 'out/bench',
  FOUNDRY_CACHE_PATH: '.assay/forge-cache/bench',
  FOUNDRY_INVARIANT_RUNS: '64',
  FOUNDRY_INVARIANT_DEPTH: '64',
}

/** The counter: nothing but a contract, so that what is measured is the tester. */
export async function compareOnCounter(
  forge: string,
  fork: Fork,
): Promise<SideBySide<{ readonly whole: CounterHunt; readonly seeded: CounterHunt }>> {
  const play = (hasFault: boolean) =>
    runForge(forge, ['--threads', '1', '--match-contract', 'CounterInvariantTest'], {
      env: { ...COUNTER_ENV, SEEDED_FAULT: String(hasFault) },
    })
  const ofForge = { whole: play(false), seeded: play(true) }
  const artifact = JSON.parse(
    readFileSync(join(PROJECT_ROOT, COUNTER_ENV.FOUNDRY_OUT, 'Counter.sol/Counter.json'), 'utf8'),
  ) as { readonly abi: Abi; readonly deployedBytecode: { readonly object: Hex } }
  const contract = { abi: artifact.abi, runtime: artifact.deployedBytecode.object }
  const hunt = (hasFault: boolean) => huntOnChain(fork, contract, { hasFault, runs: 64, depth: 64, seed: 1 })
  return { forge: ofForge, own: { whole: await hunt(false), seeded: await hunt(true) } }
}

/** How a fuzz run of the whole stack met a fault of the cage. */
export interface FuzzHunt {
  readonly foundMs: number
  readonly shrunkMs: number
  /** Steps of the scenario that it was made into. */
  readonly shrunkLength: number
}

/** Parts of the checkout that both testers need. */
const PARTS = [
  'bin',
  'harness',
  'tools',
  'reports/fuzz-progress.ts',
  'reports/reporters',
  'reports/text',
  'reports/viewer',
  'scripts',
  'test/contracts',
  'foundry.toml',
  'package.json',
  'tsconfig.json',
  'out',
  '.assay/cache',
  '.assay/forge-cache',
]

/** The cage with its laws in Solidity, and below the whole stack with the model of the design beside it. */
export async function compareOnCage(forge: string): Promise<SideBySide<FuzzHunt>> {
  const checkout = mkdtempSync(join(tmpdir(), 'assay-bench-'))
  try {
    for (const part of PARTS) {
      const from = join(PROJECT_ROOT, part)
      if (existsSync(from)) cpSync(from, join(checkout, part), { recursive: true, preserveTimestamps: true })
    }
    mkdirSync(join(checkout, 'scenarios'))
    symlinkSync(join(PROJECT_ROOT, 'node_modules'), join(checkout, 'node_modules'))
    const play = () =>
      runForge(
        forge,
        [
          '--threads',
          '1',
          '--match-contract',
          'PolicyCageInvariantTest',
          '--match-test',
          'invariant_I1_windowHolds',
        ],
        { cwd: checkout },
      )
    const whole = play()
    const path = join(checkout, CAGE_FAULT.file)
    const source = readFileSync(path, 'utf8')
    writeFileSync(path, source.replace(CAGE_FAULT.find, ''))
    const seeded = play()
    return { forge: { whole, seeded }, own: await huntWithFuzz(checkout) }
  } finally {
    rmSync(checkout, { recursive: true, force: true })
  }
}

/** Fuzz until the first failure is kept as a scenario, then end the run. */
async function huntWithFuzz(checkout: string): Promise<FuzzHunt> {
  const regressions = join(checkout, 'scenarios/regressions')
  const child = spawn(
    process.execPath,
    ['bin/assay.mjs', 'fuzz', '--property', 'authority-of-traders', '--seed', '1', '--workers', '1'],
    { cwd: checkout, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let said = ''
  let started = 0
  let found = 0
  let shrunk = 0
  child.stderr.on('data', (data) => {
    said += data
    if (said.includes('fuzz authority-of-traders')) started ||= performance.now()
    if (!said.includes('failed  case')) return
    found ||= performance.now()
    if (shrunk === 0 && listScenarios(regressions).length > 0) {
      shrunk = performance.now()
      child.kill('SIGINT')
    }
  })
  await new Promise((resolve) => child.once('close', resolve))
  const [kept] = listScenarios(regressions)
  if (kept === undefined) throw new Error(`the fault of the cage was not found: ${said.slice(-2_000)}`)
  const { steps } = parse(readFileSync(join(regressions, kept), 'utf8')) as { readonly steps: unknown[] }
  shrunk ||= performance.now()
  return { foundMs: found - started, shrunkMs: shrunk - found, shrunkLength: steps.length }
}

const listScenarios = (directory: string) =>
  existsSync(directory) ? readdirSync(directory).filter((name) => name.endsWith('.yaml')) : []
