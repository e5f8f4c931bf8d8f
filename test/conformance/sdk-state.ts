import { type Address, encodeAbiParameters, type Hex, keccak256, type PublicClient, parseAbi } from 'viem'
import type { PoolState } from '../../harness/sidecar/uniswap-maths.ts'

const v3Abi = parseAbi([
  'function getPool(address, address, uint24) view returns (address)',
  'function slot0() view returns (uint160, int24, uint16, uint16, uint16, uint8, bool)',
  'function liquidity() view returns (uint128)',
  'function tickSpacing() view returns (int24)',
  'function tickBitmap(int16) view returns (uint256)',
  'function ticks(int24) view returns (uint128, int128, uint256, uint256, int56, uint160, uint32, bool)',
])
const v4Abi = parseAbi([
  'function getSlot0(bytes32) view returns (uint160, int24, uint24, uint24)',
  'function getLiquidity(bytes32) view returns (uint128)',
  'function getTickBitmap(bytes32, int16) view returns (uint256)',
  'function getTickLiquidity(bytes32, int24) view returns (uint128, int128)',
])

/** Words of the bitmap on each side: further than any of these trades goes. */
const WORDS = 6
const BITS = 256

/** What a pool is known by before anything of it is read. */
interface PoolId {
  readonly token0: Address
  readonly token1: Address
  readonly feeTier: number
  readonly tickSpacing: number
}

interface Reads {
  slot0(): Promise<readonly [bigint, number]>
  liquidity(): Promise<bigint>
  bitmap(word: number): Promise<bigint>
  net(tick: number): Promise<bigint>
}

/** Read a V3 pool as the SDK takes one, from its bitmap: no contract of the periphery stands between. */
export async function readV3Pool(
  client: PublicClient,
  factory: Address,
  pool: PoolId,
): Promise<PoolState & { readonly address: Address }> {
  const address = await client.readContract({
    address: factory,
    abi: v3Abi,
    functionName: 'getPool',
    args: [pool.token0, pool.token1, pool.feeTier],
  })
  const of = { address, abi: v3Abi } as const
  const state = await readState(pool, {
    async slot0() {
      const [sqrtPriceX96, tick] = await client.readContract({ ...of, functionName: 'slot0' })
      return [sqrtPriceX96, tick]
    },
    liquidity: () => client.readContract({ ...of, functionName: 'liquidity' }),
    bitmap: (word) => client.readContract({ ...of, functionName: 'tickBitmap', args: [word] }),
    net: async (tick) => (await client.readContract({ ...of, functionName: 'ticks', args: [tick] }))[1],
  })
  return { ...state, address }
}

/** Read a V4 pool without hooks the same way. */
export function readV4Pool(client: PublicClient, stateView: Address, pool: PoolId): Promise<PoolState> {
  const id = keccak256(
    encodeAbiParameters(
      [{ type: 'address' }, { type: 'address' }, { type: 'uint24' }, { type: 'int24' }, { type: 'address' }],
      [pool.token0, pool.token1, pool.feeTier, pool.tickSpacing, `0x${'0'.repeat(40)}` as Hex],
    ),
  )
  const of = { address: stateView, abi: v4Abi } as const
  return readState(pool, {
    async slot0() {
      const [sqrtPriceX96, tick] = await client.readContract({ ...of, functionName: 'getSlot0', args: [id] })
      return [sqrtPriceX96, tick]
    },
    liquidity: () => client.readContract({ ...of, functionName: 'getLiquidity', args: [id] }),
    bitmap: (word) => client.readContract({ ...of, functionName: 'getTickBitmap', args: [id, word] }),
    net: async (tick) =>
      (await client.readContract({ ...of, functionName: 'getTickLiquidity', args: [id, tick] }))[1],
  })
}

async function readState(pool: PoolId, reads: Reads): Promise<PoolState> {
  const { tickSpacing } = pool
  const [[sqrtPriceX96, tick], liquidity] = await Promise.all([reads.slot0(), reads.liquidity()])
  const middle = Math.floor(Math.floor(tick / tickSpacing) / BITS)
  const words = Array.from({ length: 2 * WORDS + 1 }, (_, index) => middle - WORDS + index)
  const bitmaps = await Promise.all(words.map(reads.bitmap))
  const indexes = words.flatMap((word, at) =>
    Array.from({ length: BITS }, (_, bit) => bit)
      .filter((bit) => ((bitmaps[at] as bigint) >> BigInt(bit)) & 1n)
      .map((bit) => (word * BITS + bit) * tickSpacing),
  )
  const nets = await Promise.all(indexes.map(reads.net))
  return {
    ...pool,
    sqrtPriceX96: sqrtPriceX96.toString(),
    liquidity: liquidity.toString(),
    tick,
    fromTick: (middle - WORDS) * BITS * tickSpacing,
    toTick: (middle + WORDS + 1) * BITS * tickSpacing,
    ticks: indexes.map((index, at) => ({ tick: index, liquidityNet: (nets[at] as bigint).toString() })),
  }
}
