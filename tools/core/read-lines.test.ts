import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { readLines } from './read-lines.ts'

const encode = (text: string) => new TextEncoder().encode(text)
async function* stream(bytes: Uint8Array, sizes: readonly number[]) {
  for (let from = 0, piece = 0; from < bytes.length; piece += 1) {
    const size = sizes[piece % sizes.length] ?? 1
    yield bytes.subarray(from, from + size)
    from += size
  }
}
const gather = async (lines: AsyncIterable<string>) => {
  const found: string[] = []
  for await (const line of lines) found.push(line)
  return found
}
const read = (bytes: Uint8Array, sizes: readonly number[], most = 1_000_000) =>
  gather(readLines(stream(bytes, sizes), most))

test('property: the lines of a text, whatever pieces it comes in', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\n', '\r\n', '\u2028', '\ufeff', '')),
      ),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      async (parts, sizes) => {
        const text = parts.join('').toWellFormed()
        expect(await read(encode(text), sizes)).toEqual(text.split('\n').slice(0, -1))
      },
    ),
    { numRuns: 200, seed: 1 },
  ))

test('error: a line that is too long ends the reading before its end has come', async () => {
  let given = 0
  const endless = async function* () {
    for (;;) {
      given += 10
      yield encode('x'.repeat(10))
    }
  }
  await expect(gather(readLines(endless(), 1_000))).rejects.toThrow(
    new RangeError('a line has more than 1000 bytes'),
  )
  expect(given).toBe(1_010)
  expect(await read(encode(`${'x'.repeat(1_000)}\n`), [7], 1_000)).toHaveLength(1)
})

test('behavior: what is copied grows with the length alone, without a line feed in sight', async () => {
  const bytes = new Uint8Array(2 ** 20).fill(0x78)
  const copies = vi.spyOn(Object.getPrototypeOf(Uint8Array.prototype) as Uint8Array, 'set')
  try {
    await read(bytes, [64], 2 ** 30)
    const copied = copies.mock.calls.reduce((sum, [source]) => sum + source.length, 0)
    // Each byte as it comes, and again with each doubling: put together anew with each piece it would be 8,192 times.
    expect(copied).toBeGreaterThanOrEqual(bytes.length)
    expect(copied).toBeLessThan(3 * bytes.length)
  } finally {
    copies.mockRestore()
  }
})
