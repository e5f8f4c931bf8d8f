import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import type { Hex } from 'viem'
import { describeCause } from '../../tools/core/describe-cause.ts'
import type { CassetteWorld } from '../cassette/cassette.ts'
import { readCassette, writeCassette } from '../cassette/cassette-file.ts'
import { hashCassette } from '../cassette/hash-cassette.ts'
import { startRecorder } from '../cassette/recorder.ts'
import { createRedactor } from '../chain/create-redactor.ts'
import { HarnessError } from '../errors.ts'
import { openUpstream, preparedOf, type Upstream } from '../stage/upstream.ts'
import { findBook, hashCustomWorld } from '../world/custom-origin.ts'
import { type GenesisAccounts, readGenesis } from '../world/dump.ts'
import { findEmbeddedBook } from '../world/embedded-book.ts'
import { readText, type TextBytes } from '../world/origin-at-rest.ts'
import { findOriginCache, readOriginCache } from '../world/origin-cache.ts'
import { writeAtomically } from '../write-atomically.ts'
import type { CliIo } from './io.ts'

/** A chain to fork, and what tells it from others. */
export interface ForkedChain {
  readonly upstream: Upstream
  readonly kind: CassetteWorld['kind']
  readonly worldHash: string
  /** Of the block that is forked. */
  readonly blockHash: Hex
  /** Of the cassette that stands for it; absent for a chain itself. */
  readonly cassetteHash?: string
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

/**
 * Write what a whole run recorded to its file, at once; there is none of another run, of which a replay would miss what was
 * not reached.
 */
export function keepTape(
  cassette: Uint8Array | undefined,
  { record = '' }: { readonly record?: string },
  io: CliIo,
): void {
  if (cassette === undefined) {
    io.progress(`${io.errorColors.yellow('no cassette')}: the run did not reach its end`)
  } else if (io.tryWrite(() => writeAtomically(record, cassette))) {
    io.progress(`cassette: ${record}`)
  }
}

/**
 * Read a cassette file as a chain to fork.
 *
 * @throws HarnessError CASSETTE_UNREADABLE, CHAIN_MISMATCH
 */
export async function loadCassette(path: string, stateDir: string): Promise<ForkedChain> {
  let bytes: Uint8Array
  try {
    bytes = readFileSync(path)
  } catch (cause) {
    throw new HarnessError('CASSETTE_UNREADABLE', 'there is no readable cassette', {
      where: path,
      expected: 'a file that `assay run --record` wrote',
      found: describeCause(cause),
      hint: 'name the file that was recorded, or record one',
      cause,
    })
  }
  return openCassette(bytes, path, stateDir)
}

/**
 * Take the bytes of a cassette as a chain to fork.
 *
 * @param where the file, for messages
 * @param stateDir where origins are kept, by which it is held to the world that it names
 * @throws HarnessError CASSETTE_UNREADABLE, CHAIN_MISMATCH
 */
export async function openCassette(bytes: Uint8Array, where: string, stateDir: string): Promise<ForkedChain> {
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
  if (prepared) assertOfItsWorld({ ...world, prepared }, where, stateDir)
  return {
    upstream: {
      blockNumber: BigInt(blockNumber),
      timestampSeconds,
      book,
      origin: { cassette: bytes, ...(prepared ? { prepared } : {}) },
    },
    kind,
    blockHash,
    cassetteHash: hashCassette(bytes),
    // The embedded world is what was recorded; on another chain this checkout deploys its own.
    worldHash: kind === 'embedded' ? world.worldHash : await hashCustomWorld(book, blockHash),
  }
}

/** Hold a cassette to the origin of the world that it names, where that one is kept: its name alone says nothing. */
function assertOfItsWorld(
  { worldHash, blockHash, prepared }: CassetteWorld & Required<Pick<CassetteWorld, 'prepared'>>,
  where: string,
  stateDir: string,
): void {
  const own = readOriginCache(findOriginCache(stateDir, worldHash), worldHash)
  if (own === undefined) return
  const isSame =
    own.head.hash === blockHash &&
    own.cage === prepared.cage &&
    isDeepStrictEqual(readAccounts(own.genesis), readAccounts(prepared.genesis))
  if (isSame) return
  throw new HarnessError('CASSETTE_UNREADABLE', 'the cassette is not of the world that it names', {
    where,
    expected: `the accounts and the last block ${own.head.hash} of world ${worldHash}`,
    found: `other accounts, or block ${blockHash}`,
    hint: 'it was changed: do not trust it, and record it again with `assay run --record`',
  })
}

/** Undefined of what is no genesis file. */
function readAccounts(genesis: TextBytes): GenesisAccounts | undefined {
  try {
    return readGenesis(genesis)
  } catch {
    return undefined
  }
}
