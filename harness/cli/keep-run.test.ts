import { spawnSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readBegin } from '../record/run-id.ts'
import { keepRun } from './keep-run.ts'
import { readLastFailed } from './read-last-failed.ts'

function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-runs-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const silent = () => undefined

const nameOf = (second: number, pid = 7) => `2026-01-01T00-00-${String(second).padStart(2, '0')}-000Z-${pid}`

/** Add a run that is reported within the second in which it begins, or later. */
function addRun(folder: string, name: string, file = 'run.json', reported = readBegin(name)): string {
  mkdirSync(join(folder, name))
  writeFileSync(join(folder, name, file), name)
  utimesSync(join(folder, name, file), 0, reported / 1_000)
  return join(folder, name)
}

test('behavior: the newest 20 runs are kept, and nothing but older runs is removed', () => {
  const folder = openFolder()
  for (let second = 0; second < 24; second += 1)
    addRun(folder, nameOf(second), second % 2 ? 'agent.json' : 'run.json')
  // A run of a model that has written no record yet, and what people put there.
  const begun = nameOf(0, process.ppid)
  mkdirSync(join(folder, begun))
  addRun(folder, 'mine', 'run.json', 0)
  keepRun(addRun(folder, nameOf(30)), silent)
  expect(readdirSync(folder).sort()).toEqual(
    [begun, ...Array.from({ length: 19 }, (_, at) => nameOf(at + 5)), nameOf(30), 'latest', 'mine'].sort(),
  )
})

test('behavior: one that was killed before its report is as old as what it last wrote, and one that goes on stays', () => {
  const folder = openFolder()
  const addDraft = (pid: number, second = 0, writtenAt = second) => {
    const directory = join(folder, nameOf(second, pid))
    mkdirSync(join(directory, 'transcripts'), { recursive: true })
    for (const path of [join(directory, 'transcripts'), directory])
      utimesSync(path, 0, readBegin(nameOf(writtenAt)) / 1_000)
    return nameOf(second, pid)
  }
  const { pid: gone } = spawnSync('true')
  const killed = [addDraft(gone), addDraft(process.pid)]
  const kept = [addDraft(process.ppid), addDraft(gone, 1, 59), addDraft(gone, 29)]
  for (let second = 2; second < 24; second += 1) addRun(folder, nameOf(second))
  keepRun(addRun(folder, nameOf(30)), silent)
  const left = readdirSync(folder)
  expect(left.filter((name) => killed.includes(name))).toEqual([])
  expect(left).toEqual(expect.arrayContaining(kept))
})

test('behavior: of runs that went on at the same time none removes another', () => {
  const folder = openFolder()
  const old = addRun(folder, nameOf(0))
  const together = Array.from({ length: 30 }, (_, at) =>
    addRun(folder, nameOf(at + 1), 'run.json', readBegin(nameOf(59))),
  )
  for (const directory of together) keepRun(directory, silent)
  expect(together.filter((directory) => !existsSync(directory))).toEqual([])
  expect(existsSync(old)).toBe(false)
  keepRun(addRun(folder, '2026-01-01T00-01-00-000Z-7'), silent)
  expect(readdirSync(folder)).toHaveLength(21)
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
