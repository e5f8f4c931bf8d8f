import type { Law } from './law.ts'

/** What a permit allows is mined before the permit ends, and only if it was used while it was alive. */
export const PERMIT_DEADLINE: Law = {
  name: 'law.permit-deadline',
  invariants: ['I14', 'I20'],
  watch:
    () =>
    async ({ stage, executed }) => {
      for (const { permitId, block } of await executed()) {
        const row = stage.session.store.findPermit(permitId)
        if (row === undefined) continue
        const minedAt = Number(block.timestamp)
        const lastSecond = row.issuedChainSeconds + row.ttlSeconds
        if (minedAt > lastSecond) return { expected: `mined by ${lastSecond}`, found: `mined at ${minedAt}` }
      }
      return undefined
    },
}
