import { type Hex, hexToNumber, numberToHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenChain, openChain } from '../../test/chain/open-chain.ts'
import type { Fork } from './fork.ts'
import type { RpcClient } from './rpc-client.ts'

let chain: OpenChain
let fork: Fork
let rpc: RpcClient

beforeAll(async () => {
  chain = await openChain()
  fork = await chain.fork()
  rpc = await fork.connect()
})
afterAll(() => chain?.close())

interface FeeHistory {
  readonly oldestBlock: Hex
  readonly baseFeePerGas: readonly Hex[]
  readonly gasUsedRatio: readonly number[]
  readonly reward?: readonly (readonly Hex[])[]
}

const ask = (count: number, percentiles?: readonly number[], newest: Hex | string = 'latest') =>
  rpc.request<FeeHistory>('eth_feeHistory', [
    numberToHex(count),
    newest,
    ...(percentiles ? [percentiles] : []),
  ])

/** Mine a block with transactions that pay so much for a unit of gas. */
async function mine(baseFeeWei: bigint, ...pricesWei: bigint[]): Promise<void> {
  const [from] = await fork.rpc.request<Hex[]>('eth_accounts')
  for (const priceWei of pricesWei) {
    await fork.rpc.request('eth_sendTransaction', [
      { from, to: from, gas: numberToHex(21_000), gasPrice: numberToHex(priceWei) },
    ])
  }
  fork.setBaseFeeWei(baseFeeWei)
  await fork.mine()
}

test('default: the fees of the block that was just mined, at once', async () => {
  const { gasLimit } = await fork.rpc.request<{ gasLimit: Hex }>('eth_getBlockByNumber', ['latest', false])
  for (let round = 1n; round <= 50n; round += 1n) {
    await mine(7n, 7n + round)
    const { reward, gasUsedRatio, baseFeePerGas } = await ask(1, [50])
    expect(reward).toEqual([[numberToHex(round)]])
    expect(gasUsedRatio).toEqual([21_000 / hexToNumber(gasLimit)])
    expect(baseFeePerGas).toEqual(['0x7', '0x7'])
  }
})

test('behavior: nothing is left of a block that had the number before a reset', async () => {
  await fork.reset()
  await mine(9n, 12n)
  expect((await ask(20, [50])).reward?.at(-1)).toEqual(['0x3'])
  await fork.reset()
  await mine(9n)
  const { reward, gasUsedRatio } = await ask(20, [50])
  expect([reward?.at(-1), gasUsedRatio.at(-1)]).toEqual([['0x0'], 0])
})

test('behavior: percentiles are of the gas that was used, and the next base fee follows from the last block', async () => {
  await fork.reset()
  await mine(1_000_000_000n)
  await mine(1_000_000_000n, 1_000_000_004n, 1_000_000_003n, 1_000_000_002n, 1_000_000_001n)
  const { oldestBlock, reward, baseFeePerGas } = await ask(2, [0, 25, 26, 100])
  expect(reward).toEqual([Array(4).fill('0x0'), ['0x1', '0x1', '0x2', '0x4']])
  const number = hexToNumber(await rpc.request<Hex>('eth_blockNumber'))
  expect(hexToNumber(oldestBlock)).toBe(number - 1)
  expect(baseFeePerGas.slice(0, 2)).toEqual(Array(2).fill(numberToHex(1_000_000_000)))
  // A block without a base fee of its own has that which follows.
  await fork.rpc.request('evm_mine')
  const mined = await rpc.request<{ baseFeePerGas: Hex }>('eth_getBlockByNumber', ['latest', false])
  expect(baseFeePerGas[2]).toBe(mined.baseFeePerGas)
  expect(await ask(2, undefined, numberToHex(number))).toEqual({
    oldestBlock,
    baseFeePerGas,
    gasUsedRatio: [0, expect.any(Number)],
  })
})

test('behavior: it is one request, as of a node that answers by itself', async () => {
  const before = rpc.roundTrips
  await ask(20, [50])
  expect(rpc.roundTrips - before).toBe(1)
})
