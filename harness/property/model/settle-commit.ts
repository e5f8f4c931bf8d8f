import type { Hex } from 'viem'
import { isAddressEqual } from '../../../tools/core/is-address-equal.ts'
import { readThroughput } from '../../../tools/core/receipt-deltas.ts'
import { ACCOUNT_PROTOCOLS, findAccount } from '../../protocols/accounts.ts'
import type { StepOutcome } from '../../scenario/step/step-outcome.ts'
import type { Stage } from '../../stage/stage.ts'
import type { AuthorityRules, AuthorityState, Judgement } from './authority/authority.ts'
import { carryOut, endPermit, failToSign, noteLook } from './authority/authority-state.ts'
import type { Facts } from './facts/facts.ts'
import { tokensOf } from './known-tokens.ts'
import type { Denial, Prediction } from './verdict.ts'

/** Codes of a signer that failed after the permit was used up. */
const AFTER_USE = [
  'SIGNER_FAILED',
  'SIGNER_TIMED_OUT',
  'SIGNER_WRONG_KEY',
  'SIGNED_BYTES_DIFFER',
  ...ACCOUNT_PROTOCOLS.map((id) => findAccount(id).tooFewSigned),
]

/** Take in what became of a commit. */
export function settleCommit(
  rules: AuthorityRules,
  state: AuthorityState,
  permitId: string,
  judged: Judgement | { readonly verdicts: Prediction },
  facts: Facts,
  seen: { readonly found: 'allowed' | Denial; readonly outcome: StepOutcome; readonly stage: Stage },
): AuthorityState {
  const { found, outcome, stage } = seen
  if (found !== 'allowed') {
    const told = { ...noteLook(rules, state, facts, found), isTold: true }
    if (found.code === 'BROADCAST_FAILED') return { ...told, isUnsettled: true }
    if (found.code === 'PERMIT_EXPIRED') return endPermit(told, permitId, 'expired')
    return AFTER_USE.includes(found.code) && 'effect' in judged ? failToSign(told, permitId, judged) : told
  }
  const looked = noteLook(rules, state, facts, undefined)
  if (!('effect' in judged)) return looked
  const symbolOf = (token: Hex) =>
    stage.book.tokens.find(({ address }) => isAddressEqual(address, token))?.symbol ??
    (tokensOf(stage.book).at(-1)?.symbol as string)
  const { observed = [], report } = outcome.observation ?? {}
  const throughputOf = readThroughput(report?.receipt ?? { logs: [] })
  const deltas = observed.map((delta) => ({
    ...delta,
    symbol: symbolOf(delta.token),
    through: throughputOf(delta.token, delta.account),
  }))
  const { spendUsdc } = outcome
  return carryOut(looked, permitId, judged, facts, {
    deltas,
    ...(spendUsdc === undefined ? {} : { spend: spendUsdc }),
  })
}
