import type {
  RecordAction,
  RecordHookVerdict,
  RecordStep,
  RecordTransition,
} from '../../../harness/record/record.ts'
import { HOOK_ORDER } from '../../../harness/record/vocabulary.ts'
import { formatDuration } from '../../text/format-duration.ts'
import { formatJson } from '../../text/format-json.ts'
import { shortenHash } from '../../text/shorten-hash.ts'
import { type ViewAmount, type ViewOutcome, viewAmount, viewOutcome } from './outcome-view.ts'
import { showText } from './show-text.ts'

const USDC = { decimals: 6, symbol: 'USDC' }

/** A name with a value; `full` is what copying gives where `value` is a short form. */
export interface ViewFact {
  readonly name: string
  readonly value: string
  readonly full?: string
  readonly baseUnits?: string
}

/** One hook's answer. */
export interface ViewHook {
  readonly hook: string
  readonly verdict: RecordHookVerdict['verdict'] | 'not-asked'
  readonly code?: string
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
  }
  readonly hooks: readonly { readonly stage: string; readonly verdicts: readonly ViewHook[] }[]
  readonly facts: readonly ViewFact[]
  readonly actions: readonly ViewAction[]
  readonly outcome?: ViewOutcome
  readonly result?: string
}

/** Prepare a step for the page. */
export function viewStep(step: RecordStep): ViewStep {
  const { denial, outcome, result } = step
  return {
    number: step.index + 1,
    kind: showText(step.kind),
    title: showText(step.title, 400),
    phase: showText(step.phase),
    verdict: step.verdict,
    duration: formatDuration(step.timings.durationMs),
    place: step.line > 0 ? `line ${step.line}` : '',
    ...(denial
      ? {
          denial: {
            layer: showText(denial.layer),
            code: showText(denial.code),
            message: showText(denial.message, 600),
            hint: showText(denial.hint, 600),
          },
        }
      : {}),
    hooks: viewHooks(step.hooks),
    facts: viewFacts(step),
    actions: (step.actions ?? []).map(viewAction),
    ...(outcome ? { outcome: viewOutcome(outcome) } : {}),
    ...(result === undefined ? {} : { result: showText(formatJson(result)) }),
  }
}

function viewHooks(hooks: readonly RecordHookVerdict[]): ViewStep['hooks'] {
  const stages = [...new Set(hooks.map(({ stage }) => stage))]
  return stages.map((stage) => {
    const asked = hooks.filter((hook) => hook.stage === stage)
    const missing = HOOK_ORDER.filter((name) => !asked.some(({ hook }) => hook === name))
    return {
      stage: showText(stage),
      verdicts: [
        ...asked.map(({ hook, verdict, code }) => ({
          hook: showText(hook),
          verdict,
          ...(code === undefined ? {} : { code: showText(code) }),
        })),
        ...missing.map((hook) => ({ hook, verdict: 'not-asked' as const })),
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
    ...(step.action === undefined ? [] : [plain('Action', step.action)]),
    ...(authority ? [plain('Authority', `${authority.actionClass} ${authority.verdict}`)] : []),
    ...(step.tools ? [plain('Tools', step.tools.join(', '))] : []),
    ...(faults ? [plain('Faults', faults.join(', '))] : []),
    ...(phaseChanges?.length ? [plain('Phase', describeChanges(phaseChanges))] : []),
    ...(permit ? viewPermit(permit) : []),
    ...(permitChanges?.length ? [plain('Permits', describeChanges(permitChanges))] : []),
    ...(transaction
      ? [
          hashed('Transaction', transaction.hash),
          plain('Block', transaction.blockNumber),
          plain('Gas', formatWhole(transaction.gasUsed)),
        ]
      : []),
  ]
}

const viewPermit = ({ permitId, state, actionClass, spendUsdc }: NonNullable<RecordStep['permit']>) => [
  hashed('Permit', permitId),
  plain('State', state),
  ...(actionClass === undefined ? [] : [plain('Class', actionClass)]),
  ...(spendUsdc === undefined ? [] : [amount('Spend', spendUsdc)]),
]

const viewAction = (action: RecordAction): ViewAction => ({
  title: showText(`tick ${action.tick}: ${action.actionType}`),
  status: action.status,
  facts: [
    ...(action.tool === undefined ? [] : [plain('Tool', action.tool)]),
    ...(action.reason === undefined ? [] : [plain('Reason', action.reason)]),
    ...(action.permitId === undefined ? [] : [hashed('Permit', action.permitId)]),
    ...(action.transactionHash === undefined ? [] : [hashed('Transaction', action.transactionHash)]),
    ...(action.expected === undefined ? [] : [plain('Expected', action.expected)]),
    ...(action.actual === undefined ? [] : [plain('Actual', action.actual)]),
    ...(action.verified === undefined ? [] : [plain('Within tolerance', action.verified ? 'yes' : 'no')]),
    ...(action.gasUsdc === undefined ? [] : [amount('Gas', action.gasUsdc)]),
    ...(action.pnlUsdc === undefined ? [] : [amount('Profit', action.pnlUsdc)]),
    ...(action.replay === undefined ? [] : [plain('Looked at again', action.replay)]),
  ],
})

const plain = (name: string, value: string): ViewFact => ({ name, value: showText(value) })

const hashed = (name: string, value: string): ViewFact => ({
  name,
  value: shortenHash(showText(value)),
  full: showText(value),
})

function amount(name: string, baseUnits: string): ViewFact {
  if (!/^-?\d+$/.test(baseUnits)) return plain(name, baseUnits)
  const { text, ...rest }: ViewAmount = viewAmount(baseUnits, USDC)
  return { name, value: text, ...rest }
}

const describeChanges = (changes: readonly RecordTransition[]) =>
  changes.map(({ from, to }) => `${from} → ${to}`).join(', ')

const formatWhole = (value: string): string =>
  /^\d+$/.test(value) ? BigInt(value).toLocaleString('en-US') : value
