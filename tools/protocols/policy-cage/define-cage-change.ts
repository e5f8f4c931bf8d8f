import { type ContractFunctionArgs, decodeFunctionData, type Hex } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { parseEventLogs } from '../../core/event-logs.ts'
import { policyCageAbi } from '../../core/generated/policy-cage-abi.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { keccak256 } from '../../core/keccak256.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { planOwnerTransaction } from '../../core/plan.ts'
import { BaseUnitsSchema, HashSchema, type Static, type TSchema, Type } from '../../core/schema.ts'
import { definePrivilegedTool, type PrivilegedTool, type ToolDescription } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'

/** Which half of a change: announcing a loosening, or making the change. */
export const StepSchema = Type.Union([Type.Literal('queue'), Type.Literal('apply')], {
  description:
    'queue announces a loosening to the timelock; apply makes a tightening, or a loosening that is due',
})

const OutputSchema = Type.Object({
  changed: Type.Boolean(),
  /** Whether the change was a loosening; null when nothing was changed. */
  loosened: Type.Union([Type.Boolean(), Type.Null()]),
  /** Chain second from which on a queued loosening can be applied; null when nothing was queued. */
  dueSeconds: Type.Union([BaseUnitsSchema, Type.Null()]),
  /** By which a queued loosening is cancelled: the hash of the setter's calldata. */
  changeId: HashSchema,
})

/** A function of the cage that changes its policy for its owner. */
type Setter = Exclude<
  Extract<(typeof policyCageAbi)[number], { type: 'function'; stateMutability: 'nonpayable' }>['name'],
  'execute' | 'poke' | 'deposit' | 'withdraw' | 'withdrawPosition' | 'absorb' | 'absorbPosition' | 'pause'
>

/** Encode a change of the cage's policy. */
export const encodeChange = <Name extends Setter>(
  setter: Name,
  args: ContractFunctionArgs<typeof policyCageAbi, 'nonpayable', Name>,
): Hex => encodeFunctionData({ abi: policyCageAbi, functionName: setter as Setter, args: args as never })

/**
 * Define a tool that changes the cage's policy as its owner: at once when it tightens, through the timelock when it
 * loosens.
 */
export const defineCageChange = <Members extends Readonly<Record<string, TSchema>>>(
  tool: Pick<ToolDescription, 'name' | 'description' | 'promptSnippet' | 'promptGuidelines'> & {
    readonly errorCodes?: ToolDescription['errorCodes']
    readonly members: Members
    encode(
      params: { readonly [Member in keyof Members]: Static<Members[Member]> },
      ctx: ToolContext,
    ): Hex | Promise<Hex>
  },
): PrivilegedTool => {
  const { members, encode, errorCodes = [], ...description } = tool
  return definePrivilegedTool({
    ...description,
    errorCodes,
    category: 'safety',
    riskTier: 'layer3',
    tickBudget: 'medium',
    progressSteps: ['build'],
    spriteTrigger: 'executing',
    supportedChains: EVM_CHAINS,
    input: Type.Object({ ...members, step: StepSchema }, { additionalProperties: false }),
    output: OutputSchema,
    async plan(params, ctx) {
      ctx.step('build')
      const change = await encode(params as Parameters<typeof encode>[0], ctx)
      const data =
        (params as { step: Static<typeof StepSchema> }).step === 'apply'
          ? change
          : encodeFunctionData({ abi: policyCageAbi, functionName: 'queue', args: [change] })
      return planOwnerTransaction([{ to: ctx.account, valueWei: 0n, data }], {})
    },
    settle({ plan, receipt, account }) {
      const logs = parseEventLogs({
        abi: policyCageAbi,
        logs: receipt.logs.filter((log) => isAddressEqual(log.address, account)),
      })
      const queued = logs.find((log) => log.eventName === 'LoosenQueued')
      const changed = logs.find((log) => log.eventName === 'PolicyChanged')
      return {
        data: {
          changed: changed !== undefined,
          loosened: changed?.args.loosened ?? null,
          dueSeconds: queued ? queued.args.etaSeconds.toString() : null,
          changeId: keccak256(readChange(plan.calls[0]?.data ?? '0x')),
        },
        actualOutcome: EMPTY_OUTCOME,
        groundTruthSource: 'receipt',
      }
    },
  })
}

/** What a call of the owner queues, or makes itself. */
function readChange(data: Hex): Hex {
  const { functionName, args } = decodeFunctionData({ abi: policyCageAbi, data })
  return functionName === 'queue' ? args[0] : data
}
