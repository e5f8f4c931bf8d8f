import { numberToHex, parseAbi } from 'viem'
import { encodeFunctionData } from '../../../tools/core/encode-function-data.ts'
import { isAddressEqual } from '../../../tools/core/is-address-equal.ts'
import { kindOf } from '../../../tools/core/lot-changes.ts'
import { EMPTY_OUTCOME } from '../../../tools/core/outcome.ts'
import { BASE } from '../../../tools/protocols/model-yield/base.ts'
import type { LaterAct, LaterScope, TestbedLater, WorthDelta } from '../testbed-later.ts'

const stakingAbi = parseAbi([
  'function asset() view returns (address)',
  'function totalAssets() view returns (uint256)',
  'function reward(uint256 assets)',
  'function slash(uint256 bps)',
])
const ordersAbi = parseAbi([
  'function lastOrder() view returns (uint256)',
  'function orders(uint256) view returns (address owner, uint40 until, uint48 placedAt, address tokenIn, uint256 amountIn, address tokenOut, uint256 minOut)',
  'function fill(uint256 id, uint256 amountOut)',
])

/** Orders wait two blocks for their keeper. */
const FILL_DELAY_BLOCKS = 2n
const BPS = 10_000n

const FILL: LaterAct = {
  title: 'a keeper fills the oldest order at its least price',
  async plan({ client, book, deployer, account }) {
    const orders = BASE.find(book)?.orders
    if (orders === undefined) return undefined
    const own = { address: orders, abi: ordersAbi } as const
    const [last, head] = await Promise.all([
      client.readContract({ ...own, functionName: 'lastOrder' }),
      client.getBlock(),
    ])
    for (let id = 1n; id <= last; id += 1n) {
      const order = await client.readContract({ ...own, functionName: 'orders', args: [id] })
      const [owner, until, placedAt, tokenIn, amountIn, tokenOut, minOut] = order
      const isOpen = amountIn > 0n && isAddressEqual(owner, account) && head.timestamp < until
      if (!isOpen || head.number + 1n < BigInt(placedAt) + FILL_DELAY_BLOCKS) continue
      const key = numberToHex((1n << 255n) + id, { size: 32 })
      const position = { protocol: BASE.id, key, kind: 'held' } as const
      return {
        actor: deployer,
        gives: [{ token: tokenOut, amountBaseUnits: minOut }],
        calls: [
          {
            to: orders,
            data: encodeFunctionData({ abi: ordersAbi, functionName: 'fill', args: [id, minOut] }),
            valueWei: 0n,
          },
        ],
        expected: {
          assets: [{ token: tokenOut, account, deltaBaseUnits: minOut }],
          allowances: [],
          positions: [{ ...position, unitsDelta: -amountIn }],
          worth: [{ ...position, token: tokenIn, amount: -amountIn }],
        },
        toleranceBps: 0,
      }
    }
    return undefined
  },
}

/** What changes of every lot of an account when the keeper moves what all that is staked is worth. */
const worthOf = (
  { positions }: LaterScope,
  grow: (amount: bigint, kind: WorthDelta['kind']) => bigint,
): readonly WorthDelta[] =>
  positions.flatMap(({ protocol, key, lots }) =>
    lots
      // What waits in orders has no index.
      .filter(({ index }) => index > 1n)
      .flatMap((lot) => {
        const kind = kindOf(lot)
        return lot.legs.map(({ token, amount }) => ({
          protocol,
          key,
          kind,
          token,
          amount: grow(amount, kind),
        }))
      }),
  )

const REWARD: LaterAct = {
  title: 'the keeper rewards who stakes',
  extent: 'shareBps',
  async plan(scope) {
    if (!worthOf(scope, (amount) => amount).some(({ kind }) => kind === 'held')) return undefined
    const { staking } = BASE.on(scope.book)
    const own = { address: staking, abi: stakingAbi } as const
    const [token, total] = await Promise.all([
      scope.client.readContract({ ...own, functionName: 'asset' }),
      scope.client.readContract({ ...own, functionName: 'totalAssets' }),
    ])
    const reward = (total * BigInt(scope.shareBps)) / BPS
    if (reward === 0n) return undefined
    const data = encodeFunctionData({ abi: stakingAbi, functionName: 'reward', args: [reward] })
    return {
      actor: scope.deployer,
      gives: [{ token, amountBaseUnits: reward }],
      calls: [{ to: staking, data, valueWei: 0n }],
      expected: {
        ...EMPTY_OUTCOME,
        worth: worthOf(scope, (amount, kind) => (kind === 'held' ? (amount * reward) / total : 0n)),
      },
      toleranceBps: 1,
    }
  },
}

const SLASH: LaterAct = {
  title: 'the keeper slashes what is staked and what is leaving',
  extent: 'shareBps',
  async plan(scope) {
    const bps = BigInt(scope.shareBps)
    const worth = worthOf(scope, (amount) => -(amount * bps) / BPS)
    if (worth.length === 0) return undefined
    const data = encodeFunctionData({ abi: stakingAbi, functionName: 'slash', args: [bps] })
    return {
      actor: scope.deployer,
      gives: [],
      calls: [{ to: BASE.on(scope.book).staking, data, valueWei: 0n }],
      expected: { ...EMPTY_OUTCOME, worth },
      toleranceBps: 1,
    }
  },
}

/** What the model's keeper does to what an account has in it. */
export const LATER: TestbedLater = { fill: FILL, reward: REWARD, slash: SLASH }
