import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { keepRun } from './keep-run.ts'
import { readLastFailed } from './read-last-failed.ts'

function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-runs-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const silent = () => undefined

const nameOf = (second: number, pid = 7) => `2026-01-01T00-00-${String(second).padStart(2, '0')}-000Z-${pid}`

function addRun(folder: string, name: string, file = 'run.json'): string {
  mkdirSync(join(folder, name))
  writeFileSync(join(folder, name, file), name)
  return join(folder, name)
}

test('behavior: the newest 20 runs are kept, and nothing but older runs is removed', () => {
  const folder = openFolder()
  for (let second = 0; second < 24; second += 1)
    addRun(folder, nameOf(second), second % 2 ? 'agent.json' : 'run.json')
  // A run of a model that has written no record yet, and what people put there.
  mkdirSync(join(folder, nameOf(0, 8)))
  addRun(folder, 'mine')
  keepRun(addRun(folder, nameOf(30)), silent)
  expect(readdirSync(folder).sort()).toEqual(
    [
      nameOf(0, 8),
      ...Array.from({ length: 19 }, (_, at) => nameOf(at + 5)),
      nameOf(30),
      'latest',
      'mine',
    ].sort(),
  )
})

test('behavior: latest leads past runs of goal tasks, which have no report, to a run that is kept for it', () => {
  const folder = openFolder()
  keepRun(addRun(folder, nameOf(0), 'agent.json'), silent)
  expect(readdirSync(folder)).toEqual([nameOf(0)])
  keepRun(addRun(folder, nameOf(1)), silent)
  for (let second = 2; second < 30; second += 1) keepRun(addRun(folder, nameOf(second), 'agent.json'), silent)
  expect(readlinkSync(join(folder, 'latest'))).toBe(nameOf(1))
  expect(readFileSync(join(folder, 'latest', 'run.json'), 'utf8')).toBe(nameOf(1))
  keepRun(addRun(folder, nameOf(30)), silent)
  expect(readdirSync(folder)).not.toContain(nameOf(1))
})

test('behavior: latest leads to the run that was reported last, though it began earlier', () => {
  const folder = openFolder()
  keepRun(addRun(folder, nameOf(2)), silent)
  keepRun(addRun(folder, nameOf(1)), silent)
  expect(readlinkSync(join(folder, 'latest'))).toBe(nameOf(1))
  expect(readFileSync(join(folder, 'latest', 'run.json'), 'utf8')).toBe(nameOf(1))
})

test.each<[string, (path: string) => void]>([
  ['a file', (path) => writeFileSync(path, 'mine')],
  ['a folder', (path) => mkdirSync(path)],
  ['a link to something else', (path) => symlinkSync('mine', path)],
])('behavior: %s that is called latest stays, and that is said', (_, make) => {
  const folder = openFolder()
  const latest = join(folder, 'latest')
  make(latest)
  const before = lstatSync(latest).ino
  const said: string[] = []
  keepRun(addRun(folder, nameOf(1)), (message) => said.push(message))
  expect(lstatSync(latest).ino).toBe(before)
  expect(said).toEqual([expect.stringContaining(`${latest} is no link to a run`)])
  expect(readdirSync(folder)).toEqual([nameOf(1), 'latest'])
})

test('error: BAD_USAGE without a run before', () => {
  const folder = openFolder()
  addRun(folder, nameOf(1), 'agent.json')
  for (const out of [folder, join(folder, 'none')])
    expect(() => readLastFailed(out)).toThrow(expect.objectContaining({ code: 'BAD_USAGE' }))
})
