import { encodeAbiParameters, getAbiItem, getAddress, type Hex } from 'viem'
import type { ChainLog } from '../../core/chain.ts'
import { decodeErrorResult } from '../../core/decode-error-result.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { decodeEventLog } from '../../core/event-logs.ts'
import { policyCageAbi } from '../../core/generated/policy-cage-abi.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { keccak256 } from '../../core/keccak256.ts'
import { AddressSchema, BaseUnitsSchema, HexSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { NO_STATE } from '../../kit/usd-price.ts'
import { EFFECTS, EffectSchema } from './effects.ts'

const NEVER_SECONDS = 2n ** 64n - 1n

/** Ask the cage by a simulated transaction of its operator whether calls would pass, and which of its rules refuses them. */
export const TOOL_DEF = defineReadTool({
  name: 'safety_check_cage_action',
  description: 'Ask the PolicyCage whether given calls would pass, and which of its rules refuses them.',
  category: 'safety',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['simulate'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'safety_check_cage_action asks the PolicyCage by simulation whether calls would pass it now, what it takes them for, and which of its rules refuses them.',
  promptGuidelines: [
    'It asks without the guardian: above the hot lane it answers that a signature is needed.',
    'Local policy judges as well; a preview asks both.',
  ],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      calls: Type.Array(
        Type.Object(
          { to: AddressSchema, data: Type.Optional(HexSchema), valueWei: Type.Optional(BaseUnitsSchema) },
          { additionalProperties: false },
        ),
        { minItems: 1, maxItems: 16 },
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    blockNumber: Type.String(),
    passes: Type.Boolean(),
    gasUsed: BaseUnitsSchema,
    /** What the cage takes the calls for; null when it refuses them. */
    effect: Type.Union([EffectSchema, Type.Null()]),
    outflowUsdcBaseUnits: Type.Union([BaseUnitsSchema, Type.Null()]),
    lossUsdcBaseUnits: Type.Union([BaseUnitsSchema, Type.Null()]),
    netAssetValueUsdcBaseUnits: Type.Union([BaseUnitsSchema, Type.Null()]),
    /** Whether it passes no further without the guardian's signature. */
    needsGuardian: Type.Boolean(),
    refusal: Type.Union([
      Type.Object({
        /** Name of the cage's error; null for one that is not its own. */
        rule: Type.Union([Type.String(), Type.Null()]),
        /** What the error carries, by its own names; amounts in USDC base units, times in seconds. */
        figures: Type.Record(Type.String(), Type.String()),
        /** Place of the call that reverted; null when the cage itself refuses. */
        callIndex: Type.Union([Type.Integer(), Type.Null()]),
        reason: Type.String(),
      }),
      Type.Null(),
    ]),
  }),
  errorCodes: ['CHAIN_READ_FAILED'],
  async read({ calls }, ctx) {
    ctx.step('simulate')
    const asked = calls.map(({ to, data = '0x', valueWei = '0' }) => ({
      target: getAddress(to),
      value: BigInt(valueWei),
      data,
    }))
    const data = encodeFunctionData({
      abi: policyCageAbi,
      functionName: 'execute',
      args: [asked, NEVER_SECONDS, permitIdFor(ctx.account), '0x'],
    })
    const { calls: results, before } = await ctx.chain.simulate(
      [{ from: ctx.operator, to: ctx.account, valueWei: 0n, data }],
      NO_STATE,
    )
    const result = results[0]
    const executed = result?.ok ? findExecuted(result.logs, ctx.account) : undefined
    const refusal = executed ? null : readRefusal(result?.returnData ?? '0x', ctx.interfaces)
    return {
      blockNumber: before.blockNumber.toString(),
      passes: executed !== undefined,
      gasUsed: (result?.gasUsed ?? 0n).toString(),
      effect: executed ? (EFFECTS[executed.effect] ?? null) : null,
      outflowUsdcBaseUnits: executed?.outflowUsdc.toString() ?? null,
      lossUsdcBaseUnits: executed?.lossUsdc.toString() ?? null,
      netAssetValueUsdcBaseUnits: executed?.netAssetValueUsdc.toString() ?? null,
      needsGuardian: refusal?.rule === 'GuardianRequired',
      refusal,
    }
  },
})

interface Refusal {
  readonly rule: string | null
  readonly figures: Record<string, string>
  readonly callIndex: number | null
  readonly reason: string
}

/** A permit that no action has: the cage takes each id once. */
const permitIdFor = (cage: Hex): Hex =>
  keccak256(
    encodeAbiParameters([{ type: 'string' }, { type: 'address' }], ['safety_check_cage_action', cage]),
  )

function findExecuted(logs: readonly ChainLog[], cage: Hex) {
  for (const { address, topics, data } of logs.toReversed()) {
    if (!isAddressEqual(address, cage)) continue
    const event = decodeEventLog({
      abi: policyCageAbi,
      data,
      topics: topics as [Hex, ...Hex[]],
      strict: true,
    })
    if (event.eventName === 'Executed') return event.args
  }
  return undefined
}

function readRefusal(returnData: Hex, interfaces: { explainRevert(data: Hex): string }): Refusal {
  const error = attemptDecode(returnData)
  if (error === undefined) {
    return { rule: null, figures: {}, callIndex: null, reason: interfaces.explainRevert(returnData) }
  }
  if (error.errorName === 'CallFailed') {
    const [index, reason] = error.args
    return {
      rule: error.errorName,
      figures: {},
      callIndex: Number(index),
      reason: interfaces.explainRevert(reason),
    }
  }
  const { inputs } = getAbiItem({ abi: policyCageAbi, name: error.errorName }) as {
    readonly inputs: readonly { readonly name: string }[]
  }
  const values: readonly unknown[] = error.args ?? []
  return {
    rule: error.errorName,
    figures: Object.fromEntries(inputs.map(({ name }, index) => [name, String(values[index])])),
    callIndex: null,
    reason: interfaces.explainRevert(returnData),
  }
}

function attemptDecode(data: Hex) {
  try {
    return decodeErrorResult({ abi: policyCageAbi, data })
  } catch {
    return undefined
  }
}
