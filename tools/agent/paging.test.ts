import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from '../core/json.ts'
import { fitAnswer, MAX_CONTENT_LENGTH, takePage } from './paging.ts'

const LONG = Array.from({ length: 5_000 }, (_, index) => ({ index, text: 'x'.repeat(20 + (index % 30)) }))

/** Read all pages of an answer, each of which has to fit. */
function readPages(data: Json, read: (page: Record<string, Json>) => Json): Json[] {
  const all: Json[] = []
  let cursor: string | undefined
  do {
    const page = fitAnswer(data, cursor) as Record<string, Json>
    expect(JSON.stringify(page).length).toBeLessThanOrEqual(MAX_CONTENT_LENGTH)
    all.push(...(read(page) as Json[]))
    cursor = page.nextCursor as string | undefined
  } while (cursor !== undefined)
  return all
}

describe('fitAnswer', () => {
  test('default: an answer that fits is as it was', () => {
    for (const data of [{ pools: [1, 2] }, [1, 2], 'text', null])
      expect(fitAnswer(data, undefined)).toBe(data)
  })

  test('behavior: all pages together are the list, wherever it lies', () => {
    expect(readPages(LONG, ({ items }) => items as Json)).toEqual(LONG)
    const deep = { block: '7', found: { pools: LONG, fees: [1, 2] } }
    expect(readPages(deep, ({ found }) => (found as { pools: Json }).pools)).toEqual(LONG)
    expect(fitAnswer(deep, undefined)).toMatchObject({ block: '7', found: { fees: [1, 2] } })
  })

  test('error: INVALID_PARAMS with a cursor of another list, of none, or beyond it', () => {
    const { nextCursor } = fitAnswer(LONG, undefined) as { nextCursor: string }
    const others: readonly [Json, string][] = [
      [LONG.slice(1), nextCursor],
      [{ no: 'list' }, nextCursor],
      [LONG, '5'],
      [LONG, nextCursor.replace(/^\d+/, '5000')],
    ]
    for (const [data, cursor] of others) {
      expect(() => fitAnswer(data, cursor)).toThrow(expect.objectContaining({ code: 'INVALID_PARAMS' }))
    }
  })

  test('behavior: what beside the list changes leaves the cursor as it is', () => {
    const { nextCursor } = fitAnswer({ block: '7', list: LONG }, undefined) as { nextCursor: string }
    expect(fitAnswer({ block: '8', list: LONG }, nextCursor)).toMatchObject({ block: '8' })
  })
})

test('property: pages of any size are the list, once each', () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { maxLength: 50 }), fc.nat(10), (list, size) => {
      const all: Json[] = []
      let cursor: string | undefined
      do {
        const page = takePage(list, cursor, () => size)
        all.push(...page.items)
        cursor = page.nextCursor
      } while (cursor !== undefined)
      expect(all).toEqual(list)
    }),
  )
})
