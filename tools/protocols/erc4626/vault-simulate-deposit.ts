import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { buildApproval } from '../../kit/approval.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { slippageOfLimit } from '../../kit/slippage.ts'
import { buildAct } from './acts.ts'
import { CHAINS } from './chains.ts'
import { chooseAccount, tryCalls } from './trial.ts'
import { readVault, VAULT_ERROR_CODES, VaultSchema } from './vault.ts'

/** Deposit in the EVM, and hold what comes of it against the preview. */
export const TOOL_DEF = defineReadTool({
  name: 'vault_simulate_deposit',
  description: 'Simulate approving and depositing into an ERC-4626 vault against its preview.',
  category: 'vault',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['vault', 'simulation'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'vault_simulate_deposit approves and deposits into an ERC-4626 vault in the EVM, without sending anything, and tells how many shares really come against its preview.',
  promptGuidelines: ['A deposit that brings fewer shares than previewed breaks the standard.'],
  supportedChains: CHAINS,
  input: Type.Object(
    { vault: VaultSchema, amountBaseUnits: BaseUnitsSchema, account: Type.Optional(AddressSchema) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    vault: AddressSchema,
    account: AddressSchema,
    assetSymbol: Type.String(),
    succeeds: Type.Boolean(),
    revertReason: Type.Union([Type.String(), Type.Null()]),
    /** Null where the preview reverts. */
    previewedSharesBaseUnits: Type.Union([BaseUnitsSchema, Type.Null()]),
    /** By the account's balances, whatever the vault says. */
    mintedSharesBaseUnits: BaseUnitsSchema,
    paidBaseUnits: BaseUnitsSchema,
    /** How many fewer shares come than previewed, rounded up; null without both. */
    shortfallBps: Type.Union([Type.Integer(), Type.Null()]),
    gasUsed: BaseUnitsSchema,
  }),
  errorCodes: [...VAULT_ERROR_CODES, 'ZERO_AMOUNT'],
  async read(params, ctx) {
    const assets = readAmount(params.amountBaseUnits)
    const account = chooseAccount(ctx, params.account)
    ctx.step('vault')
    const [vault, [previewed]] = await readVault(ctx, params.vault, [['previewDeposit', assets]])
    ctx.step('simulation')
    const trial = await tryCalls(ctx, vault, account, [
      buildApproval(vault.asset.address, vault.address, assets),
      buildAct(vault, 'deposit', [assets, account]),
    ])
    const succeeds = trial.revertReason === null
    const minted = succeeds ? trial.sharesDelta : 0n
    const isShort = previewed !== undefined && minted < previewed
    return {
      vault: vault.address,
      account,
      assetSymbol: vault.asset.symbol,
      succeeds,
      revertReason: trial.revertReason,
      previewedSharesBaseUnits: previewed?.toString() ?? null,
      mintedSharesBaseUnits: minted.toString(),
      paidBaseUnits: (succeeds ? -trial.assetsDelta : 0n).toString(),
      shortfallBps:
        previewed === undefined || !succeeds ? null : isShort ? slippageOfLimit(previewed, minted) : 0,
      gasUsed: trial.calls.reduce((sum, { gasUsed }) => sum + gasUsed, 0n).toString(),
    }
  },
})
