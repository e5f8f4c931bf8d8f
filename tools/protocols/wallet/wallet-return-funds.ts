import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { ToolError } from '../../core/errors.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { planTransaction } from '../../core/plan.ts'
import { AddressSchema, BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveToken } from '../../core/tokens.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { checkRecipient } from '../../kit/check-recipient.ts'
import { buildTransfer, readSent } from '../../kit/transfer.ts'
import { NO_STATE } from '../../kit/usd-price.ts'
import { BASE } from './base.ts'

/** Send everything that lies loose in the account to an allowlisted recipient. */
export const TOOL_DEF = defineWriteTool({
  name: 'wallet_return_funds',
  description: 'Send all of the loose tokens and native coins to one allowlisted recipient in one action.',
  category: 'wallet',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['read', 'build'],
  spriteTrigger: 'executing',
  promptSnippet:
    'wallet_return_funds sends all that lies loose in the account, or all of the named tokens, to one allowlisted recipient such as the owner.',
  promptGuidelines: ['Leave positions first: what lies in protocols stays there.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      recipient: AddressSchema,
      tokens: Type.Optional(
        Type.Array(TokenSchema, {
          minItems: 1,
          maxItems: 32,
          uniqueItems: true,
          description: 'only these; every asset of the policy by default',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    sent: Type.Array(Type.Object({ token: AddressSchema, sentBaseUnits: BaseUnitsSchema })),
  }),
  errorCodes: ['INVALID_PARAMS', 'UNKNOWN_TOKEN', 'NOTHING_TO_RETURN', 'CHAIN_READ_FAILED'],
  async plan(params, ctx) {
    const { account, chain, operator } = ctx
    const recipient = checkRecipient(params.recipient, account)
    ctx.step('read')
    const named = params.tokens && (await Promise.all(params.tokens.map((token) => resolveToken(ctx, token))))
    const listed =
      named?.map(({ address }) => address) ?? ctx.safety.configured().assets.map(({ token }) => token)
    const tokens = [...new Set(listed)]
    const { balances } = await chain.readState({
      ...NO_STATE,
      balances: tokens.map((token) => ({ token, account })),
    })
    const unread = tokens.find((_, index) => balances[index] === undefined)
    if (unread)
      throw new ToolError('CHAIN_READ_FAILED', {
        subject: `the balance of ${unread}`,
        reason: 'the token does not answer',
      })
    const held = tokens.flatMap((token, index) => {
      const amountBaseUnits = balances[index] ?? 0n
      return amountBaseUnits > 0n ? [{ token, amountBaseUnits }] : []
    })
    if (held.length === 0) throw BASE.error('NOTHING_TO_RETURN', { account, tokens: tokens.join(', ') })
    ctx.step('build')
    return planTransaction(
      held.map(({ token, amountBaseUnits }) => buildTransfer(token, recipient, amountBaseUnits)),
      {
        assets: held.flatMap(({ token, amountBaseUnits }) => [
          { token, account, deltaBaseUnits: -amountBaseUnits },
          // The operator pays the gas, so its own balance of native coins cannot be told in advance.
          ...(token === NATIVE_TOKEN && isAddressEqual(recipient, operator)
            ? []
            : [{ token, account: recipient, deltaBaseUnits: amountBaseUnits }]),
        ]),
      },
    )
  },
  settle({ plan, receipt, account }) {
    if (receipt.status !== 'success') {
      return { data: { sent: [] }, actualOutcome: EMPTY_OUTCOME, groundTruthSource: 'receipt' }
    }
    const { assets } = plan.expectation
    // A transfer of value leaves no log: all the receipt says is whether it happened.
    const native = assets.filter(({ token }) => token === NATIVE_TOKEN)
    const { left, arrived } = readSent({ plan, receipt, account })
    const sent = [...left, ...native.filter((delta) => isAddressEqual(delta.account, account))]
    return {
      data: {
        sent: sent.map(({ token, deltaBaseUnits }) => ({
          token,
          sentBaseUnits: (-deltaBaseUnits).toString(),
        })),
      },
      actualOutcome: { ...EMPTY_OUTCOME, assets: [...left, ...arrived, ...native] },
      groundTruthSource: 'receipt',
    }
  },
})
