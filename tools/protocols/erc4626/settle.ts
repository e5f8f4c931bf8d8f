import { type Address, getAddress } from 'viem'
import { parseEventLogs } from '../../core/event-logs.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { readTransferDeltas } from '../../core/receipt-deltas.ts'
import { AddressSchema, SignedBaseUnitsSchema, type Static, Type } from '../../core/schema.ts'
import type { Settlement, SettlementInput } from '../../core/tool-def.ts'
import { readAllowancesLeft } from '../../kit/allowances-left.ts'
import { logsOfCalled } from '../../kit/logs-of-called.ts'
import { describeTokenChanges, TokenChangesSchema } from '../../kit/token-changes.ts'
import { vaultAbi } from './abi.ts'
import { changes } from './acts.ts'

type Settling = Pick<SettlementInput, 'plan' | 'receipt' | 'account'>

/** What every tool that changes shares reports. */
export const SHARES_OUTPUT = Type.Object({
  /** Below zero for what was given back. */
  shares: Type.Array(Type.Object({ vault: AddressSchema, sharesDelta: SignedBaseUnitsSchema })),
  tokens: TokenChangesSchema,
})

/** Read from the logs of the vaults that a plan calls what became of an account's shares of each. */
function readChanges({ plan, receipt, account }: Settling): ReadonlyMap<Address, bigint> {
  const total = new Map<Address, bigint>()
  const logs = parseEventLogs({
    abi: vaultAbi,
    eventName: ['Deposit', 'Withdraw'],
    logs: logsOfCalled({ plan, receipt }),
  })
  for (const { address, eventName, args } of logs) {
    if (!isAddressEqual(args.owner, account)) continue
    const vault = getAddress(address)
    const change = eventName === 'Deposit' ? args.shares : -args.shares
    total.set(vault, (total.get(vault) ?? 0n) + change)
  }
  return total
}

/** Report a change of shares from its receipt; shares count as a position and are no token of the account's. */
export function settleShares(settling: Settling): Settlement<Static<typeof SHARES_OUTPUT>> {
  const { plan, receipt, account } = settling
  const shares = readChanges(settling)
  const assets = readTransferDeltas(receipt, account).filter(
    ({ token, deltaBaseUnits }) => deltaBaseUnits !== 0n && !shares.has(getAddress(token)),
  )
  return {
    data: {
      shares: [...shares].map(([vault, delta]) => ({ vault, sharesDelta: delta.toString() })),
      tokens: describeTokenChanges(assets),
    },
    actualOutcome: {
      assets,
      allowances: readAllowancesLeft(receipt, plan.expectation.allowances),
      positions: [...shares].map(([address, delta]) => changes({ address }, delta)),
    },
    groundTruthSource: 'receipt',
  }
}
