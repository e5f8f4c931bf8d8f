import { BlockNotFoundError, type Hex, keccak256, toHex } from 'viem'
import { expect, test } from 'vitest'
import { readStream } from './stream.ts'

interface Log {
  readonly blockNumber: bigint
  readonly logIndex: number
  readonly blockHash: Hex
}

const hashOf = (number: number, branch: string) => keccak256(toHex(`${branch} ${number}`))

/** A chain to a head; from a block on it is of another branch. Each block has two logs. */
function chainOf(
  head: number,
  { branch = 'a', from = 0 }: { readonly branch?: string; readonly from?: number } = {},
) {
  const blockOf = (number: number) => ({
    number: BigInt(number),
    hash: hashOf(number, number >= from ? branch : 'a'),
  })
  const getBlock = async ({ blockNumber = BigInt(head) }: { readonly blockNumber?: bigint } = {}) => {
    if (blockNumber > BigInt(head)) throw new BlockNotFoundError({ blockNumber })
    return blockOf(Number(blockNumber))
  }
  const read = async ({ fromBlock, toBlock }: { readonly fromBlock: bigint; readonly toBlock: bigint }) => {
    const numbers = Array.from({ length: Number(toBlock - fromBlock) + 1 }, (_, at) => Number(fromBlock) + at)
    return numbers.flatMap((number): Log[] => {
      const { hash: blockHash } = blockOf(number)
      return [0, 1].map((logIndex) => ({ blockNumber: BigInt(number), logIndex, blockHash }))
    })
  }
  return { ctx: { chain: { getBlock } } as never, read }
}

const ask = (chain: ReturnType<typeof chainOf>, request: Parameters<typeof readStream>[1]) =>
  readStream(chain.ctx, request, chain.read)

const places = (entries: readonly Log[]) =>
  entries.map(({ blockNumber, logIndex }) => `${blockNumber}.${logIndex}`)

test('default: each entry is given once, and the end is told', async () => {
  const begun = await ask(chainOf(10), {})
  expect([begun.entries, begun.stream.isCaughtUp]).toEqual([[], true])
  const chain = chainOf(13)
  const first = await ask(chain, { cursor: begun.stream.cursor, limit: 3 })
  expect(places(first.entries)).toEqual(['11.0', '11.1', '12.0'])
  expect(first.stream.isCaughtUp).toBe(false)
  const second = await ask(chain, { cursor: first.stream.cursor, limit: 3 })
  expect(places(second.entries)).toEqual(['12.1', '13.0', '13.1'])
  expect(second.stream.isCaughtUp).toBe(true)
  const third = await ask(chain, { cursor: second.stream.cursor })
  expect([third.entries, third.stream.cursor]).toEqual([[], second.stream.cursor])
})

test('behavior: one who begins may look back', async () => {
  expect(places((await ask(chainOf(10), { blocks: 1 })).entries)).toEqual(['10.0', '10.1'])
})

test('behavior: what was replaced is given again, from the newest block that still stands', async () => {
  let { cursor } = (await ask(chainOf(10), {})).stream
  for (const head of [12, 14]) cursor = (await ask(chainOf(head), { cursor })).stream.cursor
  const replaced = chainOf(15, { branch: 'b', from: 13 })
  const { entries, stream } = await ask(replaced, { cursor })
  expect(stream.reorganisedAfterBlock).toBe('12')
  expect(places(entries)).toEqual(['13.0', '13.1', '14.0', '14.1', '15.0', '15.1'])
  expect(entries[0]?.blockHash).toBe(hashOf(13, 'b'))
  expect((await ask(replaced, { cursor: stream.cursor })).stream.reorganisedAfterBlock).toBeNull()
})

test('behavior: a block that is gone was replaced, too', async () => {
  const { cursor } = (await ask(chainOf(14), { cursor: (await ask(chainOf(10), {})).stream.cursor })).stream
  expect((await ask(chainOf(12), { cursor })).stream).toMatchObject({
    reorganisedAfterBlock: '10',
    isCaughtUp: true,
  })
})

test('behavior: where nothing that was seen stands, it begins before all that may be replaced', async () => {
  const { cursor } = (await ask(chainOf(100), {})).stream
  expect((await ask(chainOf(100, { branch: 'b' }), { cursor })).stream.reorganisedAfterBlock).toBe('36')
  expect((await ask(chainOf(20, { branch: 'b' }), { cursor })).stream.reorganisedAfterBlock).toBe('20')
})
