import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadJobs } from './load-jobs.ts'
import { PROJECT_ROOT } from './paths.ts'

const FILE = 'scenarios/scripted/permit-ttl/ttl-boundary.yaml'
const idsOf = async (paths: readonly string[], cwd: string) =>
  (await loadJobs(paths, { seed: '1', cwd })).jobs.map(({ id }) => id)

test('behavior: what list prints can be run, from wherever it is typed', async () => {
  const ids = await idsOf([FILE], process.cwd())
  expect(ids.length).toBeGreaterThan(2)
  expect(await idsOf([ids[1] as string], process.cwd())).toEqual([ids[1]])
  expect(await idsOf([ids[0] as string, ids[2] as string], '/')).toEqual([ids[0], ids[2]])
  expect(await idsOf([FILE], '/')).toEqual(ids)
})

test('behavior: a signal that comes while files are read is heard before the next one', async () => {
  const controller = new AbortController()
  await loadJobs([dirname(FILE)], { seed: '1' })
  setImmediate(() => controller.abort(new Error('stop')))
  await expect(loadJobs([dirname(FILE)], { seed: '1', signal: controller.signal })).rejects.toThrow('stop')
})

test('behavior: a cell that is named narrows no folder and no file that is named beside it', async () => {
  const cwd = process.cwd()
  const [ids, folder] = [await idsOf([FILE], cwd), dirname(FILE)]
  for (const path of [FILE, folder])
    expect(await idsOf([path, ids[0] as string], cwd)).toEqual(await idsOf([path], cwd))
})

test('behavior: of a matrix that is shared out a default run takes its share, and what is named', async () => {
  const shared = 'scenarios/scripted/halt/disk-fails.yaml'
  const load = async (paths: readonly string[], thorough: boolean) =>
    (await loadJobs(paths, { seed: '1', cwd: PROJECT_ROOT, thorough })).jobs.map(({ id }) => id)
  const [taken, all] = [await load([shared], false), await load([shared], true)]
  expect([taken.length, all.length]).toEqual([5, 16])
  const left = all.find((id) => !taken.includes(id)) as string
  expect(await load([left], false)).toEqual([left])
})

test('error: a cell of a folder', async () => {
  await expect(idsOf([`${dirname(FILE)}#wait=60s`], process.cwd())).rejects.toMatchObject({
    code: 'BAD_USAGE',
  })
})

test('error: an id of no cell', async () => {
  const [id = ''] = await idsOf([FILE], process.cwd())
  await expect(idsOf([`${id}0`], process.cwd())).rejects.toEqual(
    expect.objectContaining({
      code: 'BAD_USAGE',
      details: expect.objectContaining({ hint: `did you mean "${id}"?` }),
    }),
  )
})

test('behavior: goal tasks are no jobs, and are found beside them', async () => {
  const { jobs, goals, files } = await loadJobs(['scenarios/goals/lp', FILE], {
    seed: '1',
    cwd: PROJECT_ROOT,
  })
  expect(goals.map(({ file, area }) => [file, area])).toContainEqual([
    'scenarios/goals/lp/open-position.yaml',
    'lp',
  ])
  expect(new Set(jobs.map(({ file }) => file))).toEqual(new Set([FILE]))
  expect(files).toBe(goals.length + 1)
  const chosen = await loadJobs(['scenarios/goals'], {
    seed: '1',
    cwd: PROJECT_ROOT,
    filter: 'pay an INVOICE',
  })
  expect(chosen.goals.map(({ file }) => file)).toEqual(['scenarios/goals/trading/pay-invoice.yaml'])
})

test('error: what is valid on the first of its chains alone', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'assay-chains-'))
  onTestFinished(() => rmSync(cwd, { recursive: true }))
  const step = '{ kind: wrap, amount: 1 ETH }'
  writeFileSync(join(cwd, 'x.yaml'), `name: x\nchains: [ethereum, base, bnb]\nsteps:\n  - act: ${step}\n`)
  const { problems } = await loadJobs(['x.yaml'], { seed: '1', cwd, everyChain: true })
  expect(new Set(problems.map(({ line, message }) => `${line} ${message}`))).toContain(
    '4 on bnb: unknown token "ETH"',
  )
  expect(problems.filter(({ message }) => !message.startsWith('on bnb'))).toEqual([])
})

test('error: links that lead nowhere, in a folder and by themselves', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'assay-links-'))
  onTestFinished(() => rmSync(cwd, { recursive: true }))
  symlinkSync('nowhere.yaml', join(cwd, 'gone.yaml'))
  symlinkSync('loop.yaml', join(cwd, 'loop.yaml'))
  for (const paths of [['.'], ['gone.yaml', 'loop.yaml']]) {
    const { problems } = await loadJobs(paths, { seed: '1', cwd })
    expect(problems).toMatchObject([
      { path: expect.stringContaining('gone.yaml'), message: expect.stringContaining('ENOENT') },
      { path: expect.stringContaining('loop.yaml'), message: expect.stringContaining('ELOOP') },
    ])
  }
})

test('error: what is no file is not waited for', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'assay-pipes-'))
  onTestFinished(() => rmSync(cwd, { recursive: true }))
  execFileSync('mkfifo', [join(cwd, 'pipe.yaml'), join(cwd, 'pipe.property.ts')])
  symlinkSync('/dev/zero', join(cwd, 'endless.yaml'))
  symlinkSync('.', join(cwd, 'folder.yaml'))
  symlinkSync('nowhere.ts', join(cwd, 'gone.property.ts'))
  const { jobs, problems } = await loadJobs(['.'], { seed: '1', cwd })
  expect(jobs).toEqual([])
  expect(problems.map(({ path, message }) => [basename(path), message])).toEqual([
    ['endless.yaml', expect.stringContaining('no file, but')],
    ['folder.yaml', expect.stringContaining('no file, but')],
    ['gone.property.ts', expect.stringContaining('ENOENT')],
    ['pipe.property.ts', expect.stringContaining('no file, but')],
    ['pipe.yaml', expect.stringContaining('no file, but')],
  ])
})

test.each([
  ['throw new Error("not so")', 'the module cannot be loaded: not so'],
  ["import './nowhere.ts'", 'the module cannot be loaded: '],
  ['export const PROPERTY = 5', 'the module exports no property'],
  ['export const PROPERTY = { name: "x", draws: { total: 1 } }', 'the module exports no property'],
  ...['profile: "full", arbitrary: () => 0', 'arbitrary: { generate() {} }'].map((members) => [
    `export const PROPERTY = { name: "x", draws: { total: 1, cell: 1 }, check() {}, ${members} }`,
    'the module exports no property',
  ]),
])('error: a property file of %j', async (text, message) => {
  const cwd = mkdtempSync(join(tmpdir(), 'assay-property-'))
  onTestFinished(() => rmSync(cwd, { recursive: true }))
  writeFileSync(join(cwd, 'x.property.ts'), text)
  const { jobs, problems } = await loadJobs(['.'], { seed: '1', cwd })
  expect(jobs).toEqual([])
  expect(problems).toMatchObject([{ line: 1, message: expect.stringContaining(message) }])
})

test.each(['x#y.yaml', 'x#y/z.yaml'])('error: %s, whose ids would lead to another file', async (name) => {
  const cwd = mkdtempSync(join(tmpdir(), 'assay-names-'))
  onTestFinished(() => rmSync(cwd, { recursive: true }))
  mkdirSync(join(cwd, 'x#y'))
  writeFileSync(join(cwd, name), 'name: x\nsteps:\n  - advance: 1s\n')
  const { jobs, problems } = await loadJobs([name], { seed: '1', cwd })
  expect(jobs).toEqual([])
  expect(problems).toMatchObject([
    { path: expect.stringMatching(/x#y.*\.yaml$/), message: 'a "#" in the path of a scenario file' },
  ])
})
