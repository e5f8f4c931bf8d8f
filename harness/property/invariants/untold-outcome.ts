import type { Address } from 'viem'
import { isAddressEqual } from '../../../tools/core/is-address-equal.ts'
import { type AssetDelta, differenceBps } from '../../../tools/core/outcome.ts'
import { readThroughput } from '../../../tools/core/receipt-deltas.ts'
import { findBody } from '../../../tools/safety/permit/permit.ts'
import { hasTrait } from '../../scenario/find-step.ts'
import type { Law, LawMoment } from './law.ts'

/** What the chain shows of the agent's step alone; undefined where others may have moved something, or nobody looked. */
function observedOfAgent({ action, outcome }: LawMoment): readonly AssetDelta[] | undefined {
  const { reports = [], events, observed } = outcome.observation ?? {}
  const isAlone = hasTrait(action, 'of-the-agent') && reports.length === 0
  const sells = events?.some(({ kind }) => kind === 'halt:carried-out')
  return isAlone && !sells ? observed : undefined
}

/** What is carried out although no step is told of it, as recovery settles it, comes to what its plan expects. */
export const UNTOLD_OUTCOME: Law = {
  name: 'law.untold-outcome',
  invariants: ['I15', 'I17'],
  past: 'chain',
  watch() {
    let beforeSeconds: bigint | undefined
    return async (moment) => {
      const { stage, client, headSeconds, executed } = moment
      const sinceSeconds = beforeSeconds
      beforeSeconds = headSeconds
      const [untold, ...others] = (await executed()).filter(({ report }) => report === undefined)
      const observed = observedOfAgent(moment)
      const row = untold && stage.session.store.findPermit(untold.permitId)
      const plan = row && findBody(row)?.plan
      if (untold === undefined || others.length > 0 || observed === undefined) return undefined
      if (plan?.kind !== 'transaction' || sinceSeconds === undefined) return undefined
      const { blockNumber } = untold.receipt
      // What was mined before the step did not move in it.
      if ((await client.getBlock({ blockNumber })).timestamp <= sinceSeconds) return undefined
      const through = readThroughput(untold.receipt)
      const { assets, toleranceBps } = plan.expectation
      const expected = assets.filter(({ account }) => isAddressEqual(account, stage.cage))
      for (const { token } of [...expected, ...observed]) {
        const [promised, found] = [sumOf(expected, token), sumOf(observed, token)]
        if (differenceBps(promised, found, through(token, stage.cage)) <= toleranceBps) continue
        return { expected: `${promised} ± ${toleranceBps} bps of ${token}`, found: String(found) }
      }
      return undefined
    }
  },
}

const sumOf = (deltas: readonly AssetDelta[], of: Address): bigint =>
  deltas
    .filter(({ token }) => isAddressEqual(token, of))
    .reduce((sum, { deltaBaseUnits }) => sum + deltaBaseUnits, 0n)
