import { quoteWord } from '../../harness/record/program.ts'
import type { RecordJson, RunRecord } from '../../harness/record/record.ts'
import { clip } from './clip.ts'
import { describeDraws } from './describe-draws.ts'
import { describeShares } from './describe-shares.ts'
import { makeVisible } from './make-visible.ts'

const MAX_ASKED_LENGTH = 300

/** Options that narrow a run down further than its paths do. */
const NARROWING = ['filter', 'changed', 'shard'] as const

/**
 * Say of what a run is no whole one, a name and a text each: what was asked for, what of the draws and of shared matrices it
 * played; nothing of a thorough run of everything. A run that passed says nothing of the rest.
 */
export function describeExtent({
  provenance: { options },
  scenarios,
}: Pick<RunRecord, 'provenance' | 'scenarios'>): readonly (readonly [name: string, text: string])[] {
  const narrowing = [
    ...NARROWING.flatMap((name) => {
      const value = options[name]
      return value === undefined || value === null ? [] : [`--${name}=${quote(value)}`]
    }),
    ...(options.lastFailed === true ? ['--last-failed'] : []),
  ]
  const { paths } = options
  const asked = [...(Array.isArray(paths) ? paths.map(quote) : []), ...narrowing].join(' ')
  // What a narrowed run leaves out has other reasons, too.
  const rest = narrowing.length === 0 ? '; all of them with --thorough' : ''
  const counts = [
    ['Drawn', describeDraws(scenarios)],
    ['Shared out', describeShares(scenarios)],
  ] as const
  return [
    ...(asked === '' ? [] : [['Asked for', makeVisible(`${clip(asked, MAX_ASKED_LENGTH)} alone`)] as const]),
    ...(options.thorough === true ? [] : counts).flatMap(([name, text]) =>
      text === '' ? [] : [[name, text + rest] as const],
    ),
  ]
}

/** Say it on a line for each. */
export const listExtent = (record: Pick<RunRecord, 'provenance' | 'scenarios'>): readonly string[] =>
  describeExtent(record).map(([name, text]) => `${name.toLowerCase()}: ${text}`)

function quote(value: RecordJson): string {
  const word = typeof value === 'string' ? value : JSON.stringify(value)
  return /^[\w./=-]+$/.test(word) ? word : quoteWord(word)
}
