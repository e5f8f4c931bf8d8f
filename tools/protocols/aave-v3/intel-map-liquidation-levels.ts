import { chainsOf } from '../../core/base.ts'
import { AddressSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { BASE } from './base.ts'
import { type Borrower, DEFAULT_BLOCKS, readBorrowers } from './borrowers.ts'
import { TOKEN_OUTPUT } from './describe.ts'
import { computeHealth, renderBase } from './health.ts'
import { WAD } from './rates.ts'
import { pickReserve, RESERVE_ERROR_CODES } from './reserve.ts'

const USUAL_MOVES_BPS = [-500, -1_000, -2_000, -3_000, -4_000, -5_000]

/** Map how much debt becomes liquidatable as a price moves. */
export const TOOL_DEF = defineReadTool({
  name: 'intel_map_liquidation_levels',
  description: 'Map the debt that becomes liquidatable at each price level of a token.',
  category: 'intelligence',
  riskTier: 'layer1',
  tickBudget: 'slow',
  progressSteps: ['accounts'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'intel_map_liquidation_levels shows how much debt of recent Aave V3 borrowers could be liquidated if the price of one token moved to each of several levels.',
  promptGuidelines: ['Other prices stand still, and debt of accounts outside of the range is not seen.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      token: TokenSchema,
      movesBps: Type.Optional(
        Type.Array(Type.Integer({ minimum: -10_000, maximum: 100_000 }), { minItems: 1, maxItems: 20 }),
      ),
      blocks: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 50_000, description: 'blocks to look back, 10000 by default' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...TOKEN_OUTPUT,
    checkedAccounts: Type.Integer(),
    isComplete: Type.Boolean(),
    levels: Type.Array(
      Type.Object({
        moveBps: Type.Integer(),
        priceUsd: Type.String(),
        accounts: Type.Array(AddressSchema),
        debtUsd: Type.String(),
      }),
    ),
  }),
  errorCodes: [...RESERVE_ERROR_CODES, 'NO_PRICE'],
  async read({ token: reference, movesBps = USUAL_MOVES_BPS, blocks = DEFAULT_BLOCKS }, ctx) {
    const token = await resolveErc20(ctx, reference)
    ctx.step('accounts')
    const { borrowers, isComplete, reserves, prices } = await readBorrowers(ctx, blocks)
    const { id } = pickReserve(reserves, token)
    const price = prices.get(id) ?? 0n
    return {
      token: token.address,
      symbol: token.symbol,
      checkedAccounts: borrowers.length,
      isComplete,
      levels: movesBps.map((moveBps) => {
        const moved = (price * BigInt(10_000 + moveBps)) / 10_000n
        const unsound = borrowers
          .map((borrower) => ({ borrower, health: healthAt(borrower, id, moved) }))
          .filter(({ health }) => health.healthWad < WAD)
        return {
          moveBps,
          priceUsd: renderBase(moved),
          accounts: unsound.map(({ borrower }) => borrower.account),
          debtUsd: renderBase(unsound.reduce((sum, { health }) => sum + health.debtBase, 0n)),
        }
      }),
    }
  },
})

const healthAt = ({ holdings, eMode }: Borrower, id: number, priceBase: bigint) =>
  computeHealth(
    holdings.map((holding) => (holding.reserve.id === id ? { ...holding, priceBase } : holding)),
    eMode,
  )
