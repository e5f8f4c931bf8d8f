import type { Address, Hex } from 'viem'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { AuditEntryView } from '../../core/safety-view.ts'
import type { AuditFinding } from '../store/finding.ts'
import {
  type CheckpointFile,
  FIRST_CHECKPOINT_FOLLOWS,
  hashCheckpoint,
  recoverCheckpointSigner,
} from './checkpoint.ts'

/** What checkpoints are held against. */
export interface CheckpointTrust {
  /** The only key whose checkpoints count; undefined when the file names none. */
  readonly signer: Address | undefined
  /** Identifier of the store that the log belongs to; undefined when the store never had one. */
  readonly storeId: Hex | undefined
  /** Hash of the newest checkpoint that is known outside. */
  readonly newestHash?: Hex
}

/** Check the checkpoints by themselves and the log against them. */
export async function verifyCheckpoints(
  entries: readonly AuditEntryView[],
  file: CheckpointFile,
  trust: CheckpointTrust,
): Promise<AuditFinding[]> {
  const findings: AuditFinding[] = []
  const add = (kind: AuditFinding['kind'], where: string, expected: string, found: string) =>
    findings.push({ kind, where, expected, found })
  if (file.corrupt) {
    add('checkpoints-corrupt', `line ${file.corrupt.line}`, 'a checkpoint', file.corrupt.problem)
  }
  const hashOf = new Map(entries.map(({ index, hash }) => [index, hash]))
  const lastEntry = entries.at(-1)?.index ?? 0
  let previousHash: Hex = FIRST_CHECKPOINT_FOLLOWS
  let earlier = { entries: 0, wallMs: 0 }
  const hashes = new Set<string>()
  for (const [index, checkpoint] of file.checkpoints.entries()) {
    const where = `checkpoint ${index + 1}`
    const signer = recoverCheckpointSigner(checkpoint)
    if (signer === undefined || trust.signer === undefined || !isAddressEqual(signer, trust.signer)) {
      add('checkpoint-foreign-signer', where, trust.signer ?? 'a signature', signer ?? 'no signature')
    }
    if (checkpoint.storeId !== trust.storeId) {
      add(
        'checkpoint-foreign-store',
        where,
        trust.storeId ?? 'a store without checkpoints',
        checkpoint.storeId,
      )
    }
    if (checkpoint.previousHash !== previousHash) {
      add('checkpoint-misplaced', where, `after ${previousHash}`, checkpoint.previousHash)
    }
    if (checkpoint.entries <= earlier.entries) {
      add('checkpoint-misplaced', where, `more than ${earlier.entries} entries`, `${checkpoint.entries}`)
    }
    const found = hashOf.get(checkpoint.entries)
    if (checkpoint.entries > lastEntry) {
      add('log-truncated', where, `${checkpoint.entries} entries`, `${lastEntry}`)
    } else if (found !== checkpoint.headHash) {
      add('log-rewritten', `entry ${checkpoint.entries}`, checkpoint.headHash, found ?? 'nothing')
    }
    previousHash = hashCheckpoint(checkpoint)
    earlier = checkpoint
    hashes.add(previousHash)
  }
  const known = [
    ...entries.flatMap(({ index, kind, body }) =>
      kind === 'checkpoint' ? [{ where: `entry ${index}`, hash: readNotedHash(body) }] : [],
    ),
    ...(trust.newestHash ? [{ where: 'the newest known checkpoint', hash: trust.newestHash }] : []),
  ]
  for (const { where, hash } of known) {
    if (!hashes.has(hash)) add('checkpoints-truncated', where, hash, 'no such checkpoint')
  }
  return findings
}

function readNotedHash(body: string): string {
  try {
    return String((JSON.parse(body) as { hash?: unknown }).hash)
  } catch {
    return 'unreadable'
  }
}
