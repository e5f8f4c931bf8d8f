import { formatEther, isAddressEqual } from 'viem'
import { amountOf, formatAmount, formatUsdc } from '../../tools/core/amount.ts'
import type { AssayEvent } from '../../tools/core/events.ts'
import { type Json, toCanonicalJson } from '../../tools/core/json.ts'
import { differenceBps } from '../../tools/core/outcome.ts'
import { findToken } from '../../tools/core/tokens.ts'
import type { StepCosts } from '../oracle/step-costs.ts'
import type { RecordFinding } from '../record/record.ts'
import type { Stage } from '../stage/stage.ts'
import { checkOrder } from './check-order.ts'
import { renderCodeFrame } from './code-frame.ts'
import type { AmountCheck, Expectations } from './expectations.ts'
import { resolveAccount, resolveTokenAddress } from './step/resolve-names.ts'
import type { StepOf } from './step/step.ts'
import type { StepOutcome } from './step/step-outcome.ts'

/** The layer that looks at the form of a call only: a denial that names nothing does not mean its own. */
const INPUT_LAYER = 'schema'

/** Tell whether an amount is as expected. */
function matchesAmount(check: AmountCheck, found: bigint): boolean {
  switch (check.op) {
    case '=':
      return found === check.value
    case '<':
      return found < check.value
    case '<=':
      return found <= check.value
    case '>':
      return found > check.value
    case '>=':
      return found >= check.value
    case '~':
      return differenceBps(check.value, found) <= check.toleranceBps
  }
}

const renderCheck = (check: AmountCheck, write: (baseUnits: bigint) => string) =>
  check.op === '~' ? `${write(check.value)} ± ${check.toleranceBps} bps` : `${check.op} ${write(check.value)}`

/** How amounts of a token that a scenario names are written. */
const writeAmountsOf =
  (stage: Stage, token: string) =>
  (baseUnits: bigint): string =>
    formatAmount(amountOf(findToken(stage.book, resolveTokenAddress(stage, token)), token, baseUnits))

/**
 * Hold what a step came to against what its author expects, and against the laws of ground truth, which nobody
 * has to write down.
 */
export async function checkExpectations(
  step: StepOf,
  outcome: StepOutcome,
  stage: Stage,
  context: {
    readonly index: number
    readonly waitedMs: number
    readonly costs?: StepCosts | undefined
    /** Text of the file, where it is one that somebody can open. */
    readonly source?: string | undefined
  },
): Promise<RecordFinding[]> {
  const findings: RecordFinding[] = []
  const { observation } = outcome
  const error = observation?.error
  const report = (law: string, expected: unknown, found: unknown, message?: string) => {
    const place = law.startsWith('expect.') ? step.places?.[law.slice('expect.'.length)] : undefined
    findings.push({
      law,
      message: message ?? `${step.title}: expected ${expected}, found ${found}`,
      expected: String(expected),
      found: String(found),
      ...(error ? { layer: error.layer, code: error.code } : {}),
      step: context.index,
      ...(place ?? { line: step.line }),
      ...(place && context.source !== undefined ? { frame: renderCodeFrame(context.source, place) } : {}),
    })
  }
  for (const { law, subject, expected, found } of observation?.contradictions ?? []) {
    report(law, expected, found, `${step.title}: ${subject}: expected ${expected}, found ${found}`)
  }
  for (const { law, expected, found } of checkOrder(observation?.events ?? [])) report(law, expected, found)
  const expect: Expectations = step.expect ?? {}
  const wantsError = expect.denied !== undefined || expect.error !== undefined
  const describeOutcome = () => (error ? `${error.layer}/${error.code}: ${error.shortMessage}` : 'allowed')

  if (error && !wantsError) report('expect.allowed', 'allowed', describeOutcome())
  if (expect.denied) {
    const { layer, code } = expect.denied
    const wanted = `denied by ${layer ?? 'any layer'}${code ? ` with ${code}` : ''}`
    if (!error) report('expect.denied', wanted, 'allowed')
    else if (!layer && !code && error.layer === INPUT_LAYER && !step.isMalformed) {
      report('expect.denied', 'denied for what the action does, not for its form', describeOutcome())
    } else if ((layer && layer !== error.layer) || (code && code !== error.code)) {
      report('expect.denied', wanted, describeOutcome())
    }
  }
  if (expect.error && error?.code !== expect.error.code) {
    report('expect.error', expect.error.code, describeOutcome())
  }
  if (expect.denials) {
    const wanted = `denials with ${expect.denials.join(' or ')} only`
    for (const { title, code } of outcome.together ?? []) {
      if (code !== undefined && !expect.denials.includes(code)) {
        report('expect.denials', wanted, `${title}: ${code}`)
      }
    }
  }
  if (expect.committed && !error && observation?.report === undefined) {
    report('expect.committed', 'a committed transaction', 'none')
  }
  if (expect.actionClass !== undefined && expect.actionClass !== outcome.actionClass) {
    report('expect.class', expect.actionClass, outcome.actionClass ?? describeOutcome())
  }
  if (expect.spend && !(outcome.spendUsdc !== undefined && matchesAmount(expect.spend, outcome.spendUsdc))) {
    report(
      'expect.spend',
      renderCheck(expect.spend, formatUsdc),
      outcome.spendUsdc === undefined ? describeOutcome() : formatUsdc(outcome.spendUsdc),
    )
  }
  if (expect.observed === 'unchanged') {
    const changed = observation?.observed ?? []
    if (changed.length > 0) {
      const found = changed
        .map((delta) => writeAmountsOf(stage, delta.token)(delta.deltaBaseUnits))
        .join(', ')
      report('expect.observed', 'no balance changes', found)
    }
  } else if (expect.observed) {
    for (const [token, check] of expect.observed) {
      const address = resolveTokenAddress(stage, token)
      const found = (observation?.observed ?? [])
        .filter((delta) => isAddressEqual(delta.token, address))
        .reduce((sum, delta) => sum + delta.deltaBaseUnits, 0n)
      const write = writeAmountsOf(stage, token)
      if (!matchesAmount(check, found)) report('expect.observed', renderCheck(check, write), write(found))
    }
  }
  const counts = [
    ['gas', context.costs?.gasUsed, String],
    ['fee', context.costs?.feeWei, (wei: bigint) => `${formatEther(wei)} ETH`],
    ['transactions', context.costs?.transactions, String],
  ] as const
  for (const [member, found = 0n, write] of counts) {
    const check = expect[member]
    if (check && !matchesAmount(check, found)) {
      report(`expect.${member}`, renderCheck(check, write), write(found))
    }
  }
  if (expect.errorBps !== undefined) {
    const found = observation?.outcome?.errorBps
    if (found === undefined || found > expect.errorBps) {
      report('expect.errorBps', `at most ${expect.errorBps} bps`, found ?? 'no committed write')
    }
  }
  if (expect.waitedMs !== undefined && context.waitedMs > expect.waitedMs) {
    report('expect.waited', `at most ${expect.waitedMs} ms`, context.waitedMs)
  }
  for (const [path, wanted] of Object.entries(expect.data ?? {})) {
    const found = readPath(observation?.details, path)
    if (!matchesData(wanted, found)) {
      report('expect.data', `${path}: ${toCanonicalJson(wanted)}`, `${toCanonicalJson(found ?? null)}`)
    }
  }
  if (stage.processes.isDown) reportNoStack(expect, report)
  else checkStack(expect, outcome, stage, report)
  await checkChain(expect, stage, report)
  if (expect.events) checkEvents(expect.events, observation?.events ?? [], report)
  return findings
}

type Report = (law: string, expected: unknown, found: unknown) => void

/** Expectations of the stack's own state. */
const STACK_STATE = ['permit', 'phase', 'spent', 'halted', 'audit'] as const

/** What did not come up has no state. */
function reportNoStack(expect: Expectations, report: Report): void {
  for (const member of STACK_STATE) {
    if (expect[member] !== undefined)
      report(`expect.${member}`, expect[member], 'a process that did not come up')
  }
}

function checkStack(expect: Expectations, outcome: StepOutcome, stage: Stage, report: Report): void {
  const { view } = stage.session.agent.safety
  if (expect.permit !== undefined) {
    const found = view.permits().find(({ permitId }) => permitId === outcome.permitId)?.state ?? 'no permit'
    if (found !== expect.permit) report('expect.permit', expect.permit, found)
  }
  if (expect.phase !== undefined) {
    const found = view.phase().phase
    if (found !== expect.phase) report('expect.phase', expect.phase, found)
  }
  if (expect.spent) {
    const { spentInWindowUsdc, reservedUsdc } = view.spending()
    const found = spentInWindowUsdc + reservedUsdc
    if (!matchesAmount(expect.spent, found))
      report('expect.spent', renderCheck(expect.spent, formatUsdc), formatUsdc(found))
  }
  if (expect.halted !== undefined) {
    const found = view.haltedSince() !== undefined
    if (found !== expect.halted) report('expect.halted', expect.halted, found)
  }
  if (expect.audit === 'intact') {
    const found = view.verifyAudit()
    if (!found.ok) report('expect.audit', 'an intact chain', found.problem)
  }
}

async function checkChain(expect: Expectations, stage: Stage, report: Report): Promise<void> {
  for (const { account, token, check } of expect.balances ?? []) {
    const address = resolveAccount(stage, account)
    const [found = 0n] = await stage.oracle.readBalancesOf([
      { token: resolveTokenAddress(stage, token), account: address },
    ])
    const write = writeAmountsOf(stage, token)
    if (!matchesAmount(check, found)) {
      report('expect.balances', `${account} ${renderCheck(check, write)}`, write(found))
    }
  }
  for (const { token, spender, check } of expect.allowances ?? []) {
    const found = await stage.oracle.readAllowance(
      resolveTokenAddress(stage, token),
      stage.cage,
      resolveTokenAddress(stage, spender),
    )
    const write = writeAmountsOf(stage, token)
    if (!matchesAmount(check, found)) report('expect.allowances', renderCheck(check, write), write(found))
  }
}

function checkEvents(
  wanted: NonNullable<Expectations['events']>,
  found: readonly AssayEvent[],
  report: Report,
): void {
  let position = 0
  for (const { kind, fields } of wanted) {
    const index = found.findIndex(
      (event, at) =>
        at >= position &&
        event.kind === kind &&
        Object.entries(fields).every(
          ([key, value]) => (event as unknown as Record<string, Json>)[key] === value,
        ),
    )
    if (index < 0) {
      report(
        'expect.events',
        `${kind} ${toCanonicalJson(fields)}`,
        found.map((event) => event.kind).join(', '),
      )
      return
    }
    position = index + 1
  }
}

function readPath(value: Json | undefined, path: string): Json | undefined {
  let current: Json | undefined = value
  for (const key of path.split('.')) {
    if (current === null || typeof current !== 'object') return undefined
    current = (current as Record<string, Json>)[key]
  }
  return current
}

/** A wanted text such as "> 5" compares numbers; anything else has to be equal. */
function matchesData(wanted: Json, found: Json | undefined): boolean {
  const comparison = typeof wanted === 'string' ? /^(<=|>=|<|>)\s*(-?\d+)$/.exec(wanted) : null
  if (comparison === null) {
    return toCanonicalJson(wanted) === toCanonicalJson(found ?? null) || String(wanted) === String(found)
  }
  if (typeof found !== 'string' && typeof found !== 'number') return false
  if (!/^-?\d+$/.test(String(found))) return false
  const check = { op: comparison[1], value: BigInt(comparison[2] ?? '0') } as AmountCheck
  return matchesAmount(check, BigInt(found))
}
