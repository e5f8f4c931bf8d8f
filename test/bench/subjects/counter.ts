import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Abi, Hex } from 'viem'
import { findBinary } from '../../../harness/chain/binaries.ts'
import { PROJECT_ROOT } from '../../../harness/cli/paths.ts'
import { BENCH_CONTRACTS } from '../forge/bench-contracts.ts'
import { huntOnChain } from '../forge/counter.ts'
import { callRate, noteHunts } from '../forge/note-testers.ts'
import { runForge } from '../forge/run-forge.ts'
import { measureInTurns, median, medianRatio } from '../measure/rounds.ts'
import type { Subject } from '../measure/subject.ts'

const RUNS = 64
const DEPTH = 64

/** Nothing but a contract with a law, so that what is measured is the tester. */
export const COUNTER: Subject = {
  name: 'counter',
  description:
    "a number with a limit; a call is one drawn call with the law looked at after it: in forge's process, here a mined transaction and a read of the node",
  isLong: true,
  async measure(bench) {
    const forge = findBinary('forge')
    const play = (hasFault: boolean) =>
      runForge(forge, ['--threads', '1', '--match-contract', 'CounterInvariantTest'], {
        env: {
          ...BENCH_CONTRACTS,
          FOUNDRY_INVARIANT_RUNS: String(RUNS),
          FOUNDRY_INVARIANT_DEPTH: String(DEPTH),
          SEEDED_FAULT: String(hasFault),
        },
      })
    const ofForge = await play(true)
    const path = join(PROJECT_ROOT, BENCH_CONTRACTS.FOUNDRY_OUT, 'Counter.sol/Counter.json')
    const artifact = JSON.parse(readFileSync(path, 'utf8')) as {
      readonly abi: Abi
      readonly deployedBytecode: { readonly object: Hex }
    }
    const contract = { abi: artifact.abi, runtime: artifact.deployedBytecode.object }
    const { fork } = await bench.open()
    const hunt = (hasFault: boolean) =>
      huntOnChain(fork, contract, { hasFault, runs: RUNS, depth: DEPTH, seed: 1 })
    const samples = await measureInTurns(
      { forge: async () => callRate(await play(false)), own: async () => callRate(await hunt(false)) },
      { rounds: 3 },
    )
    bench.note({ name: 'counter: forge invariant', value: median(samples.forge), unit: 'calls/s' })
    bench.note({
      name: 'counter: this harness',
      value: median(samples.own),
      unit: 'calls/s',
      ratio: medianRatio(samples.own, samples.forge),
      means: 'over forge',
    })
    const { elapsedMs, shrunkLength } = await hunt(true)
    if (shrunkLength === undefined) throw new Error('the seeded fault of the counter was not found')
    noteHunts(bench, 'counter', ofForge, { ms: elapsedMs, length: shrunkLength })
  },
}
