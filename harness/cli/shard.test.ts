import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOfShard } from './shard.ts'

test('behavior: every scenario is of one part, whatever else there is', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 64 }), (id, count) => {
      const parts = Array.from({ length: count }, (_, at) => ({ index: at + 1, count }))
      expect(parts.filter((shard) => isOfShard(id, shard))).toHaveLength(1)
    }),
  )
})

test('behavior: parts are the same on every machine, and about as large as each other', () => {
  const ids = Array.from({ length: 1_000 }, (_, at) => `scenarios/scripted/area/${at}.yaml`)
  const sizes = [1, 2, 3, 4].map((index) => ids.filter((id) => isOfShard(id, { index, count: 4 })).length)
  expect(sizes).toMatchInlineSnapshot(`
    [
      249,
      239,
      279,
      233,
    ]
  `)
})
