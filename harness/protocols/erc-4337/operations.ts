import { type Address, encodeAbiParameters, type Hex, parseAbi, parseAbiParameters, stringToHex } from 'viem'
import { encodeFunctionData } from '../../../tools/core/encode-function-data.ts'
import { keccak256 } from '../../../tools/core/keccak256.ts'
import { keyAccount } from '../../key-account.ts'

/** Who owns the account whose operations are carried out. */
export const OWNER = keyAccount(keccak256(stringToHex('the key of an account by operations')))

const accountAbi = parseAbi(['function execute(address dest, uint256 value, bytes func)'])
const erc20Abi = parseAbi(['function transfer(address to, uint256 amount) returns (bool)'])

/** Two numbers of 128 bits in a word (`UserOperationLib.sol`). */
const pack = (high: bigint, low: bigint): Hex => `0x${((high << 128n) | low).toString(16).padStart(64, '0')}`

/** What every operation of the origin may use: gas to verify and to call, and fees of a unit of it. */
const LIMITS = {
  initCode: '0x',
  accountGasLimits: pack(200_000n, 200_000n),
  preVerificationGas: 50_000n,
  gasFees: pack(1_000_000_000n, 2_000_000_000n),
  paymasterAndData: '0x',
} as const

// `UserOperationLib.encode` and `EntryPoint.getUserOpHash` of 0.7.
const HASHED_OPERATION = parseAbiParameters(
  'address sender, uint256 nonce, bytes32 initCode, bytes32 callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes32 paymasterAndData',
)
const HASHED = parseAbiParameters('bytes32 operation, address entryPoint, uint256 chainId')

/**
 * Sign the operations of the origin: one calls somebody with nothing, one sends a token that its account does not have.
 * The hash is worked out here, so that the EntryPoint's own is held to it.
 */
export function signOperations(
  { chainId, entryPoint }: { readonly chainId: number; readonly entryPoint: Address },
  { sender, token, to }: { readonly sender: Address; readonly token: Address; readonly to: Address },
) {
  const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, 1n] })
  const calls: readonly (readonly [Address, Hex])[] = [
    [to, '0x'],
    [token, transfer],
  ]
  return Promise.all(
    calls.map(async ([target, data], index) => {
      const callData = encodeFunctionData({
        abi: accountAbi,
        functionName: 'execute',
        args: [target, 0n, data],
      })
      const operation = { ...LIMITS, sender, nonce: BigInt(index), callData }
      const encoded = encodeAbiParameters(HASHED_OPERATION, [
        sender,
        operation.nonce,
        keccak256(LIMITS.initCode),
        keccak256(callData),
        LIMITS.accountGasLimits,
        LIMITS.preVerificationGas,
        LIMITS.gasFees,
        keccak256(LIMITS.paymasterAndData),
      ])
      const hash = keccak256(encodeAbiParameters(HASHED, [keccak256(encoded), entryPoint, BigInt(chainId)]))
      const signature = await OWNER.signMessage({ message: { raw: hash } })
      return { hash, packed: { ...operation, signature } }
    }),
  )
}
