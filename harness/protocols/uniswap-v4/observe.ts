import { type Address, encodeAbiParameters, numberToHex, zeroAddress } from 'viem'
import { keccak256 } from '../../../tools/core/keccak256.ts'
import type { Position } from '../../../tools/core/position.ts'
import { BASE } from '../../../tools/protocols/uniswap-v4/base.ts'
import { type ReadRounds, readContracts, tryContracts } from '../../chain/read-rounds.ts'
import { readPrices } from '../feed-prices.ts'
import { amountsAt } from '../sqrt-price.ts'
import type { LotUnit, Observed } from '../testbed.ts'
import { type Key, managerAbi } from './contracts.ts'

/** Numbers that are looked through for an account's positions, the newest: the manager lists nobody's. */
const NEWEST = 200n

/** Read the position NFTs that an account owns: liquidity, worth what it holds at the feeds' prices. */
export function* observe({ book, account }: Observed): ReadRounds<readonly Position[]> {
  const address = BASE.find(book)?.positionManager
  const wrapped = book.wrappedNative
  if (address === undefined || wrapped === undefined) return []
  const manager = { address, abi: managerAbi } as const
  const [count, next] = yield* readContracts([
    { ...manager, functionName: 'balanceOf', args: [account] },
    { ...manager, functionName: 'nextTokenId' },
  ])
  if (count === 0n) return []
  const ids = Array.from(
    { length: Number(next - 1n > NEWEST ? NEWEST : next - 1n) },
    (_, index) => next - 1n - BigInt(index),
  )
  const owners = yield* tryContracts(
    ids.map((id) => ({ ...manager, functionName: 'ownerOf', args: [id] }) as const),
  )
  const own = ids.filter((_, index) => BigInt(owners[index] ?? zeroAddress) === BigInt(account)).toReversed()
  const found = yield* readContracts(
    own.map((id) => ({ ...manager, functionName: 'getPoolAndPositionInfo', args: [id] }) as const),
  )
  const liquidity = yield* readContracts(
    own.map((id) => ({ ...manager, functionName: 'getPositionLiquidity', args: [id] }) as const),
  )
  const tokensOf = ({ currency0, currency1 }: Key): readonly [Address, Address] => [
    currency0 === zeroAddress ? wrapped : currency0,
    currency1,
  ]
  const prices = yield* readPrices(
    book,
    found.flatMap(([key]) => tokensOf(key)),
  )
  return found.map(([key, info], index) => {
    const [token0, token1] = tokensOf(key)
    const units = liquidity[index] as bigint
    const pair = [prices[2 * index] ?? 0n, prices[2 * index + 1] ?? 0n] as const
    // `PositionInfoLibrary.sol`: pool 200 bits, upper tick 24, lower tick 24, flag 8.
    const tick = (shift: bigint) => Number(BigInt.asIntN(24, info >> shift))
    const [amount0, amount1] = amountsAt(pair, [tick(8n), tick(32n)], units)
    return {
      protocol: BASE.id,
      key: numberToHex(own[index] as bigint, { size: 32 }),
      place: placeOf(address, key),
      health: 2n ** 256n - 1n,
      lots: [
        {
          units,
          index: 1n,
          legs: [
            { token: token0, amount: amount0 },
            { token: token1, amount: amount1 },
          ],
        },
      ],
    }
  })
}

/** A pool under its manager: the hash of both, the pool by its id (v4-core `PoolIdLibrary.toId`). */
const placeOf = (manager: Address, key: Key) =>
  keccak256(
    encodeAbiParameters(
      [{ type: 'address' }, { type: 'bytes32' }],
      [
        manager,
        keccak256(
          encodeAbiParameters(
            ['address', 'address', 'uint24', 'int24', 'address'].map((type) => ({ type })),
            [key.currency0, key.currency1, key.fee, key.tickSpacing, key.hooks],
          ),
        ),
      ],
    ),
  )

/** The one lot is liquidity. */
export const unitOf = (): LotUnit => ({ name: 'liquidity' })
