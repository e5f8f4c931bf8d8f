import { getAddress } from 'viem'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { AddressSchema, BaseUnitsSchema, HashSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { findKnownAddress } from '../../kit/known-addresses.ts'
import { PAGE_OUTPUT, PAGE_PARAMETERS, readPage } from '../../kit/log-page.ts'
import { readTransfers, type Transfer } from './transfers.ts'

const DirectionSchema = Type.Union([Type.Literal('in'), Type.Literal('out'), Type.Literal('self')])

/** List transfers of a token in or out of an account over a range of blocks, page by page. */
export const TOOL_DEF = defineReadTool({
  name: 'data_get_token_transfers',
  description: 'List transfers of a token in or out of an account over a range of blocks, with a cursor.',
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['logs'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'data_get_token_transfers lists what an account received and sent of one token over a range of blocks, the oldest first, and what that comes to.',
  promptGuidelines: ['While isComplete is false, ask again with the cursor of the answer.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    { token: TokenSchema, account: Type.Optional(AddressSchema), ...PAGE_PARAMETERS },
    { additionalProperties: false },
  ),
  output: Type.Object({
    token: AddressSchema,
    symbol: Type.String(),
    decimals: Type.Integer(),
    account: AddressSchema,
    ...PAGE_OUTPUT,
    /** Sums of this page, without what the account sent to itself. */
    receivedBaseUnits: BaseUnitsSchema,
    sentBaseUnits: BaseUnitsSchema,
    transfers: Type.Array(
      Type.Object({
        blockNumber: Type.String(),
        logIndex: Type.Integer(),
        transactionHash: HashSchema,
        direction: DirectionSchema,
        counterparty: AddressSchema,
        counterpartyLabel: Type.Union([Type.String(), Type.Null()]),
        amountBaseUnits: BaseUnitsSchema,
      }),
    ),
  }),
  errorCodes: ['INVALID_PARAMS', 'UNKNOWN_TOKEN', 'PROTOCOL_NOT_DEPLOYED'],
  async read({ account: of, token: reference, ...request }, ctx) {
    const token = await resolveErc20(ctx, reference)
    const account = getAddress(of ?? ctx.account)
    ctx.step('logs')
    const { entries, page } = await readPage(ctx, request, async (range) => {
      const [sent, received] = await Promise.all([
        readTransfers(ctx, token.address, range, { from: account }),
        readTransfers(ctx, token.address, range, { to: account }),
      ])
      return [...sent, ...received]
    })
    const directionOf = ({ args: { from, to } }: Transfer) =>
      isAddressEqual(from, to)
        ? ('self' as const)
        : isAddressEqual(to, account)
          ? ('in' as const)
          : ('out' as const)
    const totalOf = (direction: 'in' | 'out') =>
      entries
        .filter((entry) => directionOf(entry) === direction)
        .reduce((total, { args: { value } }) => total + value, 0n)
        .toString()
    return {
      token: token.address,
      symbol: token.symbol,
      decimals: token.decimals,
      account,
      ...page,
      receivedBaseUnits: totalOf('in'),
      sentBaseUnits: totalOf('out'),
      transfers: entries.map((entry) => {
        const direction = directionOf(entry)
        const counterparty = direction === 'in' ? entry.args.from : entry.args.to
        return {
          blockNumber: entry.blockNumber.toString(),
          logIndex: entry.logIndex,
          transactionHash: entry.transactionHash,
          direction,
          counterparty,
          counterpartyLabel: findKnownAddress(ctx.book, counterparty)?.label ?? null,
          amountBaseUnits: entry.args.value.toString(),
        }
      }),
    }
  },
})
