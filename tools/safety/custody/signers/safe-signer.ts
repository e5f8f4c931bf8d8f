import {
  type Address,
  concatHex,
  decodeEventLog,
  encodeFunctionData,
  type Hex,
  hashTypedData,
  isAddressEqual,
  parseAbi,
  recoverAddress,
  type TransactionReceipt,
  type TypedDataDefinition,
  zeroAddress,
} from 'viem'
import type { ChainReader } from '../../../core/chain.ts'
import type { Clock } from '../../../core/clock.ts'
import { ToolError } from '../../../core/errors.ts'
import { inTime } from '../../../core/in-time.ts'
import type { OperatorRoute } from '../../evidence/operator-route.ts'
import type { CarriedCall, Envelope } from '../cage-executor.ts'
import { withinSigningTime } from './transaction-signer.ts'

/** An owner of a Safe; any viem account that signs typed data has this shape. */
export interface SafeOwner {
  readonly address: Address
  signTypedData(typed: TypedDataDefinition): Promise<Hex>
}

/** The part of Safe 1.4.1 that custody uses (https://github.com/safe-global/safe-smart-account/tree/v1.4.1). */
const safeAbi = parseAbi([
  'function nonce() view returns (uint256)',
  'function getThreshold() view returns (uint256)',
  'function getOwners() view returns (address[])',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool success)',
  'event ExecutionSuccess(bytes32 indexed txHash, uint256 payment)',
  'event ExecutionFailure(bytes32 indexed txHash, uint256 payment)',
])

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
const SAFE_GAS_OVERHEAD = 150_000n

/** The operation `CALL`; a Safe also knows `DELEGATECALL`, which custody never uses. */
const CALL = 0

/**
 * The gas that the inner call is promised, derived from the permitted limit.
 *
 * It must not be zero: then a failing inner call would revert the whole transaction, the Safe's nonce would stay
 * unused, and anybody could send the published signatures again. With a promise the nonce is used up either way,
 * and a relayer who brings too little gas is refused by the Safe before anything runs.
 */
const promisedGas = (gasLimit: bigint) => ((gasLimit - SAFE_GAS_OVERHEAD) * 2n) / 3n

/** Describe a call of a Safe as the typed data that its owners sign. */
export function safeTransaction(input: {
  readonly chainId: number
  readonly safe: Address
  readonly call: CarriedCall
  readonly gasLimit: bigint
  readonly nonce: bigint
}) {
  return {
    domain: { chainId: input.chainId, verifyingContract: input.safe },
    types: { SafeTx: SAFE_TX },
    primaryType: 'SafeTx',
    message: {
      to: input.call.to,
      value: 0n,
      data: input.call.data,
      operation: CALL,
      safeTxGas: promisedGas(input.gasLimit),
      baseGas: 0n,
      gasPrice: 0n,
      gasToken: zeroAddress,
      refundReceiver: zeroAddress,
      nonce: input.nonce,
    },
  } as const
}

/** Create the route of an operator that is a Safe: a relayer sends, the Safe's own nonce is bound too. */
export function createSafeRoute(deps: {
  readonly chain: Pick<ChainReader, 'readContract'>
  readonly safe: Address
  readonly relayer: Address
}): OperatorRoute {
  return {
    sender: deps.relayer,
    gasOverhead: SAFE_GAS_OVERHEAD,
    readNonce: () => deps.chain.readContract({ address: deps.safe, abi: safeAbi, functionName: 'nonce' }),
    readReceipt: (receipt) => readSafeReceipt(deps.safe, receipt),
  }
}

/**
 * Create the envelope of an operator that is a Safe: the cage's call goes out as `execTransaction`, signed by as
 * many owners as the Safe asks for. Each signature is checked against the bytes before it is used.
 *
 * Owners are asked one after another until there are enough; one that fails or signs something else is passed over.
 */
export function createSafeEnvelope(deps: {
  readonly chainId: number
  readonly chain: Pick<ChainReader, 'readContract'>
  readonly safe: Address
  readonly owners: readonly SafeOwner[]
  readonly clock: Pick<Clock, 'setTimer'>
}): Envelope {
  const { chain, chainId, safe, owners, clock } = deps
  const read = <Name extends 'nonce' | 'getThreshold' | 'getOwners'>(functionName: Name) =>
    chain.readContract({ address: safe, abi: safeAbi, functionName })

  const collect = async (typed: ReturnType<typeof safeTransaction>) => {
    const [threshold, holders] = await inTime(
      clock,
      Promise.all([read('getThreshold'), read('getOwners')]),
      'the Safe',
    )
    const hash = hashTypedData(typed)
    const signatures = new Map<string, Hex>()
    for (const { address, signTypedData } of owners) {
      if (BigInt(signatures.size) >= threshold) break
      if (!holders.some((holder) => isAddressEqual(holder, address))) continue
      const signature = await withinSigningTime(clock, () => signTypedData(structuredClone(typed))).catch(
        () => undefined,
      )
      if (signature !== undefined && (await isSignedBy(hash, signature, address))) {
        signatures.set(address.toLowerCase(), signature)
      }
    }
    if (BigInt(signatures.size) < threshold) {
      throw new ToolError('SAFE_THRESHOLD_NOT_MET', { safe, found: signatures.size, expected: threshold })
    }
    // The Safe wants the signatures in the order of their owners' addresses.
    return concatHex([...signatures].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, signature]) => signature))
  }

  return {
    async seal(call, request) {
      const nonce = request.operatorNonce
      if (nonce === undefined)
        throw new ToolError('SIGNER_FAILED', { reason: 'no nonce of the Safe is bound' })
      const typed = safeTransaction({ chainId, safe, call, gasLimit: request.gasLimit, nonce })
      const { to, value, data, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver } =
        typed.message
      return {
        to: safe,
        data: encodeFunctionData({
          abi: safeAbi,
          functionName: 'execTransaction',
          args: [
            ...[to, value, data, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver],
            await collect(typed),
          ] as never,
        }),
        async open(receipt) {
          if (receipt.status === 'reverted' && (await inTime(clock, read('nonce'), 'the Safe')) > nonce) {
            throw new ToolError('SAFE_OUTCOME_UNKNOWN', { safe, nonce, hash: receipt.transactionHash })
          }
          return readSafeReceipt(safe, receipt)
        },
      }
    },
  }
}

async function isSignedBy(hash: Hex, signature: Hex, owner: Address): Promise<boolean> {
  try {
    return isAddressEqual(await recoverAddress({ hash, signature }), owner)
  } catch {
    return false
  }
}

/**
 * Read the receipt of an `execTransaction` as the receipt of the call inside: a Safe whose inner call failed does
 * not revert, it says so in an event.
 */
function readSafeReceipt(safe: Address, receipt: TransactionReceipt): TransactionReceipt {
  const succeeded = receipt.logs.some((log) => {
    if (!isAddressEqual(log.address, safe)) return false
    try {
      return (
        decodeEventLog({ abi: safeAbi, data: log.data, topics: log.topics }).eventName === 'ExecutionSuccess'
      )
    } catch {
      return false
    }
  })
  return succeeded ? receipt : { ...receipt, status: 'reverted' }
}
