import { createHash } from 'node:crypto'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Cassette, type CassetteEntry, hashRequest } from './cassette.ts'
import { readCassette, writeCassette } from './cassette-file.ts'
import { WORLD } from './fixtures/world.ts'

const make = (entries: readonly CassetteEntry[]): Cassette => ({
  world: WORLD,
  entries: new Map(entries.map((entry) => [hashRequest(entry.method, entry.params), entry])),
})

const CASSETTE = make([
  { method: 'eth_chainId', params: [], answer: { result: '0x1' } },
  { method: 'eth_getStorageAt', params: ['0xAB', '0x1', '0x8b'], answer: { result: '0x2a' } },
  { method: 'eth_getAccountInfo', params: ['0xAB'], answer: { error: { code: -32_601 } } },
])
const BYTES = writeCassette(CASSETTE)
const bodyOf = (bytes: Uint8Array) => bytes.subarray(bytes.indexOf(10) + 1)

/** Write a file with a sound checksum over any body. */
const seal = (body: Uint8Array, version = 1) =>
  Buffer.concat([
    Buffer.from(`assay cassette ${version} ${createHash('sha256').update(body).digest('hex')}\n`),
    body,
  ])
const sealContent = (content: unknown) => seal(zstdCompressSync(JSON.stringify(content)))

interface Content {
  world: unknown
  requests: Record<string, unknown>
  answers: Record<string, unknown>
}
const change = (edit: (content: Content) => void) => {
  const content = JSON.parse(zstdDecompressSync(bodyOf(BYTES)).toString()) as Content
  edit(content)
  return sealContent(content)
}

const UNREADABLE = expect.objectContaining({ code: 'CASSETTE_UNREADABLE' })

describe('a cassette file', () => {
  test('default: what was written is read, and the same content gives the same bytes', () => {
    const answer = fc.oneof(
      fc.record({ result: fc.jsonValue() }),
      fc.record({ error: fc.record({ code: fc.integer() }) }),
    )
    const entry = fc.record({ method: fc.string(), params: fc.array(fc.jsonValue()), answer })
    fc.assert(
      fc.property(fc.array(entry), (entries) => {
        // Negative zero is no JSON.
        const plain = JSON.parse(JSON.stringify(entries)) as CassetteEntry[]
        const cassette = make(plain)
        const bytes = writeCassette(cassette)
        const read = readCassette(bytes, 'a file')
        expect(read.world).toEqual(WORLD)
        expect(new Map(read.entries)).toEqual(new Map(cassette.entries))
        expect(writeCassette(make([...plain].reverse().filter(isLast)))).toEqual(bytes)
      }),
    )
  })

  test('behavior: the same answer is kept once', () => {
    const big = { result: `0x${'5a'.repeat(1_000)}` }
    const entries = Array.from({ length: 50 }, (_, index) => ({
      method: 'eth_getCode',
      params: [String(index)],
      answer: big,
    }))
    const content = JSON.parse(zstdDecompressSync(bodyOf(writeCassette(make(entries)))).toString()) as Content
    expect(Object.keys(content.answers)).toHaveLength(1)
  })

  test('error: CASSETTE_UNREADABLE wherever it is cut off, and whichever byte is another', () => {
    for (let length = 0; length < BYTES.length; length += 1)
      expect(() => readCassette(BYTES.subarray(0, length), 'a file')).toThrow(UNREADABLE)
    for (let at = 0; at < BYTES.length; at += 1) {
      const changed = Uint8Array.from(BYTES)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => readCassette(changed, 'a file')).toThrow(UNREADABLE)
    }
  })

  test.each<[string, Uint8Array]>([
    ['another version', seal(bodyOf(BYTES), 2)],
    ['what does not unpack', seal(Buffer.from('no zstd'))],
    ['what is no JSON', seal(zstdCompressSync('{'))],
    ['another shape', sealContent({ world: WORLD, requests: [], answers: {} })],
    [
      'an answer under another hash',
      change(({ answers }) => {
        for (const hash of Object.keys(answers)) answers[hash] = { result: '0x2b' }
      }),
    ],
    [
      'a question under another hash',
      change(({ requests }) => {
        const [[, first] = [], [hash] = []] = Object.entries(requests) as [string, unknown][]
        requests[String(hash)] = first
      }),
    ],
    [
      'an answer that is missing',
      change(({ answers }) => {
        delete answers[String(Object.keys(answers)[0])]
      }),
    ],
    ['a member too many', change((content) => Object.assign(content.world as object, { path: '/' }))],
    [
      'a bomb, though it is a cassette',
      seal(
        zstdCompressSync(
          Buffer.concat([zstdDecompressSync(bodyOf(BYTES)), Buffer.alloc(300 * 1024 * 1024, ' ')]),
        ),
      ),
    ],
  ])('error: CASSETTE_UNREADABLE for %s', (_, bytes) => {
    expect(() => readCassette(bytes, 'a file')).toThrow(UNREADABLE)
  })
})

/** Of entries that ask the same, the last one counts. */
const isLast = ({ method, params }: CassetteEntry, index: number, all: readonly CassetteEntry[]) =>
  all.findIndex((each) => hashRequest(each.method, each.params) === hashRequest(method, params)) === index
