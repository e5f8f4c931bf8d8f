import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { CHAINS } from './chains.ts'
import { MarketIdSchema } from './market-terms.ts'
import { readAllocations } from './read-allocation.ts'
import { readAnyVault, readVaultMarkets, VAULT_ERROR_CODES } from './read-vault.ts'

/** Read how a MetaMorpho vault's assets are spread over its markets, and what of them can be withdrawn. */
export const TOOL_DEF = defineReadTool({
  name: 'morpho_get_vault_allocation',
  description: "Read how a MetaMorpho vault's assets are spread over markets, and how much can be withdrawn.",
  category: 'vault',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['vault', 'markets', 'positions'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'morpho_get_vault_allocation reads how much of a MetaMorpho vault lies in each Morpho market, how near its caps that is and how much could be withdrawn at once.',
  promptGuidelines: ['What cannot be withdrawn is lent out: it comes back as borrowers repay.'],
  supportedChains: CHAINS,
  input: Type.Object({ vault: AddressSchema }, { additionalProperties: false }),
  output: Type.Object({
    vault: AddressSchema,
    asset: AddressSchema,
    /** What others made may answer anything. */
    isOfFactory: Type.Boolean(),
    totalAssetsBaseUnits: BaseUnitsSchema,
    withdrawableBaseUnits: BaseUnitsSchema,
    /** In the order in which withdrawals drain them. */
    markets: Type.Array(
      Type.Object({
        market: MarketIdSchema,
        collateralToken: AddressSchema,
        suppliedBaseUnits: BaseUnitsSchema,
        /** Of what the vault has in markets. */
        shareBps: Type.Integer(),
        withdrawableBaseUnits: BaseUnitsSchema,
        capBaseUnits: BaseUnitsSchema,
        /** What the cap leaves to be supplied. */
        roomBaseUnits: BaseUnitsSchema,
        marketUtilisationBps: Type.Integer(),
      }),
    ),
  }),
  errorCodes: [...VAULT_ERROR_CODES],
  async read({ vault: address }, ctx) {
    ctx.step('vault')
    const vault = await readAnyVault(ctx, address)
    ctx.step('markets')
    const markets = await readVaultMarkets(ctx, vault, vault.withdrawQueue)
    ctx.step('positions')
    const allocations = await readAllocations(ctx, vault, markets)
    const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)
    const supplied = sum(allocations.map((allocation) => allocation.supplied))
    return {
      vault: vault.address,
      asset: vault.asset,
      isOfFactory: vault.isOfFactory,
      totalAssetsBaseUnits: vault.totalAssets.toString(),
      withdrawableBaseUnits: sum(allocations.map(({ withdrawable }) => withdrawable)).toString(),
      markets: markets.map(({ id, terms, cap }, index) => {
        const {
          supplied: held = 0n,
          withdrawable = 0n,
          marketSupplied = 0n,
          marketBorrowed = 0n,
        } = allocations[index] ?? {}
        return {
          market: id,
          collateralToken: terms.collateralToken,
          suppliedBaseUnits: held.toString(),
          shareBps: toBps(held, supplied),
          withdrawableBaseUnits: withdrawable.toString(),
          capBaseUnits: cap.toString(),
          roomBaseUnits: (cap > held ? cap - held : 0n).toString(),
          marketUtilisationBps: toBps(marketBorrowed, marketSupplied),
        }
      }),
    }
  },
})

const toBps = (part: bigint, whole: bigint) => (whole === 0n ? 0 : Number((part * 10_000n) / whole))
