import type { CommitReport } from '../../tools/agent/committed.ts'
import type { GroundTruthSource, Outcome, Throughput } from '../../tools/core/outcome.ts'
import { readThroughput } from '../../tools/core/receipt-deltas.ts'
import type { WorthDelta } from '../protocols/testbed-later.ts'

/** An outcome with what units come to by more or less, where that is told as well. */
export type WorthyOutcome = Outcome & { readonly worth?: readonly WorthDelta[] }

/** Two accounts of one change, to be held against the chain: what was expected of it, and what is said to have come. */
export interface ToldOutcome {
  readonly by: string
  readonly expected: WorthyOutcome
  readonly actual: WorthyOutcome
  /** How far the chain may be from what was expected. */
  readonly toleranceBps: number
  /** How much only passed through an account, where a receipt tells. */
  readonly through?: Throughput
  readonly groundTruthSource: GroundTruthSource
}

/** What a commit promised and its tool reports. */
export const toldOf = ({
  tool,
  body,
  receipt,
  expectedOutcome,
  actualOutcome,
  groundTruthSource,
}: Pick<
  CommitReport,
  'tool' | 'body' | 'receipt' | 'expectedOutcome' | 'actualOutcome' | 'groundTruthSource'
>): ToldOutcome => ({
  by: tool,
  expected: expectedOutcome,
  actual: actualOutcome,
  toleranceBps: body.plan.expectation.toleranceBps,
  through: readThroughput(receipt),
  groundTruthSource,
})
