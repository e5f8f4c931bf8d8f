import { type Hex, type TransactionReceipt, zeroAddress } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { parseEventLogs } from '../../core/event-logs.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { planAccountTransaction } from '../../core/plan.ts'
import { AddressSchema, HashSchema, type Static, type TSchema, Type } from '../../core/schema.ts'
import { definePrivilegedTool, type PrivilegedTool, type ToolDescription } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { safeSettingsAbi, safeStateAbi } from './abi.ts'
import { readOwnSafe } from './read-own-safe.ts'
import type { SafeSettings } from './settings.ts'

/** What a Safe told of itself while it acted. */
export const SafeActSchema = Type.Object({
  safe: AddressSchema,
  executed: Type.Boolean(),
  /** What the owners signed; null where nothing was carried out. */
  safeTxHash: Type.Union([HashSchema, Type.Null()]),
  ownersAdded: Type.Array(AddressSchema),
  ownersRemoved: Type.Array(AddressSchema),
  /** The threshold from now on; null where it did not change. */
  threshold: Type.Union([Type.Integer(), Type.Null()]),
  modulesEnabled: Type.Array(AddressSchema),
  modulesDisabled: Type.Array(AddressSchema),
  /** The guard from now on, the zero address for none; null where it did not change. */
  guard: Type.Union([AddressSchema, Type.Null()]),
})

const actAbi = [...safeSettingsAbi, ...safeStateAbi] as const

/** Read what a Safe told of itself in a receipt. */
export function readAct(safe: Hex, receipt: Pick<TransactionReceipt, 'logs'>): Static<typeof SafeActSchema> {
  const logs = parseEventLogs({
    abi: actAbi,
    logs: receipt.logs.filter((log) => isAddressEqual(log.address, safe)),
  })
  const told = <Name extends (typeof logs)[number]['eventName']>(name: Name) =>
    logs.filter((log): log is Extract<typeof log, { eventName: Name }> => log.eventName === name)
  const done = told('ExecutionSuccess')[0]
  return {
    safe,
    executed: done !== undefined,
    safeTxHash: done?.args.txHash ?? null,
    ownersAdded: told('AddedOwner').map(({ args }) => args.owner),
    ownersRemoved: told('RemovedOwner').map(({ args }) => args.owner),
    threshold: told('ChangedThreshold').map(({ args }) => Number(args.threshold))[0] ?? null,
    modulesEnabled: told('EnabledModule').map(({ args }) => args.module),
    modulesDisabled: told('DisabledModule').map(({ args }) => args.module),
    guard: told('ChangedGuard').map(({ args }) => args.guard)[0] ?? null,
  }
}

/** Define a tool by which the owner's Safe changes what decides for it: its owners' signatures are the approval. */
export const defineSafeAct = <Members extends Readonly<Record<string, TSchema>>>(
  tool: Pick<ToolDescription, 'name' | 'description' | 'promptSnippet' | 'promptGuidelines' | 'riskTier'> & {
    readonly riskTier: 'layer2' | 'layer3'
    readonly errorCodes?: ToolDescription['errorCodes']
    readonly members: Members
    /** The bytes that the Safe calls itself with, by what decides for it now. */
    encode(
      params: { readonly [Member in keyof Members]: Static<Members[Member]> },
      own: { readonly safe: Hex; readonly settings: SafeSettings },
      ctx: ToolContext,
    ): Hex | Promise<Hex>
  },
): PrivilegedTool => {
  const { members, encode, errorCodes = [], ...description } = tool
  return definePrivilegedTool({
    ...description,
    errorCodes: ['APPROVAL_NOT_CONFIGURED', 'NOT_FOUND', 'CHAIN_READ_FAILED', ...errorCodes],
    category: 'wallet',
    tickBudget: 'medium',
    progressSteps: ['read', 'build'],
    spriteTrigger: 'executing',
    supportedChains: EVM_CHAINS,
    input: Type.Object(members, { additionalProperties: false }),
    output: SafeActSchema,
    async plan(params, ctx) {
      ctx.step('read')
      const own = await readOwnSafe(tool.name, ctx)
      ctx.step('build')
      const data = await encode(params as Parameters<typeof encode>[0], own, ctx)
      return planAccountTransaction(own.safe, { to: own.safe, valueWei: 0n, data }, {})
    },
    settle: ({ plan, receipt }) => ({
      data: readAct(plan.maker ?? zeroAddress, receipt),
      actualOutcome: EMPTY_OUTCOME,
      groundTruthSource: 'log_comparison',
    }),
  })
}
