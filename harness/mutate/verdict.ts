/** What was asked whether it notices a mutant. */
export interface Asked {
  readonly scenarios: number
  readonly properties: number
  readonly testFiles: readonly string[]
}

/** How a mutant ended: only an assertion kills. */
export type Verdict =
  | {
      readonly kind: 'killed'
      readonly by: string
      readonly assertion: string
      /** It was denied, but not by the layer and code that the scenario names: another rule stood behind. */
      readonly isOtherDenial?: true
    }
  | { readonly kind: 'survived'; readonly asked: Asked }
  /** The text to replace is gone, or what replaces it does not load or compile. */
  | { readonly kind: 'invalid'; readonly problem: string }
  | { readonly kind: 'timed-out'; readonly at: string }
  /** Nothing that could notice it passes when the other layers are off. */
  | { readonly kind: 'unjudged'; readonly problem: string }

/** Whether others may still say more of a mutant. */
const isOpen = ({ kind }: Verdict): boolean => kind !== 'killed' && kind !== 'invalid'

/** What each open verdict says; the first ones say more. */
const RANK: readonly Verdict['kind'][] = ['timed-out', 'survived', 'unjudged', 'invalid']

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

/** Write what was asked in words. */
export function describeAsked({ scenarios, properties, testFiles }: Asked): string {
  const count = (number: number, one: string, more: string) =>
    number === 0 ? [] : [`${number} ${number === 1 ? one : more}`]
  const parts = [
    ...count(scenarios, 'scenario', 'scenarios'),
    ...count(properties, 'property', 'properties'),
    ...testFiles,
  ]
  return parts.join(', ')
}
