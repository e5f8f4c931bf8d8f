import { type Address, type Hex, hashTypedData, sha256, stringToHex } from 'viem'
import { toCanonicalJson } from '../core/json.ts'
import type { Expectation } from '../core/outcome.ts'
import type { Call } from '../core/plan.ts'

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

/** Hash a permit's content as EIP-712 typed data; the expectation enters by the hash of its canonical JSON. */
export const hashSimulation = (input: SimulationHashInput): Hex =>
  hashTypedData({
    domain: { name: 'Assay', version: '1', chainId: input.chainId, verifyingContract: input.account },
    types: TYPES,
    primaryType: 'ActionPermit',
    message: {
      permitId: input.permitId,
      tool: input.tool,
      account: input.account,
      operator: input.operator,
      nonce: BigInt(input.nonce),
      calls: input.calls,
      codeHashes: input.codeHashes,
      gasLimit: input.gasLimit,
      maxFeePerGasWei: input.maxFeePerGasWei,
      priorityFeeWei: input.priorityFeeWei,
      policyVersion: input.policyVersion,
      phaseEpoch: BigInt(input.phaseEpoch),
      expectation: sha256(stringToHex(toCanonicalJson(input.expectation))),
      deadlineSeconds: input.deadlineSeconds,
    },
  })
