import type { KnownFiller } from '../core/filler.ts'
import { type Json, toJson } from '../core/json.ts'
import { EMPTY_OUTCOME, type GroundTruthSource, isWithinTolerance, type Outcome } from '../core/outcome.ts'
import { readThroughput } from '../core/receipt-deltas.ts'
import type { ToolResult } from '../core/result.ts'
import { type RunnerDeps, toToolError } from '../core/runner.ts'
import type { Settlement } from '../core/tool-def.ts'
import { versionOf } from '../core/tool-versions.ts'
import type { Committed, Signed } from '../safety/permit/commit-action.ts'
import type { Kept } from '../safety/permit/local-action.ts'
import type { Reconciled } from '../safety/permit/reconcile-permit.ts'
import type { RecoveryStep } from '../safety/permit/recovery.ts'
import type { Toolbox } from './toolbox.ts'

/** What was said of an action right before it was committed; it allows nothing. */
export interface Advice {
  /** Path of the session that says so. */
  readonly by: string
  readonly verdict: 'nothing-against' | 'caution'
  readonly remarks: readonly string[]
}

/** A committed action with what its tool reports. */
export interface CommitReport extends Committed, ToolResult<Json>, Settlement<Json> {
  readonly advice?: Advice
  readonly data: Json
  readonly expectedOutcome: Outcome
  readonly actualOutcome: Outcome
  readonly groundTruthSource: GroundTruthSource
}

/** A signature that was given, with what it covers. */
export interface SignatureReport extends Signed, ToolResult<Json> {
  readonly advice?: Advice
  readonly data: Json
}

/** What was done off the chain, by the port's own receipt. */
export interface LocalReport extends Kept, ToolResult<Json>, Settlement<Json> {
  readonly advice?: Advice
  readonly data: Json
  readonly actualOutcome: Outcome
  readonly groundTruthSource: GroundTruthSource
}

/** What is reported of a permit that was committed. */
export type Report = CommitReport | SignatureReport | LocalReport

/** A committed action that was judged again. */
export interface Reviewed extends Pick<Reconciled, 'permitId' | 'found'> {
  readonly step?: RecoveryStep
  /**
   * `undone`: it was committed and is not in the chain; `done`: it had failed and is; `out-of-tolerance`: it came to
   * something else than was expected.
   */
  readonly verdict: 'as-expected' | 'open' | 'undone' | 'done' | 'out-of-tolerance'
}

/** What reports are settled with. */
export interface SettleDeps {
  readonly toolbox: Toolbox
  readonly runner: { readonly context: Pick<RunnerDeps['context'], 'account'> }
  readonly fillers: readonly KnownFiller[]
}

/** Report a mined plan as its tool does. @throws ToolError */
export function settleReceipt(
  { body, receipt }: Pick<Committed, 'body' | 'receipt'>,
  { toolbox, runner, fillers }: SettleDeps,
): Settlement<Json> {
  const tool = toolbox.find(body.tool, ['write', 'privileged'])
  const { account } = runner.context
  try {
    const { plan } = body
    const { settledBy } = plan
    const settleBy = (by: typeof tool, params: Json, settled?: Settlement<Json>) =>
      by.settle({ params, plan, receipt, account, ...(settled ? { settled } : {}) }) as Settlement<Json>
    const inner = settledBy && settleBy(toolbox.find(settledBy.tool, ['write']), settledBy.params)
    const settled = settleBy(tool, body.params, inner)
    const beyond = fillers
      .filter(({ need }) => plan.filled?.includes(need))
      .flatMap(({ observe }) => observe?.({ plan, receipt, account }).assets ?? [])
    if (beyond.length === 0) return settled
    const { actualOutcome } = settled
    return { ...settled, actualOutcome: { ...actualOutcome, assets: [...actualOutcome.assets, ...beyond] } }
  } catch (cause) {
    throw toToolError(tool.name, cause)
  }
}

/** Report what was committed: a signature as it is, what a port did by its receipt, a transaction as its tool settles it. @throws ToolError */
export function reportCommitted(committed: Committed | Signed | Kept, deps: SettleDeps): Report {
  const told = {
    schemaVersion: versionOf(deps.toolbox.find(committed.body.tool, ['write', 'privileged'])),
    tool: committed.body.tool,
    isError: false,
  } as const
  if ('signature' in committed) {
    const { signature, typedData } = committed
    return { ...committed, ...told, data: toJson({ signature, typedData }) }
  }
  if ('kept' in committed) {
    return {
      ...committed,
      ...told,
      data: committed.kept,
      actualOutcome: EMPTY_OUTCOME,
      groundTruthSource: 'receipt',
    }
  }
  const { expectation } = committed.body.plan
  return { ...committed, ...settleReceipt(committed, deps), ...told, expectedOutcome: expectation }
}

/** Judge a committed action anew. @throws ToolError */
export function reviewCommitted(
  { found, permitState, body, receipt, happened }: Reconciled,
  deps: SettleDeps,
): Reviewed['verdict'] {
  if (found === 'final') return 'as-expected'
  if (happened === undefined) return 'open'
  if (!happened) return permitState === 'committed' ? 'undone' : 'as-expected'
  if (permitState !== 'committed') return 'done'
  if (receipt === undefined || body === undefined || body.plan.kind !== 'transaction') return 'open'
  const { plan } = body
  return isWithinTolerance(
    plan.expectation,
    settleReceipt({ body: { ...body, plan }, receipt }, deps).actualOutcome,
    readThroughput(receipt),
  )
    ? 'as-expected'
    : 'out-of-tolerance'
}
