import { formatUnits, getAddress, type TransactionReceipt } from 'viem'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { readTransferDeltas } from '../../core/receipt-deltas.ts'
import { AddressSchema, BaseUnitsSchema, HexSchema, SignedBaseUnitsSchema, Type } from '../../core/schema.ts'
import { describeNative } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { nameCall } from '../../kit/read-call.ts'
import { NO_STATE } from '../../kit/usd-price.ts'
import { readValueWei, rethrowUnfunded } from '../../kit/value-wei.ts'

/** Simulate a bundle of calls in the EVM: asset changes, gas, logs, revert reason. */
export const TOOL_DEF = defineReadTool({
  name: 'safety_simulate_transaction',
  description: 'Simulate a bundle of calls in the EVM: asset changes, gas, logs, revert reason.',
  category: 'safety',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['simulate', 'compare'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'safety_simulate_transaction runs calls as the account on top of the head without sending them, and reports asset changes, gas and why a call would revert.',
  promptGuidelines: ['A preview does this by itself; use this for foreign call data.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      calls: Type.Array(
        Type.Object(
          {
            to: AddressSchema,
            data: Type.Optional(HexSchema),
            valueWei: Type.Optional(BaseUnitsSchema),
          },
          { additionalProperties: false },
        ),
        { minItems: 1, maxItems: 16 },
      ),
      from: Type.Optional(AddressSchema),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    from: AddressSchema,
    blockNumber: Type.String(),
    ok: Type.Boolean(),
    calls: Type.Array(
      Type.Object({
        to: AddressSchema,
        functionName: Type.Union([Type.String(), Type.Null()]),
        ok: Type.Boolean(),
        gasUsed: BaseUnitsSchema,
        logCount: Type.Integer(),
        revertReason: Type.Union([Type.String(), Type.Null()]),
      }),
    ),
    totalGasUsed: BaseUnitsSchema,
    assetChanges: Type.Array(
      Type.Object({
        token: AddressSchema,
        symbol: Type.Union([Type.String(), Type.Null()]),
        deltaBaseUnits: SignedBaseUnitsSchema,
        /** Null when the token is not listed. */
        delta: Type.Union([Type.String(), Type.Null()]),
        /** Balances were compared for listed tokens that tell them; for others the logs were summed. */
        source: Type.Union([Type.Literal('balances'), Type.Literal('logs')]),
      }),
    ),
  }),
  errorCodes: ['CHAIN_READ_FAILED'],
  async read(params, ctx) {
    const from = getAddress(params.from ?? ctx.account)
    const calls = params.calls.map(({ to, data = '0x', valueWei }, index) => ({
      from,
      to: getAddress(to),
      data,
      valueWei: readValueWei(valueWei, `/calls/${index}/valueWei`),
    }))
    const tokens = [describeNative(ctx.book), ...ctx.book.tokens]
    ctx.step('simulate')
    const balances = tokens.map(({ address }) => ({ token: address, account: from }))
    const valueWei = calls.reduce((sum, call) => sum + call.valueWei, 0n)
    const {
      before,
      after,
      calls: results,
    } = await ctx.chain
      .simulate(calls, { ...NO_STATE, balances })
      .catch((cause: unknown) => rethrowUnfunded(ctx, { from, valueWei, path: '/calls' }, cause))
    ctx.step('compare')
    const compared = tokens.flatMap(({ address }, index) => {
      const [held, left] = [before.balances[index], after.balances[index]]
      return held === undefined || left === undefined
        ? []
        : [{ token: address, deltaBaseUnits: left - held, source: 'balances' as const }]
    })
    const logs = results.flatMap((result) => (result.ok ? result.logs : []))
    const logged = readTransferDeltas({ logs: logs as unknown as TransactionReceipt['logs'] }, from)
      .filter(
        ({ token }) =>
          // Anvil's simulation may log transfers of the native coin at the ERC-7528 address.
          !isAddressEqual(token, NATIVE_TOKEN) &&
          !compared.some((other) => isAddressEqual(other.token, token)),
      )
      .map(({ token, deltaBaseUnits }) => ({ token, deltaBaseUnits, source: 'logs' as const }))
    return {
      from,
      blockNumber: before.blockNumber.toString(),
      ok: results.every((result) => result.ok),
      calls: results.map((result, index) => {
        const call = calls[index]
        return {
          to: call?.to ?? NATIVE_TOKEN,
          functionName: call ? nameCall(ctx, call.to, call.data).functionName : null,
          ok: result.ok,
          gasUsed: result.gasUsed.toString(),
          logCount: result.logs.length,
          revertReason: result.ok ? null : ctx.interfaces.explainRevert(result.returnData),
        }
      }),
      totalGasUsed: results.reduce((sum, result) => sum + result.gasUsed, 0n).toString(),
      assetChanges: [...compared, ...logged]
        .filter(({ deltaBaseUnits }) => deltaBaseUnits !== 0n)
        .map(({ token, deltaBaseUnits, source }) => {
          const listed = tokens.find(({ address }) => isAddressEqual(address, token))
          return {
            token,
            symbol: listed?.symbol ?? null,
            deltaBaseUnits: deltaBaseUnits.toString(),
            delta: listed ? formatUnits(deltaBaseUnits, listed.decimals) : null,
            source,
          }
        }),
    }
  },
})
