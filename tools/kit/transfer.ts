import { type Address, erc20Abi } from 'viem'
import { NATIVE_TOKEN } from '../core/address-book.ts'
import { encodeFunctionData } from '../core/encode-function-data.ts'
import { isAddressEqual } from '../core/is-address-equal.ts'
import type { AssetDelta } from '../core/outcome.ts'
import type { Call } from '../core/plan.ts'
import { readTransferDeltas } from '../core/receipt-deltas.ts'
import type { SettlementInput } from '../core/tool-def.ts'

/** Build the call that sends an amount of a token, or of the native coin, to an account. */
export const buildTransfer = (token: Address, to: Address, amountBaseUnits: bigint): Call =>
  token === NATIVE_TOKEN
    ? { to, valueWei: amountBaseUnits, data: '0x' }
    : {
        to: token,
        valueWei: 0n,
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amountBaseUnits] }),
      }

/** Read from the logs which tokens the account lost or got, and which the other one did that its plan names. */
export function readSent({ plan, receipt, account }: Pick<SettlementInput, 'plan' | 'receipt' | 'account'>): {
  readonly left: readonly AssetDelta[]
  readonly arrived: readonly AssetDelta[]
} {
  const recipient = plan.expectation.assets.find((delta) => !isAddressEqual(delta.account, account))?.account
  return {
    left: readTransferDeltas(receipt, account),
    arrived: recipient ? readTransferDeltas(receipt, recipient) : [],
  }
}
