import { formatUnits } from 'viem'
import { chainsOf } from '../../core/base.ts'
import { AddressSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { thenPrices } from '../../kit/likely-reads.ts'
import { AccountSchema, chooseAccount, readAccount } from './account.ts'
import { BASE } from './base.ts'
import { describeToken, TOKEN_OUTPUT } from './describe.ts'
import { computeLiquidationPrice, renderBase, requirePrice } from './health.ts'
import { renderHealth } from './rates.ts'

/** Read the health factor and at which price of each collateral it would reach one. */
export const TOOL_DEF = defineReadTool({
  name: 'aave_get_health_factor',
  description: 'Read the health factor of an account and the liquidation price of each of its collaterals.',
  category: 'lending',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['account'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'aave_get_health_factor reads how far an Aave V3 account is from liquidation: its health factor, and the price of each collateral at which it reaches one.',
  promptGuidelines: ['A liquidation price assumes that every other price stands still.'],
  supportedChains: chainsOf(BASE),
  leadsTo: [
    thenPrices(0.78, (_, { collaterals }) =>
      (collaterals as readonly { readonly symbol: string }[]).map(({ symbol }) => symbol),
    ),
  ],
  input: Type.Object({ account: AccountSchema }, { additionalProperties: false }),
  output: Type.Object({
    account: AddressSchema,
    /** Null without debt. */
    healthFactor: Type.Union([Type.String(), Type.Null()]),
    isLiquidatable: Type.Boolean(),
    collaterals: Type.Array(
      Type.Object({
        ...TOKEN_OUTPUT,
        priceUsd: Type.String(),
        /** Null where no price of this collateral alone leads to a liquidation. */
        liquidationPriceUsd: Type.Union([Type.String(), Type.Null()]),
        /** How far the price may fall until then; below zero where it is past it. */
        distancePercent: Type.Union([Type.String(), Type.Null()]),
      }),
    ),
  }),
  errorCodes: ['CHAIN_READ_FAILED', 'UNPRICED_ACCOUNT', 'NO_PRICE', 'PROTOCOL_NOT_DEPLOYED'],
  async read(params, ctx) {
    ctx.step('account')
    const account = await readAccount(ctx, chooseAccount(params, ctx))
    const eMode = account.eModes.get(account.eModeId)
    return {
      account: account.address,
      healthFactor: renderHealth(account.healthWad),
      isLiquidatable: account.healthWad < 10n ** 18n,
      collaterals: account.holdings
        .filter(({ isCollateral, suppliedBaseUnits }) => isCollateral && suppliedBaseUnits > 0n)
        .map((holding) => {
          const { reserve } = holding
          const priceBase = requirePrice(holding)
          const price = computeLiquidationPrice(account.holdings, eMode, holding)
          const distance = price === undefined ? undefined : ((priceBase - price) * 10_000n) / priceBase
          return {
            ...describeToken(reserve),
            priceUsd: renderBase(priceBase),
            liquidationPriceUsd: price === undefined ? null : renderBase(price),
            distancePercent: distance === undefined ? null : formatUnits(distance, 2),
          }
        }),
    }
  },
})
