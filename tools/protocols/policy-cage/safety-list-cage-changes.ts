import { decodeFunctionData, type Hex } from 'viem'
import { policyCageAbi } from '../../core/generated/policy-cage-abi.ts'
import { type Json, toJson } from '../../core/json.ts'
import { keccak256 } from '../../core/keccak256.ts'
import { HashSchema, HexSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { describeWindow, readWindow, WINDOW_OUTPUT, WINDOW_PARAMETERS } from '../../kit/log-window.ts'
import { NO_STATE } from '../../kit/usd-price.ts'
import { askCage, readAnswer } from './cage-views.ts'
import { LIMIT } from './limit.ts'

/** For how long a loosening that is due can be applied: `GRACE` of PolicyChanges.sol. */
const GRACE_SECONDS = 14 * 86_400

const STATES = ['waiting', 'due', 'lapsed', 'applied', 'cancelled', 'unknown'] as const

/** List loosenings of the cage that were queued, with what became of each. */
export const TOOL_DEF = defineReadTool({
  name: 'safety_list_cage_changes',
  description: 'List queued loosenings of the PolicyCage with what they change and when they are due.',
  category: 'safety',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['logs', 'state'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'safety_list_cage_changes lists the loosenings of the PolicyCage that were queued in recent blocks, what each changes, when it is due and what became of it.',
  promptGuidelines: ['A loosening that nobody announced to you is a reason to warn the owner.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object({ ...WINDOW_PARAMETERS, ...LIMIT }, { additionalProperties: false }),
  output: Type.Object({
    ...WINDOW_OUTPUT,
    /** Entries in the window, of which the newest are shown. */
    totalFound: Type.Integer(),
    changes: Type.Array(
      Type.Object({
        changeId: HashSchema,
        /** The cage's function; null for what is none of its own. */
        setter: Type.Union([Type.String(), Type.Null()]),
        /** What it is called with, in the order of the function. */
        args: Type.Array(Type.Unknown()),
        data: HexSchema,
        /** Chain second from which on it can be applied, as it was queued last. */
        dueSeconds: Type.Integer(),
        /** Last chain second at which it can be applied. */
        lapsesSeconds: Type.Integer(),
        state: Type.Unsafe<(typeof STATES)[number]>(Type.Union(STATES.map((state) => Type.Literal(state)))),
        blockNumber: Type.String(),
        transactionHash: HashSchema,
      }),
    ),
  }),
  errorCodes: ['CHAIN_READ_FAILED'],
  async read({ limit = 50, ...params }, ctx) {
    ctx.step('logs')
    const window = await readWindow(ctx, params)
    const logs = await ctx.chain.getContractEvents({
      address: ctx.account,
      abi: policyCageAbi,
      ...window,
      strict: true,
    })
    const latest = new Map<Hex, Queued>()
    const ended = new Map<Hex, 'applied' | 'cancelled'>()
    for (const log of logs) {
      if (log.eventName === 'LoosenQueued') {
        const { id, change, etaSeconds } = log.args
        const { blockNumber, transactionHash } = log
        latest.delete(id)
        latest.set(id, { id, change, dueSeconds: Number(etaSeconds), blockNumber, transactionHash })
        ended.delete(id)
      } else if (log.eventName === 'LoosenCancelled') ended.set(log.args.id, 'cancelled')
      else if (log.eventName === 'PolicyChanged' && log.args.loosened) {
        ended.set(keccak256(log.args.change), 'applied')
      }
    }
    ctx.step('state')
    const shown = [...latest.values()].slice(-limit)
    const { views, timestampSeconds } = await ctx.chain.readState({
      ...NO_STATE,
      views: shown.map(({ id }) => askCage(ctx.account, 'queuedEta', [id])),
    })
    return {
      ...describeWindow(window),
      totalFound: latest.size,
      changes: shown.map((queued, index) => {
        const { id, change, dueSeconds, blockNumber, transactionHash } = queued
        const eta = readAnswer('queuedEta', views[index])
        const due = eta ? Number(eta) : dueSeconds
        return {
          changeId: id,
          ...describeChange(change),
          dueSeconds: due,
          lapsesSeconds: due + GRACE_SECONDS,
          state: eta ? stateAt(Number(timestampSeconds), due) : (ended.get(id) ?? ('unknown' as const)),
          blockNumber: blockNumber.toString(),
          transactionHash,
        }
      }),
    }
  },
})

interface Queued {
  readonly id: Hex
  readonly change: Hex
  readonly dueSeconds: number
  readonly blockNumber: bigint
  readonly transactionHash: Hex
}

const stateAt = (nowSeconds: number, dueSeconds: number) => {
  if (nowSeconds < dueSeconds) return 'waiting' as const
  return nowSeconds > dueSeconds + GRACE_SECONDS ? ('lapsed' as const) : ('due' as const)
}

/** Say which function a queued change calls, and with what. */
function describeChange(data: Hex): { setter: string | null; args: Json[]; data: Hex } {
  try {
    const { functionName, args = [] } = decodeFunctionData({ abi: policyCageAbi, data })
    return { setter: functionName, args: toJson(args) as Json[], data }
  } catch {
    return { setter: null, args: [], data }
  }
}
