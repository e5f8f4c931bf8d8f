/** Samples of the compared variants, by round. */
export type Samples<Name extends string> = Readonly<Record<Name, readonly number[]>>

/**
 * Measure variants in turns, so that noise of the machine hits all of them; each round begins with another one.
 * Rounds that warm up are not kept.
 */
export async function measureInTurns<Name extends string>(
  variants: Readonly<Record<Name, () => Promise<number>>>,
  { rounds, warmUp = 0 }: { readonly rounds: number; readonly warmUp?: number },
): Promise<Samples<Name>> {
  const names = Object.keys(variants) as Name[]
  const samples = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>
  for (let round = 0; round < warmUp + rounds; round += 1) {
    const first = round % names.length
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      const sample = await variants[name]()
      if (round >= warmUp) samples[name].push(sample)
    }
  }
  return samples
}

/** The value in the middle. */
export const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** The median over rounds of one variant's sample divided by another's of the same round. */
export const medianRatio = (samples: readonly number[], others: readonly number[]) =>
  median(samples.map((sample, round) => sample / (others[round] ?? Number.NaN)))

/** Time that something takes, in milliseconds. */
export async function time(body: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await body()
  return performance.now() - started
}
