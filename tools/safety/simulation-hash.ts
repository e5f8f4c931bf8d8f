import { type Address, concat, type Hex, hashDomain, hashStruct, keccak256 } from 'viem'
import { toCanonicalJson } from '../core/json.ts'
import type { Expectation } from '../core/outcome.ts'
import type { Call } from '../core/plan.ts'
import { sha256Text } from '../core/sha256.ts'

/** Everything that a permit binds; one changed bit gives another hash. */
export interface SimulationHashInput {
  readonly chainId: number
  readonly permitId: Hex
  readonly tool: string
  readonly account: Address
  readonly operator: Address
  readonly nonce: number
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

const TYPES = {
  Call: [
    { name: 'to', type: 'address' },
    { name: 'valueWei', type: 'uint256' },
    { name: 'data', type: 'bytes' },
  ],
  ActionPermit: [
    { name: 'permitId', type: 'bytes32' },
    { name: 'tool', type: 'string' },
    { name: 'account', type: 'address' },
    { name: 'operator', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'calls', type: 'Call[]' },
    { name: 'codeHashes', type: 'bytes32[]' },
    { name: 'gasLimit', type: 'uint256' },
    { name: 'maxFeePerGasWei', type: 'uint256' },
    { name: 'priorityFeeWei', type: 'uint256' },
    { name: 'policyVersion', type: 'bytes32' },
    { name: 'phaseEpoch', type: 'int256' },
    { name: 'expectation', type: 'bytes32' },
    { name: 'deadlineSeconds', type: 'uint256' },
  ],
} as const

const DOMAIN_TYPES = {
  EIP712Domain: [
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
  ],
}

/** Hash a permit's content as EIP-712 typed data; the expectation enters by the hash of its canonical JSON. */
export function hashSimulation(input: SimulationHashInput): Hex {
  const { chainId, account, nonce, phaseEpoch, expectation, ...rest } = input
  const domain = { name: 'Assay', version: '1', chainId, verifyingContract: account }
  const data = {
    ...rest,
    account,
    nonce: BigInt(nonce),
    phaseEpoch: BigInt(phaseEpoch),
    expectation: sha256Text(toCanonicalJson(expectation)),
  }
  // `hashTypedData` would check the types again each time, at half of the whole cost.
  return keccak256(
    concat([
      '0x1901',
      hashDomain({ domain, types: DOMAIN_TYPES } as never),
      hashStruct({ data, primaryType: 'ActionPermit', types: TYPES }),
    ]),
  )
}
