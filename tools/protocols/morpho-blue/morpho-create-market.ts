import { getAddress } from 'viem'
import { chainsOf } from '../../core/base.ts'
import { ToolError } from '../../core/errors.ts'
import { parseEventLogs } from '../../core/event-logs.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { planTransaction } from '../../core/plan.ts'
import { AddressSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { logsOfCalled } from '../../kit/logs-of-called.ts'
import { morphoAbi, oracleAbi } from './abi.ts'
import { buildAct } from './acts.ts'
import { BASE } from './base.ts'
import { MarketIdSchema } from './market.ts'
import { toMarketId } from './market-id.ts'

/** Create a market from a loan token, a collateral token, an oracle, a rate model and a liquidation LTV. */
export const TOOL_DEF = defineWriteTool({
  name: 'morpho_create_market',
  description:
    'Create a Morpho market from loan token, collateral token, oracle, rate model and liquidation LTV.',
  category: 'lending',
  riskTier: 'layer3',
  tickBudget: 'medium',
  progressSteps: ['terms'],
  spriteTrigger: 'executing',
  promptSnippet:
    'morpho_create_market creates a Morpho Blue market of a loan and a collateral token with an oracle and a liquidation LTV; nothing is lent or borrowed by it.',
  promptGuidelines: [
    'Lending into it needs the owner to approve the market as a place first.',
    'The rate model is the adaptive curve unless told.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      loanToken: TokenSchema,
      collateralToken: TokenSchema,
      oracle: AddressSchema,
      lltvBps: Type.Integer({ minimum: 1, maximum: 9_999, description: 'liquidation LTV, basis points' }),
      irm: Type.Optional(AddressSchema),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ market: Type.Union([MarketIdSchema, Type.Null()]) }),
  errorCodes: [
    'PROTOCOL_NOT_DEPLOYED',
    'UNKNOWN_TOKEN',
    'SAME_TOKEN',
    'MARKET_EXISTS',
    'MARKET_TERMS_REFUSED',
  ],
  async plan(params, ctx) {
    const { morpho: address, irm } = BASE.on(ctx.book)
    const [loan, collateral] = await Promise.all([
      resolveErc20(ctx, params.loanToken),
      resolveErc20(ctx, params.collateralToken),
    ])
    if (isAddressEqual(loan.address, collateral.address)) {
      throw new ToolError('SAME_TOKEN', { token: loan.symbol })
    }
    ctx.step('terms')
    const terms = {
      loanToken: loan.address,
      collateralToken: collateral.address,
      oracle: getAddress(params.oracle),
      irm: getAddress(params.irm ?? irm),
      lltv: BigInt(params.lltvBps) * 10n ** 14n,
    }
    const market = toMarketId(terms)
    const [isIrmEnabled, isLltvEnabled, state, price] = await ctx.chain.multicall({
      ...inOneCall(ctx.book),
      contracts: [
        { address, abi: morphoAbi, functionName: 'isIrmEnabled', args: [terms.irm] },
        { address, abi: morphoAbi, functionName: 'isLltvEnabled', args: [terms.lltv] },
        { address, abi: morphoAbi, functionName: 'market', args: [market] },
        { address: terms.oracle, abi: oracleAbi, functionName: 'price' },
      ],
    })
    const problem = !isIrmEnabled.result
      ? `its rate model ${terms.irm} is not enabled`
      : !isLltvEnabled.result
        ? `its liquidation LTV of ${params.lltvBps} bps is not enabled`
        : price.result === undefined
          ? `its oracle ${terms.oracle} gives no price`
          : undefined
    if (problem !== undefined) throw BASE.error('MARKET_TERMS_REFUSED', { problem })
    if (state.result?.lastUpdate !== 0n) throw BASE.error('MARKET_EXISTS', { market })
    return planTransaction([buildAct(ctx, 'createMarket', [terms])], {})
  },
  settle({ plan, receipt }) {
    const [created] = parseEventLogs({
      abi: morphoAbi,
      eventName: 'CreateMarket',
      logs: logsOfCalled({ plan, receipt }),
    })
    return {
      data: { market: created?.args.id ?? null },
      actualOutcome: EMPTY_OUTCOME,
      groundTruthSource: 'log_comparison',
    }
  },
})
