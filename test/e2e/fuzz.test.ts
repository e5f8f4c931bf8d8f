import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { type CommandOptions, type CommandOutcome, listProcessesAt, runCommand } from './command.ts'
import { bundleSources, copyCheckout } from './copy-checkout.ts'

const LIMITER = 'tools/safety/hooks/spending-limiter.ts'
const RULE = 'spend.totalUsdc > limits.perTransactionUsdc'

let checkout = ''
beforeAll(() => {
  checkout = copyCheckout()
})
afterAll(() => rmSync(checkout, { recursive: true, force: true }))

/** Run the command line of the copied checkout to its end; `during` sees stderr as it grows. */
const assay = (args: string[], during?: CommandOptions['during']) =>
  runCommand(args, { bin: join(checkout, 'bin/assay.mjs'), cwd: checkout, ...(during ? { during } : {}) })

/** Change a source of the copied checkout, the limiter unless another is named. */
const patch = (from: string, to: string, file = LIMITER) => {
  const path = join(checkout, file)
  const source = readFileSync(path, 'utf8')
  expect(source).toContain(from)
  writeFileSync(path, source.replace(from, to))
}

const digestOf = ({ stdout }: CommandOutcome) =>
  (JSON.parse(stdout) as { fuzz: { digest: string; blocks: { digest: string }[] } }).fuzz

describe('assay fuzz', () => {
  test('I54: the same seed gives the same digest, whatever the workers', async () => {
    const one = await assay(['fuzz', '--runs', '6', '--seed', '5', '--workers', '1', '--reporter', 'json'])
    const two = await assay(['fuzz', '--runs', '6', '--seed', '5', '--workers', '2', '--reporter', 'json'])
    expect([one.code, two.code], one.stderr).toEqual([0, 0])
    expect(digestOf(one)).toEqual(digestOf(two))
    expect(digestOf(one).digest).toMatch(/^[0-9a-f]{64}$/)
  })

  test('behavior: a broken rule is found, made small, kept, red alone, and green after the repair', async () => {
    patch(RULE, `${RULE} * 1_000n`)
    bundleSources(checkout)
    const found = await assay(['fuzz', '--runs', '12', '--seed', '3'])
    expect(found.code, found.stderr).toBe(1)
    const folder = join(checkout, 'scenarios/regressions')
    const files = readdirSync(folder)
    const kept = files.map((name) => parse(readFileSync(join(folder, name), 'utf8')))
    const limited = kept.find(({ steps }) => JSON.stringify(steps).includes('SPEND_PER_TRANSACTION'))
    expect(limited, found.stdout).toBeDefined()
    expect(limited.steps.length).toBeLessThanOrEqual(2)
    expect(limited.found).toMatchObject({ property: 'authority', seed: '3' })

    const red = await assay(['run', 'scenarios/regressions'])
    expect(red.code).toBe(1)
    const report = /report: (\S+)\/index\.html/.exec(found.stderr)?.[1] ?? ''
    const replayed = await assay(['replay', report])
    expect(replayed.code).toBe(1)
    expect(replayed.stdout.replaceAll(/\s+/g, ' ')).toContain('expected denied by')

    patch(`${RULE} * 1_000n`, RULE)
    const green = await assay(['run', 'scenarios/regressions'])
    expect(green.code, green.stdout).toBe(0)
    rmSync(folder, { recursive: true })
  })

  test('behavior: Ctrl-C prints what was found so far, leaves no process, and the run goes on later', async () => {
    const [small, block] = ['BLOCK_CASES = 5\n', 'BLOCK_CASES = 100\n']
    patch(block, small, 'harness/fuzz/fuzz.ts')
    onTestFinished(() => patch(small, block, 'harness/fuzz/fuzz.ts'))
    bundleSources(checkout)
    const args = ['fuzz', '--runs', '10', '--seed', '3', '--reporter', 'json']
    let isInterrupted = false
    const cut = await assay(args, (child, stderr) => {
      if (isInterrupted || !stderr.includes('case 5/10')) return
      isInterrupted = true
      child.kill('SIGINT')
    })
    expect(cut.code, cut.stderr).toBe(130)
    expect(digestOf(cut).blocks.length).toBeGreaterThanOrEqual(1)
    expect(listProcessesAt(checkout)).toEqual([])
    const rest = await assay(args)
    expect(rest.stderr).toContain('continued at case 5')
    expect(digestOf(rest).blocks[0]).toEqual(digestOf(cut).blocks[0])
    expect(digestOf(rest).blocks).toHaveLength(2)
  })

  const expectPartial = ({ code, stdout, stderr }: CommandOutcome, cause: string) => {
    expect(code, stderr).toBe(2)
    const { summary, incomplete, fuzz } = JSON.parse(stdout)
    expect(summary.verdict).toBe('broken')
    expect(incomplete).toMatchObject({ cause: 'broken', code: cause })
    expect(fuzz.cases).toBeGreaterThanOrEqual(3)
    expect(fuzz.cases).toBeLessThan(200)
    const [, report = ''] = /^report: (\S+)$/m.exec(stderr) ?? []
    expect(readFileSync(join(checkout, report), 'utf8')).toContain('partial report')
    expect(listProcessesAt(checkout)).toEqual([])
  }

  test('I72: a worker that dies ends the run, and the cases before it are reported', async () => {
    const run =
      'async function run(job: Job, environment: Environment, options: WorkerOptions): Promise<JobResult> {\n'
    const dying = `${run}  if (job.id.endsWith('#5')) process.exit(7)\n`
    patch(run, dying, 'harness/cli/worker.ts')
    try {
      expectPartial(await assay(['fuzz', '--workers', '1', '--reporter', 'json']), 'WORKER_DIED')
    } finally {
      patch(dying, run, 'harness/cli/worker.ts')
    }
  })
})
