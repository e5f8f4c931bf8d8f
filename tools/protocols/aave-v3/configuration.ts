/** What a reserve's configuration word says; shares are in basis points, caps in whole tokens (0 is none). */
export interface ReserveConfiguration {
  readonly ltvBps: number
  readonly thresholdBps: number
  /** What a liquidator gets for a debt of 10 000. */
  readonly bonusBps: number
  readonly decimals: number
  readonly isActive: boolean
  readonly isFrozen: boolean
  readonly isPaused: boolean
  readonly canBorrow: boolean
  readonly isBorrowableInIsolation: boolean
  readonly isSiloed: boolean
  readonly hasFlashLoans: boolean
  readonly factorBps: number
  readonly borrowCap: bigint
  readonly supplyCap: bigint
  /** The protocol's share of a liquidator's bonus. */
  readonly protocolFeeBps: number
  readonly eModeCategory: number
  /** Most debt that it may secure in isolation, in hundredths of a US dollar; 0 where it is not isolated. */
  readonly debtCeilingCents: bigint
}

/** Read a configuration word (core-v3 `contracts/protocol/libraries/configuration/ReserveConfiguration.sol`). */
export function readConfiguration(word: bigint): ReserveConfiguration {
  const bits = (from: bigint, width: bigint) => (word >> from) & ((1n << width) - 1n)
  const flag = (at: bigint) => bits(at, 1n) === 1n
  return {
    ltvBps: Number(bits(0n, 16n)),
    thresholdBps: Number(bits(16n, 16n)),
    bonusBps: Number(bits(32n, 16n)),
    decimals: Number(bits(48n, 8n)),
    isActive: flag(56n),
    isFrozen: flag(57n),
    canBorrow: flag(58n),
    isPaused: flag(60n),
    isBorrowableInIsolation: flag(61n),
    isSiloed: flag(62n),
    hasFlashLoans: flag(63n),
    factorBps: Number(bits(64n, 16n)),
    borrowCap: bits(80n, 36n),
    supplyCap: bits(116n, 36n),
    protocolFeeBps: Number(bits(152n, 16n)),
    eModeCategory: Number(bits(168n, 8n)),
    debtCeilingCents: bits(212n, 40n),
  }
}

/** What is done with a reserve. */
export type ReserveAct = 'supply' | 'borrow' | 'withdraw' | 'repay'

/** Say why a reserve does not take an act now; undefined where it does. */
export function findClosure(
  { isActive, isPaused, isFrozen, canBorrow }: ReserveConfiguration,
  act: ReserveAct,
): string | undefined {
  if (!isActive) return 'inactive'
  if (isPaused) return 'paused'
  if (isFrozen && (act === 'supply' || act === 'borrow')) return 'frozen'
  return act === 'borrow' && !canBorrow ? 'closed to borrowing' : undefined
}
