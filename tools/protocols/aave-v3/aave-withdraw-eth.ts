import { getAddress, parseAbi } from 'viem'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { chainsOf } from '../../core/base.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { parseEventLogs } from '../../core/event-logs.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { planTransaction } from '../../core/plan.ts'
import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { logsOfCalled } from '../../kit/logs-of-called.ts'
import { BASE } from './base.ts'
import { deltaOf, HealthFactorSchema, INTEREST_TOLERANCE_BPS, LENDING_ERROR_CODES } from './lending.ts'
import { LendingResultSchema, settleLending } from './settle.ts'
import { planWithdrawal } from './withdrawal.ts'

const wrappedAbi = parseAbi([
  'function withdraw(uint256 amount)',
  'event Withdrawal(address indexed src, uint256 wad)',
])

/** Withdraw supplied WETH and unwrap it: the gateway would need an allowance of aTokens for the same. */
export const TOOL_DEF = defineWriteTool({
  name: 'aave_withdraw_eth',
  description: 'Withdraw supplied WETH from Aave V3 as native ETH.',
  category: 'lending',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['account'],
  spriteTrigger: 'executing',
  promptSnippet:
    'aave_withdraw_eth takes an exact amount of supplied WETH back from Aave V3 and unwraps it into native ETH of the account, keeping a minimum health factor.',
  promptGuidelines: ['To take everything, use aave_withdraw_asset and unwrap what comes.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    { amountBaseUnits: BaseUnitsSchema, leastHealthFactor: HealthFactorSchema },
    { additionalProperties: false },
  ),
  output: LendingResultSchema,
  errorCodes: [...LENDING_ERROR_CODES, 'INSUFFICIENT_LIQUIDITY'],
  async plan(params, ctx) {
    ctx.step('account')
    const token = ctx.book.nativeSymbol
    const { reserve, amount, call, change } = await planWithdrawal(ctx, { ...params, token })
    const data = encodeFunctionData({ abi: wrappedAbi, functionName: 'withdraw', args: [amount] })
    return planTransaction([call, { to: reserve.token.address, valueWei: 0n, data }], {
      assets: [deltaOf(ctx.account, NATIVE_TOKEN, amount)],
      positions: [change],
      toleranceBps: INTEREST_TOLERANCE_BPS,
    })
  },
  settle(input) {
    const { account } = input
    const unwrapped = parseEventLogs({ abi: wrappedAbi, logs: logsOfCalled(input) }).filter(({ args }) =>
      isAddressEqual(args.src, account),
    )
    return settleLending(
      input,
      unwrapped.flatMap(({ address, args }) => [
        deltaOf(account, getAddress(address), -args.wad),
        deltaOf(account, NATIVE_TOKEN, args.wad),
      ]),
    )
  },
})
