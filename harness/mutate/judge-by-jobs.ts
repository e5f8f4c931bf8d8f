import type { RecordFinding } from '../record/record.ts'
import type { Job } from '../schedule/job.ts'
import type { Variant } from './lane.ts'
import type { SoundLane } from './sound-lane.ts'
import type { Verdict } from './verdict.ts'

/** Scenarios that a fault may break instead of failing them before it counts as one that nobody can judge. */
const MOST_BROKEN = 12

/** Tell whether a job is a written scenario; the others are properties. */
export const isScripted = ({ kind }: Job): boolean => kind === 'scripted'

/** Ask scenarios and properties in turn until one notices the fault that passes without it. */
export async function judgeByJobs(
  { lane, passesJob }: SoundLane,
  variant: Variant,
  jobs: readonly Job[],
  sound: { readonly variant: Variant; readonly isAskedFirst: boolean },
): Promise<Verdict> {
  let timedOut: Verdict | undefined
  const asked = { scenarios: 0, properties: 0, testFiles: [] }
  let broken = 0
  const brokenDraws = new Set<string>()
  let problem: string | undefined
  const isSound = (job: Job) => passesJob(sound.variant, job)
  for (const job of jobs) {
    if (broken > MOST_BROKEN) break
    // What breaks one cell of what is drawn says nothing new by the others.
    if (job.draws && brokenDraws.has(job.file)) continue
    if (sound.isAskedFirst && !(await isSound(job))) continue
    asked[isScripted(job) ? 'scenarios' : 'properties'] += 1
    const answer = await lane.runJob(variant, job)
    if (answer.kind === 'unloadable') return { kind: 'invalid', problem: answer.reason }
    if (answer.kind === 'timed-out') timedOut ??= { kind: 'timed-out', at: job.id }
    if (answer.kind === 'broken') {
      broken += 1
      problem ??= `it breaks ${job.id}: ${answer.reason}`
    }
    if (answer.kind === 'timed-out') broken += 4
    if (answer.kind !== 'passed' && answer.kind !== 'failed') brokenDraws.add(job.file)
    if (answer.kind === 'failed' && (await isSound(job))) return killedBy(job, answer.finding)
  }
  if (timedOut) return timedOut
  if (asked.scenarios + asked.properties === 0) problem = 'no scenario passes'
  return problem === undefined ? { kind: 'survived', asked } : { kind: 'unjudged', problem }
}

/** What an expectation finds that waits for another denial: its code, behind the layer. */
const OTHER_DENIAL = /^[\w-]+\/[A-Z_]+: /

function killedBy(job: Job, { law, step, expected, found }: RecordFinding): Verdict {
  const at = isScripted(job) ? ` › step ${step + 1}` : ''
  const isOtherDenial = /^expect\.(denied|error)$/.test(law) && OTHER_DENIAL.test(found)
  return {
    kind: 'killed',
    by: `${job.id}${at}`,
    assertion: `${law}: ${expected} → ${found}`,
    ...(isOtherDenial ? { isOtherDenial } : {}),
  }
}
