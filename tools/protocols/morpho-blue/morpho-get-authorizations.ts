import { getAddress } from 'viem'
import { chainsOf } from '../../core/base.ts'
import { AddressSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { describeWindow, readWindow, WINDOW_OUTPUT, WINDOW_PARAMETERS } from '../../kit/log-window.ts'
import { morphoAbi } from './abi.ts'
import { BASE } from './base.ts'

/** Read which managers an account has authorised, from the logs of a range of blocks. */
export const TOOL_DEF = defineReadTool({
  name: 'morpho_get_authorizations',
  description:
    'Read the managers that an account has authorised in Morpho, from the logs of a range of blocks.',
  category: 'lending',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['logs', 'managers'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'morpho_get_authorizations lists who may act on all Morpho Blue positions of an account; such authority is blanket and can only be withdrawn here.',
  promptGuidelines: [
    'Withdraw one with morpho_revoke_authorization.',
    'Older authorisations show with more blocks; give managers to ask about them at once.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      account: Type.Optional(AddressSchema),
      managers: Type.Optional(
        Type.Array(AddressSchema, { maxItems: 20, description: 'further addresses to ask about' }),
      ),
      ...WINDOW_PARAMETERS,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ account: AddressSchema, ...WINDOW_OUTPUT, managers: Type.Array(AddressSchema) }),
  errorCodes: ['PROTOCOL_NOT_DEPLOYED'],
  async read({ account: of, managers = [], ...params }, ctx) {
    const { morpho: address } = BASE.on(ctx.book)
    const account = getAddress(of ?? ctx.account)
    ctx.step('logs')
    const window = await readWindow(ctx, params)
    const logs = await ctx.chain.getContractEvents({
      address,
      abi: morphoAbi,
      eventName: 'SetAuthorization',
      args: { authorizer: account },
      ...window,
      strict: true,
    })
    ctx.step('managers')
    const logged = logs.map(({ args: { authorized } }) => authorized)
    const asked = [...new Set([...logged, ...managers].map((manager) => getAddress(manager)))]
    const answers = await ctx.chain.multicall({
      ...inOneCall(ctx.book),
      allowFailure: false,
      contracts: asked.map(
        (manager) =>
          ({ address, abi: morphoAbi, functionName: 'isAuthorized', args: [account, manager] }) as const,
      ),
    })
    return { account, ...describeWindow(window), managers: asked.filter((_, index) => answers[index]) }
  },
})
