import { type Hex, zeroAddress } from 'viem'
import type { AccountPlace, CarriedCall, OwnCall } from '../../core/contract-account.ts'

const SAFE_TX = [
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'data', type: 'bytes' },
  { name: 'operation', type: 'uint8' },
  { name: 'safeTxGas', type: 'uint256' },
  { name: 'baseGas', type: 'uint256' },
  { name: 'gasPrice', type: 'uint256' },
  { name: 'gasToken', type: 'address' },
  { name: 'refundReceiver', type: 'address' },
  { name: 'nonce', type: 'uint256' },
] as const

/** Gas for the Safe's own work: proxy, signature checks of a few owners, nonce, event. */
export const GAS_OVERHEAD = 150_000n

/** The operation `CALL`; a Safe also knows `DELEGATECALL`, which custody never uses. */
const CALL = 0

/**
 * The gas that the inner call is promised, derived from the permitted limit.
 *
 * It must not be zero: then a failing inner call would revert the whole transaction, the Safe's nonce would stay
 * unused, and anybody could send the published signatures again. With a promise the nonce is used up either way,
 * and a relayer who brings too little gas is refused by the Safe before anything runs.
 */
const promisedGas = (gasLimit: bigint) => ((gasLimit - GAS_OVERHEAD) * 2n) / 3n

/** Describe a call of a Safe as the typed data that its owners sign. */
export const describeTransaction = (
  account: AccountPlace,
  call: CarriedCall,
  { gasLimit, nonce }: { readonly gasLimit: bigint; readonly nonce: bigint },
) => toTypedData(account, { call: { ...call, valueWei: 0n }, nonce }, promisedGas(gasLimit))

/**
 * Describe a call of the owners' own as the typed data that they sign. No gas is promised: one that fails reverts whole,
 * and its nonce stays for another.
 */
export const describeOwnTransaction = (account: AccountPlace, own: OwnCall) => toTypedData(account, own, 0n)

const toTypedData = ({ chainId, address }: AccountPlace, { call, nonce }: OwnCall, safeTxGas: bigint) =>
  ({
    domain: { chainId, verifyingContract: address },
    types: { SafeTx: SAFE_TX },
    primaryType: 'SafeTx',
    message: {
      to: call.to,
      value: call.valueWei,
      data: call.data,
      operation: CALL,
      safeTxGas,
      baseGas: 0n,
      gasPrice: 0n,
      gasToken: zeroAddress,
      refundReceiver: zeroAddress,
      nonce,
    },
  }) as const

/** A call of a Safe as its owners sign it. */
export type SafeTransaction = ReturnType<typeof describeTransaction>

/** List the arguments of `execTransaction` for a call that owners signed. */
export function listArguments({ message }: SafeTransaction, signatures: Hex) {
  const { to, value, data, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver } = message
  return [
    ...[to, value, data, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver],
    signatures,
  ] as never
}
