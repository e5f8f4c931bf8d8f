import type { Hex } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import type { LocalEntry } from '../../core/local-port.ts'
import { amountOfParts } from '../../kit/split-parts.ts'
import { BASE } from './base.ts'

/** Name under which the schedule keeps trades in slices. */
export const TWAP_KIND = 'twap'

/** A trade in equal slices, each at its time. Amounts are base units as decimal text. */
export interface Twap {
  readonly tokenIn: string
  readonly tokenOut: string
  readonly amountInBaseUnits: string
  readonly slices: number
  readonly intervalSeconds: number
  /** Second of the chain's clock at which the first slice is due. */
  readonly startSeconds: number
  readonly slippageBps: number
  /** Least that all slices together may bring; each has to bring its share of it. */
  readonly leastOutBaseUnits: string
}

/** One slice of a schedule, with the permit that used it. */
export interface Slice {
  readonly index: number
  readonly dueSeconds: number
  readonly amountInBaseUnits: bigint
  readonly leastOutBaseUnits: bigint
  readonly permitId: Hex | undefined
  /** State of that permit; undefined while none used the slice. */
  readonly permitState: string | undefined
}

/** Find a schedule of the agent's. @throws ToolError TWAP_NOT_FOUND */
export function findTwap({ safety }: Pick<ToolContext, 'safety'>, scheduleId: Hex) {
  const entry = safety
    .entries('schedule')
    .find((candidate) => candidate.kind === TWAP_KIND && candidate.entryId === scheduleId)
  if (entry === undefined) throw BASE.error('TWAP_NOT_FOUND', { scheduleId })
  return { entry, twap: entry.body as unknown as Twap }
}

/** List the slices of a schedule in order. */
export function listSlices({ safety }: Pick<ToolContext, 'safety'>, entry: LocalEntry, twap: Twap): Slice[] {
  const { slices } = twap
  const share = (total: string, index: number) =>
    amountOfParts(BigInt(total), index + 1, slices) - amountOfParts(BigInt(total), index, slices)
  return Array.from({ length: slices }, (_, index) => {
    const permitId = entry.uses[index]
    return {
      index,
      dueSeconds: twap.startSeconds + index * twap.intervalSeconds,
      amountInBaseUnits: share(twap.amountInBaseUnits, index),
      leastOutBaseUnits: share(twap.leastOutBaseUnits, index),
      permitId,
      permitState: permitId && (safety.permit(permitId)?.state ?? 'unknown'),
    }
  })
}

/** Whether a slice is still to be carried out: nobody used it, or it failed. */
export const isLeft = ({ permitState }: Slice): boolean =>
  permitState === undefined || permitState === 'failed'
