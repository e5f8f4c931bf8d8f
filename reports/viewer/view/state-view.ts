import type { RecordBalance, RecordGrant, RecordLot } from '../../../harness/record/record.ts'
import { formatChainTime } from '../../text/format-chain-time.ts'
import { MOST, type ViewAmount, viewAmount } from './amount.ts'
import type { HeldState } from './follow-holdings.ts'
import { type NameOf, nameKey, nameToken } from './name-of.ts'
import { showText } from './show-text.ts'

/** What the account had of something, and has; `before` is absent in the first state. */
export interface ViewHolding {
  readonly name: string
  readonly before?: ViewAmount
  readonly after: ViewAmount
  readonly change?: ViewAmount
  /** What a position comes to. */
  readonly note?: string
}

/** What the chain looks like. */
export interface ViewState {
  /** `2027-01-15 08:00:50 UTC`. */
  readonly time: string
  readonly block?: string
  /** Set where it tells all that is held, nothing of which changed. */
  readonly isUnchanged?: true
  readonly holdings: readonly ViewHolding[]
}

/** Prepare a state of the chain. */
export const viewState = (
  { timestampSeconds, blockNumber, balances, allowances, positions, isUnchanged }: HeldState,
  nameOf: NameOf,
): ViewState => ({
  time: formatChainTime(timestampSeconds) ?? showText(`${timestampSeconds} s`, 60),
  ...(blockNumber === undefined ? {} : { block: showText(blockNumber, 40) }),
  ...(isUnchanged ? { isUnchanged } : {}),
  holdings: [
    ...(balances ?? []).map((balance) => viewBalance(balance, nameOf)),
    ...(allowances ?? []).map((grant) => viewGrant(grant, nameOf)),
    ...(positions ?? []).map((position) => viewLot(position, nameOf)),
  ],
})

const viewBalance = (
  { symbol, decimals, baseUnits, beforeBaseUnits }: RecordBalance,
  nameOf: NameOf,
): ViewHolding => ({
  name: showText(nameToken(symbol, nameOf), 60),
  ...viewChange(baseUnits, beforeBaseUnits, decimals),
})

const viewGrant = (
  { symbol, spender, decimals, baseUnits, beforeBaseUnits }: RecordGrant,
  nameOf: NameOf,
): ViewHolding => ({
  name: showText(`${nameToken(symbol, nameOf)} that ${nameKey(spender, nameOf)} may take`, 200),
  ...viewChange(baseUnits, beforeBaseUnits, decimals),
})

const viewLot = (
  { protocol, key, kind, units, beforeUnits, unit, legs }: RecordLot,
  nameOf: NameOf,
): ViewHolding => ({
  name: showText(`${protocol} ${kind} ${nameKey(key, nameOf)}, ${unit?.symbol ?? 'units'}`, 200),
  ...viewChange(units, beforeUnits, unit?.decimals ?? 0),
  ...(legs.length > 0 ? { note: legs.map((leg) => viewAmount(leg.baseUnits, leg).text).join(', ') } : {}),
})

function viewChange(now: string, before: string | undefined, decimals: number): Omit<ViewHolding, 'name'> {
  const after = viewAmount(now, { decimals })
  if (before === undefined) return { after }
  // Between no bound and an amount there is no difference that says anything.
  if ([now, before].includes(MOST)) return { before: viewAmount(before, { decimals }), after }
  const change = (BigInt(now) - BigInt(before)).toString()
  return {
    before: viewAmount(before, { decimals }),
    after,
    change: viewAmount(change, { decimals, signed: true }),
  }
}
