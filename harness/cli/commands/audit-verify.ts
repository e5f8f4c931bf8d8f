import { readFileSync } from 'node:fs'
import { type Address, type Hex, isAddress, isHash } from 'viem'
import { describeCause } from '../../../tools/core/describe-cause.ts'
import { ToolError } from '../../../tools/core/errors.ts'
import {
  hashCheckpoint,
  parseCheckpoints,
  recoverCheckpointSigner,
} from '../../../tools/safety/audit/checkpoint.ts'
import { readStoreId } from '../../../tools/safety/audit/checkpointer.ts'
import { verifyAuditLog } from '../../../tools/safety/audit/verify-audit-log.ts'
import type { AuditFinding } from '../../../tools/safety/store/finding.ts'
import { listDamagedRows } from '../../../tools/safety/store/row-digest.ts'
import { readStore } from '../../audit/read-store.ts'
import { HarnessError } from '../../errors.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import type { CliIo } from '../io.ts'

/** Options of `assay audit verify`. */
export interface AuditVerifyOptions {
  readonly checkpoints?: string
  readonly signer?: string
  readonly newest?: string
  readonly json?: boolean
}

/** Verify the audit log of a safety store; answers the exit code. Nothing is written. */
export async function auditVerify(path: string, options: AuditVerifyOptions, io: CliIo): Promise<number> {
  const trust = readTrust(options)
  const stored = readStored(path)
  const file = options.checkpoints === undefined ? undefined : parseCheckpoints(readText(options.checkpoints))
  const last = file?.checkpoints.at(-1)
  const signer = trust.signer ?? (last && recoverCheckpointSigner(last))
  const { entries, permits, ledger, storeId } = stored
  const newest = trust.newestHash ? { newestHash: trust.newestHash } : {}
  const found = await verifyAuditLog({
    entries,
    permits,
    ledger,
    altered: new Set(stored.altered.map(({ where }) => where)),
    ...(file ? { checkpoints: { file, trust: { signer, storeId, ...newest } } } : {}),
  })
  const findings = [...listDamage(stored), ...found]
  const verified = {
    entries: entries.length,
    file,
    last,
    signer,
    isSignerTrusted: trust.signer !== undefined,
    findings,
  }
  if (options.json) io.print(JSON.stringify(describeVerified(verified), null, 2))
  else printVerified(verified, io)
  for (const note of listNotShown(verified)) io.progress(note)
  return findings.length === 0 ? EXIT_CODES.pass : EXIT_CODES.findings
}

type CheckpointFile = ReturnType<typeof parseCheckpoints>

/** What a verification came to. */
interface Verified {
  readonly entries: number
  readonly file: CheckpointFile | undefined
  readonly last: CheckpointFile['checkpoints'][number] | undefined
  readonly signer: Address | undefined
  readonly isSignerTrusted: boolean
  readonly findings: readonly AuditFinding[]
}

const readStored = (path: string) =>
  readStore(path, (store, database) => ({
    entries: store.readAudit(1, Number.MAX_SAFE_INTEGER),
    damaged: listDamagedRows(database),
    altered: store.listAlterations(),
    permits: store.listPermits(),
    ledger: unlessDamaged(() => store.ledgerAfter({ wallMs: -1, chainSeconds: -1 })),
    storeId: unlessDamaged(() => readStoreId(store)),
  }))

/** A damaged row is another than the log says in any case. */
const listDamage = ({ damaged, altered }: ReturnType<typeof readStored>): readonly AuditFinding[] => [
  ...damaged.map((where) => ({
    kind: 'row-damaged' as const,
    where,
    expected: 'what its digest says',
    found: 'something else',
  })),
  ...altered.filter(({ where }) => !damaged.includes(where)),
]

const describeVerified = ({ entries, file, last, signer, isSignerTrusted, findings }: Verified) => ({
  isIntact: findings.length === 0,
  entries,
  checkpoints: file?.checkpoints.length ?? 0,
  coveredEntries: last?.entries ?? 0,
  ...(signer ? { signer, isSignerTrusted } : {}),
  ...(last ? { newestHash: hashCheckpoint(last) } : {}),
  hasTornTail: file?.tornTail !== undefined,
  findings,
})

function printVerified({ entries, file, last, findings }: Verified, io: CliIo): void {
  for (const { kind, where, expected, found } of findings) {
    io.print(`${io.colors.red(kind)} ${where}\n  expected: ${expected}\n  found:    ${found}`)
  }
  const verdict =
    findings.length === 0
      ? io.colors.green('intact')
      : io.colors.red(findings.length === 1 ? '1 finding' : `${findings.length} findings`)
  io.print(
    `${verdict}: ${entries} entries, ${last?.entries ?? 0} covered by ${file?.checkpoints.length ?? 0} checkpoints`,
  )
  if (last) {
    io.print(`newest checkpoint: ${hashCheckpoint(last)} (keep it; --newest shows later whether it is gone)`)
  }
}

/** Say what the verification could not show with what it was given. */
const listNotShown = ({ file, signer, isSignerTrusted }: Verified): readonly string[] => [
  ...(file?.tornTail === undefined
    ? []
    : ['the last line of the checkpoints is cut off; the agent repairs it with its next checkpoint']),
  ...(file === undefined || file.checkpoints.length === 0
    ? [
        `not shown without ${file ? 'a checkpoint in the file' : '--checkpoints'}: whether the end is missing, or all of the log was written anew`,
      ]
    : isSignerTrusted
      ? []
      : [`not shown without --signer: whether ${signer ?? 'nobody'} is the one to trust`]),
]

function unlessDamaged<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (cause) {
    if (cause instanceof ToolError && ['STORE_CORRUPT', 'STORE_ALTERED'].includes(cause.code))
      return undefined
    // An amount that is none.
    if (cause instanceof SyntaxError) return undefined
    throw cause
  }
}

function readTrust({ signer, newest, checkpoints }: AuditVerifyOptions): {
  signer?: Address
  newestHash?: Hex
} {
  const bad = (option: string, expected: string, found: string, hint: string) =>
    new HarnessError('BAD_USAGE', `${option} is not usable`, { expected, found, hint })
  if (signer !== undefined && !isAddress(signer, { strict: false })) {
    throw bad('--signer', 'an address', signer, 'pass the address of the checkpoint key')
  }
  if (newest !== undefined && !isHash(newest)) {
    throw bad('--newest', 'a 32-byte hash', newest, 'pass the hash that an earlier verification printed')
  }
  if (checkpoints === undefined && (signer ?? newest) !== undefined) {
    throw bad(
      '--signer or --newest',
      'it together with --checkpoints',
      'no --checkpoints',
      'add --checkpoints <file>',
    )
  }
  return { ...(signer ? { signer } : {}), ...(newest ? { newestHash: newest as Hex } : {}) } as {
    signer?: Address
    newestHash?: Hex
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch (cause) {
    throw new HarnessError('STORE_UNREADABLE', 'the checkpoints cannot be read', {
      where: path,
      expected: 'the file that the agent writes its checkpoints to',
      found: describeCause(cause),
      hint: 'name the file, or leave --checkpoints out to verify the chain alone',
      cause,
    })
  }
}
