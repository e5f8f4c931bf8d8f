import { planTransaction } from '../../core/plan.ts'
import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { buildApproval } from '../../kit/approval.ts'
import { divideUp } from '../../kit/divide-up.ts'
import { readAmount } from '../../kit/read-amount.ts'
import {
  ACT_ERROR_CODES,
  assertMost,
  assertWithin,
  buildAct,
  changes,
  moves,
  spentAllowance,
  YIELD_TOLERANCE_BPS,
} from './acts.ts'
import { CHAINS } from './chains.ts'
import { SHARES_OUTPUT, settleShares } from './settle.ts'
import { readVault, requireAnswer, VaultSchema } from './vault.ts'

/** What shares may cost once yield made them a basis point dearer, rounded up. */
const withYield = (assets: bigint) => divideUp(assets * BigInt(10_000 + YIELD_TOLERANCE_BPS), 10_000n)

/** Mint an exact number of shares. */
export const TOOL_DEF = defineWriteTool({
  name: 'vault_mint_shares',
  description: 'Mint an exact share amount of an ERC-4626 vault for a maximum of assets.',
  category: 'vault',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['vault'],
  spriteTrigger: 'executing',
  promptSnippet:
    'vault_mint_shares buys an exact number of shares of an ERC-4626 vault; mostAssetsBaseUnits bounds what they may cost, which the vault can never take more of.',
  promptGuidelines: ['To put in an exact amount use vault_deposit.'],
  supportedChains: CHAINS,
  input: Type.Object(
    {
      vault: VaultSchema,
      sharesBaseUnits: BaseUnitsSchema,
      mostAssetsBaseUnits: Type.Optional(BaseUnitsSchema),
    },
    { additionalProperties: false },
  ),
  output: SHARES_OUTPUT,
  errorCodes: ACT_ERROR_CODES,
  async plan({ vault: address, sharesBaseUnits, mostAssetsBaseUnits }, ctx) {
    const shares = readAmount(sharesBaseUnits, 'sharesBaseUnits')
    ctx.step('vault')
    const [vault, [most, previewed]] = await readVault(ctx, address, [
      ['maxMint', ctx.account],
      ['previewMint', shares],
    ])
    assertWithin(vault, 'maxMint', most, shares)
    const assets = requireAnswer(vault, 'previewMint', previewed)
    assertMost(vault, { act: 'take', unit: 'assets', found: assets }, mostAssetsBaseUnits)
    const { asset } = vault
    const allowed = mostAssetsBaseUnits === undefined ? withYield(assets) : BigInt(mostAssetsBaseUnits)
    return planTransaction(
      [
        buildApproval(asset.address, vault.address, allowed),
        buildAct(vault, 'mint', [shares, ctx.account]),
        buildApproval(asset.address, vault.address, 0n),
      ],
      {
        assets: [moves(ctx, asset.address, -assets)],
        allowances: [spentAllowance(ctx, vault)],
        positions: [changes(vault, shares)],
        toleranceBps: YIELD_TOLERANCE_BPS,
      },
    )
  },
  settle: settleShares,
})
