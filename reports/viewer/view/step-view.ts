import type {
  RecordAction,
  RecordHookVerdict,
  RecordPlan,
  RecordSent,
  RecordStep,
  RecordTrace,
  RecordTransition,
} from '../../../harness/record/record.ts'
import { HOOK_ORDER } from '../../../harness/record/vocabulary.ts'
import { formatDuration } from '../../text/format-duration.ts'
import { formatJson } from '../../text/format-json.ts'
import {
  type ViewCall,
  type ViewLog,
  type ViewValue,
  viewCall,
  viewFrame,
  viewLog,
  viewValue,
} from './call-view.ts'
import { hashFact, plainFact, sentenceFact, usdcFact, type ViewFact } from './fact.ts'
import { type ViewFigure, viewFigures } from './figure-view.ts'
import type { HeldStep } from './follow-holdings.ts'
import { type NameOf, nameWithin } from './name-of.ts'
import { type ViewOutcome, viewOutcome } from './outcome-view.ts'
import { showSentence, showText } from './show-text.ts'
import { type ViewState, viewState } from './state-view.ts'

/** One hook's answer. */
export interface ViewHook {
  readonly hook: string
  readonly verdict: RecordHookVerdict['verdict'] | 'not-asked'
  readonly code?: string
  /** The numbers by which it decided. */
  readonly figures: readonly ViewFigure[]
}

/** Calls under a title: a plan, a transaction or a call tree. */
export interface ViewCalls {
  readonly title: string
  readonly facts: readonly ViewFact[]
  readonly calls: readonly ViewCall[]
  /** What was to be signed. */
  readonly message?: ViewValue
  readonly logs?: readonly ViewLog[]
}

/** What became of an action of the agent. */
export interface ViewAction {
  readonly title: string
  readonly status: string
  readonly facts: readonly ViewFact[]
}

/** A step, ready to be shown. */
export interface ViewStep {
  readonly number: number
  readonly kind: string
  readonly title: string
  readonly phase: string
  readonly verdict: string
  readonly duration: string
  readonly place: string
  readonly denial?: {
    readonly layer: string
    readonly code: string
    readonly message: string
    readonly hint: string
    readonly figures: readonly ViewFigure[]
  }
  readonly hooks: readonly { readonly stage: string; readonly verdicts: readonly ViewHook[] }[]
  readonly facts: readonly ViewFact[]
  readonly actions: readonly ViewAction[]
  readonly outcome?: ViewOutcome
  /** Why it was not reached. */
  readonly skipped?: string
  readonly plans: readonly ViewCalls[]
  readonly sent: readonly ViewCalls[]
  readonly traces: readonly ViewCalls[]
  readonly before?: ViewState
  readonly after?: ViewState
  readonly result?: string
}

/** Prepare a step for the page. */
export function viewStep(step: HeldStep, nameOf: NameOf): ViewStep {
  const { denial, outcome, result, before, after, skipped } = step
  return {
    number: step.index + 1,
    kind: showText(step.kind),
    title: showSentence(withoutKind(step), 400),
    phase: showText(step.phase),
    verdict: step.verdict,
    duration: formatDuration(step.timings.durationMs),
    place: step.line > 0 ? `line ${step.line}` : '',
    ...(denial
      ? {
          denial: {
            layer: showText(denial.layer),
            code: showText(denial.code),
            message: showSentence(denial.message, 600),
            hint: showSentence(denial.hint, 600),
            figures: viewFigures(denial.figures),
          },
        }
      : {}),
    hooks: viewHooks(step.hooks),
    facts: viewFacts(step),
    actions: (step.actions ?? []).map((action) => viewAction(action, nameOf)),
    ...(outcome ? { outcome: viewOutcome(outcome, nameOf) } : {}),
    ...(skipped === undefined ? {} : { skipped: showText(skipped) }),
    plans: (step.plans ?? []).map((plan) => viewPlan(plan, nameOf)),
    sent: (step.sent ?? []).map((each) => viewSent(each, nameOf)),
    traces: (step.traces ?? []).map((trace) => viewTrace(trace, nameOf)),
    ...(before ? { before: viewState(before, nameOf) } : {}),
    ...(after ? { after: viewState(after, nameOf) } : {}),
    ...(result === undefined ? {} : { result: showText(formatJson(result)) }),
  }
}

/** The kind stands beside the title. */
const withoutKind = ({ kind, title }: RecordStep): string =>
  title.startsWith(`${kind} `) ? title.slice(kind.length + 1) : title

function viewHooks(hooks: readonly RecordHookVerdict[]): ViewStep['hooks'] {
  const stages = [...new Set(hooks.map(({ stage }) => stage))]
  return stages.map((stage) => {
    const asked = hooks.filter((hook) => hook.stage === stage)
    const missing = HOOK_ORDER.filter((name) => !asked.some(({ hook }) => hook === name))
    return {
      stage: showText(stage),
      verdicts: [
        ...asked.map((each) => ({
          hook: showText(each.hook),
          verdict: each.verdict,
          ...(each.code === undefined ? {} : { code: showText(each.code) }),
          figures: viewFigures(each.figures),
        })),
        ...missing.map((hook) => ({ hook, verdict: 'not-asked' as const, figures: [] })),
      ],
    }
  })
}

function viewFacts({
  authority,
  faults,
  phaseChanges,
  permit,
  permitChanges,
  transaction,
  ...step
}: RecordStep) {
  return [
    ...(step.action === undefined ? [] : [plainFact('Action', step.action)]),
    ...(authority ? [plainFact('Authority', `${authority.actionClass} ${authority.verdict}`)] : []),
    ...(step.tools ? [plainFact('Tools', step.tools.join(', '))] : []),
    ...(faults ? [plainFact('Faults', faults.join(', '))] : []),
    ...(phaseChanges?.length ? [plainFact('Phase', describeChanges(phaseChanges))] : []),
    ...(permit ? viewPermit(permit) : []),
    ...(permitChanges?.length ? [plainFact('Permits', describeChanges(permitChanges))] : []),
    ...(transaction
      ? [
          hashFact('Transaction', transaction.hash),
          plainFact('Block', transaction.blockNumber),
          plainFact('Gas', formatWhole(transaction.gasUsed)),
        ]
      : []),
  ]
}

const viewPermit = ({
  permitId,
  state,
  actionClass,
  spendUsdc,
  ...permit
}: NonNullable<RecordStep['permit']>) => [
  hashFact('Permit', permitId),
  plainFact('State', state),
  ...(actionClass === undefined ? [] : [plainFact('Class', actionClass)]),
  ...(spendUsdc === undefined ? [] : [usdcFact('Spend', spendUsdc)]),
  ...(permit.ttlSeconds === undefined
    ? []
    : [plainFact('Age', describeAge(permit.ttlSeconds, permit.ageSeconds))]),
]

function viewPlan({ permitId, stage, tool, calls, signature }: RecordPlan, nameOf: NameOf): ViewCalls {
  const { primaryType = '', verifier, message } = signature ?? {}
  return {
    title: showText(`Plan of ${tool}, judged at ${stage}`, 200),
    facts: [
      hashFact('Permit', permitId),
      ...(signature === undefined ? [] : [plainFact('Signs', primaryType)]),
      ...(verifier === undefined ? [] : [{ ...hashFact('Verifier', verifier), ...named(verifier, nameOf) }]),
    ],
    calls: calls.map((call) => viewCall(call, nameOf)),
    ...(message === undefined ? {} : { message: viewValue('message', message, nameOf) }),
  }
}

const named = (address: string, nameOf: NameOf) => {
  const name = nameOf(address)
  return name === undefined ? {} : { value: showText(name, 100) }
}

const viewSent = (
  { hash, nonce, call, carries, status, gasUsed, logs = [] }: RecordSent,
  nameOf: NameOf,
): ViewCalls => ({
  title: `Transaction ${status ?? 'not mined'}`,
  facts: [
    hashFact('Hash', hash),
    plainFact('Nonce', String(nonce)),
    ...(gasUsed === undefined ? [] : [plainFact('Gas', formatWhole(gasUsed))]),
    ...(carries === undefined ? [] : [hashFact('Carries the calls of the plan of', carries)]),
  ],
  calls: [viewCall(call, nameOf)],
  logs: logs.map((log) => viewLog(log, nameOf)),
})

const viewTrace = ({ of, subject, root }: RecordTrace, nameOf: NameOf): ViewCalls => ({
  title: `Call tree, ${of}`,
  facts: [hashFact(of === 'mined' ? 'Transaction' : 'Permit', subject)],
  calls: [viewFrame(root, nameOf)],
})

const viewAction = (action: RecordAction, nameOf: NameOf): ViewAction => ({
  title: showText(`tick ${action.tick}: ${action.actionType}`),
  status: action.status,
  facts: [
    ...(action.tool === undefined ? [] : [plainFact('Tool', action.tool)]),
    ...(action.reason === undefined ? [] : [plainFact('Reason', action.reason)]),
    ...(action.permitId === undefined ? [] : [hashFact('Permit', action.permitId)]),
    ...(action.transactionHash === undefined ? [] : [hashFact('Transaction', action.transactionHash)]),
    ...(action.expected === undefined ? [] : [sentenceFact('Expected', nameWithin(action.expected, nameOf))]),
    ...(action.actual === undefined ? [] : [sentenceFact('Actual', nameWithin(action.actual, nameOf))]),
    ...(action.verified === undefined ? [] : [plainFact('Within tolerance', action.verified ? 'yes' : 'no')]),
    ...(action.gasUsdc === undefined ? [] : [usdcFact('Gas', action.gasUsdc)]),
    ...(action.pnlUsdc === undefined ? [] : [usdcFact('Profit', action.pnlUsdc)]),
    ...(action.replay === undefined ? [] : [plainFact('Looked at again', action.replay)]),
  ],
})

const describeAge = (ttlSeconds: number, ageSeconds = 0): string =>
  `${ageSeconds.toLocaleString('en-US')} of ${ttlSeconds.toLocaleString('en-US')} s`

const describeChanges = (changes: readonly RecordTransition[]) =>
  changes.map(({ from, to }) => `${from} → ${to}`).join(', ')

const formatWhole = (value: string): string =>
  /^\d+$/.test(value) ? BigInt(value).toLocaleString('en-US') : value
