import { type CageJudgement, judgeCage } from '../cage/judge-cage.ts'
import type { Facts } from '../facts/facts.ts'
import type { Prediction } from '../verdict.ts'
import type { AuthorityRules } from './authority.ts'
import type { JudgedAction } from './judged-action.ts'

/** Ask the model of the cage what it says to an action in the next block. */
export function askCage({ rules, state, effect, facts }: JudgedAction): {
  /** Undefined for what the cage never sees. */
  readonly judged: CageJudgement | undefined
  readonly verdicts: Prediction
  /** Whether the action is sure to succeed. */
  readonly isSure: boolean
} {
  const judged =
    effect.cage &&
    judgeCage(rules.cage, state.cage, effect.cage, {
      nowSeconds: facts.now.chainSeconds + 1,
      prices: new Map([...facts.prices].map(([token, { primary }]) => [token, primary])),
      wallet: walletOf(rules, facts),
    })
  const verdicts = effect.reverts === true ? (['allowed'] as const) : (judged?.verdicts ?? ['allowed'])
  const isSure =
    effect.reverts === false &&
    effect.lists.cage.length === 0 &&
    verdicts.length === 1 &&
    verdicts[0] === 'allowed'
  return { judged, verdicts, isSure }
}

/** The account's assets as the cage holds them: native currency is wrapped currency. */
function walletOf({ lists }: AuthorityRules, { balances }: Facts): ReadonlyMap<string, bigint> {
  const native = balances.get(lists.nativeSymbol) ?? 0n
  return new Map(
    [...balances].map(([token, amount]) => [token, token === lists.wrappedSymbol ? amount + native : amount]),
  )
}
