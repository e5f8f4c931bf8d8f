import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { isRunning, startOwner } from '../../test/chain/start-owner.ts'
import { startAnvil } from './anvil.ts'
import { findBinary } from './binaries.ts'
import { createRunDirectory, reapOrphans, reapOwn, recordProcess } from './process-ledger.ts'

let stateDir: string
beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), 'assay-ledger-'))
})
afterEach(() => {
  reapOwn(stateDir)
  rmSync(stateDir, { recursive: true, force: true })
})

const start = (directory = createRunDirectory(stateDir).path) =>
  startAnvil({ binary: findBinary('anvil'), directory, name: 'anvil', parameters: {} })

const listLedger = () => readdirSync(join(stateDir, 'processes'))

/** Only the ledger is left of a run that was. */
const listLeft = () => readdirSync(stateDir).filter((name) => name !== 'processes')

test('default', async () => {
  const anvil = await start()
  expect(listLedger()).toEqual([`${anvil.pid}.json`])
  await anvil.stop()
  await vi.waitUntil(() => listLedger().length === 0, { timeout: 20_000 })
  expect(isRunning(anvil.pid)).toBe(false)
})

test("behavior: a directory that is already there is nobody else's", () => {
  const { path } = createRunDirectory(stateDir)
  const [, name, last] = /^(.*-)(\d+)$/.exec(path) ?? []
  mkdirSync(`${name}${Number(last) + 1}`)
  expect(createRunDirectory(stateDir).path).toBe(`${name}${Number(last) + 2}`)
})

for (const mode of ['plain', 'stray', 'worker']) {
  test(`behavior: what a killed run left is reaped (${mode})`, async () => {
    const { child, anvilPid, ended } = await startOwner(stateDir, mode)
    child.kill('SIGKILL')
    await ended
    expect(isRunning(anvilPid)).toBe(true)
    const reaped = reapOrphans(stateDir)
    expect(reaped.pids).toEqual([anvilPid])
    expect(reaped.directories).toHaveLength(1)
    await vi.waitUntil(() => !isRunning(anvilPid), { timeout: 20_000 })
    expect(listLeft()).toEqual([])
    expect(listLedgerOrNone()).toEqual([])
    expect(reapOrphans(stateDir)).toEqual({ pids: [], directories: [] })
  })
}

const listLedgerOrNone = () => (readdirSync(stateDir).includes('processes') ? listLedger() : [])

test('behavior: live runs keep their anvils', async () => {
  const live = await startOwner(stateDir, 'plain')
  const dead = await startOwner(stateDir, 'plain')
  const own = await start()
  dead.child.kill('SIGKILL')
  await dead.ended
  expect(reapOrphans(stateDir).pids).toEqual([dead.anvilPid])
  expect(isRunning(live.anvilPid)).toBe(true)
  expect(await own.rpc.request('eth_chainId')).toBe('0x7a69')
  expect(reapOwn(stateDir).pids).toEqual([own.pid])
  await own.exited
  expect(isRunning(live.anvilPid)).toBe(true)
  live.child.kill('SIGKILL')
  await live.ended
  expect(reapOrphans(stateDir).pids).toEqual([live.anvilPid])
})

test('behavior: a recycled pid is not killed', async () => {
  const anvil = await start()
  const path = join(stateDir, 'processes', `${anvil.pid}.json`)
  const gone = { pid: 2 ** 22, startTime: '1' }
  const entry = { pid: anvil.pid, startTime: '1', owner: { ...gone, threadId: 0 }, ipcPath: '/none' }
  writeFileSync(path, JSON.stringify(entry))
  expect(reapOrphans(stateDir).pids).toEqual([])
  expect(listLedger()).toEqual([])
  expect(isRunning(anvil.pid)).toBe(true)
  await anvil.stop()
})

test('behavior: an owner of the same pid and another start time is gone', async () => {
  const anvil = await start()
  const path = join(stateDir, 'processes', `${anvil.pid}.json`)
  const { startTime } = JSON.parse(readFileSync(path, 'utf8')) as {
    startTime: string
  }
  const owner = { pid: process.pid, startTime: '1', threadId: 0 }
  writeFileSync(path, JSON.stringify({ pid: anvil.pid, startTime, owner, ipcPath: anvil.ipcPath }))
  expect(reapOrphans(stateDir).pids).toEqual([anvil.pid])
  expect(await anvil.exited).toMatchObject({ signal: 'SIGKILL' })
})

test('behavior: other processes that name the run directory are left alone', async () => {
  const { child, anvilPid, ended } = await startOwner(stateDir, 'plain')
  child.kill('SIGKILL')
  await ended
  const [directory = ''] = listLeft()
  const reader = spawn('tail', ['-f', '/dev/null', join(stateDir, directory, 'anvil.ipc')], {
    stdio: 'ignore',
  })
  expect(reapOrphans(stateDir).pids).toEqual([anvilPid])
  expect(isRunning(reader.pid as number)).toBe(true)
  reader.kill()
})

test('behavior: what a process started goes with it, in whatever session it is', async () => {
  const { path } = createRunDirectory(stateDir)
  const script = 'setsid sh -c "sleep 9101 & echo \\$!; wait" & echo $!; wait'
  const child = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'] })
  const pid = child.pid as number
  let output = ''
  child.stdout.on('data', (data) => {
    output += data
  })
  await vi.waitUntil(() => output.split('\n').length === 3, { timeout: 20_000 })
  const started = output.trim().split('\n').map(Number)
  recordProcess(path, { pid, ipcPath: join(path, 'none') })
  expect(reapOwn(stateDir).pids.toSorted()).toEqual([pid, ...started].toSorted())
  await vi.waitUntil(() => ![pid, ...started].some(isRunning), { timeout: 20_000 })
})

test('behavior: what is left of the session of a process that ended goes as well', async () => {
  const leader = spawn('sh', ['-c', 'sleep 9102 >/dev/null & echo $!; read -r line'], {
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
  })
  const left = Number(String((await once(leader.stdout, 'data'))[0]))
  const pid = leader.pid as number
  recordProcess(stateDir, { pid })
  const path = join(stateDir, 'processes', `${pid}.json`)
  leader.stdin.end()
  await vi.waitUntil(() => !isRunning(pid), { timeout: 20_000 })
  const entry = JSON.parse(readFileSync(path, 'utf8')) as object
  // Of another start of the machine, or another process, nothing is known.
  for (const change of [{ boot: 'another' }, { startTime: String(Number.MAX_SAFE_INTEGER) }]) {
    writeFileSync(path, JSON.stringify({ ...entry, ...change }))
    expect(reapOwn(stateDir).pids).toEqual([])
  }
  writeFileSync(path, JSON.stringify(entry))
  expect(reapOwn(stateDir).pids).toEqual([left])
  await vi.waitUntil(() => !isRunning(left), { timeout: 20_000 })
})

test('behavior: corrupt entries and strange names are passed over', () => {
  mkdirSync(join(stateDir, 'processes'))
  writeFileSync(join(stateDir, 'processes', '1.json'), '{"pid":')
  mkdirSync(join(stateDir, 'run-notes'))
  mkdirSync(join(stateDir, 'cache'))
  expect(reapOrphans(stateDir)).toEqual({ pids: [], directories: [] })
  expect(listLedger()).toEqual([])
  expect(listLeft().sort()).toEqual(['cache', 'run-notes'])
  expect(reapOrphans(join(stateDir, 'none'))).toEqual({ pids: [], directories: [] })
})

test.each([
  ['nothing', 'null'],
  ['a number', '5'],
  ['a list', '[]'],
  ['an entry without an owner', '{"pid":1,"startTime":"1"}'],
  ['an entry whose owner is nobody', '{"pid":1,"startTime":"1","owner":null}'],
  ['a group instead of a process', '{"pid":-1,"startTime":"1","owner":{"pid":1,"startTime":"1"}}'],
])('behavior: %s in the ledger is no process, and goes', (_, text) => {
  mkdirSync(join(stateDir, 'processes'))
  writeFileSync(join(stateDir, 'processes', '1.json'), text)
  expect(reapOwn(stateDir).pids).toEqual([])
  expect(reapOrphans(stateDir).pids).toEqual([])
  expect(listLedger()).toEqual([])
})

test('behavior: a folder in the ledger is no process, and goes', () => {
  mkdirSync(join(stateDir, 'processes', '1.json'), { recursive: true })
  expect(reapOrphans(stateDir).pids).toEqual([])
  expect(listLedger()).toEqual([])
})

test('behavior: a process that cannot be noted is killed, and what it claimed is given back', async () => {
  const { path } = createRunDirectory(stateDir)
  writeFileSync(join(stateDir, 'processes'), 'no folder')
  const child = spawn('sleep', ['9103'], { stdio: 'ignore' })
  onTestFinished(() => void child.kill())
  const pid = child.pid as number
  expect(() => recordProcess(path, { pid })).toThrow('EEXIST')
  await vi.waitUntil(() => !isRunning(pid), { timeout: 20_000 })
  await expect(start(path)).rejects.toThrow('EEXIST')
  await vi.waitUntil(() => readdirSync(path).length === 0, { timeout: 20_000 })
})

test('behavior: only the anvils of one worker thread', async () => {
  const anvil = await start()
  expect(reapOwn(stateDir, { threadId: 4_242 }).pids).toEqual([])
  expect(isRunning(anvil.pid)).toBe(true)
  const forget = recordProcess(stateDir, { pid: anvil.pid, ipcPath: anvil.ipcPath })
  forget()
  await anvil.stop()
})
