import { formatUsdc } from '../../../tools/core/amount.ts'
import { matchesAmount, renderCheck } from './compare-amount.ts'
import { type Check, describeEnd, type JudgedStep, type Report } from './judged-step.ts'

/** The layer that looks at the form of a call only: a denial that names nothing does not mean its own. */
const INPUT_LAYER = 'schema'

/** Hold how a step ended against what is expected: allowed, denied by a layer, committed, of a class, of a spend. */
export const checkEnd: Check = (judged, report) => {
  const { expect, outcome } = judged
  const error = outcome.observation?.error
  const wantsError = expect.denied !== undefined || expect.error !== undefined
  if (error && !wantsError) report('expect.allowed', 'allowed', describeEnd(judged))
  checkDenial(judged, report)
  if (expect.error && error?.code !== expect.error.code) {
    report('expect.error', expect.error.code, describeEnd(judged))
  }
  checkTogether(judged, report)
  if (expect.committed && !error && outcome.observation?.report === undefined) {
    report('expect.committed', 'a committed transaction', 'none')
  }
  if (expect.actionClass !== undefined && expect.actionClass !== outcome.actionClass) {
    report('expect.class', expect.actionClass, outcome.actionClass ?? describeEnd(judged))
  }
  const { spendUsdc } = outcome
  if (expect.spend && !(spendUsdc !== undefined && matchesAmount(expect.spend, spendUsdc))) {
    const found = spendUsdc === undefined ? describeEnd(judged) : formatUsdc(spendUsdc)
    report('expect.spend', renderCheck(expect.spend, formatUsdc), found)
  }
}

function checkDenial(judged: JudgedStep, report: Report): void {
  const { expect, isMalformed, outcome } = judged
  if (expect.denied === undefined) return
  const { layer, code } = expect.denied
  const error = outcome.observation?.error
  const wanted = `denied by ${layer ?? 'any layer'}${code ? ` with ${code}` : ''}`
  if (!error) report('expect.denied', wanted, 'allowed')
  else if (!layer && !code && error.layer === INPUT_LAYER && !isMalformed) {
    report('expect.denied', 'denied for what the action does, not for its form', describeEnd(judged))
  } else if ((layer && layer !== error.layer) || (code && code !== error.code)) {
    report('expect.denied', wanted, describeEnd(judged))
  }
}

/** Steps that ran together may each be denied with one of the codes that are named; who expects them allowed, with none. */
function checkTogether({ expect, outcome }: JudgedStep, report: Report): void {
  const { denials, allowed } = expect
  if (denials !== undefined && outcome.together === undefined) {
    report('expect.denials', 'steps that run together', 'one that does not: expect denied')
  }
  for (const { title, code } of outcome.together ?? []) {
    if (code === undefined) continue
    if (allowed) report('expect.allowed', 'allowed', `${title}: ${code}`)
    if (denials !== undefined && !denials.includes(code)) {
      report('expect.denials', `denials with ${denials.join(' or ')} only`, `${title}: ${code}`)
    }
  }
}
