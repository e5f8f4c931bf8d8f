import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { slippageOfLimit } from '../../kit/slippage.ts'
import { buildAct } from './acts.ts'
import { CHAINS } from './chains.ts'
import { chooseAccount, tryCalls } from './trial.ts'
import { readVault, VAULT_ERROR_CODES, VaultSchema } from './vault.ts'

/** Redeem in the EVM, and hold what comes of it against preview and limits. */
export const TOOL_DEF = defineReadTool({
  name: 'vault_simulate_withdraw',
  description: 'Simulate a redemption from an ERC-4626 vault against its preview and limits.',
  category: 'vault',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['vault', 'simulation'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'vault_simulate_withdraw redeems shares of an ERC-4626 vault in the EVM, without sending anything, and tells what they really pay against preview and limit.',
  promptGuidelines: ['Shares within the limit that cannot be redeemed break the standard.'],
  supportedChains: CHAINS,
  input: Type.Object(
    { vault: VaultSchema, sharesBaseUnits: BaseUnitsSchema, account: Type.Optional(AddressSchema) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    vault: AddressSchema,
    account: AddressSchema,
    assetSymbol: Type.String(),
    succeeds: Type.Boolean(),
    revertReason: Type.Union([Type.String(), Type.Null()]),
    /** Whether the vault's own limit lets them out; null where that reverts. */
    isWithinLimit: Type.Union([Type.Boolean(), Type.Null()]),
    /** Null where the preview reverts. */
    previewedBaseUnits: Type.Union([BaseUnitsSchema, Type.Null()]),
    /** By the account's balances, whatever the vault says. */
    paidBaseUnits: BaseUnitsSchema,
    /** How much less is paid than previewed, rounded up; null without both. */
    shortfallBps: Type.Union([Type.Integer(), Type.Null()]),
    gasUsed: BaseUnitsSchema,
  }),
  errorCodes: [...VAULT_ERROR_CODES, 'ZERO_AMOUNT'],
  async read(params, ctx) {
    const shares = readAmount(params.sharesBaseUnits, 'sharesBaseUnits')
    const account = chooseAccount(ctx, params.account)
    ctx.step('vault')
    const [vault, [previewed, most]] = await readVault(ctx, params.vault, [
      ['previewRedeem', shares],
      ['maxRedeem', account],
    ])
    ctx.step('simulation')
    const trial = await tryCalls(ctx, vault, account, [buildAct(vault, 'redeem', [shares, account, account])])
    const succeeds = trial.revertReason === null
    const paid = succeeds ? trial.assetsDelta : 0n
    const isShort = previewed !== undefined && paid < previewed
    return {
      vault: vault.address,
      account,
      assetSymbol: vault.asset.symbol,
      succeeds,
      revertReason: trial.revertReason,
      isWithinLimit: most === undefined ? null : shares <= most,
      previewedBaseUnits: previewed?.toString() ?? null,
      paidBaseUnits: paid.toString(),
      shortfallBps:
        previewed === undefined || !succeeds ? null : isShort ? slippageOfLimit(previewed, paid) : 0,
      gasUsed: trial.calls.reduce((sum, { gasUsed }) => sum + gasUsed, 0n).toString(),
    }
  },
})
