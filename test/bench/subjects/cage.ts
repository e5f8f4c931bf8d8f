import { findBinary } from '../../../harness/chain/binaries.ts'
import { PROJECT_ROOT } from '../../../harness/cli/paths.ts'
import { createCageCheckout } from '../forge/cage-checkout.ts'
import { huntWithFuzz } from '../forge/hunt-with-fuzz.ts'
import { coreRate, noteHunts } from '../forge/note-testers.ts'
import { runForge } from '../forge/run-forge.ts'
import { measureInTurns, median, medianRatio } from '../measure/rounds.ts'
import type { Bench, Subject } from '../measure/subject.ts'
import { type Player, startPlayer } from '../play/start-player.ts'
import type { CageAloneOptions, CageAloneRequest, PlayedHunt } from '../players/cage-alone.ts'
import { rateOf, startOwnCases } from './operations.ts'

const LAW = ['--match-contract', 'PolicyCageInvariantTest', '--match-test', 'invariant_I1_windowHolds']

/** Rounds, and drawn cases of the whole stack in each. */
const ROUNDS = 3
const CASES_A_ROUND = 20

/** As many calls as forge makes, 64 in a case on average. */
const RUNS = 64
const MOST_ACTS = 128

const PLAYER = new URL('../players/cage-alone.ts', import.meta.url)

const startCageAlone = (options: CageAloneOptions): Promise<Player<CageAloneRequest, PlayedHunt>> =>
  startPlayer(PLAYER, options)

/** The cage alone with its laws in Solidity and with the model of the design, and below the whole stack around it. */
export const CAGE: Subject = {
  name: 'cage',
  description: 'drawn calls on the cage alone, by forge and by this harness, each on one core',
  isLong: true,
  async measure(bench) {
    bench.explain(
      "a call of forge: one drawn handler (trade, price, deposit, withdrawal, wait, pause) on the cage with mock tokens in forge's process, one law looked at after it",
    )
    bench.explain(
      'a call here: one drawn act of the same kinds on the cage with mock tokens in Anvil, its answer and what the cage then remembers held to the model',
    )
    bench.explain(
      'an operation of the whole stack: an agent through policy, hooks and simulation, mostly signed and mined on a fork with the real protocols, read back by the oracle, held to the model and all laws',
    )
    bench.explain(
      'both rates are by CPU time, that of one busy core: of forge once it has compiled; here of drawing, encoding, judging and Anvil together',
    )
    const forge = findBinary('forge')
    const checkout = createCageCheckout()
    try {
      const play = () => runForge(forge, ['--threads', '1', ...LAW], { cwd: checkout.directory })
      await measureRates(bench, async () => coreRate(await play()))
      checkout.seedFault()
      const seeded = await play()
      const { elapsedMs, shrunkLength } = await huntAlone(checkout.directory)
      noteHunts(bench, 'cage', seeded, { ms: elapsedMs, length: shrunkLength })
      const whole = await huntWithFuzz(checkout.directory)
      const ms = whole.foundMs + whole.shrunkMs
      bench.note({ name: 'cage: the whole stack, to the seeded fault and small', value: ms, unit: 'ms' })
      bench.note({
        name: 'cage: the whole stack, steps that are left',
        value: whole.shrunkLength,
        unit: 'steps',
      })
    } finally {
      checkout.remove()
    }
  },
}

async function measureRates(bench: Bench, forge: () => Promise<number>): Promise<void> {
  const alone = await startCageAlone({ root: PROJECT_ROOT })
  const cases = await startOwnCases(ROUNDS * CASES_A_ROUND)
  try {
    let round = 0
    const playAlone = async () => {
      round += 1
      const played = await alone.play({ seed: round, runs: RUNS, mostActs: MOST_ACTS })
      if (played.found !== undefined) throw new Error(`the cage differs from its model: ${played.found}`)
      return coreRate(played)
    }
    let first = 0
    const playWhole = async () => {
      const numbers = Array.from({ length: CASES_A_ROUND }, (_, index) => first + index)
      first = (first + CASES_A_ROUND) % (ROUNDS * CASES_A_ROUND)
      return rateOf(await cases.play({ cases: numbers, oracle: 'model' }))
    }
    const samples = await measureInTurns(
      { forge, alone: playAlone, whole: playWhole },
      { rounds: ROUNDS, warmUp: 1 },
    )
    bench.note({ name: 'cage: forge invariant', value: median(samples.forge), unit: 'calls/CPU s' })
    bench.note({
      name: 'cage: this harness',
      value: median(samples.alone),
      unit: 'calls/CPU s',
      ratio: medianRatio(samples.alone, samples.forge),
      means: 'over forge',
      aim: { atLeast: 1 },
    })
    bench.note({ name: 'cage: the whole stack', value: median(samples.whole), unit: 'operations/s' })
  } finally {
    await alone.stop()
    await cases.stop()
  }
}

/** Hunt the seeded fault; what is compiled before does not count, as it does not with forge. */
async function huntAlone(
  root: string,
): Promise<{ readonly elapsedMs: number; readonly shrunkLength: number }> {
  const player = await startCageAlone({ root })
  try {
    const { elapsedMs, shrunkLength } = await player.play({ seed: 1, runs: RUNS, mostActs: MOST_ACTS })
    if (shrunkLength === undefined) throw new Error('the seeded fault of the cage was not found')
    return { elapsedMs, shrunkLength }
  } finally {
    await player.stop()
  }
}
