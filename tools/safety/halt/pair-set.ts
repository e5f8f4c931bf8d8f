import type { Pair } from './halt-report.ts'

/** Create a set of allowances: each pair of a token and a spender once for its owner. */
export function createPairSet() {
  const pairs = new Map<string, Pair>()
  return {
    add: ({ token, spender, owner }: Pair) =>
      void pairs.set([token, spender, owner].join().toLowerCase(), { token, spender, owner }),
    list: (): readonly Pair[] => [...pairs.values()],
  }
}
