import type { RecordBalance, RecordLot, RecordState } from '../../../harness/record/record.ts'
import { shortenHash } from '../../text/shorten-hash.ts'
import { type ViewAmount, viewAmount } from './amount.ts'
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
  readonly holdings: readonly ViewHolding[]
}

/** Prepare a state of the chain. */
export const viewState = ({
  timestampSeconds,
  blockNumber,
  balances,
  positions,
}: RecordState): ViewState => ({
  time: formatChainTime(timestampSeconds),
  ...(blockNumber === undefined ? {} : { block: showText(blockNumber, 40) }),
  holdings: [...(balances ?? []).map(viewBalance), ...(positions ?? []).map(viewLot)],
})

// What is beyond the dates stays a number.
function formatChainTime(timestampSeconds: string): string {
  const date = new Date(Number(timestampSeconds) * 1000)
  if (Number.isNaN(date.getTime())) return showText(`${timestampSeconds} s`, 60)
  return date.toISOString().replace('T', ' ').replace('.000Z', ' UTC')
}

const viewBalance = ({ symbol, decimals, baseUnits, beforeBaseUnits }: RecordBalance): ViewHolding => ({
  name: showText(symbol, 60),
  ...viewChange(baseUnits, beforeBaseUnits, decimals),
})

const viewLot = ({ protocol, key, kind, units, beforeUnits, legs }: RecordLot): ViewHolding => ({
  name: showText(`${protocol} ${kind} ${shortenHash(key)}, units`, 200),
  ...viewChange(units, beforeUnits, 0),
  ...(legs.length > 0 ? { note: legs.map((leg) => viewAmount(leg.baseUnits, leg).text).join(', ') } : {}),
})

function viewChange(now: string, before: string | undefined, decimals: number): Omit<ViewHolding, 'name'> {
  const after = viewAmount(now, { decimals })
  if (before === undefined) return { after }
  const change = (BigInt(now) - BigInt(before)).toString()
  return {
    before: viewAmount(before, { decimals }),
    after,
    change: viewAmount(change, { decimals, signed: true }),
  }
}
