import { STATE_DIR } from '../../../harness/cli/paths.ts'
import { buildOrigin } from '../../../harness/world/origin.ts'
import { startOrigin } from '../../../harness/world/start-origin.ts'
import { measureInTurns, median, medianRatio } from '../measure/rounds.ts'
import type { Bench, Subject } from '../measure/subject.ts'
import { UnavailableError } from '../measure/unavailable.ts'
import { describePlainSwaps } from '../swaps/five-swaps.ts'
import type { PlainSwaps } from '../swaps/plain-swaps.ts'
import { listVariants } from '../variants/index.ts'
import type { Variant, VariantDefinition } from '../variants/variant.ts'

/** A variant that could be started. */
interface Started {
  readonly definition: VariantDefinition
  readonly variant: Variant
}

/** The same five swaps by everything that plays them, each with as many workers as there are cores. */
export const SWAPS: Subject = {
  name: 'swaps',
  description: 'five swaps, each simulated before and two balances read after, by this harness and by others',
  async measure(bench) {
    // Others fork a node of the origin, as they would fork any chain.
    const { anvilBinary } = bench.served
    const snapshot = await buildOrigin({ stateDir: STATE_DIR, anvilBinary })
    const node = await startOrigin(snapshot, { stateDir: STATE_DIR, anvilBinary })
    const swaps = describePlainSwaps(node.url, bench.served.upstream.blockNumber)
    const started: Started[] = []
    try {
      await startVariants(bench, swaps, started)
      const measures = Object.fromEntries(
        started.map(({ definition, variant }) => [definition.name, variant.measure]),
      )
      const samples = await measureInTurns(measures, { rounds: bench.isQuick ? 2 : 7, warmUp: 1 })
      const ratesOf = ({ name }: VariantDefinition) => samples[name] ?? []
      for (const { definition } of started) {
        const { name, workers, isHarness, harnessAtLeast } = definition
        const harness = started.find(
          (other) => other.definition.isHarness && other.definition.workers === workers,
        )
        bench.note({
          name,
          value: median(ratesOf(definition)),
          unit: 'scenarios/s',
          ...(isHarness || harness === undefined
            ? {}
            : {
                ratio: medianRatio(ratesOf(harness.definition), ratesOf(definition)),
                means: 'this harness over it',
              }),
          ...(harnessAtLeast === undefined ? {} : { aim: { atLeast: harnessAtLeast } }),
        })
      }
    } finally {
      for (const { variant } of started) await variant.stop()
      await node.stop()
    }
  },
}

async function startVariants(bench: Bench, swaps: PlainSwaps, started: Started[]): Promise<void> {
  for (const definition of listVariants(bench, swaps)) {
    try {
      bench.explain(`${definition.name}: ${definition.description}`)
      started.push({ definition, variant: await definition.start() })
    } catch (cause) {
      if (!(cause instanceof UnavailableError)) throw cause
      bench.lack(definition.name, cause.message)
    }
  }
}
