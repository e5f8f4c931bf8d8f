import {
  type Address,
  encodeAbiParameters,
  isAddressEqual,
  keccak256,
  numberToHex,
  type PublicClient,
  parseAbi,
} from 'viem'
import type { AddressBook } from '../../../tools/core/address-book.ts'
import type { Lot, Position } from '../../../tools/core/position.ts'
import { BASE } from '../../../tools/protocols/uniswap-v3/base.ts'
import type { Testbed } from '../testbed.ts'

const managerAbi = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function tokenOfOwnerByIndex(address owner, uint256 index) view returns (uint256)',
  'function positions(uint256 tokenId) view returns (uint96 nonce, address operator, address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper, uint128 liquidity, uint256 feeGrowthInside0LastX128, uint256 feeGrowthInside1LastX128, uint128 tokensOwed0, uint128 tokensOwed1)',
])
const feedAbi = parseAbi([
  'function latestRoundData() view returns (uint80, int256 answer, uint256, uint256, uint80)',
  'function decimals() view returns (uint8)',
])

/** Read the position NFTs that an account owns: liquidity, worth what it holds at feed prices, and what is owed. */
export const observe: NonNullable<Testbed['observe']> = async ({ client, book, account }) => {
  const address = BASE.find(book)?.positionManager
  if (address === undefined) return []
  const manager = { address, abi: managerAbi } as const
  const count = await client.readContract({ ...manager, functionName: 'balanceOf', args: [account] })
  const held: Position[] = []
  for (let index = 0n; index < count; index += 1n) {
    const args = [account, index] as const
    const id = await client.readContract({ ...manager, functionName: 'tokenOfOwnerByIndex', args })
    const found = await client.readContract({ ...manager, functionName: 'positions', args: [id] })
    const [, , token0, token1, fee, lower, upper, liquidity, , , owed0, owed1] = found
    const prices = await Promise.all([token0, token1].map((token) => readPrice(client, book, token)))
    const [amount0, amount1] = amountsAt(Number(prices[0]) / Number(prices[1]), lower, upper, liquidity)
    const lot = (units: bigint, ...legs: Lot['legs']): Lot => ({ units, index: 1n, legs })
    held.push({
      protocol: BASE.id,
      key: numberToHex(id, { size: 32 }),
      place: keccak256(
        encodeAbiParameters(
          [{ type: 'address' }, { type: 'address' }, { type: 'address' }, { type: 'uint24' }],
          [address, token0, token1, fee],
        ),
      ),
      health: 2n ** 256n - 1n,
      lots: [
        lot(liquidity, { token: token0, amount: amount0 }, { token: token1, amount: amount1 }),
        lot(owed0, { token: token0, amount: owed0 }),
        lot(owed1, { token: token1, amount: owed1 }),
      ],
    })
  }
  return held
}

/** The price of one base unit of a token by its feed; 0 where it has none. */
async function readPrice(client: PublicClient, book: AddressBook, token: Address): Promise<number> {
  const info = book.tokens.find((known) => isAddressEqual(known.address, token))
  if (info?.feed === undefined) return 0
  const feed = { address: info.feed.address, abi: feedAbi } as const
  const [round, decimals] = await Promise.all([
    client.readContract({ ...feed, functionName: 'latestRoundData' }),
    client.readContract({ ...feed, functionName: 'decimals' }),
  ])
  return Number(round[1]) / 10 ** (decimals + info.decimals)
}

/** What liquidity holds at a price, as base units of token1 for one of token0 (Uniswap V3 whitepaper, 6.2.1). */
function amountsAt(price: number, lower: number, upper: number, liquidity: bigint): [bigint, bigint] {
  const [least, most] = [lower, upper].map((tick) => 1.0001 ** (tick / 2)) as [number, number]
  if (!(price > 0) || !Number.isFinite(price)) return [0n, 0n]
  const root = Math.min(Math.max(Math.sqrt(price), least), most)
  const scaled = (factor: number) => BigInt(Math.floor(Number(liquidity) * factor))
  return [scaled(1 / root - 1 / most), scaled(root - least)]
}
