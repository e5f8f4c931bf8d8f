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

test('behavior: of many origins the newest few are kept, and nothing beside them goes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-origins-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const pathOf = (contentHash: string) => join(folder, `origin-${contentHash}.jsonl`)
  writeFileSync(join(folder, 'solc-00.json'), '{}')
  for (const [index, contentHash] of ['f0', 'e1', 'd2', 'c3', 'b4', 'a5'].entries()) {
    writeOriginCache(pathOf(contentHash), originOf(contentHash), EMBEDDED_BOOK)
    // Older by the clock, whatever its name.
    utimesSync(pathOf(contentHash), index, index)
  }
  expect(readdirSync(folder).sort()).toEqual([
    'origin-a5.jsonl',
    'origin-b4.jsonl',
    'origin-c3.jsonl',
    'origin-d2.jsonl',
    'solc-00.json',
  ])
  const { genesis = '', history = '', readDump, ...kept } = readOriginCache(pathOf('d2'), 'd2') ?? {}
  expect(kept).toEqual({ contentHash: 'd2', head: originOf('d2').head, cage: {} })
  expect([genesis, history, readDump?.()].map((text) => readText(text ?? ''))).toEqual(['{}', '{}', '0x'])
})
