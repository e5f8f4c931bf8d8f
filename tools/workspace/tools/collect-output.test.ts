import { expect, test } from 'vitest'
import { createOutput } from './collect-output.ts'

test('behavior: of each stream half of the limit is kept, its end, and what is left out is counted', () => {
  const collect = (...written: readonly (readonly ['stdout' | 'stderr', string])[]) => {
    const output = createOutput(8)
    for (const [stream, text] of written) output.add({ stream, bytes: Buffer.from(text) })
    return output.read()
  }
  expect(collect(['stdout', 'abcd'], ['stderr', 'efgh'])).toBe('abcd\n[stderr]\nefgh')
  expect(collect(['stdout', 'ab'], ['stdout', 'cde'])).toBe('[1 bytes before this are left out]\nbcde')
  expect(collect(['stderr', 'x'.repeat(99)])).toBe('[stderr]\n[95 bytes before this are left out]\nxxxx')
})
