import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { chooseWindow, describeWindow, WINDOW_OUTPUT, WINDOW_PARAMETERS } from '../../kit/log-window.ts'
import { marketAbi } from './abi.ts'
import { CHAINS } from './chains.ts'
import { MARKET_ERROR_CODES, readMarket } from './market.ts'
import { toApy } from './rates.ts'

const size = (amount: bigint) => (amount < 0n ? -amount : amount)
const Apy = Type.Union([Type.String(), Type.Null()])

/** Read implied yield and volume of a market over a range of blocks. */
export const TOOL_DEF = defineReadTool({
  name: 'pendle_get_market_history',
  description: 'Read implied yield and volume of a Pendle market over a range of blocks.',
  category: 'yield',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['market', 'logs'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'pendle_get_market_history lists the implied yield of a Pendle market after each trade or change of liquidity in a range of blocks, with the PT and SY that were traded.',
  promptGuidelines: ['Nothing is said of blocks before fromBlock: give more blocks, or that one as toBlock.'],
  supportedChains: CHAINS,
  input: Type.Object(
    {
      market: AddressSchema,
      ...WINDOW_PARAMETERS,
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 200, description: 'most rates, the newest; 50 by default' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    market: AddressSchema,
    ...WINDOW_OUTPUT,
    swaps: Type.Integer(),
    ptVolumeBaseUnits: BaseUnitsSchema,
    syVolumeBaseUnits: BaseUnitsSchema,
    syFeesBaseUnits: BaseUnitsSchema,
    /** Null where nothing changed it in these blocks. */
    lowestImpliedApy: Apy,
    highestImpliedApy: Apy,
    totalFound: Type.Integer(),
    rates: Type.Array(
      Type.Object({
        blockNumber: Type.String(),
        timestampSeconds: Type.Integer(),
        impliedApy: Type.String(),
      }),
    ),
  }),
  errorCodes: MARKET_ERROR_CODES,
  async read({ market: named, limit = 50, ...params }, ctx) {
    ctx.step('market')
    const { address, blockNumber } = await readMarket(ctx, named)
    ctx.step('logs')
    const window = chooseWindow(params, blockNumber)
    const logs = await ctx.chain.getContractEvents({ address, abi: marketAbi, ...window, strict: true })
    const swaps = logs.flatMap((log) => (log.eventName === 'Swap' ? [log.args] : []))
    const rates = logs.flatMap((log) =>
      log.eventName === 'UpdateImpliedRate' ? [{ ...log.args, blockNumber: log.blockNumber }] : [],
    )
    const sorted = rates.map(({ lnLastImpliedRate }) => lnLastImpliedRate).sort((a, b) => (a < b ? -1 : 1))
    const [lowest, highest] = [sorted[0], sorted.at(-1)]
    const total = (amounts: readonly bigint[]) => amounts.reduce((sum, one) => sum + size(one), 0n).toString()
    return {
      market: address,
      ...describeWindow(window),
      swaps: swaps.length,
      ptVolumeBaseUnits: total(swaps.map(({ netPtOut }) => netPtOut)),
      syVolumeBaseUnits: total(swaps.map(({ netSyOut }) => netSyOut)),
      syFeesBaseUnits: total(swaps.map(({ netSyFee }) => netSyFee)),
      lowestImpliedApy: lowest === undefined ? null : toApy(lowest),
      highestImpliedApy: highest === undefined ? null : toApy(highest),
      totalFound: rates.length,
      rates: rates.slice(-limit).map(({ blockNumber: at, timestamp, lnLastImpliedRate }) => ({
        blockNumber: at.toString(),
        timestampSeconds: Number(timestamp),
        impliedApy: toApy(lnLastImpliedRate),
      })),
    }
  },
})
