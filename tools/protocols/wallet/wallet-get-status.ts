import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { classifyCode } from '../../kit/account-kind.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { NO_STATE } from '../../kit/usd-price.ts'

/** Report account and operator key: addresses, account type, native balances and nonces. */
export const TOOL_DEF = defineReadTool({
  name: 'wallet_get_status',
  description:
    'Report account and operator key: addresses, account type, gas balance, nonces and halt latch.',
  category: 'wallet',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['read'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'wallet_get_status reports the account that holds the funds and the key that acts for it: account type, native balances, nonces and unconfirmed transactions.',
  promptGuidelines: ['The operator key pays gas; the account holds the funds.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    account: AddressSchema,
    accountKind: Type.String(),
    accountBalanceWei: BaseUnitsSchema,
    operator: AddressSchema,
    isOperatorSeparate: Type.Boolean(),
    operatorBalanceWei: BaseUnitsSchema,
    operatorNonce: Type.Integer(),
    /** Transactions of the operator that the node knows but no block holds yet. */
    unconfirmedTransactions: Type.Integer(),
    isHalted: Type.Boolean(),
  }),
  errorCodes: ['CHAIN_READ_FAILED'],
  async read(_params, ctx) {
    const { account, operator } = ctx
    ctx.step('read')
    const [state, code, nonce, pendingNonce] = await Promise.all([
      ctx.chain.readState({
        ...NO_STATE,
        balances: [account, operator].map((address) => ({ token: NATIVE_TOKEN, account: address })),
      }),
      ctx.chain.getCode({ address: account }),
      ctx.chain.getTransactionCount({ address: operator }),
      ctx.chain.getTransactionCount({ address: operator, blockTag: 'pending' }),
    ])
    return {
      account,
      accountKind: classifyCode(code).kind,
      accountBalanceWei: (state.balances[0] ?? 0n).toString(),
      operator,
      isOperatorSeparate: !isAddressEqual(account, operator),
      operatorBalanceWei: (state.balances[1] ?? 0n).toString(),
      operatorNonce: nonce,
      unconfirmedTransactions: Math.max(0, pendingNonce - nonce),
      isHalted: ctx.safety.haltedSince() !== undefined,
    }
  },
})
