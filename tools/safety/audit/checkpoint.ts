import { type Address, type Hex, hashTypedData } from 'viem'
import { findSchemaProblems, HashSchema, Type } from '../../core/schema.ts'
import { recoverSigner } from '../../core/secp256k1.ts'
import { GENESIS_HASH } from '../store/hash-entry.ts'

/** A statement of how long an audit log was and where it ended. */
export interface Checkpoint {
  readonly storeId: Hex
  /** Number of entries that it covers. */
  readonly entries: number
  /** Hash of the last of them. */
  readonly headHash: Hex
  /** Hash of the checkpoint before it, or zero. */
  readonly previousHash: Hex
  readonly wallMs: number
}

/** A checkpoint with the signature of the checkpoint key. */
export interface SignedCheckpoint extends Checkpoint {
  readonly signature: Hex
}

/** Signs checkpoints; any viem account has this shape. The key is not the agent's. */
export interface CheckpointSigner {
  readonly address: Address
  signTypedData(typedData: ReturnType<typeof toTypedData>): Promise<Hex>
}

/** What the first checkpoint follows. */
export const FIRST_CHECKPOINT_FOLLOWS: Hex = GENESIS_HASH

const TYPES = {
  Checkpoint: [
    { name: 'storeId', type: 'bytes32' },
    { name: 'entries', type: 'uint64' },
    { name: 'headHash', type: 'bytes32' },
    { name: 'previousHash', type: 'bytes32' },
    { name: 'wallMs', type: 'uint64' },
  ],
} as const

const toTypedData = ({ storeId, entries, headHash, previousHash, wallMs }: Checkpoint) => ({
  domain: { name: 'Assay audit log', version: '1' },
  types: TYPES,
  primaryType: 'Checkpoint' as const,
  message: { storeId, entries: BigInt(entries), headHash, previousHash, wallMs: BigInt(wallMs) },
})

/** Hash of a checkpoint: the EIP-712 digest that is signed. */
export const hashCheckpoint = (checkpoint: Checkpoint): Hex => hashTypedData(toTypedData(checkpoint))

/** Sign a checkpoint. */
export const signCheckpoint = async (
  checkpoint: Checkpoint,
  signer: CheckpointSigner,
): Promise<SignedCheckpoint> => ({
  ...checkpoint,
  signature: await signer.signTypedData(toTypedData(checkpoint)),
})

/** Recover who signed a checkpoint, or undefined when the signature is none. */
export const recoverCheckpointSigner = (checkpoint: SignedCheckpoint): Address | undefined =>
  recoverSigner(hashCheckpoint(checkpoint), checkpoint.signature)

const CheckpointSchema = Type.Object(
  {
    storeId: HashSchema,
    entries: Type.Integer({ minimum: 1 }),
    headHash: HashSchema,
    previousHash: HashSchema,
    wallMs: Type.Integer({ minimum: 0 }),
    signature: Type.String({ pattern: '^0x[0-9a-f]{130}$' }),
  },
  { additionalProperties: false },
)

/** What a checkpoint file holds. */
export interface CheckpointFile {
  readonly checkpoints: readonly SignedCheckpoint[]
  /** Length of the complete lines; a line is appended here. */
  readonly completeLength: number
  /** An incomplete last line: a write that was cut off. */
  readonly tornTail?: string
  /** The first complete line that is no checkpoint: damage, which nothing repairs. */
  readonly corrupt?: { readonly line: number; readonly problem: string }
}

/** Render the line of a checkpoint file. */
export const renderCheckpoint = (checkpoint: SignedCheckpoint) => `${JSON.stringify(checkpoint)}\n`

/** Read a checkpoint file: a checkpoint a line. */
export function parseCheckpoints(text: string): CheckpointFile {
  const completeLength = text.lastIndexOf('\n') + 1
  const tornTail = text.slice(completeLength)
  const checkpoints: SignedCheckpoint[] = []
  const rest = { completeLength, ...(tornTail === '' ? {} : { tornTail }) }
  for (const [index, line] of text.slice(0, completeLength).split('\n').slice(0, -1).entries()) {
    const problem = findProblem(line)
    if (problem !== undefined) return { checkpoints, corrupt: { line: index + 1, problem }, ...rest }
    checkpoints.push(JSON.parse(line) as SignedCheckpoint)
  }
  return { checkpoints, ...rest }
}

function findProblem(line: string): string | undefined {
  try {
    const problem = findSchemaProblems(CheckpointSchema, JSON.parse(line))[0]
    return problem && `${problem.path} ${problem.message}`
  } catch {
    return 'no JSON'
  }
}
