import { erc20Abi, getAddress, type Hex } from 'viem'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { parseEventLogs } from '../../core/event-logs.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { planOperatorTransaction } from '../../core/plan.ts'
import { readTransferDeltas } from '../../core/receipt-deltas.ts'
import { AddressSchema, BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { multicall3Abi } from '../../kit/bundle-abi.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { rolesActAbi, rolesStateAbi } from './abi.ts'
import { BASE } from './base.ts'
import { accrue, RoleNameSchema, toAllowanceKey, toRoleKey } from './funding-role.ts'

/** The operation `CALL` of the Safe. */
const CALL = 0

/** Have the owner's Safe pay the account, as a member of a role that allows it. */
export const TOOL_DEF = defineWriteTool({
  name: 'wallet_execute_with_role',
  description: "Have the owner's Safe pay an amount of a token to the account, within a role's allowance.",
  category: 'wallet',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['allowance', 'build'],
  spriteTrigger: 'executing',
  promptSnippet:
    "wallet_execute_with_role has the owner's Safe pay a token to the account, within the allowance of a role that the operator has; the owner absorbs what came before it counts.",
  promptGuidelines: ['wallet_get_role_permissions tells what is left of the allowance.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      modifier: AddressSchema,
      role: RoleNameSchema,
      token: TokenSchema,
      amountBaseUnits: BaseUnitsSchema,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    modifier: AddressSchema,
    token: AddressSchema,
    receivedBaseUnits: BaseUnitsSchema,
    /** What the role may still pay before it is refilled; null where the modifier told of none. */
    allowanceLeftBaseUnits: Type.Union([BaseUnitsSchema, Type.Null()]),
  }),
  errorCodes: [
    'ROLE_ALLOWANCE_EXCEEDED',
    'UNKNOWN_TOKEN',
    'ZERO_AMOUNT',
    'NOT_A_ROLES_MODIFIER',
    'PROTOCOL_NOT_DEPLOYED',
    'CHAIN_READ_FAILED',
  ],
  async plan({ role, ...params }, ctx) {
    const { chain, book, account } = ctx
    const amount = readAmount(params.amountBaseUnits)
    const modifier = getAddress(params.modifier)
    ctx.step('allowance')
    const { address: token } = await resolveErc20(ctx, params.token)
    const roleKey = toRoleKey(role)
    const batch = inOneCall(book)
    const [kept, now] = await chain.multicall({
      ...batch,
      contracts: [
        {
          address: modifier,
          abi: rolesStateAbi,
          functionName: 'allowances',
          args: [toAllowanceKey(roleKey, token)],
        },
        { address: batch.multicallAddress, abi: multicall3Abi, functionName: 'getCurrentBlockTimestamp' },
      ],
    })
    if (kept.result === undefined || now.result === undefined) {
      const problem = 'it does not answer as one'
      throw BASE.error('NOT_A_ROLES_MODIFIER', { modifier, safe: 'anybody', problem })
    }
    const [refill, maxRefill, periodSeconds, balance, timestampSeconds] = kept.result
    const allowance = { refill, maxRefill, periodSeconds, balance, timestampSeconds }
    const { balance: expected } = accrue(allowance, now.result)
    if (amount > expected) {
      throw BASE.error('ROLE_ALLOWANCE_EXCEEDED', { role, token, expected, found: amount })
    }
    ctx.step('build')
    const payment = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [account, amount] })
    const data: Hex = encodeFunctionData({
      abi: rolesActAbi,
      functionName: 'execTransactionWithRole',
      args: [token, 0n, payment, CALL, roleKey, true],
    })
    return planOperatorTransaction({ to: modifier, data }, [{ token, account, deltaBaseUnits: amount }])
  },
  settle({ params, plan, receipt, account }) {
    const assets = readTransferDeltas(receipt, account)
    const modifier = getAddress(params.modifier)
    const token = plan.expectation.assets[0]?.token ?? modifier
    const [consumed] = parseEventLogs({
      abi: rolesActAbi,
      eventName: 'ConsumeAllowance',
      logs: receipt.logs.filter((log) => isAddressEqual(log.address, modifier)),
    })
    const received = assets.find((delta) => isAddressEqual(delta.token, token))
    return {
      data: {
        modifier,
        token,
        receivedBaseUnits: (received?.deltaBaseUnits ?? 0n).toString(),
        allowanceLeftBaseUnits: consumed?.args.newBalance.toString() ?? null,
      },
      actualOutcome: { ...EMPTY_OUTCOME, assets },
      groundTruthSource: 'receipt',
    }
  },
})
