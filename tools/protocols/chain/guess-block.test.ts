import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TOOL_DEF } from './data-find-block-by-time.ts'
import { guessBlock } from './guess-block.ts'

/** A chain whose blocks are so many seconds apart. */
const chainOf = (gaps: readonly number[]) => {
  let at = 1_000n
  const times = [at, ...gaps.map((gap) => (at += BigInt(gap)))]
  let requests = 0
  const getBlock = async ({ blockNumber = BigInt(gaps.length) }: { readonly blockNumber?: bigint } = {}) => {
    requests += 1
    return { number: blockNumber, timestamp: times[Number(blockNumber)], hash: `0x${blockNumber}` }
  }
  return { times, getBlock, requests: () => requests }
}

const find = (chain: ReturnType<typeof chainOf>, timestampSeconds: number) =>
  TOOL_DEF.read({ timestampSeconds }, { chain, step: () => undefined } as never) as Promise<{
    readonly blockNumber: string
  }>

test('default: the block found is the last that is not after the time, however unevenly blocks come', async () => {
  const gap = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 100_000 }))
  await fc.assert(
    fc.asyncProperty(fc.array(gap, { minLength: 1, maxLength: 300 }), fc.nat(), async (gaps, at) => {
      const chain = chainOf(gaps)
      const last = Number(chain.times.at(-1))
      const wanted = 1_000 + (at % (last - 1_000 + 1))
      const expected = chain.times.findLastIndex((time) => time <= BigInt(wanted))
      expect((await find(chain, wanted)).blockNumber).toBe(`${expected}`)
      expect(chain.requests()).toBeLessThanOrEqual(2 + 2 * Math.ceil(Math.log2(gaps.length + 1)) + 1)
    }),
  )
})

test('behavior: where blocks come evenly a handful of requests do', async () => {
  const chain = chainOf(Array.from({ length: 5_000 }, () => 12))
  expect(await find(chain, 1_000 + 12 * 1_234 + 5)).toMatchObject({ blockNumber: '1234', secondsBefore: 5 })
  expect(chain.requests()).toBeLessThanOrEqual(5)
})

test('behavior: a guess lies between its ends', () => {
  const before = { number: 5n, timestamp: 100n }
  const after = { number: 9n, timestamp: 100n }
  expect(guessBlock({ before, after }, 100n)).toBe(6n)
  expect(guessBlock({ before, after: { number: 9n, timestamp: 200n } }, 199n)).toBe(8n)
})
