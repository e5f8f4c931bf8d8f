import type { RecordCommand, RecordFuzz } from '../../harness/record/record.ts'
import { formatCount } from './format-count.ts'

/** Say how many cases and operations there were. */
export const describeFuzzCases = ({ cases, operations, rerun, notApplicable }: RecordFuzz): string =>
  [
    formatCount(cases, 'case'),
    formatCount(operations, 'operation'),
    `${rerun.toLocaleString('en-US')} run twice`,
    ...(notApplicable > 0 ? [`${notApplicable.toLocaleString('en-US')} could not be played`] : []),
  ].join(', ')

/** Say what the digest of a fuzz run covers. */
export function describeFuzzDigest({ cases, digest, digestCases, blocks }: RecordFuzz): string {
  if (digestCases === 0) return 'digest covers no case: not one block was completed'
  const rest = cases - digestCases
  const covered = `cases 0 to ${digestCases - 1} (${formatCount(blocks.length, 'block')})`
  return `digest ${digest.slice(0, 16)} covers ${covered}${rest > 0 ? `; the last ${rest} did not fill a block and are not in it` : ''}`
}

const showCount = (count: number) => (count === 0 ? '·' : count.toLocaleString('en-US'))

/** The table of what steps came to, as rows of text under their headings. */
export function tabulateCommands({ commands }: RecordFuzz): readonly (readonly string[])[] {
  const sums = commands.reduce<RecordCommand>(
    (sum, each) => ({
      kind: 'all',
      allowed: sum.allowed + each.allowed,
      denied: sum.denied + each.denied,
      notApplicable: sum.notApplicable + each.notApplicable,
      environment: sum.environment + each.environment,
      denials: [],
    }),
    { kind: 'all', allowed: 0, denied: 0, notApplicable: 0, environment: 0, denials: [] },
  )
  return [
    ['step', 'allowed', 'denied', 'not applicable', 'world', 'denied most by'],
    ...[...commands, sums].map(({ kind, allowed, denied, notApplicable, environment, denials: [most] }) => {
      const all = allowed + denied + notApplicable + environment
      return [
        kind,
        ...[allowed, denied].map(showCount),
        notApplicable === 0
          ? '·'
          : `${showCount(notApplicable)}, ${((100 * notApplicable) / all).toFixed(1)} %`,
        showCount(environment),
        most === undefined ? '·' : `${showCount(most.count)} ${most.code}`,
      ]
    }),
  ]
}

/** Name the action kinds that no case asked for, and those that were always denied. */
export const describeUnreached = ({ neverDrawn, neverAllowed }: RecordFuzz): readonly string[] => [
  `never drawn: ${neverDrawn.join(', ') || 'no kind'}`,
  `never allowed: ${neverAllowed.join(', ') || 'no kind'}`,
]

/** Points of the growth of coverage: the number of keys after so many cases, thinned to what fits a line. */
export function sampleGrowth({ blocks }: RecordFuzz, most = 8): readonly string[] {
  const every = Math.max(1, Math.ceil(blocks.length / most))
  return blocks
    .filter((_, index) => (index + 1) % every === 0 || index === 0 || index === blocks.length - 1)
    .map(({ first, cases, keys }) => `${keys} after ${(first + cases).toLocaleString('en-US')}`)
}
