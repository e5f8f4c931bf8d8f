import type { Address } from 'viem'
import type { CommitReport } from '../../tools/agent/committed.ts'
import { NATIVE_TOKEN } from '../../tools/core/address-book.ts'
import { isAddressEqual } from '../../tools/core/is-address-equal.ts'
import type { AssetDelta, Outcome } from '../../tools/core/outcome.ts'
import type { Contradiction } from './contradiction.ts'
import { judgeBalances } from './judge-outcomes.ts'
import type { Labels } from './labels.ts'
import type { Oracle } from './oracle.ts'
import { toldOf } from './told-outcome.ts'

const isOf = (a: AssetDelta) => (b: AssetDelta) =>
  isAddressEqual(a.token, b.token) && isAddressEqual(a.account, b.account)

/**
 * Hold what a commit tells of balances of other accounts than the agent's, as of a recipient, against what its transaction
 * itself changed of them.
 */
export async function judgeOtherAccounts(
  report: CommitReport,
  { readMovedBy }: Pick<Oracle, 'readMovedBy'>,
  own: Address,
  labels: Labels,
): Promise<readonly Contradiction[]> {
  const { receipt } = report
  const told = toldOf(report)
  // What the sender pays for gas is in its balance as well.
  const isTold = ({ token, account }: AssetDelta) =>
    !isAddressEqual(account, own) && !(token === NATIVE_TOKEN && isAddressEqual(account, receipt.from))
  const deltas = [...told.expected.assets, ...told.actual.assets].filter(isTold)
  const watch = deltas.filter((delta, at) => deltas.findIndex(isOf(delta)) === at)
  if (watch.length === 0) return []
  const moved = await readMovedBy(receipt, watch)
  return moved.flatMap((seen) => {
    const only = (outcome: Outcome): Outcome => ({ ...outcome, assets: outcome.assets.filter(isOf(seen)) })
    const one = { ...told, expected: only(told.expected), actual: only(told.actual) }
    const { contradictions } = judgeBalances([one], [seen], seen.account, labels)
    return contradictions.map((each) => ({ ...each, subject: `${each.subject} of ${seen.account}` }))
  })
}
