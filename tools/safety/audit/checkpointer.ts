import type { Hex } from 'viem'
import type { Clock } from '../../core/clock.ts'
import { describeCause } from '../../core/describe-cause.ts'
import { ToolError } from '../../core/errors.ts'
import { createMutex } from '../../core/mutex.ts'
import { type AuditFinding, findRefusal } from '../store/finding.ts'
import type { SafetyStore } from '../store/store.ts'
import { verifyChain } from '../store/verify-chain.ts'
import {
  type CheckpointSigner,
  FIRST_CHECKPOINT_FOLLOWS,
  hashCheckpoint,
  parseCheckpoints,
  renderCheckpoint,
  type SignedCheckpoint,
  signCheckpoint,
} from './checkpoint.ts'
import { verifyAuditLog } from './verify-audit-log.ts'

/** Where checkpoints go: a place outside the database, which the agent can only append to. */
export interface CheckpointSink {
  /** Everything that was written; empty before the first checkpoint. */
  read(): Promise<string>
  /** Put a line after the first `length` bytes, durably; what a write that was cut off left there goes. */
  append(line: string, length: number): Promise<void>
}

/** Signs how far the audit log has come and puts it outside. */
export interface Checkpointer {
  /**
   * Write a checkpoint when the log grew by the cadence since the last one.
   *
   * @throws ToolError AUDIT_TAMPERED when log and checkpoints contradict each other, CHECKPOINTS_CORRUPT,
   * CHECKPOINT_FAILED
   */
  advance(): Promise<void>
  /** Write a checkpoint when the log grew at all. @throws as {@link Checkpointer.advance} */
  seal(): Promise<void>
}

function refuse(findings: readonly AuditFinding[]): void {
  const first = findRefusal(findings)
  if (first === undefined) return
  const { where, expected, found } = first
  throw new ToolError('AUDIT_TAMPERED', { where, expected, found })
}

/** Nothing is signed that does not continue what was signed before. */
function verifyGrowth({ entries, headHash }: SignedCheckpoint, store: SafetyStore): readonly AuditFinding[] {
  const [covered, ...grown] = store.readAudit(entries, Number.MAX_SAFE_INTEGER)
  return covered?.hash === headHash
    ? verifyChain(grown, { entries, hash: headHash })
    : [
        {
          kind: 'log-rewritten',
          where: `entry ${entries}`,
          expected: headHash,
          found: covered?.hash ?? 'nothing',
        },
      ]
}

/** How far a log is covered. */
interface Opened {
  readonly storeId: Hex
  readonly length: number
  readonly last: SignedCheckpoint | undefined
  /** Whether the log has the note of the last one: it comes after it, and a crash between the two leaves none. */
  readonly isNoted: boolean
}

const STORE_ID_KEY = 'store-id'

/** Read the identifier of a store; a store that never had a checkpoint has none. */
export const readStoreId = (store: Pick<SafetyStore, 'readMeta'>) =>
  store.readMeta(STORE_ID_KEY) as Hex | undefined

/**
 * Create the checkpointer of a store. What was written earlier is verified before the first checkpoint.
 *
 * A checkpoint is noted in the log it covers, so that each of the two shows when the other was shortened.
 */
export function createCheckpointer(deps: {
  readonly store: SafetyStore
  readonly signer: CheckpointSigner
  readonly sink: CheckpointSink
  readonly clock: Pick<Clock, 'wallMs'>
  /** Most entries that may come after a checkpoint before the next action waits for a new one. */
  readonly everyEntries: number
  /** Identifier for a store that has none yet. */
  readonly newStoreId: Hex
}): Checkpointer {
  const { store, signer, sink } = deps
  const exclusively = createMutex()
  let opened: Opened | undefined

  const open = async (): Promise<Opened> => {
    const file = parseCheckpoints(await sink.read())
    if (file.corrupt) {
      throw new ToolError('CHECKPOINTS_CORRUPT', { line: file.corrupt.line, found: file.corrupt.problem })
    }
    const known = readStoreId(store)
    const storeId = known ?? deps.newStoreId
    const entries = store.readAudit(1, Number.MAX_SAFE_INTEGER)
    refuse(
      await verifyAuditLog({
        entries,
        permits: store.listPermits(),
        altered: new Set(store.listAlterations().map(({ where }) => where)),
        checkpoints: { file, trust: { signer: signer.address, storeId: known } },
      }),
    )
    if (known === undefined) store.writeMeta(STORE_ID_KEY, storeId)
    const last = file.checkpoints.at(-1)
    const isNoted =
      last !== undefined && entries.some(({ index, kind }) => kind === 'checkpoint' && index > last.entries)
    return { storeId, length: file.completeLength, last, isNoted }
  }

  const write = (leastGrowth: number) =>
    exclusively(async () => {
      try {
        opened ??= await open()
        const head = store.auditHead()
        const { storeId, length, last, isNoted } = opened
        // The note of the last checkpoint is no growth.
        const growth = head.entries - (last?.entries ?? 0) - (isNoted ? 1 : 0)
        // Until there is one, nothing outside knows that there is a log at all.
        if (growth < (last === undefined ? 1 : leastGrowth)) return
        if (last) refuse(verifyGrowth(last, store))
        const checkpoint = await signCheckpoint(
          {
            storeId,
            entries: head.entries,
            headHash: head.hash,
            previousHash: last === undefined ? FIRST_CHECKPOINT_FOLLOWS : hashCheckpoint(last),
            wallMs: deps.clock.wallMs(),
          },
          signer,
        )
        const line = renderCheckpoint(checkpoint)
        await sink.append(line, length)
        opened = { storeId, length: length + line.length, last: checkpoint, isNoted: false }
        store.appendAudit('checkpoint', { entries: head.entries, hash: hashCheckpoint(checkpoint) })
        opened = { ...opened, isNoted: true }
      } catch (cause) {
        if (cause instanceof ToolError) throw cause
        throw new ToolError('CHECKPOINT_FAILED', { reason: describeCause(cause) }, { cause })
      }
    })

  return { advance: () => write(deps.everyEntries), seal: () => write(1) }
}
