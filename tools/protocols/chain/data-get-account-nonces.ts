import { getAddress } from 'viem'
import { AddressSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'

/** Read how many transactions of an account are mined, and how many wait. */
export const TOOL_DEF = defineReadTool({
  name: 'data_get_account_nonces',
  description: 'Read the latest and the pending nonce of an account and its unconfirmed gap.',
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['read'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'data_get_account_nonces reads how many transactions of an account are mined and how many wait in the pool of the node; by default of the own operator key.',
  promptGuidelines: ['What waits longer than some blocks may be stuck by its fee.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object({ account: Type.Optional(AddressSchema) }, { additionalProperties: false }),
  output: Type.Object({
    account: AddressSchema,
    isOperator: Type.Boolean(),
    /** Nonce of its next transaction by what is mined. */
    latestNonce: Type.Integer(),
    /** The same with what waits. */
    pendingNonce: Type.Integer(),
    unconfirmedCount: Type.Integer(),
  }),
  errorCodes: [],
  async read(params, { chain, operator, step }) {
    const account = getAddress(params.account ?? operator)
    step('read')
    const [latestNonce, pendingNonce] = await Promise.all([
      chain.getTransactionCount({ address: account, blockTag: 'latest' }),
      chain.getTransactionCount({ address: account, blockTag: 'pending' }),
    ])
    return {
      account,
      isOperator: account === getAddress(operator),
      latestNonce,
      pendingNonce,
      // A block may come between the two requests.
      unconfirmedCount: Math.max(pendingNonce - latestNonce, 0),
    }
  },
})
