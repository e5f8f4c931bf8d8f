import { readFileSync } from 'node:fs'
import type { Hex } from 'viem'
import type { CassetteWorld } from '../cassette/cassette.ts'
import { readCassette, writeCassette } from '../cassette/cassette-file.ts'
import { startRecorder } from '../cassette/recorder.ts'
import { createRedactor } from '../chain/redact-url.ts'
import { HarnessError } from '../errors.ts'
import type { RecordIncomplete } from '../record/record.ts'
import { openUpstream, preparedOf, type Upstream } from '../stage/upstream.ts'
import { findBook, hashCustomWorld } from '../world/custom-origin.ts'
import { findEmbeddedBook } from '../world/embedded-book.ts'
import { readText } from '../world/origin-at-rest.ts'
import { writeAtomically } from '../write-atomically.ts'
import type { CliIo } from './io.ts'

/** A chain to fork, and what tells it from others. */
export interface ForkedChain {
  readonly upstream: Upstream
  readonly kind: CassetteWorld['kind']
  readonly worldHash: string
  /** Of the block that is forked. */
  readonly blockHash: Hex
}

/** A chain that is recorded while forks ask it. */
export interface Tape {
  /** What forks ask instead. */
  readonly upstream: Upstream
  /** What was recorded up to now, as the bytes of a file. */
  read(): Uint8Array
  stop(): Promise<void>
}

/** Start to record a chain. */
export async function startTape({ upstream, kind, worldHash, blockHash }: ForkedChain): Promise<Tape> {
  const { origin, book, blockNumber, timestampSeconds } = upstream
  const prepared = preparedOf(upstream)
  const recorder = await startRecorder(
    openUpstream(upstream),
    {
      kind,
      chainId: book.chainId,
      blockNumber: Number(blockNumber),
      blockHash,
      timestampSeconds,
      worldHash,
      ...(prepared ? { prepared: { genesis: readText(prepared.genesis), cage: prepared.cage } } : {}),
    },
    'url' in origin ? createRedactor(origin.url) : (text) => text,
  )
  return {
    upstream: { ...upstream, origin: { url: recorder.url, ...(prepared ? { prepared } : {}) } },
    read: () => writeCassette(recorder.cassette()),
    stop: recorder.stop,
  }
}

/** Write what a whole run recorded to its file, at once; of another run a replay would miss what was not reached. */
export function keepTape(
  tape: Tape,
  { record = '' }: { readonly record?: string },
  incomplete: RecordIncomplete | undefined,
  io: CliIo,
): void {
  if (incomplete !== undefined) {
    io.progress(`${io.errorColors.yellow('no cassette')}: the run did not reach its end`)
  } else if (io.tryWrite(() => writeAtomically(record, tape.read()))) {
    io.progress(`cassette: ${record}`)
  }
}

/**
 * Read a cassette file as a chain to fork.
 *
 * @throws HarnessError CASSETTE_UNREADABLE, CHAIN_MISMATCH
 */
export async function loadCassette(path: string): Promise<ForkedChain> {
  let bytes: Uint8Array
  try {
    bytes = readFileSync(path)
  } catch (cause) {
    throw new HarnessError('CASSETTE_UNREADABLE', 'there is no readable cassette', {
      where: path,
      expected: 'a file that `assay run --record` wrote',
      found: cause instanceof Error ? cause.message : String(cause),
      hint: 'name the file that was recorded, or record one',
      cause,
    })
  }
  return openCassette(bytes, path)
}

/**
 * Take the bytes of a cassette as a chain to fork.
 *
 * @param where the file, for messages
 * @throws HarnessError CASSETTE_UNREADABLE, CHAIN_MISMATCH
 */
export async function openCassette(bytes: Uint8Array, where: string): Promise<ForkedChain> {
  const { world } = readCassette(bytes, where)
  const { kind, chainId, blockNumber, blockHash, timestampSeconds, prepared } = world
  const book = kind === 'embedded' ? findEmbeddedBook(chainId) : findBook(chainId)
  if (book?.chainId !== chainId || (kind === 'embedded') !== (prepared !== undefined)) {
    throw new HarnessError('CHAIN_MISMATCH', `the cassette is of a chain that is not known: ${chainId}`, {
      where,
      expected: 'a chain with an address book here',
      found: `chain ${chainId} (${kind})`,
      hint: 'replay it with the assay that recorded it',
    })
  }
  return {
    upstream: {
      blockNumber: BigInt(blockNumber),
      timestampSeconds,
      book,
      origin: { cassette: bytes, ...(prepared ? { prepared } : {}) },
    },
    kind,
    blockHash,
    // The embedded world is what was recorded; on another chain this checkout deploys its own.
    worldHash: kind === 'embedded' ? world.worldHash : await hashCustomWorld(book, blockHash),
  }
}
