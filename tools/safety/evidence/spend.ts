import type { Address } from 'viem'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { describeUsdc } from '../../core/amount.ts'
import { ToolError } from '../../core/errors.ts'
import { NOTE_NOTHING, type NoteFigure } from '../../core/figure.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { type LotChange, legsOfChange } from '../../core/lot-changes.ts'
import { EXITS } from '../policy/phases.ts'
import { type AssetRule, findAsset, type SafetyPolicy, SPENDING_WINDOW_SECONDS } from '../policy/policy.ts'
import type { ClockReading } from '../store/clocks.ts'
import type { LedgerEntry } from '../store/ledger-rows.ts'
import type { Evidence } from './evidence.ts'
import type { GrossOutflow } from './gross-outflows.ts'
import { sumRepaid } from './sum-repaid.ts'
import { PAR, type PriceProblem, priceFigures, valueInUsdcRoundedUp } from './valuation.ts'

/** Counted spend of one action, USDC base units, each part rounded up. */
export interface Spend {
  readonly outflowUsdc: bigint
  readonly allowanceUsdc: bigint
  readonly gasUsdc: bigint
  readonly totalUsdc: bigint
}

/** Describe a spend, part by part, for the answer to a preview. */
export const describeSpend = ({ outflowUsdc, allowanceUsdc, gasUsdc, totalUsdc }: Spend) => ({
  outflow: describeUsdc(outflowUsdc),
  allowance: describeUsdc(allowanceUsdc),
  gas: describeUsdc(gasUsdc),
  total: describeUsdc(totalUsdc),
})

/**
 * Count the spend of an action: gross outflow, what it pledges included + growth of allowances + gas at its cap, each at
 * the highest price of its sources. Nothing is netted, but that ending a debt of the account's own is no spend.
 *
 * Risk needs sound prices of every asset that it moves, in or out; exits are valued at the highest one known.
 *
 * @throws ToolError PRICE_MISSING, PRICE_STALE, PRICE_DIVERGED, SEQUENCER_DOWN
 */
export function countSpend(
  evidence: Evidence,
  policy: SafetyPolicy,
  gas: { readonly gasLimit: bigint; readonly maxFeePerGasWei: bigint },
  note: NoteFigure = NOTE_NOTHING,
): Spend {
  const isExit = EXITS.includes(evidence.actionClass)
  const { sequencerProblem } = evidence.prices
  if (sequencerProblem !== undefined && !isExit) {
    throw new ToolError('SEQUENCER_DOWN', { reason: sequencerProblem })
  }
  const noted = new Set<AssetRule>()
  const value = (token: Address, amountBaseUnits: bigint): bigint => {
    const asset = findAsset(policy, token)
    const { problem, highest } = evidence.prices.of(token)
    if (asset && !noted.has(asset)) {
      for (const figure of priceFigures(asset, evidence.prices.of(token), policy)) note(figure)
      noted.add(asset)
    }
    if (problem !== undefined && !isExit) throw toDenial(asset?.symbol ?? token, problem)
    if (asset === undefined || highest === undefined) {
      throw new ToolError('PRICE_MISSING', { token: asset?.symbol ?? token, reason: 'no source answers' })
    }
    return valueInUsdcRoundedUp(amountBaseUnits, asset, asset.isNumeraire ? PAR : highest)
  }
  const sum = (amounts: readonly bigint[]) => amounts.reduce((a, b) => a + b, 0n)
  const outflowUsdc = sum(
    listSpent(evidence).map(({ token, amountBaseUnits }) => value(token, amountBaseUnits)),
  )
  const allowanceUsdc = sum(
    evidence.allowanceGrowth.map(({ token, growthBaseUnits }) => value(token, growthBaseUnits)),
  )
  const gasWei = gas.gasLimit * gas.maxFeePerGasWei
  const gasUsdc = gasWei === 0n ? 0n : value(NATIVE_TOKEN, gasWei)
  // What comes in counts for nothing, but risk is not taken in an asset whose price is in doubt.
  for (const { token, before, after } of evidence.balances) {
    if (after > before && findAsset(policy, token)) value(token, after - before)
  }
  for (const { token, amount } of evidence.positions.changes.flatMap(legsOfChange)) value(token, amount)
  return { outflowUsdc, allowanceUsdc, gasUsdc, totalUsdc: outflowUsdc + allowanceUsdc + gasUsdc }
}

/** List what goes out, beyond what ends debts, and what others may take later. */
function listSpent(evidence: Evidence): readonly GrossOutflow[] {
  const { outflows, positions, decoded } = evidence
  const beyondDebt = outflows.map((outflow) => {
    const { token, amountBaseUnits } = outflow
    const paid = sumRepaid(positions.changes, token) - sumPaidByLots(outflow, evidence)
    const repaid = paid > 0n ? paid : 0n
    return { token, amountBaseUnits: amountBaseUnits > repaid ? amountBaseUnits - repaid : 0n }
  })
  const pledged = decoded.leaves
    .flatMap(({ pledges = [] }) => pledges.flatMap(({ legs, isHeld }) => (isHeld ? [] : legs)))
    .flatMap(({ token, amount }) => (amount < 0n ? [{ token, amountBaseUnits: -amount }] : []))
  return [...beyondDebt, ...pledged]
}

/** Sum what positions lost of a token that did not come in: with that they ended debts themselves, not what went out. */
function sumPaidByLots(
  { token, amountBaseUnits }: GrossOutflow,
  { positions, balances }: Pick<Evidence, 'positions' | 'balances'>,
): bigint {
  const assets = positions.changes.filter(({ kind }) => kind !== 'owed')
  const lost = [...Map.groupBy(assets, ({ protocol, key }) => `${protocol} ${key}`).values()]
    .map((changes) => sumFall(changes, token))
    .reduce((sum, fall) => (fall > 0n ? sum + fall : sum), 0n)
  const balance = balances.find((known) => isAddressEqual(known.token, token))
  const came = amountBaseUnits + (balance ? balance.after - balance.before : 0n)
  return lost > came ? lost - came : 0n
}

/** Sum by how much lots fell in a token, less what others of them rose. */
const sumFall = (changes: readonly LotChange[], token: Address): bigint =>
  changes
    .flatMap((change) => {
      const sign = change.after.units < change.before.units ? 1n : -1n
      return legsOfChange(change).map((leg) => ({ token: leg.token, amount: sign * leg.amount }))
    })
    .filter((leg) => isAddressEqual(leg.token, token))
    .reduce((sum, { amount }) => sum + amount, 0n)

function toDenial(token: string, problem: PriceProblem): ToolError {
  switch (problem.kind) {
    case 'missing':
      return new ToolError('PRICE_MISSING', { token, reason: problem.reason })
    case 'stale':
      return new ToolError('PRICE_STALE', {
        token,
        found: problem.ageSeconds,
        expected: problem.maxStalenessSeconds,
      })
    case 'diverged':
      return new ToolError('PRICE_DIVERGED', {
        token,
        found: problem.foundBps,
        expected: problem.maxDivergenceBps,
      })
  }
}

/** The moment after which an entry lies in the window that ends now: (t − 86 400 s, t], on either clock. */
export const windowStart = (now: ClockReading): ClockReading => ({
  wallMs: now.wallMs - SPENDING_WINDOW_SECONDS * 1_000,
  chainSeconds: now.chainSeconds - SPENDING_WINDOW_SECONDS,
})

/** Tell whether a moment lies after another one, on either clock. */
export const isAfter = (at: ClockReading, moment: ClockReading): boolean =>
  at.wallMs > moment.wallMs || at.chainSeconds > moment.chainSeconds

/** The second at which a signature is judged to hold still: of two clocks the one that is behind. */
export const heldSeconds = (now: ClockReading): number =>
  Math.min(Math.floor(now.wallMs / 1_000), now.chainSeconds)

/** Sums of the entries of one window. */
export function sumLedger(entries: readonly LedgerEntry[]) {
  let totalUsdc = 0n
  let reservedUsdc = 0n
  let unguardedUsdc = 0n
  for (const entry of entries) {
    totalUsdc += entry.amountUsdc
    if (entry.state === 'reserved') reservedUsdc += entry.amountUsdc
    if (!entry.guarded) unguardedUsdc += entry.amountUsdc
  }
  return { totalUsdc, reservedUsdc, unguardedUsdc }
}
