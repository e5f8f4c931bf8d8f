import { checkChain } from '../scenario/expect/check-chain.ts'
import { checkStack } from '../scenario/expect/check-stack.ts'
import { matchesAmount, renderCheck, writeAmountsOf } from '../scenario/expect/compare-amount.ts'
import type { Report } from '../scenario/expect/judged-step.ts'
import { resolveAccount, resolveTokenAddress } from '../scenario/step/resolve-names.ts'
import type { Stage } from '../stage/stage.ts'
import type { Predicate } from './goal.ts'

/** Whether the chain shows what it has to, and what it shows instead. */
export interface Judgement {
  readonly holds: boolean
  readonly misses: readonly string[]
}

/** Note what the chain shows before a model is asked; the returned function judges by what it shows then. */
export async function watchPredicate(
  stage: Stage,
  { expect, changes }: Predicate,
): Promise<() => Promise<Judgement>> {
  const watched = changes.map(({ account, token }) => ({
    account: resolveAccount(stage, account),
    token: resolveTokenAddress(stage, token),
  }))
  const before = await stage.oracle.readBalancesOf(watched)
  return async () => {
    const misses: string[] = []
    const report: Report = (law, expected, found) =>
      misses.push(`${law}: expected ${expected}, found ${found}`)
    const after = await stage.oracle.readBalancesOf(watched)
    for (const [index, { account, token, check }] of changes.entries()) {
      const [was, is] = [before[index], after[index]]
      const found = was === undefined || is === undefined ? undefined : is - was
      const write = writeAmountsOf(stage, token)
      if (found !== undefined && matchesAmount(check, found)) continue
      const seen = found === undefined ? `no answer of ${token}` : write(found)
      report('changes', `${account} ${renderCheck(check, write)}`, seen)
    }
    const judged = { expect, isMalformed: false, outcome: {}, stage, waitedMs: 0, costs: undefined }
    await checkChain(judged, report)
    await checkStack(judged, report)
    return { holds: misses.length === 0, misses }
  }
}
