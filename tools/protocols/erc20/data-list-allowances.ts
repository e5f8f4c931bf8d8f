import { erc20Abi, getAbiItem, getAddress } from 'viem'
import { UNLIMITED_APPROVAL_FROM } from '../../core/call-decoder.ts'
import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { findToken } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { findKnownAddress } from '../../kit/known-addresses.ts'
import { describeWindow, readWindow, WINDOW_OUTPUT, WINDOW_PARAMETERS } from '../../kit/log-window.ts'
import { listUsualPairs, uniquePairs } from '../../kit/token-pairs.ts'
import { NO_STATE } from '../../kit/usd-price.ts'

/** Most pairs of token and spender that are read: those of listed tokens, then the newest. */
const MOST_PAIRS = 300

const approval = getAbiItem({ abi: erc20Abi, name: 'Approval' })

/** List every allowance above zero that an owner has granted: what logs show, and what the usual spenders may hold. */
export const TOOL_DEF = defineReadTool({
  name: 'data_list_allowances',
  description: 'List every ERC-20 allowance above zero that an owner has granted, from logs.',
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['logs', 'allowances'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'data_list_allowances lists which spenders may still take which tokens of an owner and how much, from recent approvals and for every usual spender.',
  promptGuidelines: [
    'Revoke what is left over with safety_revoke_allowance.',
    'Grants to unusual spenders before the range are not seen: widen blocks to find them.',
  ],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    { owner: Type.Optional(AddressSchema), ...WINDOW_PARAMETERS },
    { additionalProperties: false },
  ),
  output: Type.Object({
    owner: AddressSchema,
    ...WINDOW_OUTPUT,
    /** False when there were more pairs than are read at once. */
    isComplete: Type.Boolean(),
    allowances: Type.Array(
      Type.Object({
        token: AddressSchema,
        /** Null of a token that the list does not know. */
        symbol: Type.Union([Type.String(), Type.Null()]),
        spender: AddressSchema,
        spenderLabel: Type.Union([Type.String(), Type.Null()]),
        isAllowlistedSpender: Type.Boolean(),
        allowanceBaseUnits: BaseUnitsSchema,
        /** What can be taken now: no more than the balance, where the token tells it. */
        takeableBaseUnits: BaseUnitsSchema,
        isUnlimited: Type.Boolean(),
      }),
    ),
    /** Tokens that announced an approval and do not answer for it. */
    unreadable: Type.Array(AddressSchema),
  }),
  errorCodes: ['CHAIN_READ_FAILED'],
  async read({ owner: of, ...params }, ctx) {
    const owner = getAddress(of ?? ctx.account)
    ctx.step('logs')
    const window = await readWindow(ctx, params)
    const logs = await ctx.chain.getLogs({ event: approval, args: { owner }, strict: true, ...window })
    const announced = logs.toReversed().map(({ address, args: { spender } }) => ({ token: address, spender }))
    // Only a listed token is known to speak for its owners: what others announce comes last.
    const listed = announced.filter(({ token }) => findToken(ctx.book, token) !== undefined)
    const pairs = uniquePairs([...listed, ...listUsualPairs(ctx), ...announced])
    ctx.step('allowances')
    const asked = pairs.slice(0, MOST_PAIRS)
    // Anything may announce an approval: each read has gas of its own.
    const state = await ctx.chain.readState({
      ...NO_STATE,
      allowances: asked.map(({ token, spender }) => ({ token, owner, spender })),
      balances: asked.map(({ token }) => ({ token, account: owner })),
    })
    const read = asked.map(({ token, spender }, index) => ({
      token: getAddress(token),
      spender: getAddress(spender),
      allowance: state.allowances[index],
      balance: state.balances[index],
    }))
    return {
      owner,
      ...describeWindow(window),
      isComplete: pairs.length <= MOST_PAIRS,
      allowances: read.flatMap(({ token, spender, allowance = 0n, balance = allowance }) => {
        if (allowance === 0n) return []
        return [
          {
            token,
            symbol: findToken(ctx.book, token)?.symbol ?? null,
            spender,
            spenderLabel: findKnownAddress(ctx.book, spender)?.label ?? null,
            isAllowlistedSpender: ctx.safety.allowlist(spender).isSpender,
            allowanceBaseUnits: allowance.toString(),
            takeableBaseUnits: (allowance < balance ? allowance : balance).toString(),
            isUnlimited: allowance >= UNLIMITED_APPROVAL_FROM,
          },
        ]
      }),
      unreadable: [
        ...new Set(read.flatMap(({ token, allowance }) => (allowance === undefined ? token : []))),
      ],
    }
  },
})
