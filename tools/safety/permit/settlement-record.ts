import type { TransactionReceipt } from 'viem'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import type { Books } from '../evidence/books.ts'
import type { Evidence } from '../evidence/evidence.ts'
import type { AllowanceHistory, NotedAllowance } from '../evidence/live-allowances.ts'
import { valueInUsdcRoundedUp } from '../evidence/valuation.ts'
import { findAsset, type SafetyPolicy } from '../policy/policy.ts'
import type { LedgerEntry } from '../store/ledger-rows.ts'
import type { PermitRow } from '../store/permit-rows.ts'
import type { SafetyStore } from '../store/store.ts'
import type { PriceSheet } from './outcome-value.ts'

/** What settling needs and nobody knows later: kept with the permit. */
export interface Settlement {
  readonly reservedUsdc: string
  readonly booksBefore: Books
  readonly booksAfter: Books
  /** USDC base units that 10^18 wei of gas cost, rounded up; absent without a price. */
  readonly usdcPerEther?: string
  /** What the allowances were that the action raises. */
  readonly seenAllowances: readonly NotedAllowance[]
  /** What the outcome is valued at. */
  readonly prices: PriceSheet
}

const WEI_PER_ETHER = 10n ** 18n

/** Read what was kept for settling; without it, or when it cannot be read, the whole reservation counts. */
export function readSettlement({ settlement }: PermitRow): Settlement | undefined {
  try {
    return settlement === null ? undefined : (JSON.parse(settlement) as Settlement)
  } catch {
    return undefined
  }
}

/** Where the store keeps what the last actions left of allowances. */
export const GRANTED_KEY = 'granted-allowances'

/** Read what the last actions left that raised allowances; what the log does not confirm is nothing that was guarded. */
export const readGrantedAllowances = (store: Pick<SafetyStore, 'findMeta'>): readonly NotedAllowance[] =>
  JSON.parse(store.findMeta(GRANTED_KEY)?.value ?? '[]') as NotedAllowance[]

/** Read what is remembered of allowances: when the entries of a window were decided, and since they were last raised. */
export const readAllowanceHistory = (
  store: Pick<SafetyStore, 'findPermit' | 'findMeta'>,
  window: readonly LedgerEntry[],
): AllowanceHistory => ({
  seen: window.flatMap(({ permitId }) => {
    const row = store.findPermit(permitId)
    return (row && readSettlement(row)?.seenAllowances) ?? []
  }),
  granted: readGrantedAllowances(store),
})

/** Price gas as it is paid for at the time of the evidence. */
export function priceEther({ prices }: Evidence, policy: SafetyPolicy): Pick<Settlement, 'usdcPerEther'> {
  const native = findAsset(policy, NATIVE_TOKEN)
  const { highest } = prices.of(NATIVE_TOKEN)
  if (native === undefined || highest === undefined) return {}
  return { usdcPerEther: valueInUsdcRoundedUp(WEI_PER_ETHER, native, highest).toString() }
}

/**
 * Price what a transaction paid for its gas, though it moved nothing; without a price the whole reservation is gone.
 */
export function priceGas(
  { gasUsed, effectiveGasPrice }: TransactionReceipt,
  row: PermitRow,
  reserved: bigint,
): bigint {
  const usdcPerEther = readSettlement(row)?.usdcPerEther
  if (usdcPerEther === undefined) return reserved
  return (gasUsed * effectiveGasPrice * BigInt(usdcPerEther) + WEI_PER_ETHER - 1n) / WEI_PER_ETHER
}
