import type { Asked, MutantVerdict } from '../../harness/record/mutation.ts'

/** Write what was asked whether it notices a mutant in words. */
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

/** Say what a verdict rests on: who killed a mutant, who was asked, what went wrong. */
export function describeReason(verdict: MutantVerdict): string {
  switch (verdict.kind) {
    case 'killed':
      return `${verdict.by}${verdict.isOtherDenial ? ' (by another denial than it names)' : ''}: ${verdict.assertion}`
    case 'timed-out':
      return verdict.at
    case 'invalid':
    case 'unjudged':
      return verdict.problem
    case 'survived':
      return describeAsked(verdict.asked)
  }
}
