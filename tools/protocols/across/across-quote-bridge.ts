import { BaseUnitsSchema, HexSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { ETHEREUM_CHAINS } from '../../kit/chains.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import {
  DEFAULT_BLOCKS,
  describeWindow,
  readWindow,
  WINDOW_OUTPUT,
  WINDOW_PARAMETERS,
} from '../../kit/log-window.ts'
import { medianOf } from '../../kit/median.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { spokePoolAbi } from './abi.ts'
import { BASE } from './base.ts'
import { holds, offeredMillionths, readDeposits } from './deposits.ts'

/** Deposits from which a fee is taken, the newest. */
const MOST_SAMPLES = 200

const MILLION = 1_000_000n

/** Quote sending a token to another chain from what others offered relayers for it. */
export const TOOL_DEF = defineReadTool({
  name: 'across_quote_bridge',
  description: 'Quote sending a token to another chain through Across: fee, output and fill deadline.',
  category: 'trading',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['deposits', 'terms'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'across_quote_bridge says what sending a token to another chain through Across costs, by the median fee that recent deposits of the same token offered relayers.',
  promptGuidelines: [
    'No relayer is bound by it: a deposit that offers less than they ask is refunded after its deadline.',
    'Few samples say little: look at samples and highestFeeMillionths.',
  ],
  supportedChains: ETHEREUM_CHAINS,
  input: Type.Object(
    {
      token: TokenSchema,
      destinationChainId: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
      amountBaseUnits: BaseUnitsSchema,
      ...WINDOW_PARAMETERS,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...WINDOW_OUTPUT,
    /** What most deposits asked for on the other chain: an address as a word. */
    outputToken: HexSchema,
    samples: Type.Integer(),
    /** Median of what deposits offered, millionths of what was sent. */
    feeMillionths: Type.Integer(),
    lowestFeeMillionths: Type.Integer(),
    highestFeeMillionths: Type.Integer(),
    feeBaseUnits: BaseUnitsSchema,
    /** In base units of the sent token. */
    outputAmountBaseUnits: BaseUnitsSchema,
    /** Time of the spoke pool, by which a deposit is quoted. */
    quoteAtSeconds: Type.Integer(),
    /** Oldest quote time that it takes. */
    oldestQuoteSeconds: Type.Integer(),
    /** Latest fill deadline that it takes. */
    latestFillDeadlineSeconds: Type.Integer(),
    isPaused: Type.Boolean(),
  }),
  errorCodes: ['ZERO_AMOUNT', 'UNKNOWN_TOKEN', 'PROTOCOL_NOT_DEPLOYED', 'ROUTE_UNSEEN', 'CHAIN_READ_FAILED'],
  async read({ token: reference, destinationChainId, amountBaseUnits, ...params }, ctx) {
    const amount = readAmount(amountBaseUnits)
    const token = await resolveErc20(ctx, reference)
    ctx.step('deposits')
    const window = await readWindow(ctx, params)
    const logs = await readDeposits(ctx, { destinationChainId }, window)
    const seen = logs.flatMap(({ args }) => {
      const fee = offeredMillionths(args.inputAmount, args.outputAmount)
      return fee === undefined || !holds(args.inputToken, token.address)
        ? []
        : [{ fee, outputToken: args.outputToken }]
    })
    const sample = mostAskedFor(seen).slice(-MOST_SAMPLES)
    const [first] = sample
    if (first === undefined) {
      const blocks = params.blocks ?? DEFAULT_BLOCKS
      throw BASE.error('ROUTE_UNSEEN', { token: token.symbol, destinationChainId, blocks })
    }
    ctx.step('terms')
    const pool = { address: BASE.on(ctx.book).spokePool, abi: spokePoolAbi } as const
    const [now, quoteBuffer, fillBuffer, isPaused] = await ctx.chain.multicall({
      ...inOneCall(ctx.book),
      allowFailure: false,
      contracts: [
        { ...pool, functionName: 'getCurrentTime' },
        { ...pool, functionName: 'depositQuoteTimeBuffer' },
        { ...pool, functionName: 'fillDeadlineBuffer' },
        { ...pool, functionName: 'pausedDeposits' },
      ],
    })
    const fees = sample.map(({ fee }) => fee)
    const feeMillionths = Number(medianOf(fees.map(BigInt)))
    // Rounded up: what is offered is at least the share that others offered.
    const feeBaseUnits = (amount * BigInt(feeMillionths) + MILLION - 1n) / MILLION
    return {
      ...describeWindow(window),
      outputToken: first.outputToken,
      samples: sample.length,
      feeMillionths,
      lowestFeeMillionths: Math.min(...fees),
      highestFeeMillionths: Math.max(...fees),
      feeBaseUnits: feeBaseUnits.toString(),
      outputAmountBaseUnits: (amount - feeBaseUnits).toString(),
      quoteAtSeconds: Number(now),
      oldestQuoteSeconds: Number(now) - quoteBuffer,
      latestFillDeadlineSeconds: Number(now) + fillBuffer,
      isPaused,
    }
  },
})

/** Those that ask for the token that most of them ask for. */
function mostAskedFor<Deposit extends { readonly outputToken: string }>(
  deposits: readonly Deposit[],
): readonly Deposit[] {
  const groups = [...Map.groupBy(deposits, ({ outputToken }) => outputToken).values()]
  return groups.reduce<readonly Deposit[]>((most, group) => (group.length > most.length ? group : most), [])
}
