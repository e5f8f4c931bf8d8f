import { chainsOf } from '../../core/base.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { parseEventLogs } from '../../core/event-logs.ts'
import { hasCode } from '../../core/has-code.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { planOwnerTransaction } from '../../core/plan.ts'
import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { definePrivilegedTool } from '../../core/tool-def.ts'
import { NO_STATE } from '../../kit/usd-price.ts'
import { accountFactoryAbi, simpleAccountAbi } from './abi.ts'
import { BASE } from './base.ts'

/** Create the sample account of ERC-4337 that the operator's key owns, where the factory says that it will be. */
export const TOOL_DEF = definePrivilegedTool({
  name: 'wallet_deploy_smart_account',
  description:
    "Deploy the operator's ERC-4337 account at its counterfactual address, with the owner's approval.",
  category: 'wallet',
  riskTier: 'layer3',
  tickBudget: 'medium',
  progressSteps: ['read', 'build'],
  spriteTrigger: 'executing',
  promptSnippet:
    "wallet_deploy_smart_account deploys an ERC-4337 account that the operator's key owns, at the address that follows from key and salt; it needs the owner's approval.",
  promptGuidelines: [
    'It holds nothing and has no power over the cage: naming another operator is safety_set_cage_operator.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    { salt: Type.Optional(Type.String({ ...BaseUnitsSchema, description: 'any number, 0 by default' })) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    /** Both null where none was created. */
    account: Type.Union([AddressSchema, Type.Null()]),
    owner: Type.Union([AddressSchema, Type.Null()]),
  }),
  errorCodes: ['PROTOCOL_NOT_DEPLOYED', 'ACCOUNT_DEPLOYED'],
  async plan({ salt = '0' }, ctx) {
    const { accountFactory } = BASE.on(ctx.book)
    const owner = ctx.operator
    const args = [owner, BigInt(salt)] as const
    ctx.step('read')
    const account = await ctx.chain.readContract({
      address: accountFactory,
      abi: accountFactoryAbi,
      functionName: 'getAddress',
      args,
    })
    const { codeHashes } = await ctx.chain.readState({ ...NO_STATE, codeHashes: [account] })
    // The factory would answer with the one that is there, and nothing would happen.
    if (hasCode(codeHashes[0])) throw BASE.error('ACCOUNT_DEPLOYED', { account, owner })
    ctx.step('build')
    const data = encodeFunctionData({ abi: accountFactoryAbi, functionName: 'createAccount', args })
    return planOwnerTransaction([{ to: accountFactory, valueWei: 0n, data }], {})
  },
  settle({ receipt }) {
    const [made] = parseEventLogs({
      abi: simpleAccountAbi,
      eventName: 'SimpleAccountInitialized',
      logs: receipt.logs,
    })
    return {
      data: { account: made?.address ?? null, owner: made?.args.owner ?? null },
      actualOutcome: EMPTY_OUTCOME,
      groundTruthSource: 'log_comparison',
    }
  },
})
