import { type Address, concat, type Hex } from 'viem'
import type { TokenInfo } from '../../core/address-book.ts'
import type { ToolContext } from '../../core/context.ts'
import { encodeAbiParameters } from '../../core/encode-abi-parameters.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import type { AssetDelta } from '../../core/outcome.ts'
import { type Call, planTransaction, type TransactionPlan } from '../../core/plan.ts'
import { allowThrough } from '../../kit/allow-through.ts'
import { buildApproval } from '../../kit/approval.ts'
import { contractOf } from '../../kit/contract-of.ts'
import { minimumAfterSlippage } from '../../kit/slippage.ts'
import { ACTION_INPUTS, COMMAND_INPUTS, routerAbi } from './abi.ts'
import { BASE } from './base.ts'
import { encodeV3Path, type Pair, type Route, v4KeyOf } from './routes.ts'

/** Recipients by which the router means its caller and itself (v4-periphery `ActionConstants.sol`). */
export const CALLER: Address = '0x0000000000000000000000000000000000000001'
export const ROUTER_ITSELF: Address = '0x0000000000000000000000000000000000000002'

/** The account's `execute` enforces the deadline of the permit; the router asks for one of its own. */
const NO_DEADLINE = 2n ** 256n - 1n

/** An amount that is sold along a route, and what it was quoted. */
export interface Leg {
  readonly route: Route
  readonly amountIn: bigint
  readonly amountOut: bigint
}

/** One command of the router with its encoded input. */
export interface Command {
  readonly code: Hex
  readonly input: Hex
}

const firstOf = ({ tokens }: Route) => tokens[0] as TokenInfo
const lastOf = ({ tokens }: Route) => tokens.at(-1) as TokenInfo

/** Who gets what a swap brings, and whether its caller pays for it or the router, of what lies in it. */
export interface Terms {
  readonly recipient: Address
  readonly isPaidByCaller: boolean
}

const OWN: Terms = { recipient: CALLER, isPaidByCaller: true }

/** Encode the swap of a leg for at least so much; in a pool of V4 the caller always pays and is paid. */
export function encodeSwap({ route, amountIn }: Leg, least: bigint, terms: Terms = OWN): Command {
  const { version, tokens, feeTiers } = route
  const { recipient, isPaidByCaller } = terms
  if (version === 'v2') {
    const path = tokens.map(({ address }) => address)
    const input = encodeAbiParameters(COMMAND_INPUTS.v2Swap, [
      recipient,
      amountIn,
      least,
      path,
      isPaidByCaller,
    ])
    return { code: '0x08', input }
  }
  if (version === 'v3') {
    const path = encodeV3Path(route)
    const input = encodeAbiParameters(COMMAND_INPUTS.v3Swap, [
      recipient,
      amountIn,
      least,
      path,
      isPaidByCaller,
    ])
    return { code: '0x00', input }
  }
  const [sold, bought] = tokens as unknown as Pair
  const poolKey = v4KeyOf([sold, bought], feeTiers[0] as number)
  const zeroForOne = poolKey.currency0 === sold.address
  const inputs = [
    encodeAbiParameters(ACTION_INPUTS.swapExactInSingle, [
      { poolKey, zeroForOne, amountIn, amountOutMinimum: least, hookData: '0x' },
    ]),
    encodeAbiParameters(ACTION_INPUTS.bound, [sold.address, amountIn]),
    encodeAbiParameters(ACTION_INPUTS.bound, [bought.address, least]),
  ]
  // SWAP_EXACT_IN_SINGLE, SETTLE_ALL, TAKE_ALL
  return { code: '0x10', input: encodeAbiParameters(COMMAND_INPUTS.v4Swap, ['0x060c0f', inputs]) }
}

/** Build the call that carries commands out. */
export const buildExecution = (
  { book }: Pick<ToolContext, 'book'>,
  commands: readonly Command[],
  valueWei = 0n,
): Call => ({
  to: BASE.on(book).router,
  valueWei,
  data: encodeFunctionData({
    abi: routerAbi,
    functionName: 'execute',
    args: [concat(commands.map(({ code }) => code)), commands.map(({ input }) => input), NO_DEADLINE],
  }),
})

/** Sum what legs take of tokens and bring of them, in the order in which they are met. */
function sumDeltas(account: Address, legs: readonly Leg[]): AssetDelta[] {
  const deltas = new Map<Address, bigint>()
  const add = ({ address }: TokenInfo, amount: bigint) =>
    deltas.set(address, (deltas.get(address) ?? 0n) + amount)
  for (const { route, amountIn } of legs) add(firstOf(route), -amountIn)
  for (const { route, amountOut } of legs) add(lastOf(route), amountOut)
  return [...deltas].map(([token, deltaBaseUnits]) => ({ token, account, deltaBaseUnits }))
}

/** Let the router take exact amounts of tokens through Permit2 while calls are made, and leave no allowance. */
export function payThrough(
  { book }: Pick<ToolContext, 'book'>,
  amounts: ReadonlyMap<Address, bigint>,
  calls: readonly Call[],
): readonly Call[] {
  const [permit2, { router }] = [contractOf(book, 'permit2', 'permit2'), BASE.on(book)]
  const paid = [...amounts]
  return [
    ...paid.flatMap(([token, amount]) => [
      buildApproval(token, permit2, amount),
      allowThrough(permit2, token, router, amount),
    ]),
    ...calls,
    ...paid.flatMap(([token]) => [
      allowThrough(permit2, token, router, 0n),
      buildApproval(token, permit2, 0n),
    ]),
  ]
}

/** Say that Permit2 may take nothing of tokens afterwards. */
export const noAllowances = (
  { book, account }: Pick<ToolContext, 'book' | 'account'>,
  tokens: Iterable<Address>,
) =>
  [...tokens].map((token) => ({
    token,
    owner: account,
    spender: contractOf(book, 'permit2', 'permit2'),
    valueBaseUnits: 0n,
  }))

/**
 * Plan legs as one call of the router, each for its quote less the slippage; no two of them may touch the same pool.
 *
 * @throws ToolError PROTOCOL_NOT_DEPLOYED
 */
export function planLegs(
  ctx: Pick<ToolContext, 'book' | 'account'>,
  legs: readonly Leg[],
  slippageBps: number,
): TransactionPlan {
  const paid = new Map<Address, bigint>()
  for (const { route, amountIn } of legs) {
    const token = firstOf(route).address
    paid.set(token, (paid.get(token) ?? 0n) + amountIn)
  }
  const commands = legs.map((leg) => encodeSwap(leg, minimumAfterSlippage(leg.amountOut, slippageBps)))
  return planTransaction(payThrough(ctx, paid, [buildExecution(ctx, commands)]), {
    assets: sumDeltas(ctx.account, legs),
    allowances: noAllowances(ctx, paid.keys()),
    toleranceBps: slippageBps,
  })
}
