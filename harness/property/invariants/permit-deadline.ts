import type { Law } from './law.ts'

/** What a permit allows is mined before the permit ends, and only if it was used while it was alive. */
export const PERMIT_DEADLINE: Law = {
  name: 'law.permit-deadline',
  invariants: ['I14', 'I20'],
  watch:
    () =>
    async ({ stage, client, outcome }) => {
      const report = outcome.observation?.report
      const row = report && stage.session.store.findPermit(report.permitId)
      if (report === undefined || row === undefined) return undefined
      const { timestamp } = await client.getBlock({ blockNumber: report.receipt.blockNumber })
      const minedAt = Number(timestamp)
      const lastSecond = row.issuedChainSeconds + row.ttlSeconds
      return minedAt > lastSecond
        ? { expected: `mined by ${lastSecond}`, found: `mined at ${minedAt}` }
        : undefined
    },
}
