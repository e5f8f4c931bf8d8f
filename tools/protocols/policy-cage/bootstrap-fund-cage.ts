import { erc20Abi } from 'viem'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { parseEventLogs } from '../../core/event-logs.ts'
import { policyCageAbi } from '../../core/generated/policy-cage-abi.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { planOwnerTransaction } from '../../core/plan.ts'
import { AddressSchema, BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { definePrivilegedTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { readSent } from '../../kit/transfer.ts'
import { NO_STATE } from '../../kit/usd-price.ts'
import { BASE } from './base.ts'
import { readOwner } from './read-owner.ts'

/**
 * Pay an asset from the owner into the cage, which mints shares for it.
 *
 * The tokens go to the cage itself, which then counts them (`absorb`): so no allowance of the gate is needed, and what
 * had arrived of the token unasked is counted with them.
 */
export const TOOL_DEF = definePrivilegedTool({
  name: 'bootstrap_fund_cage',
  description: "Pay capital from the owner into the PolicyCage, with the owner's approval.",
  category: 'bootstrap',
  riskTier: 'layer3',
  tickBudget: 'medium',
  progressSteps: ['read', 'build'],
  spriteTrigger: 'executing',
  promptSnippet:
    "bootstrap_fund_cage pays an exact amount of an approved asset from the owner into the cage; it needs the owner's approval, and an allowance of the owner to its gate.",
  promptGuidelines: ['What had arrived of the token unasked is counted with it.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    { token: TokenSchema, amountBaseUnits: BaseUnitsSchema },
    { additionalProperties: false },
  ),
  output: Type.Object({
    token: AddressSchema,
    paidBaseUnits: BaseUnitsSchema,
    /** What the cage counted, earlier gifts of the token included. */
    countedBaseUnits: BaseUnitsSchema,
    /** Shares that were minted for it, 18 decimals. */
    sharesWad: BaseUnitsSchema,
  }),
  errorCodes: ['UNKNOWN_TOKEN', 'ZERO_AMOUNT', 'PROTOCOL_NOT_DEPLOYED', 'FUNDING_NOT_ALLOWED'],
  async plan(params, ctx) {
    const amount = readAmount(params.amountBaseUnits)
    ctx.step('read')
    const { account, chain } = ctx
    const { address: token, symbol } = await resolveErc20(ctx, params.token)
    const { gate, owner } = await readOwner(ctx)
    const { balances, allowances } = await chain.readState({
      ...NO_STATE,
      balances: [{ token, account: owner }],
      allowances: [{ token, owner, spender: gate }],
    })
    const [balance = 0n] = balances
    const [allowance = 0n] = allowances
    const found = balance < allowance ? balance : allowance
    if (found < amount) {
      throw BASE.error('FUNDING_NOT_ALLOWED', { gate, owner, token: symbol, found, expected: amount })
    }
    ctx.step('build')
    const pay = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transferFrom',
      args: [owner, account, amount],
    })
    const count = encodeFunctionData({ abi: policyCageAbi, functionName: 'absorb', args: [token] })
    return planOwnerTransaction(
      [
        { to: token, valueWei: 0n, data: pay },
        { to: account, valueWei: 0n, data: count },
      ],
      {
        assets: [
          { token, account, deltaBaseUnits: amount },
          { token, account: owner, deltaBaseUnits: -amount },
        ],
      },
    )
  },
  settle({ plan, receipt, account }) {
    const { left, arrived } = readSent({ plan, receipt, account })
    const token = plan.calls[0]?.to ?? account
    const [deposited] = parseEventLogs({
      abi: policyCageAbi,
      eventName: 'Deposited',
      logs: receipt.logs.filter((log) => isAddressEqual(log.address, account)),
    })
    const { amount = 0n, shares = 0n } = deposited?.args ?? {}
    const paid = left.find((asset) => isAddressEqual(asset.token, token))?.deltaBaseUnits ?? 0n
    return {
      data: {
        token,
        paidBaseUnits: paid.toString(),
        countedBaseUnits: amount.toString(),
        sharesWad: shares.toString(),
      },
      actualOutcome: { ...EMPTY_OUTCOME, assets: [...left, ...arrived] },
      groundTruthSource: 'receipt',
    }
  },
})
