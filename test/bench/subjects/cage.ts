import { findBinary } from '../../../harness/chain/binaries.ts'
import { createCageCheckout } from '../forge/cage-checkout.ts'
import { huntWithFuzz } from '../forge/hunt-with-fuzz.ts'
import { callRate, noteHunts } from '../forge/note-testers.ts'
import { runForge } from '../forge/run-forge.ts'
import { measureInTurns, median, medianRatio } from '../measure/rounds.ts'
import type { Subject } from '../measure/subject.ts'
import { rateOf, startOwnCases } from './operations.ts'

const LAW = ['--match-contract', 'PolicyCageInvariantTest', '--match-test', 'invariant_I1_windowHolds']

/** Drawn cases, in as many parts as there are rounds. */
const ROUNDS = 3
const CASES_A_ROUND = 20

/** The cage with its laws in Solidity, and below the whole stack with the model of the design beside it. */
export const CAGE: Subject = {
  name: 'cage',
  description: 'drawn calls on the cage, by forge and by this harness, each on one core',
  isLong: true,
  async measure(bench) {
    bench.explain(
      "a call of forge: one drawn handler (trade, price, deposit, withdrawal, wait, pause) on the cage with mock tokens in forge's process, laws looked at after it",
    )
    bench.explain(
      'a call here: one drawn operation of an agent through policy, hooks and simulation, mostly signed and mined on a fork with the real protocols, read back by the oracle, held to the model and all laws',
    )
    const forge = findBinary('forge')
    const checkout = createCageCheckout()
    const cases = await startOwnCases(ROUNDS * CASES_A_ROUND)
    try {
      const play = () => runForge(forge, ['--threads', '1', ...LAW], { cwd: checkout.directory })
      let round = 0
      const playOwn = async () => {
        const first = (round % ROUNDS) * CASES_A_ROUND
        round += 1
        const numbers = Array.from({ length: CASES_A_ROUND }, (_, index) => first + index)
        return rateOf(await cases.play({ cases: numbers, oracle: 'model' }))
      }
      await playOwn()
      const samples = await measureInTurns(
        { forge: async () => callRate(play()), own: playOwn },
        { rounds: ROUNDS },
      )
      bench.note({ name: 'cage: forge invariant', value: median(samples.forge), unit: 'calls/s' })
      bench.note({
        name: 'cage: this harness',
        value: median(samples.own),
        unit: 'calls/s',
        ratio: medianRatio(samples.own, samples.forge),
        means: 'over forge',
        aim: 'at least 1',
      })
      checkout.seedFault()
      const seeded = play()
      const { foundMs, shrunkMs, shrunkLength } = await huntWithFuzz(checkout.directory)
      noteHunts(bench, 'cage', seeded, { ms: foundMs + shrunkMs, length: shrunkLength })
    } finally {
      await cases.stop()
      checkout.remove()
    }
  },
}
