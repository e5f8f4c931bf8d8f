import type { Grant } from './grant-keeper.ts'

/** Create a set of grants: each token and spender once for its owner and the contract that keeps it. */
export function createGrantSet() {
  const grants = new Map<string, Grant>()
  return {
    add: ({ token, spender, owner, keeper }: Grant) =>
      void grants.set([token, spender, owner, keeper ?? ''].join().toLowerCase(), {
        token,
        spender,
        owner,
        ...(keeper ? { keeper } : {}),
      }),
    list: (): readonly Grant[] => [...grants.values()],
  }
}
