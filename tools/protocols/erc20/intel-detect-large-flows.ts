import { zeroAddress } from 'viem'
import { AddressSchema, BaseUnitsSchema, HashSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { findKnownAddress } from '../../kit/known-addresses.ts'
import { describeWindow, readWindow, WINDOW_OUTPUT, WINDOW_PARAMETERS } from '../../kit/log-window.ts'
import { medianOf } from '../../kit/median.ts'
import { judgePrices, listFeeds, NO_STATE, renderMicroUsd, valueMicroUsd } from '../../kit/usd-price.ts'
import { readTransfers, type Transfer } from './transfers.ts'

/** How many times the median a transfer has to be unless told. */
const DEFAULT_TIMES = 20

/** Below so many transfers a median says little. */
const ENOUGH_TRANSFERS = 10

const EndSchema = Type.Object({
  account: AddressSchema,
  label: Type.Union([Type.String(), Type.Null()]),
})

/** Find transfers of a token that are many times the usual one, with what is known of their ends. */
export const TOOL_DEF = defineReadTool({
  name: 'intel_detect_large_flows',
  description: 'Find unusually large transfers of a token, with known endpoints labelled.',
  category: 'intelligence',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['logs', 'value'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'intel_detect_large_flows finds transfers of a token in recent blocks that are many times the median one, minted and burnt ones too, the largest first.',
  promptGuidelines: ['A large flow is a reason to look closer, no signal by itself.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      token: TokenSchema,
      ...WINDOW_PARAMETERS,
      timesMedian: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 1_000_000,
          description: `least size in medians, ${DEFAULT_TIMES} by default`,
        }),
      ),
      minimumBaseUnits: Type.Optional(BaseUnitsSchema),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 100, description: 'most flows, 20 by default' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    token: AddressSchema,
    symbol: Type.String(),
    decimals: Type.Integer(),
    ...WINDOW_OUTPUT,
    transferCount: Type.Integer(),
    medianBaseUnits: BaseUnitsSchema,
    /** False when there were too few transfers for a median to mean anything. */
    isReliable: Type.Boolean(),
    totalFound: Type.Integer(),
    isPriceStale: Type.Boolean(),
    flows: Type.Array(
      Type.Object({
        blockNumber: Type.String(),
        transactionHash: HashSchema,
        kind: Type.Union([Type.Literal('transfer'), Type.Literal('mint'), Type.Literal('burn')]),
        from: EndSchema,
        to: EndSchema,
        amountBaseUnits: BaseUnitsSchema,
        /** Null without a price. */
        valueUsd: Type.Union([Type.String(), Type.Null()]),
        /** Rounded down. */
        timesMedian: Type.String(),
      }),
    ),
  }),
  errorCodes: ['UNKNOWN_TOKEN', 'PROTOCOL_NOT_DEPLOYED', 'CHAIN_READ_FAILED'],
  async read(
    { token: reference, timesMedian = DEFAULT_TIMES, minimumBaseUnits = '0', limit = 20, ...params },
    ctx,
  ) {
    const token = await resolveErc20(ctx, reference)
    ctx.step('logs')
    const window = await readWindow(ctx, params)
    const all = (await readTransfers(ctx, token.address, window)).filter(({ args }) => args.value > 0n)
    const median = medianOf(all.map(({ args }) => args.value))
    const least = [median * BigInt(timesMedian), BigInt(minimumBaseUnits)]
    const large = all
      .filter(({ args: { value } }) => least.every((bound) => value >= bound))
      .toSorted((a, b) => (a.args.value < b.args.value ? 1 : a.args.value > b.args.value ? -1 : 0))
    ctx.step('value')
    const state = await ctx.chain.readState({ ...NO_STATE, feeds: listFeeds([token]) })
    const price = judgePrices([token], state)[0]?.price
    const describeEnd = (account: Transfer['args']['from']) => ({
      account,
      label: findKnownAddress(ctx.book, account)?.label ?? null,
    })
    return {
      token: token.address,
      symbol: token.symbol,
      decimals: token.decimals,
      ...describeWindow(window),
      transferCount: all.length,
      medianBaseUnits: median.toString(),
      isReliable: all.length >= ENOUGH_TRANSFERS,
      totalFound: large.length,
      isPriceStale: price?.isStale ?? false,
      flows: large.slice(0, limit).map(({ blockNumber, transactionHash, args: { from, to, value } }) => ({
        blockNumber: blockNumber.toString(),
        transactionHash,
        kind:
          from === zeroAddress
            ? ('mint' as const)
            : to === zeroAddress
              ? ('burn' as const)
              : ('transfer' as const),
        from: describeEnd(from),
        to: describeEnd(to),
        amountBaseUnits: value.toString(),
        valueUsd: price ? renderMicroUsd(valueMicroUsd(value, token.decimals, price)) : null,
        timesMedian: (value / median).toString(),
      })),
    }
  },
})
