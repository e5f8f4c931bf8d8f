import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { chooseStoreDir } from './choose-store-dir.ts'

const memory = mkdtempSync(join(tmpdir(), 'assay-memory-'))
afterAll(() => rmSync(memory, { recursive: true }))

test('default', () => {
  const chosen = chooseStoreDir('/state', memory, 1n)
  expect(chosen).toMatch(new RegExp(`^${memory}/assay-[0-9a-f]{16}$`))
  expect(chooseStoreDir('/state', memory, 1n)).toBe(chosen)
})

test('behavior: another checkout has a place of its own', () => {
  expect(chooseStoreDir('/other', memory, 1n)).not.toBe(chooseStoreDir('/state', memory, 1n))
})

test('behavior: without room, or without such a file system, the state directory serves', () => {
  expect(chooseStoreDir('/state', memory, 1n << 80n)).toBe('/state')
  expect(chooseStoreDir('/state', join(memory, 'none'), 1n)).toBe('/state')
})
