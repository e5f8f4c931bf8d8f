import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { EMBEDDED_BOOK } from './embedded-book.ts'
import { readText } from './origin-at-rest.ts'
import { type CachedOrigin, readOriginCache, writeOriginCache } from './origin-cache.ts'

const originOf = (contentHash: string) =>
  ({
    contentHash,
    head: { number: 1, hash: '0x01', timestampSeconds: 2 },
    readDump: () => '0x',
    genesis: '{}',
    history: '{}',
    cage: {},
  }) as unknown as CachedOrigin

test('behavior: of many origins those are kept that were used last, and nothing beside them goes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-origins-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const pathOf = (contentHash: string) => join(folder, `origin-${contentHash}.jsonl`)
  writeFileSync(join(folder, 'solc-00.json'), '{}')
  // Older by the clock, whatever their names.
  const all = ['f0', 'e1', 'd2', 'c3', 'b4', 'a5', '96', '87', '78', '69', '5a', '4b', '3c', '2d']
  for (const [index, contentHash] of all.entries()) {
    writeOriginCache(pathOf(contentHash), originOf(contentHash), EMBEDDED_BOOK)
    utimesSync(pathOf(contentHash), index, index)
    // The first is used all the time.
    expect(readOriginCache(pathOf('f0'), 'f0')?.contentHash).toBe('f0')
  }
  const kept = all.filter((contentHash) => contentHash !== 'e1' && contentHash !== 'd2')
  const names = kept.map((contentHash) => `origin-${contentHash}.jsonl`)
  expect(readdirSync(folder).sort()).toEqual([...names, 'solc-00.json'].sort())
  const { genesis = '', history = '', readDump, ...found } = readOriginCache(pathOf('c3'), 'c3') ?? {}
  expect(found).toEqual({ contentHash: 'c3', head: originOf('c3').head, cage: {} })
  expect([genesis, history, readDump?.()].map((text) => readText(text ?? ''))).toEqual(['{}', '{}', '0x'])
})

test('error: CACHE_CORRUPT where a folder stands in its place', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-origins-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  expect(() => readOriginCache(folder, 'f0')).toThrow(
    expect.objectContaining({
      code: 'CACHE_CORRUPT',
      details: expect.objectContaining({ where: folder, found: 'a folder' }),
    }),
  )
})
