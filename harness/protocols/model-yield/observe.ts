import { type Address, type Hex, numberToHex, parseAbi } from 'viem'
import { encodeAbiParameters } from '../../../tools/core/encode-abi-parameters.ts'
import { isAddressEqual } from '../../../tools/core/is-address-equal.ts'
import { keccak256 } from '../../../tools/core/keccak256.ts'
import type { Position } from '../../../tools/core/position.ts'
import { BASE } from '../../../tools/protocols/model-yield/base.ts'
import { type ReadRounds, readContracts } from '../../chain/read-rounds.ts'
import type { LotUnit, Observed } from '../testbed.ts'

const stakingAbi = parseAbi([
  'function asset() view returns (address)',
  'function sharesOf(address) view returns (uint256)',
  'function totalShares() view returns (uint256)',
  'function totalAssets() view returns (uint256)',
  'function queueIndex() view returns (uint256)',
  'function lastTicket() view returns (uint256)',
  'function ownerOf(uint256) view returns (address)',
  'function tickets(uint256) view returns (uint256 assets, uint40 claimableFrom)',
])
const ordersAbi = parseAbi([
  'function lastOrder() view returns (uint256)',
  'function orders(uint256) view returns (address owner, uint40 until, uint48 placedAt, address tokenIn, uint256 amountIn, address tokenOut, uint256 minOut)',
])

const RAY = 10n ** 27n
const NO_DEBT = 2n ** 256n - 1n

/** Read what an account has staked, its tickets on their way out, and what waits in its orders. */
export function* observe({ book, account }: Observed): ReadRounds<readonly Position[]> {
  const { staking, orders } = BASE.find(book) ?? {}
  if (staking === undefined || orders === undefined) return []
  const own = { address: staking, abi: stakingAbi } as const
  const [asset, shares, totalShares, totalAssets, queueIndex, lastTicket, lastOrder] = yield* readContracts([
    { ...own, functionName: 'asset' } as const,
    { ...own, functionName: 'sharesOf', args: [account] } as const,
    { ...own, functionName: 'totalShares' } as const,
    { ...own, functionName: 'totalAssets' } as const,
    { ...own, functionName: 'queueIndex' } as const,
    { ...own, functionName: 'lastTicket' } as const,
    { address: orders, abi: ordersAbi, functionName: 'lastOrder' } as const,
  ])
  const index = totalShares === 0n ? RAY : (totalAssets * RAY) / totalShares
  const place = keccak256(encodeAbiParameters([{ type: 'address' }], [staking]))
  const common = { protocol: BASE.id, place, health: NO_DEBT } as const
  const legs = (amount: bigint) => [{ token: asset, amount }]
  const staked: readonly Position[] =
    shares === 0n
      ? []
      : [{ ...common, key: toKey(0n), lots: [{ units: shares, index, legs: legs((shares * index) / RAY) }] }]
  const tickets = yield* readTickets(staking, lastTicket, account)
  return [
    ...staked,
    ...tickets.map(
      ({ id, units, claimableFromSeconds }): Position => ({
        ...common,
        key: toKey(id),
        lots: [{ units, index: queueIndex, claimableFromSeconds, legs: legs((units * queueIndex) / RAY) }],
      }),
    ),
    ...(yield* readOrders(orders, lastOrder, account)),
  ]
}

const toKey = (id: bigint) => numberToHex(id, { size: 32 })

/** Orders are told from tickets by the highest bit. */
const ORDERS_FROM = 1n << 255n

const numbersUpTo = (last: bigint) => Array.from({ length: Number(last) }, (_, index) => BigInt(index + 1))

interface Ticket {
  readonly id: bigint
  readonly units: bigint
  readonly claimableFromSeconds: number
}

function* readTickets(address: Address, last: bigint, account: Address): ReadRounds<readonly Ticket[]> {
  const ids = numbersUpTo(last)
  if (ids.length === 0) return []
  const own = { address, abi: stakingAbi } as const
  const found = yield* readContracts(
    ids.map((id) => ({ ...own, functionName: 'tickets', args: [id] }) as const),
  )
  const open = ids.flatMap((id, index): Ticket[] => {
    const [units = 0n, claimableFromSeconds = 0] = found[index] ?? []
    return units === 0n ? [] : [{ id, units, claimableFromSeconds }]
  })
  if (open.length === 0) return []
  const owners = yield* readContracts(
    open.map(({ id }) => ({ ...own, functionName: 'ownerOf', args: [id] }) as const),
  )
  return open.filter((_, index) => isAddressEqual(owners[index] as Address, account))
}

function* readOrders(address: Address, last: bigint, account: Address): ReadRounds<readonly Position[]> {
  const ids = numbersUpTo(last)
  if (ids.length === 0) return []
  const found = yield* readContracts(
    ids.map((id) => ({ address, abi: ordersAbi, functionName: 'orders', args: [id] }) as const),
  )
  return ids.flatMap((id, index): Position[] => {
    const [owner, , , tokenIn, amountIn, tokenOut] = found[index] as (typeof found)[number]
    if (amountIn === 0n || !isAddressEqual(owner, account)) return []
    return [
      {
        protocol: BASE.id,
        key: toKey(ORDERS_FROM + id),
        place: keccak256(
          encodeAbiParameters(
            [{ type: 'address' }, { type: 'address' }, { type: 'address' }],
            [address, tokenIn, tokenOut],
          ),
        ),
        health: NO_DEBT,
        lots: [{ units: amountIn, index: 1n, legs: [{ token: tokenIn, amount: amountIn }] }],
      },
    ]
  })
}

/** An order is counted in its token, all else in shares. */
export const unitOf = ({ key }: { readonly key: Hex }): LotUnit | undefined =>
  BigInt(key) > ORDERS_FROM ? undefined : { name: 'shares', beyondToken: 0 }
