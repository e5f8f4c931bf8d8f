import type { Address } from 'viem'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { amountOf, formatAmount } from '../../core/amount.ts'
import { ToolError } from '../../core/errors.ts'
import { amountFigure, countFigure, NOTE_NOTHING, type NoteFigure } from '../../core/figure.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { type LotChange, legsOfChange } from '../../core/lot-changes.ts'
import { differenceBps, type Expectation } from '../../core/outcome.ts'
import { type DeltaPair, pairDeltas, toPositionDelta } from '../../core/pair-deltas.ts'
import { readThroughput, readTransferDeltas } from '../../core/receipt-deltas.ts'
import { findToken } from '../../core/tokens.ts'
import type { Evidence } from '../evidence/evidence.ts'
import { findAsset, type SafetyPolicy } from '../policy/policy.ts'
import { ALLOW, type Hook, type HookRequest } from './hook.ts'

/**
 * Compare the simulated effect with the plan's expectation: a revert, an effect beyond the tolerance or one
 * that the plan does not state denies, and so does a tolerance wider than the owner's, and so does a token whose events tell another story than its balances. At commit
 * the same comparison catches drift since the preview.
 */
export const simulatorHook: Hook = {
  name: 'simulator',
  check({ evidence, plan, account, gasLimit, policy, book }, note = NOTE_NOTHING) {
    if (plan.kind === 'signature') {
      if (evidence.state) return ALLOW
      throw new ToolError('SIMULATION_UNAVAILABLE', { reason: evidence.simulationProblem ?? 'no state' })
    }
    const simulated = evidence.simulation?.calls[0]
    if (simulated === undefined) {
      throw new ToolError('SIMULATION_UNAVAILABLE', { reason: evidence.simulationProblem ?? 'no simulation' })
    }
    const { assets, toleranceBps } = plan.expectation
    note(countFigure('tolerance', toleranceBps, 'bps', { most: policy.maxToleranceBps }))
    // What is allowed to drift is what a sandwich takes.
    if (!(toleranceBps <= policy.maxToleranceBps)) {
      throw new ToolError('TOLERANCE_TOO_WIDE', { found: toleranceBps, expected: policy.maxToleranceBps })
    }
    note(countFigure('gas', simulated.gasUsed, 'gas', { most: gasLimit }))
    if (!simulated.ok) {
      const reason = evidence.revertReason ?? simulated.returnData
      throw new ToolError('SIMULATION_REVERTED', {
        reason: [reason, ...listShort({ evidence, account, policy, book }, assets)].join('; '),
      })
    }
    if (simulated.gasUsed > gasLimit) {
      throw new ToolError('SIMULATION_REVERTED', {
        reason: `it needs ${simulated.gasUsed} gas, the permit caps it at ${gasLimit}`,
      })
    }
    const claims = readTransferDeltas(simulated, account)
    const throughputOf = readThroughput(simulated)
    for (const { token, before, after } of evidence.balances) {
      const found = after - before
      const expected = sumStated(assets, token, account)
      const amount = (baseUnits: bigint) =>
        amountOf(findAsset(policy, token) ?? findToken(book, token), token, baseUnits)
      const through = throughputOf(token, account)
      if (found !== 0n || expected !== 0n) {
        note(amountFigure('simulated change', amount(found)))
        note(amountFigure('expected change', amount(expected)))
        if (expected !== 0n) {
          const bps = differenceBps(expected, found, through)
          note(countFigure(`difference in ${amount(found).symbol}`, bps, 'bps', { most: toleranceBps }))
        }
      }
      if (expected === 0n && found !== 0n) {
        throw new ToolError('EXPECTATION_UNEXPLAINED', { found: amount(found) })
      }
      if (differenceBps(expected, found, through) > toleranceBps) {
        throw new ToolError('SIMULATION_DRIFT', {
          found: amount(found),
          expected: amount(expected),
          toleranceBps,
        })
      }
      // Wrapping moves a balance without an event, as it does in the wrapped coin.
      const coins = [NATIVE_TOKEN, ...(book.wrappedNative ? [book.wrappedNative] : [])]
      if (coins.some((coin) => isAddressEqual(coin, token))) continue
      const claimed = claims.find((delta) => isAddressEqual(delta.token, token))?.deltaBaseUnits ?? 0n
      if (differenceBps(found, claimed) > toleranceBps) {
        throw new ToolError('TRANSFERS_CONTRADICTED', { found: amount(found), claimed: amount(claimed) })
      }
    }
    comparePositions(plan.expectation, evidence, policy, note)
    return ALLOW
  },
}

/** What a plan states of an account's balance of a token. */
const sumStated = (assets: Expectation['assets'], token: Address, account: Address): bigint =>
  assets
    .filter((delta) => isAddressEqual(delta.token, token) && isAddressEqual(delta.account, account))
    .reduce((sum, delta) => sum + delta.deltaBaseUnits, 0n)

/** Name what a plan pays more of than the account holds: few tokens say so where they revert. */
const listShort = (
  { evidence, account, policy, book }: Pick<HookRequest, 'evidence' | 'account' | 'policy' | 'book'>,
  assets: Expectation['assets'],
): readonly string[] =>
  evidence.balances.flatMap(({ token, before }) => {
    const stated = sumStated(assets, token, account)
    if (before + stated >= 0n) return []
    const known = findAsset(policy, token) ?? findToken(book, token)
    const [held, paid] = [before, -stated].map((amount) => formatAmount(amountOf(known, token, amount)))
    return [`the account holds ${held}, and the action pays ${paid}`]
  })

/**
 * Compare lots as they would change with what the plan states of them. What comes unsaid is the account's gain; what goes
 * has to be stated, or arrive in tokens, of which the plan states every one. What others gave is there around the action,
 * whether the cage lists it or not.
 */
function comparePositions(
  { positions, toleranceBps }: Expectation,
  evidence: Pick<Evidence, 'positions' | 'balances'>,
  { readers }: Pick<SafetyPolicy, 'readers'>,
  note: NoteFigure,
): void {
  const { before, after, changes, shown = changes } = evidence.positions
  // While something cannot be read no more than what only brings in has come this far.
  if ((before.problem ?? after.problem) !== undefined) return
  const found = shown.map(toPositionDelta)
  // What no reader counts is not seen.
  const stated = positions.filter((delta) => readers.some((reader) => reader.protocol === delta.protocol))
  const pairs = pairDeltas(stated, found)
  const unsaid = shown.filter((change) => pairs.some((pair) => isUnsaidLoss(pair) && isOfLot(pair, change)))
  for (const pair of pairs) {
    const { protocol, key, kind, expectedDelta, unitsDelta } = pair
    note(countFigure(`simulated change of what is ${kind} in ${protocol}`, unitsDelta, 'units'))
    note(countFigure(`expected change of what is ${kind} in ${protocol}`, expectedDelta, 'units'))
    if (isUnsaidLoss(pair) && !arrives(pair, unsaid, evidence)) {
      const lost = unitsDelta < 0n ? -unitsDelta : unitsDelta
      throw new ToolError('POSITION_UNEXPLAINED', { protocol, key, kind, found: lost })
    }
    if (expectedDelta !== 0n && differenceBps(expectedDelta, unitsDelta) > toleranceBps) {
      throw new ToolError('POSITION_DRIFT', {
        protocol,
        key,
        kind,
        found: unitsDelta,
        expected: expectedDelta,
        toleranceBps,
      })
    }
  }
}

/** Whether a lot loses units, or a debt grows, of which the plan says nothing. */
const isUnsaidLoss = ({ kind, expectedDelta, unitsDelta }: DeltaPair): boolean =>
  expectedDelta === 0n && unitsDelta !== 0n && (kind === 'owed') === unitsDelta > 0n

/** Protocols may tell their positions apart by the same keys. */
const isOfLot = (pair: DeltaPair, change: LotChange): boolean =>
  change.protocol === pair.protocol &&
  change.key === pair.key &&
  change.kind === pair.kind &&
  change.lot === pair.lot

/** Whether all that a lot lost comes to the account in tokens, beside what the others did of which nothing is said. */
function arrives(
  pair: DeltaPair,
  unsaid: readonly LotChange[],
  { balances }: Pick<Evidence, 'balances'>,
): boolean {
  if (pair.kind === 'owed') return false
  const legs = unsaid.filter((change) => isOfLot(pair, change)).flatMap(legsOfChange)
  const all = unsaid.filter(({ kind }) => kind !== 'owed').flatMap(legsOfChange)
  return (
    legs.length > 0 &&
    legs.every(({ token }) => {
      const lost = all
        .filter((leg) => isAddressEqual(leg.token, token))
        .reduce((sum, { amount }) => sum + amount, 0n)
      return balances.some(
        (balance) => isAddressEqual(balance.token, token) && balance.after - balance.before >= lost,
      )
    })
  )
}
