import { getAddress } from 'viem'
import { chainsOf } from '../../core/base.ts'
import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { WINDOW_PARAMETERS } from '../../kit/log-window.ts'
import { BASE } from './base.ts'
import { toAvailable } from './describe-market.ts'
import { listVaults, readFlows } from './flows.ts'
import { MarketIdSchema, readMarket } from './market.ts'

/** Read what anyone could move into a market out of vaults, by their flow caps. */
export const TOOL_DEF = defineReadTool({
  name: 'morpho_get_reallocatable_liquidity',
  description: 'Read the liquidity that public reallocation could bring into a Morpho market.',
  category: 'lending',
  riskTier: 'layer1',
  tickBudget: 'slow',
  progressSteps: ['market', 'vaults', 'flows'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'morpho_get_reallocatable_liquidity reads how much loan asset the public allocator could move into a Morpho Blue market from other markets of vaults, and for which fee.',
  promptGuidelines: [
    'Move it with morpho_pull_public_liquidity before a borrow that the market alone cannot serve.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      market: MarketIdSchema,
      vaults: Type.Optional(
        Type.Array(AddressSchema, {
          maxItems: 10,
          description:
            'vaults to ask; by default those of the factory whose flow caps were set in the blocks looked at',
        }),
      ),
      ...WINDOW_PARAMETERS,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    market: MarketIdSchema,
    availableBaseUnits: BaseUnitsSchema,
    /** What all vaults together could add. */
    reallocatableBaseUnits: BaseUnitsSchema,
    vaults: Type.Array(
      Type.Object({
        vault: AddressSchema,
        feeWei: BaseUnitsSchema,
        reallocatableBaseUnits: BaseUnitsSchema,
        sources: Type.Array(Type.Object({ market: MarketIdSchema, withdrawableBaseUnits: BaseUnitsSchema })),
      }),
    ),
  }),
  errorCodes: ['MARKET_NOT_FOUND', 'PROTOCOL_NOT_DEPLOYED', 'UNKNOWN_TOKEN'],
  async read({ market: id, vaults, ...params }, ctx) {
    ctx.step('market')
    const market = await readMarket(ctx, id)
    ctx.step('vaults')
    const asked = vaults?.map((vault) => getAddress(vault)) ?? (await listVaults(ctx, id, params))
    ctx.step('flows')
    const flows = (await Promise.all(asked.map((vault) => readFlows(ctx, market, vault)))).filter(
      ({ reallocatable }) => reallocatable > 0n,
    )
    return {
      market: id,
      availableBaseUnits: toAvailable(market).toString(),
      reallocatableBaseUnits: flows.reduce((sum, { reallocatable }) => sum + reallocatable, 0n).toString(),
      vaults: flows.map(({ vault, feeWei, reallocatable, sources }) => ({
        vault,
        feeWei: feeWei.toString(),
        reallocatableBaseUnits: reallocatable.toString(),
        sources: sources.map(({ market: { id: source }, withdrawable }) => ({
          market: source,
          withdrawableBaseUnits: withdrawable.toString(),
        })),
      })),
    }
  },
})
