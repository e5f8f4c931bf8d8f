import type { Grant } from '../../core/grant-keeper.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { AddressSchema, BaseUnitsSchema, HashSchema, Type } from '../../core/schema.ts'
import { findToken } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { judgePrices, listFeeds, NO_STATE, valueMicroUsd } from '../../kit/usd-price.ts'
import { readOpenAuthority } from './open-authority.ts'
import { nullable } from './position-output.ts'

/** List what others may take of the account: allowances of every protocol, and signatures that hold. */
export const TOOL_DEF = defineReadTool({
  name: 'safety_list_open_authority',
  description:
    'List all authority that others have: allowances of every protocol and open signatures, in USD.',
  category: 'safety',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['logs', 'grants', 'values'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'safety_list_open_authority lists what others may take of the account and its operator: token allowances, those of Permit2 and the like, and signatures that still hold.',
  promptGuidelines: [
    'exposureMicroUsd is what could be taken now: no more than what is there. Null where there is no price.',
    'Without isComplete the log was not read back to the beginning; pairs of the policy are always looked at.',
    'safety_revoke_all_authority takes back what the account itself granted.',
  ],
  supportedChains: EVM_CHAINS,
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    account: AddressSchema,
    fromBlock: Type.String(),
    toBlock: Type.String(),
    isComplete: Type.Boolean(),
    grants: Type.Array(
      Type.Object({
        owner: AddressSchema,
        isOperator: Type.Boolean(),
        token: AddressSchema,
        symbol: nullable(Type.String()),
        spender: AddressSchema,
        /** The contract that keeps it; null for the token itself. */
        keeper: nullable(AddressSchema),
        /** What the token allows the spender; null where another contract keeps it. */
        allowanceBaseUnits: nullable(BaseUnitsSchema),
        balanceBaseUnits: nullable(BaseUnitsSchema),
        exposureMicroUsd: nullable(BaseUnitsSchema),
        isPriceStale: Type.Boolean(),
      }),
    ),
    signatures: Type.Array(
      Type.Object({
        permitId: HashSchema,
        primaryType: Type.String(),
        untilSeconds: nullable(Type.Integer()),
      }),
    ),
  }),
  errorCodes: ['CHAIN_READ_FAILED'],
  async read(_params, ctx) {
    const { grants, fromBlock, toBlock, isComplete } = await readOpenAuthority(ctx)
    ctx.step('values')
    const tokens = [...new Set(grants.map(({ token }) => token))].flatMap(
      (token) => findToken(ctx.book, token) ?? [],
    )
    const kept = grants.filter(({ keeper }) => keeper === undefined)
    const state = await ctx.chain.readState({
      ...NO_STATE,
      balances: grants.map(({ token, owner: account }) => ({ token, account })),
      allowances: kept,
      feeds: listFeeds(tokens),
    })
    const prices = judgePrices(tokens, state)
    const describe = (grant: Grant, index: number) => {
      const { token: address, owner, spender, keeper } = grant
      const at = tokens.findIndex((known) => isAddressEqual(known.address, address))
      const [token, price] = [tokens[at], prices[at]?.price]
      const balance = state.balances[index]
      const allowance = keeper === undefined ? state.allowances[kept.indexOf(grant)] : undefined
      const most =
        allowance !== undefined && balance !== undefined && allowance < balance ? allowance : balance
      return {
        owner,
        isOperator: !isAddressEqual(owner, ctx.account),
        token: address,
        symbol: token?.symbol ?? null,
        spender,
        keeper: keeper ?? null,
        allowanceBaseUnits: allowance?.toString() ?? null,
        balanceBaseUnits: balance?.toString() ?? null,
        exposureMicroUsd:
          token && price && most !== undefined ? valueMicroUsd(most, token.decimals, price).toString() : null,
        isPriceStale: price?.isStale ?? false,
      }
    }
    return {
      account: ctx.account,
      fromBlock: fromBlock.toString(),
      toBlock: toBlock.toString(),
      isComplete,
      grants: grants.map(describe),
      signatures: ctx.safety
        .openSignatures()
        .map(({ untilSeconds, ...signature }) => ({ ...signature, untilSeconds: untilSeconds ?? null })),
    }
  },
})
