import { execFileSync } from 'node:child_process'
import { findBinary } from '../../../harness/chain/binaries.ts'
import { PROJECT_ROOT, STATE_DIR } from '../../../harness/cli/paths.ts'
import { BENCH_CONTRACTS } from '../forge/bench-contracts.ts'
import type { Bench } from '../measure/subject.ts'
import type { PlainSwaps } from '../swaps/plain-swaps.ts'
import { playHarness } from './harness.ts'
import { installPeers } from './install-peers.ts'
import { playMorpho } from './morpho.ts'
import { playTogether } from './play-together.ts'
import type { VariantDefinition } from './variant.ts'

const player = (name: string) => new URL(`../players/${name}.ts`, import.meta.url)

/** Everything that plays the five swaps: the floor, this harness, then the others. */
export function listVariants(
  { served, cores }: Pick<Bench, 'served' | 'cores'>,
  swaps: PlainSwaps,
): readonly VariantDefinition[] {
  const { upstream, anvilBinary, storeDir } = served
  const options = { upstream, stateDir: STATE_DIR, storeDir, anvilBinary }
  const workerCounts = [...new Set([1, cores])]
  const count = (workers: number) => `${workers} worker${workers > 1 ? 's' : ''}`
  return [
    ...workerCounts.map((workers) => ({
      name: `bare requests, ${count(workers)}`,
      workers,
      ...(workers === cores ? { harnessAtLeast: 0.5 } : {}),
      description:
        'the requests of this harness for one scenario, reset and reads included, sent again without it',
      start: () => playTogether(player('bare'), options, { workers, countEach: 40 }),
    })),
    ...workerCounts.map((workers) => ({
      name: `this harness, ${count(workers)}`,
      workers,
      isHarness: true as const,
      description:
        'simulates before; reads after; oracle, laws, policy, signed permits, cage on chain; resets one fork and checks for leaks',
      start: () => playHarness(options, { workers, countEach: 12 }),
    })),
    {
      name: `naive: prool + viem, ${count(cores)}`,
      workers: cores,
      harnessAtLeast: 5,
      description: 'simulates before; polls the receipt; reads after; no oracle; a fresh fork a scenario',
      start: () => playTogether(player('naive'), swaps, { workers: cores, countEach: 3 }),
    },
    {
      name: `@morpho-org/test with vitest, ${count(cores)}`,
      workers: cores,
      harnessAtLeast: 1,
      description: 'simulates before; polls the receipt; reads after; no oracle; a fresh fork a test',
      async start() {
        installPeers()
        return playMorpho(swaps, anvilBinary, { workers: cores, countEach: 3 })
      },
    },
    {
      name: `Hardhat 3 simulated network with viem, ${count(cores)}`,
      workers: cores,
      harnessAtLeast: 1,
      description:
        'simulates before; mines in process; reads after; no oracle; one fork, snapshot and revert',
      start() {
        installPeers()
        const hardhat = new URL('../peers/hardhat.mjs', import.meta.url)
        return playTogether(hardhat, swaps, { workers: cores, countEach: 5 })
      },
    },
    {
      name: `forge script --broadcast, ${count(cores)}`,
      workers: cores,
      description:
        'simulates all five before the first is sent; reads in that simulation, not after; no oracle; one fork, snapshot and revert',
      start() {
        // Once, or each worker would compile the script.
        execFileSync(findBinary('forge'), ['build'], {
          cwd: PROJECT_ROOT,
          env: { ...process.env, ...BENCH_CONTRACTS },
          stdio: ['ignore', 'ignore', 'pipe'],
        })
        return playTogether(
          player('forge-script'),
          { ...swaps, anvilBinary },
          { workers: cores, countEach: 2 },
        )
      },
    },
  ]
}
