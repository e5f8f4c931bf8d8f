import type {
  RecordBalance,
  RecordGrant,
  RecordLot,
  RecordState,
  RecordStep,
} from '../../../harness/record/record.ts'

/** A state that may tell all that is held. */
export interface HeldState extends RecordState {
  /** Set where it tells all that is held, nothing of which changed. */
  readonly isUnchanged?: true
}

/** A step whose last state may tell all that is held. */
export type HeldStep = Omit<RecordStep, 'after'> & { readonly after?: HeldState }

/**
 * Tell of failed steps all that the account held at their end, on the chain on which they were done; records tell of each
 * state only what differs from the one before.
 */
export function followHoldings(steps: readonly RecordStep[]): HeldStep[] {
  const chains = new Map<string | undefined, (step: RecordStep) => HeldStep>()
  return steps.map((step) => {
    const follow = chains.get(step.chain) ?? followChain()
    chains.set(step.chain, follow)
    return follow(step)
  })
}

function followChain() {
  const balances = new Map<string, RecordBalance>()
  const allowances = new Map<string, RecordGrant>()
  const positions = new Map<string, RecordLot>()
  let seen: RecordState | undefined
  return (step: RecordStep): HeldStep => {
    const { before, after, verdict } = step
    for (const state of [before, after]) {
      for (const balance of state?.balances ?? []) balances.set(balance.token.toLowerCase(), balance)
      for (const grant of state?.allowances ?? []) allowances.set(grantOf(grant), grant)
      for (const lot of state?.positions ?? []) positions.set(keyOf(lot), lot)
      if (state?.blockNumber !== undefined) seen = state
    }
    if (after === undefined || verdict !== 'failed') return step
    // Without a new block nothing was looked at, for nothing can have changed.
    if (after.timestampSeconds !== seen?.timestampSeconds) return step
    const { blockNumber } = seen
    const last = blockNumber === undefined ? after : { ...after, blockNumber }
    const held = {
      balances: [...balances.values()],
      allowances: [...allowances.values()],
      positions: [...positions.values()],
    }
    return { ...step, after: complete(last, held) }
  }
}

const keyOf = ({ protocol, key, kind }: RecordLot) => JSON.stringify([protocol, key, kind])

const grantOf = ({ token, spender }: RecordGrant) => `${token} ${spender}`.toLowerCase()

/** All that an account has, each as it was told of last. */
type Held = Required<Pick<RecordState, 'balances' | 'allowances' | 'positions'>>

function complete(after: RecordState, { balances, allowances, positions }: Held): HeldState {
  const isUnchanged = (after.balances ?? after.allowances ?? after.positions) === undefined
  const keep = <Amount extends RecordBalance>(
    all: readonly Amount[],
    changed: readonly Amount[] = [],
  ): Amount[] =>
    all.flatMap((amount) => {
      if (changed.includes(amount)) return [amount]
      const { beforeBaseUnits: _, ...now } = amount
      if (now.baseUnits === '0') return []
      return [(isUnchanged ? now : { ...now, beforeBaseUnits: now.baseUnits }) as Amount]
    })
  return {
    ...after,
    ...(isUnchanged ? { isUnchanged } : {}),
    balances: keep(balances, after.balances),
    allowances: keep(allowances, after.allowances),
    positions: positions.flatMap((lot) => {
      if (after.positions?.includes(lot)) return [lot]
      const { beforeUnits: _, ...now } = lot
      if (now.units === '0') return []
      return [isUnchanged ? now : { ...now, beforeUnits: now.units }]
    }),
  }
}
