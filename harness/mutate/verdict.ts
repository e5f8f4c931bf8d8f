import type { MutantVerdict } from '../record/mutation.ts'

/** How a mutant ended. */
export type Verdict = MutantVerdict

/** Whether others may still say more of a mutant. */
const isOpen = ({ kind }: Verdict): boolean => kind !== 'killed' && kind !== 'invalid'

/** What each verdict but a kill says; the first ones say more: who cannot be asked has no part in surviving. */
const RANK: readonly Verdict['kind'][] = ['invalid', 'timed-out', 'survived', 'unjudged']

/** The verdict of two judges, the first of which left it open. */
export function combine(a: Verdict, b: Verdict): Verdict {
  if (b.kind === 'killed') return b
  if (a.kind === 'survived' && b.kind === 'survived') {
    return {
      kind: 'survived',
      asked: {
        scenarios: a.asked.scenarios + b.asked.scenarios,
        properties: a.asked.properties + b.asked.properties,
        testFiles: [...a.asked.testFiles, ...b.asked.testFiles],
      },
    }
  }
  return RANK.indexOf(b.kind) <= RANK.indexOf(a.kind) ? b : a
}

/** Ask judges in turn until one has the last word. */
export async function inTurn(judges: readonly (() => Promise<Verdict>)[]): Promise<Verdict> {
  let verdict: Verdict = { kind: 'unjudged', problem: 'nothing cites what it violates' }
  for (const judge of judges) {
    verdict = combine(verdict, await judge())
    if (!isOpen(verdict)) return verdict
  }
  return verdict
}
