import { type Address, getAddress } from 'viem'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { isContractOf } from '../../core/base.ts'
import { parseEventLogs } from '../../core/event-logs.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { type AssetDelta, EMPTY_OUTCOME, type PositionDelta } from '../../core/outcome.ts'
import { readTransferDeltas } from '../../core/receipt-deltas.ts'
import { AddressSchema, SignedBaseUnitsSchema, type Static, Type } from '../../core/schema.ts'
import type { Settlement, SettlementInput } from '../../core/tool-def.ts'
import { readAllowancesLeft } from '../../kit/allowances-left.ts'
import { describeTokenChanges, TokenChangesSchema } from '../../kit/token-changes.ts'
import { aTokenAbi, poolAbi } from './abi.ts'
import { BASE } from './base.ts'
import { assetOf, keyOf } from './lending.ts'
import { RAY, rayDiv } from './rates.ts'

/** What every tool that changes a position reports. */
export const LendingResultSchema = Type.Object({
  tokens: TokenChangesSchema,
  /** By how many scaled units what is supplied and what is owed changed. */
  positions: Type.Array(
    Type.Object({
      token: AddressSchema,
      side: Type.Union([Type.Literal('supplied'), Type.Literal('owed')]),
      unitsDelta: SignedBaseUnitsSchema,
    }),
  ),
})

const LOGS = [...poolAbi, ...aTokenAbi] as const

interface UnitChange {
  readonly token: Address
  readonly unitsDelta: bigint
}

/**
 * Read what an account did to its positions from a receipt: each action of the Pool follows the changes of units that
 * it made, debt before supply.
 */
function readChanges({ receipt, account }: Pick<SettlementInput, 'receipt' | 'account'>) {
  const positions = new Map<string, PositionDelta>()
  const receipts = new Set<Address>()
  let pending: UnitChange[] = []
  const settle = (asset: Address, kinds: readonly ('held' | 'owed')[]) => {
    // The last ones are the Pool's: what else came before is of contracts on the way.
    for (const [at, change] of pending.slice(-kinds.length).entries()) {
      const kind = kinds[at] as (typeof kinds)[number]
      const known = positions.get(`${kind} ${asset}`)?.unitsDelta ?? 0n
      const unitsDelta = known + change.unitsDelta
      positions.set(`${kind} ${asset}`, { protocol: BASE.id, key: keyOf(asset), kind, unitsDelta })
    }
    pending = []
  }
  for (const { eventName, args, address } of parseEventLogs({ abi: LOGS, logs: receipt.logs })) {
    if (eventName === 'Mint' || eventName === 'Burn') {
      receipts.add(getAddress(address))
      const owner = eventName === 'Mint' ? args.onBehalfOf : args.from
      // Any contract on the way may log what looks like this; no index is ever below one.
      if (!isAddressEqual(owner, account) || args.index < RAY) continue
      const amount =
        eventName === 'Mint' ? args.value - args.balanceIncrease : -(args.value + args.balanceIncrease)
      const units = rayDiv(amount < 0n ? -amount : amount, args.index)
      pending.push({ token: address, unitsDelta: amount < 0n ? -units : units })
      // A gateway calls it where the plan does not.
    } else if (!isContractOf(BASE, 'pool', address)) continue
    else if (eventName === 'Supply' || eventName === 'Withdraw') settle(args.reserve, ['held'])
    else if (eventName === 'Borrow') settle(args.reserve, ['owed'])
    else if (eventName === 'Repay') settle(args.reserve, args.useATokens ? ['owed', 'held'] : ['owed'])
  }
  return { positions: [...positions.values()].filter(({ unitsDelta }) => unitsDelta !== 0n), receipts }
}

/** Report an action on positions from its receipt; what aTokens and debt tokens say of themselves is the position. */
export function settleLending(
  { plan, receipt, account }: Pick<SettlementInput, 'plan' | 'receipt' | 'account'>,
  others: readonly AssetDelta[] = [],
): Settlement<Static<typeof LendingResultSchema>> {
  const { positions, receipts } = readChanges({ receipt, account })
  const moved = readTransferDeltas(receipt, account).filter(({ token }) => !receipts.has(token))
  const assets = sumUp([...moved, ...others])
  return {
    data: {
      tokens: describeTokenChanges(assets),
      positions: positions.map(({ key, kind, unitsDelta }) => ({
        token: assetOf(key),
        side: kind === 'owed' ? ('owed' as const) : ('supplied' as const),
        unitsDelta: unitsDelta.toString(),
      })),
    },
    actualOutcome: {
      ...EMPTY_OUTCOME,
      assets,
      allowances: readAllowancesLeft(receipt, plan.expectation.allowances),
      positions,
    },
    groundTruthSource: 'receipt',
  }
}

/** Sum deltas by token; what comes and goes again is none. */
function sumUp(deltas: readonly AssetDelta[]): AssetDelta[] {
  const sums = new Map<Address, AssetDelta>()
  for (const delta of deltas) {
    const known = sums.get(delta.token)?.deltaBaseUnits ?? 0n
    sums.set(delta.token, { ...delta, deltaBaseUnits: known + delta.deltaBaseUnits })
  }
  return [...sums.values()].filter(({ deltaBaseUnits }) => deltaBaseUnits !== 0n)
}

/** Report native coins that a plan's calls carried, of a transaction that went through. */
export const readNativePaid = ({ plan, receipt, account }: Omit<SettlementInput, 'params'>): AssetDelta[] => {
  const paid = plan.calls.reduce((sum, { valueWei }) => sum + valueWei, 0n)
  return receipt.status === 'success' && paid > 0n
    ? [{ token: NATIVE_TOKEN, account, deltaBaseUnits: -paid }]
    : []
}
