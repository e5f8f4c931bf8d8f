import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isRunning, startOwner } from '../../test/chain/start-owner.ts'
import { installCleanup } from './install-cleanup.ts'

let stateDir: string
beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), 'assay-cleanup-'))
})
afterEach(() => rmSync(stateDir, { recursive: true, force: true }))

const expectNothingLeft = async (anvilPid: number) => {
  await vi.waitUntil(() => !isRunning(anvilPid), { timeout: 20_000 })
  expect(readdirSync(stateDir)).toEqual(['processes'])
  expect(readdirSync(join(stateDir, 'processes'))).toEqual([])
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  test(`behavior: ${signal} ends the process and its anvils`, async () => {
    const { child, anvilPid, ended } = await startOwner(stateDir, 'cleanup')
    child.kill(signal)
    expect(await ended).toEqual([null, signal])
    await expectNothingLeft(anvilPid)
  })
}

test("behavior: it does not matter whether execa's handlers are there before", async () => {
  const { child, anvilPid, ended } = await startOwner(stateDir, 'late')
  child.kill('SIGINT')
  expect(await ended).toEqual([null, 'SIGINT'])
  await expectNothingLeft(anvilPid)
})

test('behavior: anvils of worker threads end too', async () => {
  const { child, anvilPid, ended } = await startOwner(stateDir, 'worker')
  child.kill('SIGINT')
  expect(await ended).toEqual([null, 'SIGINT'])
  await expectNothingLeft(anvilPid)
})

for (const [mode, exitCode] of [
  ['exit', 0],
  ['throw', 1],
] as const) {
  test(`behavior: ${mode}`, async () => {
    const { child, anvilPid, ended } = await startOwner(stateDir, mode)
    child.stdin?.write('go\n')
    expect(await ended).toEqual([exitCode, null])
    await expectNothingLeft(anvilPid)
  })
}

test('behavior: it is installed once and can be removed', () => {
  const count = () => process.listenerCount('exit')
  const before = count()
  const remove = installCleanup(stateDir)
  installCleanup(stateDir)
  // A worker thread, as vitest may use, installs nothing.
  expect(count() - before).toBeLessThanOrEqual(1)
  remove()
  expect(count()).toBe(before)
})
