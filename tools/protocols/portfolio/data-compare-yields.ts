import { BaseUnitsSchema, HexSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { readAllRates, UNREAD_OUTPUT } from './rates.ts'

/** Compare what lending a token out earns, over every lending market that is known. */
export const TOOL_DEF = defineReadTool({
  name: 'data_compare_yields',
  description: 'Compare what supplying one token earns in every known lending market, the best first.',
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['rates'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'data_compare_yields ranks the lending markets of all protocols by what supplying one token earns in a year, with what can be withdrawn of each now.',
  promptGuidelines: [
    'A rate is that of this block: it falls with each supply and moves with every borrower.',
    'Vaults are compared by vault_compare_vaults, since what they earned shows in their past alone.',
  ],
  supportedChains: EVM_CHAINS,
  input: Type.Object({ token: TokenSchema }, { additionalProperties: false }),
  output: Type.Object({
    token: Type.String(),
    symbol: Type.String(),
    /** The highest yield first. */
    markets: Type.Array(
      Type.Object({
        protocol: Type.String(),
        place: HexSchema,
        /** Of a year, compounded, rounded down. */
        supplyApyBps: Type.Integer(),
        /** What can be withdrawn now. */
        availableBaseUnits: BaseUnitsSchema,
      }),
    ),
    unread: UNREAD_OUTPUT,
  }),
  errorCodes: ['UNKNOWN_TOKEN'],
  async read(params, ctx) {
    const token = await resolveErc20(ctx, params.token)
    ctx.step('rates')
    const { rates, unread } = await readAllRates(ctx, { token, borrowBaseUnits: 0n })
    return {
      token: token.address,
      symbol: token.symbol,
      markets: rates
        .toSorted((a, b) => b.supplyApyBps - a.supplyApyBps)
        .map(({ protocol, place, supplyApyBps, availableBaseUnits }) => ({
          protocol,
          place,
          supplyApyBps,
          availableBaseUnits: availableBaseUnits.toString(),
        })),
      unread,
    }
  },
})
