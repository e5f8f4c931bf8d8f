import { PROJECT_ROOT } from '../../../harness/cli/paths.ts'
import type { ScenarioDocument } from '../../../harness/scenario/scenario-document.ts'
import { checkOutFormer, FORMER_COMMIT } from '../former/checkout.ts'
import { translateCase } from '../former/translate-case.ts'
import { median, medianRatio } from '../measure/rounds.ts'
import type { Bench, Subject } from '../measure/subject.ts'
import { UnavailableError } from '../measure/unavailable.ts'
import { type Player, startPlayer } from '../play/start-player.ts'
import type { CasesRequest, DrawnCasesOptions, PlayedCases } from '../players/drawn-cases.ts'

type CasesPlayer = Player<CasesRequest, PlayedCases>

const PLAYER = new URL('../players/drawn-cases.ts', import.meta.url)

const startCases = (options: DrawnCasesOptions): Promise<CasesPlayer> => startPlayer(PLAYER, options)

/** Start a player of drawn cases of this tree; without documents it draws them. */
export const startOwnCases = (draws: number, documents?: readonly ScenarioDocument[]) =>
  startCases({
    root: PROJECT_ROOT,
    layout: {
      environment: 'harness/stage/environment.ts',
      executeCase: ['harness/schedule/execute-case.ts', 'executeCase'],
    },
    draws,
    ...(documents ? { documents } : {}),
  })

const startFormerCases = (draws: number) =>
  startCases({
    root: checkOutFormer(),
    layout: {
      environment: 'harness/run/environment.ts',
      executeCase: ['harness/fuzz/run-case.ts', 'runCase'],
    },
    draws,
  })

/** Operations that were played in a second. */
export const rateOf = ({ operations, elapsedMs }: PlayedCases) => (1_000 * operations) / elapsedMs

/** Drawn cases through the whole stack, on one core. */
export const OPERATIONS: Subject = {
  name: 'operations',
  description: 'drawn operations through the full stack without faults, one player, beside fe529f7',
  async measure(bench) {
    await measureOwn(bench)
    await measureBesideFormer(bench)
  },
}

/** Numbers of some cases of a round. */
const share = (cases: readonly number[], round: number, rounds: number) =>
  cases.filter((_, index) => index % rounds === round)

const listCases = (count: number) => Array.from({ length: count }, (_, index) => index)

async function measureOwn({ isQuick, note }: Bench): Promise<void> {
  const draws = isQuick ? 40 : 120
  const player = await startOwnCases(draws)
  try {
    const rounds = 5
    const played: { readonly model: PlayedCases; readonly laws: PlayedCases }[] = []
    for (let round = 0; round < rounds; round += 1) {
      const cases = share(listCases(draws), round, rounds)
      const model = await play(player, { cases, oracle: 'model' })
      const laws = await play(player, { cases, oracle: 'laws' })
      if (round > 0) played.push({ model, laws })
    }
    const rates = played.map(({ model }) => rateOf(model))
    note({ name: 'drawn operations, all kinds of today', value: median(rates), unit: 'operations/s' })
    const waiting = played.map(({ model }) => (100 * model.requestMs) / model.elapsedMs)
    note({ name: 'time with a request on its way', value: median(waiting), unit: '%' })
    note({
      name: 'the model beside the stack',
      value: median(played.map(({ model, laws }) => (model.elapsedMs - laws.elapsedMs) / model.operations)),
      unit: 'ms more',
      ratio: medianRatio(
        played.map(({ model }) => model.elapsedMs),
        played.map(({ laws }) => laws.elapsedMs),
      ),
      means: 'over the laws alone',
    })
  } finally {
    await player.stop()
  }
}

async function play(player: CasesPlayer, request: CasesRequest): Promise<PlayedCases> {
  const played = await player.play(request)
  const [first] = played.broken
  if (first) throw new Error(`case ${first.number} of those drawn with seed 1 did not pass: ${first.why}`)
  return played
}

async function measureBesideFormer({ isQuick, note, lack, explain }: Bench): Promise<void> {
  const name = `drawn operations of the kinds of ${FORMER_COMMIT}`
  const draws = isQuick ? 30 : 100
  let former: CasesPlayer
  try {
    former = await startFormerCases(draws)
  } catch (cause) {
    if (!(cause instanceof UnavailableError)) throw cause
    return lack(name, cause.message)
  }
  const documents = (former.opened as readonly ScenarioDocument[]).map(translateCase)
  const own = await startOwnCases(draws, documents)
  try {
    const all = { cases: listCases(draws), oracle: 'model' } as const
    // The first pass warms both up and shows which cases mean the same to both.
    const warmUps = [await former.play(all), await own.play(all)]
    const broken = new Set(warmUps.flatMap((played) => played.broken.map(({ number }) => number)))
    const cases = all.cases.filter((number) => !broken.has(number))
    explain(
      `${cases.length} of ${draws} cases that ${FORMER_COMMIT} draws pass in both trees and are played by both`,
    )
    const [there, here]: [PlayedCases[], PlayedCases[]] = [[], []]
    const rounds = isQuick ? 3 : 6
    for (let round = 0; round < rounds; round += 1) {
      const request = { cases: share(cases, round, rounds), oracle: 'model' } as const
      there.push(await play(former, request))
      here.push(await play(own, request))
    }
    note({ name: `${name}, there`, value: median(there.map(rateOf)), unit: 'operations/s' })
    note({
      name: `${name}, here`,
      value: median(here.map(rateOf)),
      unit: 'operations/s',
      ratio: medianRatio(here.map(rateOf), there.map(rateOf)),
      means: 'here over there',
      aim: { atLeast: 3 },
    })
    const compare = (what: string, unit: string, measure: (played: PlayedCases) => number) =>
      note({
        name: `  ${what}`,
        value: median(here.map(measure)),
        unit,
        ratio: medianRatio(here.map(measure), there.map(measure)),
        means: 'here over there',
      })
    compare('CPU of an operation, node not counted', 'ms CPU', ({ cpuMs, operations }) => cpuMs / operations)
    compare('CPU of the node for it', 'ms CPU', ({ nodeCpuMs, operations }) => nodeCpuMs / operations)
    compare('a request on its way', 'ms', ({ requestMs, operations }) => requestMs / operations)
    compare('requests of an operation', 'requests', ({ requests, operations }) => requests / operations)
  } finally {
    await former.stop()
    await own.stop()
  }
}
