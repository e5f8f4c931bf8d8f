import type { RecordBalance, RecordLot, RecordState, RecordStep } from '../../../harness/record/record.ts'

/** A state that may tell all that is held. */
export interface HeldState extends RecordState {
  /** Set where it tells all that is held, nothing of which changed. */
  readonly isUnchanged?: true
}

/** A step whose last state may tell all that is held. */
export type HeldStep = Omit<RecordStep, 'after'> & { readonly after?: HeldState }

/**
 * Tell of failed steps all that the account held at their end; records tell of each state only what differs from the one
 * before.
 */
export function followHoldings(steps: readonly RecordStep[]): HeldStep[] {
  const balances = new Map<string, RecordBalance>()
  const positions = new Map<string, RecordLot>()
  let seen: RecordState | undefined
  return steps.map((step) => {
    const { before, after, verdict } = step
    for (const state of [before, after]) {
      for (const balance of state?.balances ?? []) balances.set(balance.token.toLowerCase(), balance)
      for (const lot of state?.positions ?? []) positions.set(keyOf(lot), lot)
      if (state?.blockNumber !== undefined) seen = state
    }
    if (after === undefined || verdict !== 'failed') return step
    // Without a new block nothing was looked at, for nothing can have changed.
    if (after.timestampSeconds !== seen?.timestampSeconds) return step
    const { blockNumber } = seen
    const last = blockNumber === undefined ? after : { ...after, blockNumber }
    return { ...step, after: complete(last, [...balances.values()], [...positions.values()]) }
  })
}

const keyOf = ({ protocol, key, kind }: RecordLot) => JSON.stringify([protocol, key, kind])

function complete(
  after: RecordState,
  balances: readonly RecordBalance[],
  positions: readonly RecordLot[],
): HeldState {
  const isUnchanged = (after.balances ?? after.positions) === undefined
  return {
    ...after,
    ...(isUnchanged ? { isUnchanged } : {}),
    balances: balances.flatMap((balance) => {
      if (after.balances?.includes(balance)) return [balance]
      const { beforeBaseUnits: _, ...now } = balance
      if (now.baseUnits === '0') return []
      return [isUnchanged ? now : { ...now, beforeBaseUnits: now.baseUnits }]
    }),
    positions: positions.flatMap((lot) => {
      if (after.positions?.includes(lot)) return [lot]
      const { beforeUnits: _, ...now } = lot
      if (now.units === '0') return []
      return [isUnchanged ? now : { ...now, beforeUnits: now.units }]
    }),
  }
}
