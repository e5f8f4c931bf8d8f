import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { PROJECT_ROOT, STATE_DIR } from '../../harness/cli/paths.ts'
import { GATEWAY_CODES } from '../../harness/gateway/gateway-codes.ts'
import { computeDigest } from '../../harness/record/digest.ts'
import { createFixtureRecord } from '../../harness/record/fixtures/fixture-record.ts'
import { createScenarios } from '../../harness/record/fixtures/scenarios.ts'
import { readRecord } from '../../harness/record/read-record.ts'
import type { RecordScenario, RunRecord } from '../../harness/record/record.ts'
import { STEPS } from '../../harness/scenario/step-list.ts'
import { ORIGIN_CHAINS } from '../../harness/world/origin-chains.ts'
import { DEV_ERRORS } from '../../tools/profiles/dev.ts'
import { listLeftovers, pressKey, runCommand } from './command.ts'
import { runHere } from './run-here.ts'

function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-debug-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Write the scenario that `assay new scenario` gives, or one that fails at its second step. */
async function writeScenario(path: string, isFailing = false): Promise<string> {
  expect((await runHere(['new', 'scenario', path])).code).toBe(0)
  if (isFailing) writeFileSync(path, readFileSync(path, 'utf8').replace('USDC: -500', 'USDC: -499'))
  return path
}

async function ask(url: string, method: string): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] })
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return ((await response.json()) as { result: unknown }).result
}

/** Run until the fork is kept open, ask it something, and press Ctrl-C, or send another signal. */
async function hold(args: readonly string[], signal: NodeJS.Signals = 'SIGINT') {
  let [pid, shown] = [0, '']
  let answer: Promise<unknown> | undefined
  const outcome = await runCommand(args, {
    during(child, stderr) {
      pid = child.pid ?? 0
      if (answer !== undefined || !stderr.includes('Ctrl-C stops the world')) return
      answer = (async () => {
        // What was printed before comes by another pipe.
        await expect.poll(() => shown).toMatch(/RPC +http:\S+\n/)
        const [, url = ''] = /RPC +(\S+)/.exec(shown) ?? []
        return [await ask(url, 'eth_chainId'), await ask(url, 'eth_blockNumber')]
      })().finally(() => pressKey(child, signal))
    },
    onStdout: (text) => {
      shown = text
    },
  })
  return { ...outcome, answer: await answer, leftovers: listLeftovers(pid) }
}
test.for([
  ['2', false, 0, 'passed step 2'],
  ['failure', true, 0, 'failed step 2'],
  ['3', true, 1, 'failed step 2'],
  ['3', true, 143, 'interrupted by SIGTERM', 'SIGTERM'],
] as const)('behavior: --stop-at %s keeps the fork open there', async ([
  place,
  isFailing,
  code,
  said,
  signal,
]) => {
  const path = await writeScenario(join(openFolder(), 'held.yaml'), isFailing)
  const held = await hold(['run', path, '--stop-at', place], signal)
  expect(held.stderr).toContain(said)
  expect(held.stderr).not.toContain('step 3')
  expect([held.code, held.leftovers]).toEqual([code, []])
  // The world begins before; the swap of the second step is on it.
  expect(held.answer).toEqual(['0x7a69', expect.stringMatching(/^0x/)])
  for (const part of ['operator', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', 'USDC', 'positionManager'])
    expect(held.stdout).toContain(part)
})

test('behavior: --stop-at failure says when nothing fails; a place that is none is refused', async () => {
  const path = await writeScenario(join(openFolder(), 'held.yaml'))
  const { code, stderr } = await runHere(['run', path, '--stop-at', 'failure'])
  expect([code, stderr]).toEqual([0, expect.stringContaining('nothing was kept open')])
  for (const [words, found] of [
    [[path, '--stop-at', '4'], 'step 4 of 3'],
    [['scenarios/scripted/halt', '--stop-at', '1'], 'name one by its id'],
    [['scenarios/property/adversarial/max-loss.property.ts', '--stop-at', '1'], 'the property'],
    [[path, '--stop-at', 'failur'], 'did you mean "failure"?'],
    [[path, '--stop-at', '0'], 'from 1'],
    [[path, '--stop-at', '1', '--workers', '2'], "cannot be used with option '--workers"],
  ] as const) {
    const refused = await runHere(['run', ...words])
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(found)])
  }
})

test('behavior: nothing that a scenario file says acts on the terminal', async () => {
  const folder = openFolder()
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const acts = '"\\e[2J\\u202e"'
  const path = write('acts.yaml', `name: ${acts}\nsteps:\n  - mine: 1\n    name: ${acts}\n`)
  const outcomes = [
    await runHere(['list', path]),
    await runHere(['run', path, '--stop-at', 'failure']),
    await runHere(['validate', write('key.yaml', `name: x\n${acts}: 1\nsteps: []\n`)]),
    await runHere(['validate', write('raw.yaml', 'name: \u001b[2J\u202e\nsteps: []\n')]),
    await runCommand(['validate', join(folder, '\u001b[2J\u202e.yaml')]),
  ]
  for (const { stdout, stderr } of outcomes) {
    expect(stdout + stderr).toContain('\\u{1b}[2J')
    expect(stdout + stderr).not.toMatch(/[\u001b\u202e]/)
  }
})

test.each([
  '1-2',
  '123',
  'true',
  'a: b',
  '- x',
  'null',
  `${'long '.repeat(30)}end`,
])('behavior: assay new scenario writes one that is valid, whatever its file is called: %s', async (name) => {
  const path = await writeScenario(join(openFolder(), `${name}.yaml`))
  const { code, stdout } = await runHere(['validate', path])
  expect([code, stdout]).toEqual([0, expect.stringContaining('1 scenario')])
})

test('behavior: --last-failed runs what failed, in the folders that were named; provenance is that of the checkout', async () => {
  const folder = openFolder()
  const [out, state] = [join(folder, 'runs'), join(folder, 'state')]
  const fails = await writeScenario(join(folder, 'fails.yaml'), true)
  const passes = await writeScenario(join(folder, 'passes.yaml'))
  execFileSync('mkdir', [state])
  // Building the origin anew takes a minute.
  symlinkSync(join(STATE_DIR, 'cache'), join(state, 'cache'))
  const folders = ['--out', out, '--state-dir', state, '--workers', '1']
  const first = await runCommand(['run', fails, passes, '--seed', '9', ...folders])
  expect([first.code, first.stderr]).toEqual([1, expect.stringContaining('2/2')])
  const again = await runCommand(['run', fails, passes, '--last-failed', ...folders])
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('1/1')])
  const record = readRecord(join(out, 'latest', 'run.json'))
  expect(record.provenance).toMatchObject({
    seed: '9',
    gitCommit: execFileSync('git', ['rev-parse', 'HEAD'], { cwd: PROJECT_ROOT, encoding: 'utf8' }).trim(),
  })
  expect(readdirSync(state)).toContain('cells.json')
  writeFileSync(fails, readFileSync(passes, 'utf8'))
  expect((await runCommand(['run', fails, passes, '--last-failed', ...folders])).code).toBe(0)
  const none = await runHere(['run', fails, passes, '--last-failed', ...folders])
  expect([none.code, none.stderr]).toEqual([0, expect.stringContaining('nothing to run: ')])
  expect(readdirSync(out)).toHaveLength(4)
})

/** Write the record of a run of which one scenario failed, and answer the options that find it. */
function writeFailed(path: string, origin: Partial<RunRecord['provenance']['origin']> = {}) {
  const [scenario] = createScenarios().filter(({ verdict }) => verdict === 'failed')
  const file = relative(PROJECT_ROOT, path)
  const { digest: _, ...record } = createFixtureRecord([{ ...(scenario as RecordScenario), id: file, file }])
  const { provenance } = record
  const ofChain = { ...record, provenance: { ...provenance, origin: { ...provenance.origin, ...origin } } }
  const runs = join(dirname(path), 'runs')
  mkdirSync(join(runs, record.runId), { recursive: true })
  writeFileSync(
    join(runs, record.runId, 'run.json'),
    JSON.stringify({ ...ofChain, digest: computeDigest(ofChain) }),
  )
  return ['--last-failed', '--out', runs]
}

test('behavior: --last-failed stays on the chain of the run', async () => {
  const path = await writeScenario(join(openFolder(), 'fails.yaml'), true)
  const ofBase = writeFailed(path, { chainId: ORIGIN_CHAINS.base.chainId })
  const elsewhere = await runHere(['run', path, ...ofBase])
  expect([elsewhere.code, elsewhere.stderr]).toEqual([
    2,
    expect.stringContaining('at least one scenario of base'),
  ])
  const unnamed = await runHere(['run', path, ...writeFailed(path, { kind: 'rpc', blockNumber: '23000000' })])
  expect([unnamed.code, unnamed.stderr]).toEqual([
    2,
    expect.stringContaining('expected: chain 1 at block 23000000'),
  ])
})

test('behavior: --last-failed finds what failed wherever it lies, and says what is gone', async () => {
  const path = await writeScenario(join(openFolder(), 'failed.yaml'))
  // In another checkout a file of the same name is another one.
  const elsewhere = join(openFolder(), PROJECT_ROOT)
  const namesake = join(elsewhere, relative(PROJECT_ROOT, path))
  for (const folder of [elsewhere, dirname(namesake)]) mkdirSync(folder, { recursive: true })
  await writeScenario(namesake, true)
  const { code, stderr } = await runCommand(['run', ...writeFailed(path)], { cwd: elsewhere })
  expect([code, stderr]).toEqual([0, expect.stringContaining('1/1')])
  rmSync(path)
  const gone = await runHere(['run', ...writeFailed(join(dirname(path), 'gone', 'failed.yaml'))])
  expect([gone.code, gone.stderr]).toEqual([2, expect.stringContaining('gone/failed.yaml')])
})

test('behavior: the parts of a run are all of it; its report says which one it is', async () => {
  const listed = await runHere(['list', 'scenarios/scripted/permit-ttl', '--json'])
  const { scenarios } = JSON.parse(listed.stdout) as { scenarios: { id: string }[] }
  const out = join(openFolder(), 'runs')
  const ids: string[] = []
  for (const part of ['1/2', '2/2']) {
    const { code } = await runCommand([
      ...['run', 'scenarios/scripted/permit-ttl', '--workers', '1'],
      ...['--shard', part, '--out', out],
    ])
    expect(code).toBe(0)
    const record = readRecord(join(out, 'latest', 'run.json'))
    expect(record.provenance.options.shard).toBe(part)
    ids.push(...record.scenarios.map(({ id }) => id))
  }
  expect(ids.sort()).toEqual(scenarios.map(({ id }) => id).sort())
})

test('behavior: docs come from the schema and the tables, by name with what is near', async () => {
  const read = async (topic: string) => {
    const { stdout } = await runHere(['docs', topic, '--json'])
    return (JSON.parse(stdout) as { name: string }[]).map(({ name }) => name)
  }
  expect(await read('codes')).toEqual([...Object.keys(DEV_ERRORS), ...Object.keys(GATEWAY_CODES)])
  const kinds = STEPS.filter((step) => 'schema' in step).map(({ kind }) => kind)
  expect(await read('steps')).toEqual(expect.arrayContaining(kinds))
  expect(await read('expectations')).toContain('denied')
  expect(await read('kinds')).toContain('swap')
  const one = await runHere(['docs', 'expectations', 'denied'])
  expect(one.stdout).toContain('code?  one of')
  const near = await runHere(['docs', 'codes', 'PERMIT_EXPIRD'])
  expect([near.code, near.stderr]).toEqual([2, expect.stringContaining('did you mean "PERMIT_EXPIRED"?')])
  const topic = await runHere(['docs', 'kind'])
  expect([topic.code, topic.stderr]).toEqual([2, expect.stringContaining('did you mean "kinds"?')])
})

test('behavior: a new scenario is valid, and no file is written over', async () => {
  const path = await writeScenario(join(openFolder(), 'small-swap.yaml'))
  const checked = await runHere(['validate', path, '--json'])
  expect(JSON.parse(checked.stdout)).toEqual({ files: 1, scenarios: 1, goals: 0, problems: [] })
  const again = await runHere(['new', 'scenario', path])
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('there is a file already')])
  expect((await runHere(['new', 'scenario', 'Swaps/small'])).code).toBe(2)
  writeFileSync(path, 'name: x\nsteps: [{ commmit: x }]\n')
  const broken = await runHere(['validate', path, '--json'])
  expect(broken.code).toBe(2)
  expect(JSON.parse(broken.stdout).problems).toMatchObject([{ line: 2, hint: expect.any(String) }])
})
