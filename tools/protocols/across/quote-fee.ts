import type { Address, Hex } from 'viem'
import type { TokenInfo } from '../../core/address-book.ts'
import type { ToolContext } from '../../core/context.ts'
import { divideUp } from '../../kit/divide-up.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import type { LogWindow } from '../../kit/log-window.ts'
import { spokePoolAbi } from './abi.ts'
import { BASE } from './base.ts'
import { holds, offeredMillionths, readDeposits } from './deposits.ts'

const MILLION = 1_000_000n

/** What others offered relayers for a token on its way to a chain. */
export interface FeeQuote {
  /** What most was sent for there, or what was asked about: an address as a word. */
  readonly outputToken: Hex
  readonly samples: number
  /** Millionths of what was sent; what is sent weighs as much as it is, since anyone sends dust for any fee. */
  readonly median: number
  readonly lowest: number
  readonly highest: number
  /** The median of an amount, rounded up: what is offered is at least the share that others offered. */
  feeOf(amount: bigint): bigint
}

interface Wanted {
  readonly token: TokenInfo
  readonly destinationChainId: number
  /** The token that has to arrive; what most was sent for unless known. */
  readonly outputToken?: Address | undefined
}

/**
 * Quote a fee from the deposits of some blocks.
 *
 * @throws ToolError ROUTE_UNSEEN, PROTOCOL_NOT_DEPLOYED
 */
export async function quoteFee(
  ctx: Pick<ToolContext, 'book' | 'chain'>,
  { token, destinationChainId, outputToken }: Wanted,
  window: LogWindow,
): Promise<FeeQuote> {
  const logs = await readDeposits(ctx, { destinationChainId }, window)
  const seen = logs.flatMap(({ args }) => {
    const fee = offeredMillionths(args.inputAmount, args.outputAmount)
    const isWanted = outputToken === undefined || holds(args.outputToken, outputToken)
    return fee === undefined || !isWanted || !holds(args.inputToken, token.address)
      ? []
      : [{ fee, amount: args.inputAmount, outputToken: args.outputToken }]
  })
  const sample = mostAskedFor(seen)
  const [first] = sample
  if (first === undefined) {
    const blocks = Number(window.toBlock - window.fromBlock) + 1
    throw BASE.error('ROUTE_UNSEEN', { token: token.symbol, destinationChainId, blocks })
  }
  const fees = sample.map(({ fee }) => fee)
  const median = weightedMedian(sample)
  return {
    outputToken: first.outputToken,
    samples: sample.length,
    median,
    lowest: Math.min(...fees),
    highest: Math.max(...fees),
    feeOf: (amount) => (amount * BigInt(median) + MILLION - 1n) / MILLION,
  }
}

/** Read on what terms the spoke pool takes deposits now, in one request. */
export async function readTerms(ctx: Pick<ToolContext, 'book' | 'chain'>) {
  const pool = { address: BASE.on(ctx.book).spokePool, abi: spokePoolAbi } as const
  const [now, quoteBufferSeconds, fillBufferSeconds, isPaused] = await ctx.chain.multicall({
    ...inOneCall(ctx.book),
    allowFailure: false,
    contracts: [
      { ...pool, functionName: 'getCurrentTime' },
      { ...pool, functionName: 'depositQuoteTimeBuffer' },
      { ...pool, functionName: 'fillDeadlineBuffer' },
      { ...pool, functionName: 'pausedDeposits' },
    ],
  })
  return { nowSeconds: Number(now), quoteBufferSeconds, fillBufferSeconds, isPaused }
}

interface Offer {
  readonly fee: number
  readonly amount: bigint
  readonly outputToken: Hex
}

const totalOf = (offers: readonly Offer[]) => offers.reduce((sum, { amount }) => sum + amount, 0n)

/** Those that ask for the token for which most was sent. */
const mostAskedFor = (offers: readonly Offer[]): readonly Offer[] =>
  [...Map.groupBy(offers, ({ outputToken }) => outputToken).values()].reduce<readonly Offer[]>(
    (most, group) => (totalOf(group) > totalOf(most) ? group : most),
    [],
  )

/** The lowest fee for which, or for less, half of the whole was sent. */
function weightedMedian(offers: readonly Offer[]): number {
  const half = divideUp(totalOf(offers), 2n)
  let sent = 0n
  const middle = offers
    .toSorted((a, b) => a.fee - b.fee)
    .find(({ amount }) => {
      sent += amount
      return sent >= half
    })
  return middle?.fee ?? 0
}
