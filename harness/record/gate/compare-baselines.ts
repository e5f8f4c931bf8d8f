import { listNames } from '../list-names.ts'
import type { RecordDifference } from '../record.ts'
import { type Baseline, type BaselineScenario, fileOf } from './baseline.ts'
import { TOLERANCES, type Tolerances } from './tolerances.ts'

/** List in what a run differs from another by more than is tolerated, what got worse first. */
export function compareBaselines(before: Baseline, after: Baseline): RecordDifference[] {
  const tolerances = { ...TOLERANCES, ...before.tolerances }
  const differences = [
    ...compareNames('scenarios', Object.keys(before.scenarios), Object.keys(after.scenarios), 'did not run'),
    ...compareNames('coverage', before.coverage, after.coverage, 'not exercised'),
    ...compareForbidden(before, after),
    ...compareBenign(before, after, tolerances),
    ...Object.entries(after.scenarios).flatMap(([id, { verdict }]) =>
      before.scenarios[id] === undefined && verdict !== 'passed'
        ? [{ measure: 'verdict', scenario: id, before: 'new', after: verdict, isWorse: true } as const]
        : [],
    ),
    ...Object.entries(before.scenarios).flatMap(([id, then]) => {
      const now = after.scenarios[id]
      if (now === undefined) return []
      return [
        ...compareScenario(then, now, tolerances),
        ...compareDigest(then, now, isSameInput(id, before, after)),
      ].map((difference) => ({ scenario: id, ...difference }))
    }),
  ]
  return [...differences.filter(({ isWorse }) => isWorse), ...differences.filter(({ isWorse }) => !isWorse)]
}

/** Whether everything that a scenario follows from is the same. */
function isSameInput(id: string, before: Baseline, after: Baseline): boolean {
  const file = fileOf(id)
  return (
    before.code !== undefined &&
    before.code === after.code &&
    before.world === after.world &&
    before.cassette === after.cassette &&
    before.files?.[file] !== undefined &&
    before.files[file] === after.files?.[file] &&
    before.scenarios[id]?.driver === after.scenarios[id]?.driver
  )
}

function compareNames(
  measure: 'scenarios' | 'coverage',
  before: readonly string[],
  after: readonly string[],
  missing: string,
): RecordDifference[] {
  const [known, found] = [new Set(before), new Set(after)]
  const lost = before.filter((name) => !found.has(name))
  const added = after.filter((name) => !known.has(name))
  const of = (names: readonly string[], what: string, isWorse: boolean): RecordDifference[] =>
    names.length === 0
      ? []
      : [
          {
            measure,
            before: `${before.length}`,
            after: `${names.length} ${what}: ${listNames(names)}`,
            isWorse,
          },
        ]
  return [...of(lost, missing, true), ...of(added, 'new', false)]
}

function compareForbidden(
  { forbidden: then = [] }: Baseline,
  { forbidden: now = [] }: Baseline,
): RecordDifference[] {
  const names = now.filter((name) => !then.includes(name))
  const after = `${names.length} seen that must not be: ${listNames(names)}`
  return names.length === 0 ? [] : [{ measure: 'coverage', before: `${then.length}`, after, isWorse: true }]
}

function compareBenign(
  before: Baseline,
  after: Baseline,
  { benignAllowBps }: Tolerances,
): RecordDifference[] {
  const [then, now] = [before.benignAllowBps, after.benignAllowBps]
  // That none ran is said by the scenarios.
  if (then === undefined || now === undefined || Math.abs(then - now) <= benignAllowBps) return []
  return [{ measure: 'benign allowed', before: percent(then), after: percent(now), isWorse: now < then }]
}

function compareScenario(
  then: BaselineScenario,
  now: BaselineScenario,
  tolerances: Tolerances,
): RecordDifference[] {
  const [gasThen, gasNow] = [BigInt(then.gas ?? 0), BigInt(now.gas ?? 0)]
  const [errorThen, errorNow] = [then.errorBps ?? 0, now.errorBps ?? 0]
  const change = gasNow > gasThen ? gasNow - gasThen : gasThen - gasNow
  return [
    ...(then.verdict === now.verdict
      ? []
      : [
          {
            measure: 'verdict',
            before: then.verdict,
            after: now.verdict,
            isWorse: now.verdict !== 'passed',
          } as const,
        ]),
    ...(change * 10_000n <= gasThen * BigInt(tolerances.gasBps)
      ? []
      : [{ measure: 'gas', before: `${gasThen}`, after: `${gasNow}`, isWorse: gasNow > gasThen } as const]),
    ...compareCount('round trips', then.roundTrips, now.roundTrips, tolerances.roundTrips),
    ...compareCount('error (bps)', errorThen, errorNow, tolerances.errorBps),
  ]
}

const compareCount = (
  measure: 'round trips' | 'error (bps)',
  then: number,
  now: number,
  tolerance: number,
): RecordDifference[] =>
  Math.abs(now - then) <= tolerance
    ? []
    : [{ measure, before: `${then}`, after: `${now}`, isWorse: now > then }]

/** What everything follows from is the same, and yet it came to something else. */
function compareDigest(then: BaselineScenario, now: BaselineScenario, isSame: boolean): RecordDifference[] {
  if (!isSame || then.digest === now.digest) return []
  return [{ measure: 'flaky', before: then.digest ?? '', after: now.digest ?? '', isWorse: true }]
}

const percent = (bps: number) => `${bps / 100} %`
