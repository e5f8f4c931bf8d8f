import { type Address, numberToHex, parseAbi } from 'viem'
import { encodeAbiParameters } from '../../../tools/core/encode-abi-parameters.ts'
import { isAddressEqual } from '../../../tools/core/is-address-equal.ts'
import { keccak256 } from '../../../tools/core/keccak256.ts'
import type { Lot, Position } from '../../../tools/core/position.ts'
import { BASE } from '../../../tools/protocols/uniswap-v3/base.ts'
import { type ReadRounds, readContracts } from '../../chain/read-rounds.ts'
import { readPrices } from '../feed-prices.ts'
import { amountsAt } from '../sqrt-price.ts'
import type { LotUnit, Observed } from '../testbed.ts'

const managerAbi = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function tokenOfOwnerByIndex(address owner, uint256 index) view returns (uint256)',
  'function positions(uint256 tokenId) view returns (uint96 nonce, address operator, address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper, uint128 liquidity, uint256 feeGrowthInside0LastX128, uint256 feeGrowthInside1LastX128, uint128 tokensOwed0, uint128 tokensOwed1)',
])
const stakerAbi = parseAbi([
  'function deposits(uint256 tokenId) view returns (address owner, uint48 numberOfStakes, int24 tickLower, int24 tickUpper)',
])

/**
 * Read the position NFTs that an account owns or deposited with the staker: liquidity, worth what it holds at feed prices,
 * and what is owed.
 */
export function* observe({ book, account }: Observed): ReadRounds<readonly Position[]> {
  const { positionManager: address, staker } = BASE.find(book) ?? {}
  if (address === undefined) return []
  const manager = { address, abi: managerAbi } as const
  const owners = staker ? [account, staker] : [account]
  const counts = yield* readContracts(
    owners.map((owner) => ({ ...manager, functionName: 'balanceOf', args: [owner] }) as const),
  )
  const places = owners.flatMap((owner, which) =>
    Array.from({ length: Number(counts[which]) }, (_, index) => [owner, BigInt(index)] as const),
  )
  if (places.length === 0) return []
  const listed = yield* readContracts(
    places.map((args) => ({ ...manager, functionName: 'tokenOfOwnerByIndex', args }) as const),
  )
  const ids = yield* keepOwn(listed.slice(0, Number(counts[0])), listed.slice(Number(counts[0])), {
    staker,
    account,
  })
  if (ids.length === 0) return []
  const found = yield* readContracts(
    ids.map((id) => ({ ...manager, functionName: 'positions', args: [id] }) as const),
  )
  const prices = yield* readPrices(
    book,
    found.flatMap(([, , token0, token1]) => [token0, token1]),
  )
  return found.map(([, , token0, token1, fee, lower, upper, liquidity, , , owed0, owed1], index) => {
    const [price0 = 0n, price1 = 0n] = prices.slice(2 * index)
    const [amount0, amount1] = amountsAt([price0, price1], [lower, upper], liquidity)
    const lot = (units: bigint, ...legs: Lot['legs']): Lot => ({ units, index: 1n, legs })
    return {
      protocol: BASE.id,
      key: numberToHex(ids[index] as bigint, { size: 32 }),
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
    }
  })
}

/** Add to an account's own positions those that it deposited. */
function* keepOwn(
  own: readonly bigint[],
  staked: readonly bigint[],
  { staker, account }: { readonly staker: Address | undefined; readonly account: Address },
): ReadRounds<readonly bigint[]> {
  if (staker === undefined || staked.length === 0) return own
  const deposits = yield* readContracts(
    staked.map((id) => ({ address: staker, abi: stakerAbi, functionName: 'deposits', args: [id] }) as const),
  )
  return [...own, ...staked.filter((_, index) => isAddressEqual((deposits[index] as Deposit)[0], account))]
}

type Deposit = readonly [owner: Address, ...unknown[]]

/** The first lot is the liquidity, the others what is owed of each token. */
export const unitOf = ({ lot }: { readonly lot: number }): LotUnit | undefined =>
  lot === 0 ? { name: 'liquidity' } : undefined
