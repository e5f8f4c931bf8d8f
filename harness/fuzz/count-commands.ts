import type { StepVerdict } from '../property/case-judge.ts'
import type { RecordCommand, RecordScenario } from '../record/record.ts'
import type { ScenarioDocument } from '../scenario/scenario-document.ts'
import { kindOf, stepsOf } from './case-steps.ts'

/** What steps of one kind came to, and how often each code denied one. */
export interface CommandCount {
  readonly verdicts: Readonly<Record<StepVerdict, number>>
  readonly denials: Readonly<Record<string, number>>
}

/** Counts by kind of step. */
export type CommandCounts = Readonly<Record<string, CommandCount>>

const NOTHING: CommandCount = {
  verdicts: { allowed: 0, denied: 0, 'not-applicable': 0, environment: 0 },
  denials: {},
}

/** Add what the steps of a case came to. */
export function countCommands(
  before: CommandCounts,
  document: ScenarioDocument,
  verdicts: readonly StepVerdict[],
  { steps }: Pick<RecordScenario, 'steps'>,
): CommandCounts {
  const counts: Record<string, CommandCount> = { ...before }
  const denials = new Map(steps.map(({ index, denial }) => [index, denial]))
  for (const [index, verdict] of verdicts.entries()) {
    const step = stepsOf(document)[index]
    if (step === undefined) continue
    const kind = kindOf(step)
    const known = counts[kind] ?? NOTHING
    const code = verdict === 'denied' ? denials.get(index)?.code : undefined
    counts[kind] = {
      verdicts: { ...known.verdicts, [verdict]: known.verdicts[verdict] + 1 },
      denials:
        code === undefined ? known.denials : { ...known.denials, [code]: (known.denials[code] ?? 0) + 1 },
    }
  }
  return counts
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : 1)

/** List counts as a record holds them, by name; the codes that denied most first. */
export const listCommands = (counts: CommandCounts): readonly RecordCommand[] =>
  Object.entries(counts)
    .sort(byName)
    .map(([kind, { verdicts, denials }]) => ({
      kind,
      allowed: verdicts.allowed,
      denied: verdicts.denied,
      notApplicable: verdicts['not-applicable'],
      environment: verdicts.environment,
      denials: Object.entries(denials)
        .sort(byName)
        .sort(([, a], [, b]) => b - a)
        .map(([code, count]) => ({ code, count })),
    }))

/** Ways to ask for an action. */
const ASKS = ['act', 'preview']

/** Find the action kinds that nobody asked for, and those of which no request was allowed. */
export function findUnreached(
  kinds: readonly string[],
  counts: CommandCounts,
): { readonly neverDrawn: readonly string[]; readonly neverAllowed: readonly string[] } {
  const asked = (kind: string) => ASKS.flatMap((ask) => counts[`${ask}:${kind}`] ?? [])
  const drawn = kinds.filter((kind) => asked(kind).length > 0)
  return {
    neverDrawn: kinds.filter((kind) => !drawn.includes(kind)),
    neverAllowed: drawn.filter((kind) => asked(kind).every(({ verdicts }) => verdicts.allowed === 0)),
  }
}
