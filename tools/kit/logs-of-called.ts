import { isAddressEqual } from '../core/is-address-equal.ts'
import type { SettlementInput } from '../core/tool-def.ts'

/** List the logs of the contracts that a plan calls: any other contract on the way may log what looks like theirs. */
export const logsOfCalled = ({
  plan,
  receipt,
}: Pick<SettlementInput, 'plan' | 'receipt'>): SettlementInput['receipt']['logs'] =>
  receipt.logs.filter(({ address }) => plan.calls.some(({ to }) => isAddressEqual(to, address)))
