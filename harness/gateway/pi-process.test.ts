import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRunDirectory, reapOwn } from '../chain/process-ledger.ts'
import { startPiProcess } from './pi-process.ts'

let stateDir = ''
beforeAll(() => {
  stateDir = mkdtempSync(join(tmpdir(), 'assay-pi-'))
})
afterAll(() => rmSync(stateDir, { recursive: true, force: true }))

const listRecorded = () => readdirSync(join(stateDir, 'processes'))

test('error: GATEWAY_EXITED with what the agent wrote', async () => {
  const { path: home } = createRunDirectory(stateDir)
  const pi = startPiProcess(home, join(home, 'gone.ts'), {})
  await expect(pi.play()).rejects.toMatchObject({
    code: 'GATEWAY_EXITED',
    details: { found: expect.stringContaining('Extension path does not exist') },
  })
  await pi.close()
  expect(listRecorded()).toEqual([])
})

test('behavior: an agent that nobody closes is ended before its folder goes', async () => {
  const { path: home } = createRunDirectory(stateDir)
  const extension = join(home, 'nothing.ts')
  writeFileSync(extension, 'export default () => {}')
  const pi = startPiProcess(home, extension, {})
  const [entry = ''] = listRecorded()
  expect(reapOwn(stateDir).pids).toContain(Number.parseInt(entry, 10))
  expect(existsSync(home)).toBe(false)
  await expect(pi.play()).rejects.toMatchObject({ details: { found: 'SIGKILL: ' } })
})
