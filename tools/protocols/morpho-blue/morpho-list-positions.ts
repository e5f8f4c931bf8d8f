import { getAddress } from 'viem'
import { chainsOf } from '../../core/base.ts'
import { AddressSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { describeWindow, readWindow, WINDOW_OUTPUT, WINDOW_PARAMETERS } from '../../kit/log-window.ts'
import { morphoAbi } from './abi.ts'
import { BASE } from './base.ts'
import { describePosition, POSITION_OUTPUT } from './describe-position.ts'
import { MarketIdSchema, readOpenMarkets } from './market.ts'

/** List the markets in which an account has something, from its deposits in a range of blocks. */
export const TOOL_DEF = defineReadTool({
  name: 'morpho_list_positions',
  description:
    'List all Morpho markets in which an account has something, from its deposits in a range of blocks.',
  category: 'lending',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['logs', 'markets'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'morpho_list_positions lists every Morpho Blue market into which an account was lent or posted collateral in a range of blocks, and in which something of it is left.',
  promptGuidelines: [
    'A debt needs collateral, so that nothing with a debt is missing.',
    'To look further back give the block before fromBlock as toBlock.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    { account: Type.Optional(AddressSchema), ...WINDOW_PARAMETERS },
    { additionalProperties: false },
  ),
  output: Type.Object({
    account: AddressSchema,
    ...WINDOW_OUTPUT,
    positions: Type.Array(Type.Object(POSITION_OUTPUT)),
    /** Markets with a deposit for the account whose tokens or rate model say nothing: anyone may make one. */
    unread: Type.Array(MarketIdSchema),
  }),
  errorCodes: ['PROTOCOL_NOT_DEPLOYED'],
  async read({ account: of, ...params }, ctx) {
    const { morpho: address } = BASE.on(ctx.book)
    const account = getAddress(of ?? ctx.account)
    ctx.step('logs')
    const window = await readWindow(ctx, params)
    const query = { address, abi: morphoAbi, args: { onBehalf: account }, ...window, strict: true } as const
    const logs = await Promise.all([
      ctx.chain.getContractEvents({ ...query, eventName: 'Supply' }),
      ctx.chain.getContractEvents({ ...query, eventName: 'SupplyCollateral' }),
    ])
    ctx.step('markets')
    const ids = [...new Set(logs.flat().map(({ args: { id } }) => id))].toSorted()
    const { markets, unread } = await readOpenMarkets(ctx, ids, account)
    const held = markets.filter(({ holding }) => Object.values(holding).some((amount) => amount > 0n))
    return {
      account,
      ...describeWindow(window),
      positions: held.map(describePosition),
      unread: [...unread],
    }
  },
})
