import { type Address, concat, type Hex, numberToHex, pad, stringToHex } from 'viem'
import { toCanonicalJson } from '../../core/json.ts'
import { keccak256 } from '../../core/keccak256.ts'
import type { Expectation } from '../../core/outcome.ts'
import type { Call } from '../../core/plan.ts'
import { sha256Text } from '../../core/sha256.ts'

/** Everything that a permit binds; one changed bit gives another hash. */
export interface SimulationHashInput {
  readonly chainId: number
  readonly permitId: Hex
  readonly tool: string
  /** Who makes the calls. */
  readonly route: string
  readonly account: Address
  readonly operator: Address
  readonly nonce: number
  /** The account that sends: the operator itself, or the relayer of an operator that is a contract. */
  readonly sender: Address
  /** The operator's own nonce when it is a contract; zero otherwise. */
  readonly operatorNonce: bigint
  readonly calls: readonly Call[]
  readonly codeHashes: readonly Hex[]
  readonly gasLimit: bigint
  readonly maxFeePerGasWei: bigint
  readonly priorityFeeWei: bigint
  readonly policyVersion: Hex
  readonly phaseEpoch: number
  readonly expectation: Expectation
  readonly deadlineSeconds: bigint
}

/** Type strings of EIP-712: the struct, then the structs that it refers to. */
const CALL_TYPE = 'Call(address to,uint256 valueWei,bytes data)'
const PERMIT_TYPE = `ActionPermit(bytes32 permitId,string tool,string route,address account,address operator,uint256 nonce,address sender,uint256 operatorNonce,Call[] calls,bytes32[] codeHashes,uint256 gasLimit,uint256 maxFeePerGasWei,uint256 priorityFeeWei,bytes32 policyVersion,int256 phaseEpoch,bytes32 expectation,uint256 deadlineSeconds)${CALL_TYPE}`
const DOMAIN_TYPE = 'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'

const hashText = (text: string) => keccak256(stringToHex(text))

const CALL_TYPE_HASH = hashText(CALL_TYPE)
const PERMIT_TYPE_HASH = hashText(PERMIT_TYPE)
const DOMAIN_TYPE_HASH = hashText(DOMAIN_TYPE)
const DOMAIN_NAME_HASH = hashText('Assay')
const DOMAIN_VERSION_HASH = hashText('1')

const word = (value: bigint | number) => numberToHex(value, { size: 32, signed: value < 0 })
const addressWord = (address: Address) => pad(address.toLowerCase() as Hex)

/**
 * Hash a permit's content as EIP-712 typed data; the expectation enters by the hash of its canonical JSON.
 *
 * The encoding is written out, since a generic encoder hashes the type strings again at each call; a test holds it
 * against viem's `hashTypedData`.
 */
export function hashSimulation(input: SimulationHashInput): Hex {
  const domain = keccak256(
    concat([
      DOMAIN_TYPE_HASH,
      DOMAIN_NAME_HASH,
      DOMAIN_VERSION_HASH,
      word(input.chainId),
      addressWord(input.account),
    ]),
  )
  const calls = input.calls.map(({ to, valueWei, data }) =>
    keccak256(concat([CALL_TYPE_HASH, addressWord(to), word(valueWei), keccak256(data)])),
  )
  const permit = keccak256(
    concat([
      PERMIT_TYPE_HASH,
      input.permitId,
      hashText(input.tool),
      hashText(input.route),
      addressWord(input.account),
      addressWord(input.operator),
      word(input.nonce),
      addressWord(input.sender),
      word(input.operatorNonce),
      keccak256(concat(calls)),
      keccak256(concat([...input.codeHashes])),
      word(input.gasLimit),
      word(input.maxFeePerGasWei),
      word(input.priorityFeeWei),
      input.policyVersion,
      word(input.phaseEpoch),
      sha256Text(toCanonicalJson(input.expectation)),
      word(input.deadlineSeconds),
    ]),
  )
  return keccak256(concat(['0x1901', domain, permit]))
}
