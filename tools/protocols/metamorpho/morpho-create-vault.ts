import { zeroHash } from 'viem'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { parseEventLogs } from '../../core/event-logs.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { planOwnerTransaction } from '../../core/plan.ts'
import { AddressSchema, HashSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { definePrivilegedTool } from '../../core/tool-def.ts'
import { logsOfCalled } from '../../kit/logs-of-called.ts'
import { factoryAbi } from './abi.ts'
import { BASE } from './base.ts'
import { CHAINS } from './chains.ts'
import { ownerOf } from './define-act.ts'

const DAY_SECONDS = 86_400

/** Create a vault that the owner's account owns (metamorpho `MetaMorphoFactory.sol`). */
export const TOOL_DEF = definePrivilegedTool({
  name: 'morpho_create_vault',
  description:
    "Create a MetaMorpho vault of an asset that the owner's account owns, with the owner's approval.",
  category: 'vault',
  riskTier: 'layer3',
  tickBudget: 'medium',
  progressSteps: ['build'],
  spriteTrigger: 'executing',
  promptSnippet:
    "morpho_create_vault creates a MetaMorpho vault of an asset; the owner's account owns it, and it takes deposits once a market has a cap and stands in its supply queue.",
  promptGuidelines: [
    'Then propose caps, accept them after the timelock, and set the supply queue.',
    'The owner lists the new vault before anything can be done with it.',
  ],
  supportedChains: CHAINS,
  input: Type.Object(
    {
      asset: TokenSchema,
      vaultName: Type.String({ minLength: 1, maxLength: 64, description: 'name of the shares' }),
      vaultSymbol: Type.String({ minLength: 1, maxLength: 16, description: 'symbol of the shares' }),
      timelockSeconds: Type.Integer({
        minimum: DAY_SECONDS,
        maximum: 14 * DAY_SECONDS,
        description: 'how long a higher cap waits',
      }),
      salt: Type.Optional(HashSchema),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ vault: Type.Union([AddressSchema, Type.Null()]) }),
  errorCodes: ['PROTOCOL_NOT_DEPLOYED', 'UNKNOWN_TOKEN'],
  async plan({ asset, vaultName, vaultSymbol, timelockSeconds, salt = zeroHash }, ctx) {
    const { factory } = BASE.on(ctx.book)
    const { address } = await resolveErc20(ctx, asset)
    ctx.step('build')
    const data = encodeFunctionData({
      abi: factoryAbi,
      functionName: 'createMetaMorpho',
      args: [ownerOf(ctx), BigInt(timelockSeconds), address, vaultName, vaultSymbol, salt as `0x${string}`],
    })
    return planOwnerTransaction([{ to: factory, valueWei: 0n, data }], {})
  },
  settle({ plan, receipt }) {
    const [made] = parseEventLogs({
      abi: factoryAbi,
      eventName: 'CreateMetaMorpho',
      logs: logsOfCalled({ plan, receipt }),
    })
    return {
      data: { vault: made?.args.metaMorpho ?? null },
      actualOutcome: EMPTY_OUTCOME,
      groundTruthSource: 'log_comparison',
    }
  },
})
