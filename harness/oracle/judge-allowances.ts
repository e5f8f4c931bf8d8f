import { isAddressEqual } from 'viem'
import type { CommitReport } from '../../tools/agent/committed.ts'
import type { AllowanceAfter } from '../../tools/core/outcome.ts'
import type { Contradiction } from './contradiction.ts'
import type { Oracle } from './oracle.ts'

type Told = Pick<CommitReport, 'tool' | 'expectedOutcome' | 'actualOutcome'>

const isSame = (a: AllowanceAfter, b: AllowanceAfter) =>
  isAddressEqual(a.token, b.token) && isAddressEqual(a.owner, b.owner) && isAddressEqual(a.spender, b.spender)

/**
 * Hold what commits expected and reported of allowances against what the chain shows: an allowance has no tolerance. Of
 * actions that happened together any may have been the last.
 */
export async function judgeAllowances(
  reports: readonly Told[],
  oracle: Pick<Oracle, 'readAllowance'>,
): Promise<readonly Contradiction[]> {
  const promised = reports.flatMap(({ expectedOutcome }) => expectedOutcome.allowances)
  const claimed = reports.flatMap(({ actualOutcome }) => actualOutcome.allowances)
  const all = [...promised, ...claimed]
  const watched = all.filter((one, index) => all.findIndex((other) => isSame(one, other)) === index)
  const tools = reports.map(({ tool }) => tool).join(', ')
  const found = await Promise.all(
    watched.map(async (allowance) => {
      const { token, owner, spender } = allowance
      const observed = await oracle.readAllowance(token, owner, spender)
      const hold = (law: string, list: readonly AllowanceAfter[], by: string): Contradiction[] => {
        const told = list.filter((other) => isSame(other, allowance)).map((other) => other.valueBaseUnits)
        if (told.length === 0 || told.includes(observed)) return []
        const subject = `what ${spender} may take of ${token}`
        return [{ law, subject, expected: `${observed} (observed)`, found: `${told.join(', ')} (${by})` }]
      }
      return [
        ...hold('oracle.actual-is-observed', claimed, `reported by ${tools}`),
        ...hold('oracle.observed-within-tolerance', promised, `expected by ${tools}`),
      ]
    }),
  )
  return found.flat()
}
