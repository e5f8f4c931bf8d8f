import { isAddressEqual } from 'viem'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { amountOf } from '../../core/amount.ts'
import { ToolError } from '../../core/errors.ts'
import { differenceBps } from '../../core/outcome.ts'
import { readTransferDeltas } from '../../core/receipt-deltas.ts'
import { findToken } from '../../core/tokens.ts'
import { explainCallFailure } from '../evidence/cage-rejection.ts'
import { findAsset } from '../policy/policy.ts'
import { ALLOW, type Hook } from './hook.ts'

/**
 * Compare the simulated effect with the plan's expectation: a revert, an effect beyond the tolerance or one
 * that the plan does not state denies, and so does a tolerance wider than the owner's, and so does a token whose events tell another story than its balances. At commit
 * the same comparison catches drift since the preview.
 */
export const simulatorHook: Hook = {
  name: 'simulator',
  check({ evidence, plan, account, gasLimit, policy, book }) {
    if (plan.kind === 'signature') {
      if (evidence.state) return ALLOW
      throw new ToolError('SIMULATION_UNAVAILABLE', { reason: evidence.simulationProblem ?? 'no state' })
    }
    const simulated = evidence.simulation?.calls[0]
    if (simulated === undefined) {
      throw new ToolError('SIMULATION_UNAVAILABLE', { reason: evidence.simulationProblem ?? 'no simulation' })
    }
    const { assets, toleranceBps } = plan.expectation
    // What is allowed to drift is what a sandwich takes.
    if (!(toleranceBps <= policy.maxToleranceBps)) {
      throw new ToolError('TOLERANCE_TOO_WIDE', { found: toleranceBps, expected: policy.maxToleranceBps })
    }
    if (!simulated.ok) {
      throw new ToolError('SIMULATION_REVERTED', { reason: explainCallFailure(simulated.returnData) })
    }
    if (simulated.gasUsed > gasLimit) {
      throw new ToolError('SIMULATION_REVERTED', {
        reason: `it needs ${simulated.gasUsed} gas, the permit caps it at ${gasLimit}`,
      })
    }
    const claims = readTransferDeltas(simulated, account)
    for (const { token, before, after } of evidence.balances) {
      const found = after - before
      const expected = assets
        .filter((delta) => isAddressEqual(delta.token, token) && isAddressEqual(delta.account, account))
        .reduce((sum, delta) => sum + delta.deltaBaseUnits, 0n)
      const amount = (baseUnits: bigint) =>
        amountOf(findAsset(policy, token) ?? findToken(book, token), token, baseUnits)
      if (expected === 0n && found !== 0n) {
        throw new ToolError('EXPECTATION_UNEXPLAINED', { found: amount(found) })
      }
      if (differenceBps(expected, found) > toleranceBps) {
        throw new ToolError('SIMULATION_DRIFT', {
          found: amount(found),
          expected: amount(expected),
          toleranceBps,
        })
      }
      // Wrapping moves a balance without an event, as it does in the wrapped coin.
      if (token === NATIVE_TOKEN || token === book.wrappedNative) continue
      const claimed = claims.find((delta) => isAddressEqual(delta.token, token))?.deltaBaseUnits ?? 0n
      if (differenceBps(found, claimed) > toleranceBps) {
        throw new ToolError('TRANSFERS_CONTRADICTED', { found: amount(found), claimed: amount(claimed) })
      }
    }
    return ALLOW
  },
}
