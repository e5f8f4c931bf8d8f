import { otherDriver } from '../../harness/record/other-driver.ts'
import type {
  RecordDelta,
  RecordHookVerdict,
  RecordScenario,
  RecordStep,
} from '../../harness/record/record.ts'
import { HOOK_ORDER } from '../../harness/record/vocabulary.ts'
import { clip } from '../text/clip.ts'
import { formatAmount } from '../text/format-amount.ts'
import { formatCount } from '../text/format-count.ts'
import { formatDuration } from '../text/format-duration.ts'
import { formatJson } from '../text/format-json.ts'
import { makeVisible } from '../text/make-visible.ts'
import { shortenHash } from '../text/shorten-hash.ts'

const MAX_TEXT_LENGTH = 2000
const USDC_DECIMALS = 6

/** A name with a value; `full` is what copying or hovering gives where `value` is a short form. */
export interface ViewFact {
  readonly name: string
  readonly value: string
  readonly full?: string
}

/** One hook's answer, as a chip. */
export interface ViewHook {
  readonly hook: string
  readonly verdict: RecordHookVerdict['verdict'] | 'not-asked'
  readonly code?: string
}

/** One row of the table of the three accounts. */
export interface ViewAmounts {
  readonly symbol: string
  readonly expected: string
  readonly actual: string
  readonly observed: string
  readonly differenceBps: string
  /** Whether what the tool reports is what the chain shows. */
  readonly agrees: boolean
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
  readonly outcome?: { readonly caption: string; readonly rows: readonly ViewAmounts[] }
  readonly result?: string
}

/** What the page embeds of a scenario: text that is already formatted, so that its script only builds elements. */
export interface ScenarioView {
  readonly facts: readonly ViewFact[]
  readonly replay: string
  readonly problems: readonly { readonly title: string; readonly text: string }[]
  readonly counterexample?: string
  readonly steps: readonly ViewStep[]
}

/** Prepare a scenario for the page. */
export function viewScenario(scenario: RecordScenario): ScenarioView {
  const { finalBlock, roundTrips, property } = scenario
  const counterexample = property?.counterexample
  const driver = otherDriver(scenario)
  return {
    facts: [
      { name: 'File', value: text(scenario.file) },
      { name: 'Profile', value: text(scenario.profile) },
      ...(driver ? [{ name: 'Driver', value: driver }] : []),
      { name: 'Seed', value: text(scenario.seed) },
      ...(property ? [{ name: 'Cases', value: property.runs.toLocaleString('en-US') }] : []),
      ...(finalBlock.hash === ''
        ? []
        : [
            {
              name: 'Final block',
              value: `${finalBlock.number}  ${shortenHash(finalBlock.hash)}`,
              full: finalBlock.hash,
            },
          ]),
      ...(scenario.stateDigest === ''
        ? []
        : [{ name: 'State', value: shortenHash(scenario.stateDigest), full: scenario.stateDigest }]),
      {
        name: 'Round trips',
        value: `agent ${roundTrips.agent}, harness ${roundTrips.harness}, oracle ${roundTrips.oracle}`,
      },
      { name: 'Worker', value: String(scenario.timings.worker) },
    ],
    replay: scenario.replay,
    problems: [
      ...scenario.findings.map(({ law, message, expected, found, step }) => ({
        title: text(law),
        text: text(
          [
            ...(scenario.steps.length > 0 ? [`step ${step + 1}`] : []),
            ...(message === '' ? [] : [message]),
            `expected: ${expected}`,
            `found: ${found}`,
          ].join('\n'),
        ),
      })),
      ...(scenario.broken ? [{ title: scenario.broken.code, text: text(scenario.broken.message) }] : []),
    ],
    ...(counterexample === undefined ? {} : { counterexample: text(formatJson(counterexample)) }),
    steps: scenario.steps.map(viewStep),
  }
}

function viewStep(step: RecordStep): ViewStep {
  const { denial, outcome, result } = step
  return {
    number: step.index + 1,
    kind: text(step.kind),
    title: text(step.title, 400),
    phase: text(step.phase),
    verdict: step.verdict,
    duration: formatDuration(step.timings.durationMs),
    place: step.line > 0 ? `line ${step.line}` : '',
    ...(denial
      ? {
          denial: {
            layer: text(denial.layer),
            code: text(denial.code),
            message: text(denial.message, 600),
            hint: text(denial.hint, 600),
          },
        }
      : {}),
    hooks: viewHooks(step.hooks),
    facts: viewFacts(step),
    ...(outcome
      ? {
          outcome: {
            caption: captionOf(outcome),
            rows: [
              ...viewAmounts(outcome),
              ...(outcome.positions ?? []).map(viewPosition),
              ...(outcome.worth ?? []).map(viewWorth),
              ...(outcome.allowances ?? []).map(viewAllowance),
            ],
          },
        }
      : {}),
    ...(result === undefined ? {} : { result: text(formatJson(result)) }),
  }
}

function viewHooks(hooks: readonly RecordHookVerdict[]): ViewStep['hooks'] {
  const stages = [...new Set(hooks.map(({ stage }) => stage))]
  return stages.map((stage) => {
    const asked = hooks.filter((hook) => hook.stage === stage)
    const missing = HOOK_ORDER.filter((name) => !asked.some(({ hook }) => hook === name))
    return {
      stage: text(stage),
      verdicts: [
        ...asked.map(({ hook, verdict, code }) => ({
          hook: text(hook),
          verdict,
          ...(code === undefined ? {} : { code: text(code) }),
        })),
        ...missing.map((hook) => ({ hook, verdict: 'not-asked' as const })),
      ],
    }
  })
}

function viewFacts({ permit, transaction }: RecordStep): ViewFact[] {
  const facts: ViewFact[] = []
  if (permit) {
    facts.push({ name: 'Permit', value: shortenHash(text(permit.permitId)), full: text(permit.permitId) })
    facts.push({ name: 'State', value: text(permit.state) })
    if (permit.actionClass !== undefined) facts.push({ name: 'Class', value: text(permit.actionClass) })
    if (permit.spendUsdc !== undefined) facts.push({ name: 'Spend', value: formatUsdc(permit.spendUsdc) })
  }
  if (transaction) {
    facts.push({
      name: 'Transaction',
      value: shortenHash(text(transaction.hash)),
      full: text(transaction.hash),
    })
    facts.push({ name: 'Block', value: text(transaction.blockNumber) })
    facts.push({ name: 'Gas', value: formatWhole(transaction.gasUsed) })
  }
  return facts
}

type Outcome = NonNullable<RecordStep['outcome']>

function viewAmounts(outcome: Outcome): ViewAmounts[] {
  const all = [...outcome.expected, ...outcome.actual, ...outcome.observed]
  const tokens = [...new Map(all.map((delta) => [delta.token.toLowerCase(), delta])).values()]
  return tokens.map(({ token, symbol, decimals }) => {
    const expected = sumOf(outcome.expected, token)
    const actual = sumOf(outcome.actual, token)
    const observed = sumOf(outcome.observed, token)
    const show = (amount: bigint) => formatAmount(amount.toString(), decimals, { signed: true })
    return {
      symbol: text(symbol, 60),
      expected: show(expected),
      actual: show(actual),
      observed: show(observed),
      differenceBps: describeDifference(expected, observed),
      agrees: actual === observed,
    }
  })
}

function viewPosition(position: NonNullable<Outcome['positions']>[number]): ViewAmounts {
  const { protocol, key, kind, expectedUnits, actualUnits, observedUnits } = position
  const show = (units: string) => formatAmount(units, 0, { signed: true })
  return {
    symbol: text(`${protocol} ${shortenHash(key)}, units ${kind}`, 60),
    expected: show(expectedUnits),
    actual: show(actualUnits),
    observed: show(observedUnits),
    differenceBps: describeDifference(BigInt(expectedUnits), BigInt(observedUnits)),
    agrees: actualUnits === observedUnits,
  }
}

function viewWorth(worth: NonNullable<Outcome['worth']>[number]): ViewAmounts {
  const { protocol, key, kind, symbol, decimals } = worth
  const show = (amount: string) => formatAmount(amount, decimals, { signed: true })
  return {
    symbol: text(`${symbol} ${kind} in ${protocol} ${shortenHash(key)}`, 60),
    expected: show(worth.expectedBaseUnits),
    actual: show(worth.actualBaseUnits),
    observed: show(worth.observedBaseUnits),
    differenceBps: describeDifference(BigInt(worth.expectedBaseUnits), BigInt(worth.observedBaseUnits)),
    agrees: worth.actualBaseUnits === worth.observedBaseUnits,
  }
}

function viewAllowance(allowance: NonNullable<Outcome['allowances']>[number]): ViewAmounts {
  const { symbol, spender, decimals, expectedBaseUnits, actualBaseUnits, observedBaseUnits } = allowance
  const show = (amount: string | null) => (amount === null ? '—' : formatAmount(amount, decimals))
  return {
    symbol: text(`${symbol} that ${shortenHash(spender)} may take`, 60),
    expected: show(expectedBaseUnits),
    actual: show(actualBaseUnits),
    observed: show(observedBaseUnits),
    differenceBps:
      expectedBaseUnits === null
        ? '—'
        : describeDifference(BigInt(expectedBaseUnits), BigInt(observedBaseUnits)),
    agrees: actualBaseUnits === null || actualBaseUnits === observedBaseUnits,
  }
}

const captionOf = ({ groundTruthSource, errorBps, settles }: Outcome) =>
  [
    ...(settles === undefined ? [] : [`Settles step ${settles + 1}`]),
    `Ground truth from ${text(groundTruthSource)}; expected against observed ${formatBps(errorBps)}`,
  ].join('; ')

const sumOf = (deltas: readonly RecordDelta[], token: string): bigint =>
  deltas
    .filter((delta) => delta.token.toLowerCase() === token.toLowerCase())
    .reduce((sum, { deltaBaseUnits }) => sum + BigInt(deltaBaseUnits), 0n)

// Rounded up like the oracle's: a difference is never shown as none.
function describeDifference(expected: bigint, observed: bigint): string {
  if (expected === observed) return '0'
  if (expected === 0n) return 'unexpected'
  const magnitude = expected < 0n ? -expected : expected
  const difference = expected < observed ? observed - expected : expected - observed
  return ((difference * 10_000n + magnitude - 1n) / magnitude).toLocaleString('en-US')
}

const formatBps = (bps: number): string => formatCount(bps, 'bp')

const formatUsdc = (baseUnits: string): string =>
  /^\d+$/.test(baseUnits) ? `${formatAmount(baseUnits, USDC_DECIMALS)} USDC` : text(baseUnits)

const formatWhole = (value: string): string =>
  /^\d+$/.test(value) ? BigInt(value).toLocaleString('en-US') : text(value)

const text = (value: string, maxLength = MAX_TEXT_LENGTH): string => clip(makeVisible(value), maxLength)
