import { changedFiles, describeCassette } from './compare-provenance.ts'
import type { RecordFinding, RecordProvenance, RecordReplay, RecordScenario, RunRecord } from './record.ts'

/**
 * Hold what failed in a run against what it came to when it was run again: the same failure on the same final block is
 * reproduced, whatever else changed; it passes now where the same scenarios on the same seed and world find nothing; anything
 * else differs.
 */
export function judgeReplay(
  then: RunRecord,
  now: Pick<RunRecord, 'scenarios'> & { readonly provenance: Omit<RecordProvenance, 'replayOf'> },
): Required<Pick<RecordReplay, 'outcome' | 'differsIn'>> {
  const pairs = now.scenarios.flatMap((scenario) => {
    const recorded = then.scenarios.find(({ id }) => id === scenario.id)
    return recorded === undefined ? [] : [[recorded, scenario] as const]
  })
  if (pairs.length === 0) return { outcome: 'differs', differsIn: ['none of its scenarios was run again'] }
  const ends = pairs.flatMap(([recorded, scenario]) => compareEnds(recorded, scenario))
  if (ends.length === 0) return { outcome: 'reproduced', differsIn: [] }
  const inputs = compareInputs(
    then,
    now.provenance,
    pairs.map(([{ file }]) => file),
  )
  const isPassed = now.scenarios.every(({ verdict }) => verdict === 'passed')
  return isPassed && inputs.length === 0
    ? { outcome: 'passes now', differsIn: [] }
    : { outcome: 'differs', differsIn: [...inputs, ...ends] }
}

function compareInputs(
  { provenance: then }: RunRecord,
  now: Omit<RecordProvenance, 'replayOf'>,
  files: readonly string[],
): string[] {
  const isSameOrigin = JSON.stringify(then.origin) === JSON.stringify(now.origin)
  return [
    ...new Set(changedFiles(then, now, files).map((file) => `the text of ${file}`)),
    ...(then.seed === now.seed ? [] : [`the seed: ${then.seed} then, ${now.seed} now`]),
    ...(then.worldHash === now.worldHash
      ? []
      : [`the world: ${then.worldHash.slice(0, 12)} then, ${now.worldHash.slice(0, 12)} now`]),
    ...(then.cassetteHash === now.cassetteHash
      ? []
      : [`the cassette: ${describeCassette(then)} then, ${describeCassette(now)} now`]),
    ...(isSameOrigin ? [] : ['the origin']),
  ]
}

/** Say in what two ends of one scenario differ; a harness that failed has no end but its code. */
export function compareEnds(then: RecordScenario, now: RecordScenario): string[] {
  const parts = [
    ['failure', nameFailure(then), nameFailure(now)],
    ['final block', nameBlock(then.finalBlock), nameBlock(now.finalBlock)],
    ['second final block', nameSecondBlock(then), nameSecondBlock(now)],
    ['state', then.stateDigest, now.stateDigest],
  ] as const
  const isBroken = then.verdict === 'broken' && now.verdict === 'broken'
  return parts
    .filter(([name]) => !isBroken || name === 'failure')
    .flatMap(([name, before, after]) =>
      before === after ? [] : [`the ${name} of ${then.id}: ${before || 'none'} then, ${after || 'none'} now`],
    )
}

const nameBlock = ({ number, hash }: RecordScenario['finalBlock']) => `${number} ${hash}`.trimEnd()

const nameSecondBlock = ({ beside }: RecordScenario) =>
  beside ? `${nameBlock(beside.finalBlock)} on ${beside.chain}` : ''

/** What a failure is known by: its laws, who decided, and at which steps; no text for people, no amounts. */
export function nameFailure({ verdict, findings, broken, steps }: RecordScenario): string {
  if (verdict === 'broken') return `broken ${broken?.code ?? ''}`.trimEnd()
  if (findings.length === 0) return verdict
  return findings.map((finding) => nameFinding(finding, steps)).join(', ')
}

function nameFinding({ law, layer, code, step }: RecordFinding, steps: RecordScenario['steps']): string {
  const denial = steps.find(({ index }) => index === step)?.denial
  const parts = [law, layer ?? denial?.layer, code ?? denial?.code].filter((part) => part !== undefined)
  return `${parts.join(' ')} in step ${step + 1}`
}
