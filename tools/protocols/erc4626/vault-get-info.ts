import { Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { thenPrices } from '../../kit/likely-reads.ts'
import { CHAINS } from './chains.ts'
import { describeVault, readVault, VAULT_ERROR_CODES, VAULT_OUTPUT, VaultSchema } from './vault.ts'

/** Read what a vault is and has. */
export const TOOL_DEF = defineReadTool({
  name: 'vault_get_info',
  description: 'Read asset, total assets, supply, share price and decimals of an ERC-4626 vault.',
  category: 'vault',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['vault'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'vault_get_info reads what an ERC-4626 vault is: its asset, what it holds altogether, how many shares there are and what one is worth.',
  promptGuidelines: ['sharePrice is what convertToAssets says, without withdrawal fees.'],
  supportedChains: CHAINS,
  leadsTo: [
    {
      tool: 'vault_get_limits',
      probability: 0.7,
      derive: ({ vault }) => (typeof vault === 'string' ? [{ vault }] : []),
    },
    thenPrices(0.3, (_, { asset }) => [asset]),
  ],
  input: Type.Object({ vault: VaultSchema }, { additionalProperties: false }),
  output: Type.Object({ name: Type.String(), ...VAULT_OUTPUT }),
  errorCodes: VAULT_ERROR_CODES,
  async read(params, ctx) {
    ctx.step('vault')
    const [vault] = await readVault(ctx, params.vault)
    return { name: vault.name, ...describeVault(vault) }
  },
})
