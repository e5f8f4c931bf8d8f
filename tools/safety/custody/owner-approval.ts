import {
  type Address,
  BaseError,
  ContractFunctionRevertedError,
  encodeAbiParameters,
  encodePacked,
  type Hex,
  hashTypedData,
  parseAbi,
  stringToHex,
} from 'viem'
import type { ChainReader } from '../../core/chain.ts'
import type { Clock } from '../../core/clock.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { ToolError } from '../../core/errors.ts'
import { ownerGateAbi } from '../../core/generated/owner-gate-abi.ts'
import { inTime } from '../../core/in-time.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { Json } from '../../core/json.ts'
import { keccak256 } from '../../core/keccak256.ts'
import type { Call } from '../../core/plan.ts'
import { hashParams } from '../../core/runner.ts'
import {
  AddressSchema,
  BaseUnitsSchema,
  findSchemaProblems,
  HashSchema,
  HexSchema,
  Type,
  toPlainData,
} from '../../core/schema.ts'
import { recoverSigner } from '../../core/secp256k1.ts'
import { askBoth, type Providers } from '../evidence/second-provider.ts'
import type { ClockReading } from '../store/clocks.ts'
import type { SafetyStore } from '../store/store.ts'

/** What an owner signs for one privileged action: nothing in the stack can sign it. */
export interface ApprovalMessage {
  readonly tool: string
  readonly paramsHash: Hex
  readonly callsHash: Hex
  readonly account: Address
  readonly chainId: number
  readonly nonce: bigint
  /** Chain second from which on it is worth nothing. */
  readonly deadlineSeconds: bigint
  readonly policyVersion: Hex
}

/** An owner's approval: the message and its signature, by an account or, with ERC-1271, by a contract. */
export interface OwnerApproval extends ApprovalMessage {
  readonly signature: Hex
}

/** Who approves, and the contract for which it is signed: nonces are counted for each. */
export interface Approver {
  /** A key's account, or a contract that answers by ERC-1271. */
  readonly owner: Address
  /** The OwnerGate, which owns the cage and carries out what was approved; the cage itself where its guardian approves. */
  readonly gate: Address
}

/** An approval as JSON, as it travels with a preview. */
const ApprovalSchema = Type.Object(
  {
    tool: Type.String({ maxLength: 64 }),
    paramsHash: HashSchema,
    callsHash: HashSchema,
    account: AddressSchema,
    chainId: Type.Integer({ minimum: 1 }),
    nonce: BaseUnitsSchema,
    deadlineSeconds: BaseUnitsSchema,
    policyVersion: HashSchema,
    signature: HexSchema,
  },
  { additionalProperties: false },
)

/**
 * Read an approval from JSON.
 *
 * @throws ToolError APPROVAL_MISSING, APPROVAL_MISMATCH
 */
export function readApproval(value: unknown, tool: string): OwnerApproval {
  if (value === undefined || value === null) throw new ToolError('APPROVAL_MISSING', { tool })
  const plain = toPlainData(value)
  const problem = findSchemaProblems(ApprovalSchema, plain)[0]
  if (problem) {
    throw new ToolError('APPROVAL_MISMATCH', {
      field: 'shape',
      found: problem.path,
      expected: problem.message,
    })
  }
  const { nonce, deadlineSeconds, ...rest } = plain as Record<keyof OwnerApproval, never>
  return { ...rest, nonce: BigInt(nonce), deadlineSeconds: BigInt(deadlineSeconds) }
}

const CALL_TYPE = keccak256(stringToHex('Call(address target,uint256 value,bytes data)'))

/** Hash calls as OwnerGate does: an EIP-712 array of structs. */
const hashOwnerCalls = (calls: readonly Call[]): Hex =>
  keccak256(
    encodePacked(
      ['bytes32[]'],
      [
        calls.map(({ to, valueWei, data }) =>
          keccak256(
            encodeAbiParameters(
              [{ type: 'bytes32' }, { type: 'address' }, { type: 'uint256' }, { type: 'bytes32' }],
              [CALL_TYPE, to, valueWei, keccak256(data)],
            ),
          ),
        ),
      ],
    ),
  )

/** What the message of an action has to say, all but the nonce and the deadline, which the owner chooses. */
export interface ApprovalSubject {
  readonly tool: string
  readonly params: Json
  readonly calls: readonly Call[]
  readonly account: Address
  readonly chainId: number
  readonly policyVersion: Hex
}

/** Describe an action as an owner has to sign it. */
export const describeApproval = (
  subject: ApprovalSubject,
  choice: { readonly nonce: bigint; readonly deadlineSeconds: bigint },
): ApprovalMessage => ({
  tool: subject.tool,
  paramsHash: hashParams(subject.params),
  callsHash: hashOwnerCalls(subject.calls),
  account: subject.account,
  chainId: subject.chainId,
  // Not a spread: a choice may carry more than its type says, and none of that may count.
  nonce: choice.nonce,
  deadlineSeconds: choice.deadlineSeconds,
  policyVersion: subject.policyVersion,
})

const APPROVAL_TYPE = [
  { name: 'tool', type: 'string' },
  { name: 'paramsHash', type: 'bytes32' },
  { name: 'callsHash', type: 'bytes32' },
  { name: 'account', type: 'address' },
  { name: 'nonce', type: 'uint256' },
  { name: 'deadline', type: 'uint256' },
  { name: 'policyVersion', type: 'bytes32' },
] as const

/** The typed data of an approval, as a wallet shows it. */
export const approvalTypedData = (gate: Address, message: ApprovalMessage) =>
  ({
    domain: {
      name: 'Assay owner approval',
      version: '1',
      chainId: message.chainId,
      verifyingContract: gate,
    },
    types: { OwnerApproval: APPROVAL_TYPE },
    primaryType: 'OwnerApproval',
    message: toStruct(message),
  }) as const

const toStruct = ({
  tool,
  paramsHash,
  callsHash,
  account,
  nonce,
  deadlineSeconds,
  policyVersion,
}: ApprovalMessage) => ({
  tool,
  paramsHash,
  callsHash,
  account,
  nonce,
  deadline: deadlineSeconds,
  policyVersion,
})

/** Encode the gate's `carryOut`: the same approval is judged again on chain. */
export const encodeCarryOut = (approval: OwnerApproval, calls: readonly Call[]): Hex =>
  encodeFunctionData({
    abi: ownerGateAbi,
    functionName: 'carryOut',
    args: [
      toStruct(approval),
      calls.map(({ to, valueWei, data }) => ({ target: to, value: valueWei, data })),
      approval.signature,
    ],
  })

/**
 * Check that an owner approved exactly this action, that the approval is alive on both clocks and was never used.
 * A contract is asked at one block; an account with code counts as a contract, as on chain.
 *
 * @throws ToolError APPROVAL_MISMATCH naming the field, APPROVAL_EXPIRED, APPROVAL_USED, APPROVAL_NOT_SIGNED,
 * PROVIDERS_DISAGREE, CHAIN_TIMEOUT, CHAIN_READ_FAILED
 */
export async function assertApproved(
  approval: OwnerApproval,
  subject: ApprovalSubject,
  deps: Providers<'getCode' | 'getBlockNumber' | 'readContract'> & {
    readonly approver: Approver
    readonly clock: Pick<Clock, 'setTimer'>
    readonly store: SafetyStore
    readonly now: ClockReading
  },
): Promise<void> {
  const { approver, clock, store, now } = deps
  const expected = describeApproval(subject, approval)
  for (const field of Object.keys(expected) as (keyof ApprovalMessage)[]) {
    const [found, wanted] = [String(approval[field]).toLowerCase(), String(expected[field]).toLowerCase()]
    if (found !== wanted) throw new ToolError('APPROVAL_MISMATCH', { field, found, expected: wanted })
  }
  assertUnlapsed(approval, now)
  assertUnused(store, approver.gate, approval.nonce)
  const isSigned = askBoth("the owner's signature", deps, (provider) =>
    isSignedByOwner(approval, approver, provider),
  )
  if (!(await inTime(clock, isSigned, "the owner's signature"))) {
    throw new ToolError('APPROVAL_NOT_SIGNED', { owner: approver.owner })
  }
}

/** Check that an approval is alive on both clocks. @throws ToolError APPROVAL_EXPIRED */
export function assertUnlapsed({ deadlineSeconds }: ApprovalMessage, now: ClockReading): void {
  const nowSeconds = Math.max(Math.floor(now.wallMs / 1_000), now.chainSeconds)
  if (BigInt(nowSeconds) < deadlineSeconds) return
  throw new ToolError('APPROVAL_EXPIRED', { found: nowSeconds, expected: deadlineSeconds })
}

/** Tell whether an account approved, by its key alone. */
export function isApprovedBy(approval: OwnerApproval, { owner, gate }: Approver): boolean {
  const hash = hashTypedData(approvalTypedData(gate, approval))
  const signer = recoverSigner(hash, approval.signature)
  return signer !== undefined && isAddressEqual(signer, owner)
}

const erc1271Abi = parseAbi([
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
])
const MAGIC_VALUE = '0x1626ba7e'

async function isSignedByOwner(
  approval: OwnerApproval,
  approver: Approver,
  chain: Pick<ChainReader, 'getCode' | 'getBlockNumber' | 'readContract'>,
): Promise<boolean> {
  const { owner, gate } = approver
  const blockNumber = await chain.getBlockNumber({ cacheTime: 0 })
  const code = await chain.getCode({ address: owner, blockNumber })
  if (code === undefined || code === '0x') return isApprovedBy(approval, approver)
  const answer = await chain
    .readContract({
      address: owner,
      abi: erc1271Abi,
      functionName: 'isValidSignature',
      args: [hashTypedData(approvalTypedData(gate, approval)), approval.signature],
      blockNumber,
    })
    .catch((cause: unknown) => {
      // A contract refuses a signature by reverting as well; a node that does not answer refuses nothing.
      if (cause instanceof BaseError && cause.walk((e) => e instanceof ContractFunctionRevertedError)) return
      throw cause
    })
  return answer === MAGIC_VALUE
}

const nonceKey = (gate: Address, nonce: bigint) => `owner-approval ${gate.toLowerCase()} ${nonce}`

function assertUnused(store: SafetyStore, gate: Address, nonce: bigint): void {
  if (store.readMeta(nonceKey(gate, nonce)) !== undefined) throw new ToolError('APPROVAL_USED', { nonce })
}

/**
 * Use an approval's nonce up, durably; inside the transaction that uses up the permit.
 *
 * @throws ToolError APPROVAL_USED
 */
export function consumeApproval(store: SafetyStore, gate: Address, nonce: bigint, permitId: Hex): void {
  assertUnused(store, gate, nonce)
  store.writeMeta(nonceKey(gate, nonce), permitId)
}
