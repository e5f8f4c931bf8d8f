import { type Address, erc20Abi } from 'viem'
import { encodeFunctionData } from '../../../tools/core/encode-function-data.ts'
import { EMPTY_OUTCOME } from '../../../tools/core/outcome.ts'
import { BASE } from '../../../tools/protocols/uniswap-v2/base.ts'
import { squareRoot } from '../sqrt-price.ts'
import type { LaterAct, LaterPlan, LaterScope, TestbedLater, WorthDelta } from '../testbed-later.ts'
import { FAR, pairAbi, routerAbi } from './contracts.ts'

/** How much of a pair's first reserve others bring where all is done that could be: half. */
const MOST = 20_000n
/** Amounts, indexes and reserves are rounded by themselves. */
const TOLERANCE_BPS = 1

interface Pool {
  readonly pair: Address
  readonly token0: Address
  readonly token1: Address
  readonly reserves: readonly [bigint, bigint]
  /** What is brought of the first token. */
  readonly amount: bigint
}

/** Read the first pair of which the account has liquidity. */
async function readPool({ client, positions, shareBps }: LaterScope): Promise<Pool | undefined> {
  const position = positions.find(({ protocol }) => protocol === BASE.id)
  const [first, second] = position?.lots[0]?.legs ?? []
  if (position === undefined || first === undefined || second === undefined) return undefined
  // Where a token has no price all of it counts as the other one here, and at its last price by the cage.
  if (first.amount === 0n || second.amount === 0n) return undefined
  const pair = `0x${position.key.slice(26)}` as const
  const [reserve0, reserve1] = await client.readContract({
    address: pair,
    abi: pairAbi,
    functionName: 'getReserves',
  })
  const amount = (reserve0 * BigInt(shareBps)) / MOST
  if (amount === 0n) return undefined
  return { pair, token0: first.token, token1: second.token, reserves: [reserve0, reserve1], amount }
}

/** What the account's liquidity of a pair comes to by more, once its reserves are others. */
function growthOf(
  { positions }: LaterScope,
  { pair, reserves }: Pool,
  after: readonly [bigint, bigint],
): readonly WorthDelta[] {
  const [root, rootAfter] = [reserves, after].map(([a, b]) => squareRoot(a * b)) as [bigint, bigint]
  const position = positions.find(({ key }) => `0x${key.slice(26)}` === pair)
  return (position?.lots ?? []).flatMap(({ legs }) =>
    legs.map(({ token, amount }) => ({
      protocol: BASE.id,
      key: position?.key ?? '0x',
      kind: 'held' as const,
      token,
      amount: (amount * (rootAfter - root)) / root,
    })),
  )
}

const planFor = (
  scope: LaterScope,
  pool: Pool,
  after: readonly [bigint, bigint],
  calls: LaterPlan['calls'],
): LaterPlan => ({
  actor: scope.whale,
  gives: [{ token: pool.token0, amountBaseUnits: pool.amount }],
  calls,
  expected: { ...EMPTY_OUTCOME, worth: growthOf(scope, pool, after) },
  toleranceBps: TOLERANCE_BPS,
})

const TRADE: LaterAct = {
  title: 'somebody trades in the pair, and pays its fee',
  extent: 'shareBps',
  async plan(scope) {
    const pool = await readPool(scope)
    if (pool === undefined) return undefined
    const { amount, reserves, token0, token1 } = pool
    // Uniswap V2 whitepaper, 3.2.1: 0.3 % of what comes in stays, and the product may not fall.
    const bought = (amount * 997n * reserves[1]) / (reserves[0] * 1_000n + amount * 997n)
    const data = encodeFunctionData({
      abi: routerAbi,
      functionName: 'swapExactTokensForTokens',
      args: [amount, 0n, [token0, token1], scope.whale, FAR],
    })
    const calls = [{ to: BASE.on(scope.book).router, data, valueWei: 0n }]
    return planFor(scope, pool, [reserves[0] + amount, reserves[1] - bought], calls)
  },
}

const DONATE: LaterAct = {
  title: 'somebody gives the pair tokens and has it book them',
  extent: 'shareBps',
  async plan(scope) {
    const pool = await readPool(scope)
    if (pool === undefined) return undefined
    const { amount, pair, reserves, token0 } = pool
    const given = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [pair, amount] })
    const booked = encodeFunctionData({ abi: pairAbi, functionName: 'sync' })
    const calls = [
      { to: token0, data: given, valueWei: 0n },
      { to: pair, data: booked, valueWei: 0n },
    ]
    return planFor(scope, pool, [reserves[0] + amount, reserves[1]], calls)
  },
}

/** What others do to a pair of which an account has liquidity. */
export const LATER: TestbedLater = { trade: TRADE, donate: DONATE }
