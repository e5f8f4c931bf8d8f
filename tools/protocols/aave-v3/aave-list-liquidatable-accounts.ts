import { chainsOf } from '../../core/base.ts'
import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { BASE } from './base.ts'
import { type Borrower, DEFAULT_BLOCKS, readBorrowers } from './borrowers.ts'
import { describeHealth, HealthSchema } from './describe.ts'
import { computeHealth, type Holding, renderBase, sharesOf, worthOf } from './health.ts'
import { toClosable, toCovered } from './liquidation.ts'
import { WAD } from './rates.ts'

/** List accounts that may be liquidated, with the best pair of debt and collateral for each. */
export const TOOL_DEF = defineReadTool({
  name: 'aave_list_liquidatable_accounts',
  description: 'List accounts below a health factor of one with the best debt and collateral pair.',
  category: 'lending',
  riskTier: 'layer1',
  tickBudget: 'slow',
  progressSteps: ['accounts'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'aave_list_liquidatable_accounts lists accounts that borrowed recently in Aave V3 and are below a health factor of one, with what is best to repay and to seize.',
  promptGuidelines: ['Accounts that borrowed before the range are not seen: widen blocks to find them.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      blocks: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 50_000, description: 'blocks to look back, 10000 by default' }),
      ),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: '20 by default' })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    /** Accounts that were looked at. */
    checkedAccounts: Type.Integer(),
    isComplete: Type.Boolean(),
    accounts: Type.Array(
      Type.Object({
        account: AddressSchema,
        ...HealthSchema.properties,
        debt: AddressSchema,
        collateral: AddressSchema,
        /** Most of the debt that one liquidation may repay, and that the collateral pays for. */
        repayableBaseUnits: BaseUnitsSchema,
        repayableUsd: Type.String(),
        bonusBps: Type.Integer(),
      }),
    ),
  }),
  errorCodes: ['PROTOCOL_NOT_DEPLOYED', 'NO_PRICE'],
  async read({ blocks = DEFAULT_BLOCKS, limit = 20 }, ctx) {
    ctx.step('accounts')
    const { borrowers, isComplete } = await readBorrowers(ctx, blocks)
    const found = borrowers
      .map((borrower) => ({ borrower, health: computeHealth(borrower.holdings, borrower.eMode) }))
      .filter(({ health }) => health.healthWad < WAD)
      .flatMap(({ borrower, health }) => {
        const pair = pickPair(borrower)
        if (pair === undefined) return []
        const { bonusBps } = sharesOf(pair.collateral, borrower.eMode)
        const [closable, covered] = [
          toClosable(pair.debt, health.healthWad),
          toCovered(pair.collateral, pair.debt, bonusBps),
        ]
        const repayable = closable < covered ? closable : covered
        return [{ borrower, health, pair, bonusBps, repayable, worth: worthOf(pair.debt, repayable) }]
      })
      .toSorted((a, b) => (a.worth < b.worth ? 1 : a.worth > b.worth ? -1 : 0))
    return {
      checkedAccounts: borrowers.length,
      isComplete,
      accounts: found.slice(0, limit).map(({ borrower, health, pair, bonusBps, repayable, worth }) => ({
        account: borrower.account,
        ...describeHealth(health),
        debt: pair.debt.reserve.token.address,
        collateral: pair.collateral.reserve.token.address,
        repayableBaseUnits: repayable.toString(),
        repayableUsd: renderBase(worth),
        bonusBps: bonusBps - 10_000,
      })),
    }
  },
})

/** The largest debt and the largest collateral: most can be repaid and seized with them. */
function pickPair({ holdings, eMode }: Borrower) {
  const largest = (from: readonly Holding[], sizeOf: (holding: Holding) => bigint) =>
    from.reduce<Holding | undefined>(
      (best, next) => (best === undefined || sizeOf(next) > sizeOf(best) ? next : best),
      undefined,
    )
  const debt = largest(holdings, (holding) => worthOf(holding, holding.debtBaseUnits))
  const collateral = largest(
    holdings.filter(
      (holding) =>
        holding.isCollateral && holding.suppliedBaseUnits > 0n && sharesOf(holding, eMode).thresholdBps > 0,
    ),
    (holding) => worthOf(holding, holding.suppliedBaseUnits),
  )
  return debt && collateral ? { debt, collateral } : undefined
}
