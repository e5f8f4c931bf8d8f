import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { MAINNET_BOOK } from '../world/mainnet-book.ts'
import { createEnvironment } from './environment.ts'

test('behavior: one whose fork does not start leaves no folder behind', async () => {
  const stateDir = mkdtempSync(join(tmpdir(), 'assay-environment-'))
  onTestFinished(() => rmSync(stateDir, { recursive: true, force: true }))
  const upstream = {
    origin: { url: 'http://127.0.0.1:1' },
    book: MAINNET_BOOK,
    blockNumber: 1n,
    timestampSeconds: 1,
  }
  const options = { upstream, stateDir, anvilBinary: join(stateDir, 'none'), index: 0 }
  await expect(createEnvironment(options)).rejects.toMatchObject({ code: 'ANVIL_START_FAILED' })
  expect(readdirSync(stateDir)).toEqual([])
})
