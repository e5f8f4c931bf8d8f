import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readdirSync, readSync, rmSync, statSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { AddressBook } from '../../tools/core/address-book.ts'
import { HarnessError } from '../errors.ts'
import { writeAtomically } from '../write-atomically.ts'
import type { OriginSnapshot } from './origin.ts'
import { readText } from './origin-at-rest.ts'

/** What the cache keeps of an origin; the rest follows from the sources that its hash covers. */
export type CachedOrigin = Pick<
  OriginSnapshot,
  'contentHash' | 'head' | 'readDump' | 'genesis' | 'history' | 'cage'
>

/** Origins that are kept: those of every chain, and of other states of the sources; each is some ten megabytes. */
const KEPT_ORIGINS = 12

/** Raised when the shape of the file changes. */
const FORMAT_VERSION = 6

/** Longest first line. */
const MOST_HEADER = 2 ** 20

/**
 * The first line of the file. The texts stand below, end to end and as they are: within JSON they would be parsed again. The
 * dump comes last, since forks do without it.
 */
interface CacheHeader extends Pick<CachedOrigin, 'contentHash' | 'head' | 'cage'> {
  readonly formatVersion: number
  /** Sizes of the texts in bytes. */
  readonly genesis: number
  readonly history: number
  readonly dump: number
  /** Over the dump alone. */
  readonly dumpSha256: string
  /** Over all the rest that is kept. */
  readonly sha256: string
}

/** Say where the origin of a content is kept in a folder of the harness' state. */
export const findOriginCache = (stateDir: string, contentHash: string): string =>
  join(stateDir, 'cache', `origin-${contentHash}.jsonl`)

/**
 * Read an origin from its cache file; undefined when there is none or it is corrupt.
 *
 * A corrupt file (no header, another size, or a wrong checksum) is reported to `onWarning` by name. The dump is read and
 * held against its checksum by who asks for it.
 *
 * @throws HarnessError CACHE_CORRUPT where no file can be written either
 */
export function readOriginCache(
  path: string,
  contentHash: string,
  onWarning?: (message: string) => void,
): CachedOrigin | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return undefined
  if (!found.isFile()) {
    throw new HarnessError('CACHE_CORRUPT', 'where an origin is kept is no file', {
      where: path,
      expected: 'a file, or nothing',
      found: found.isDirectory() ? 'a folder' : 'a device, a socket or a pipe',
      hint: 'move it away and start again',
    })
  }
  const corrupt = (reason: string) => {
    onWarning?.(`CACHE_CORRUPT: ${path} ${reason}; building the origin again`)
    return undefined
  }
  const file = openSync(path, 'r')
  try {
    const first = readPart(file, 0, Math.min(MOST_HEADER, fstatSync(file).size))
    const end = first.indexOf(NEWLINE)
    let header: CacheHeader
    try {
      header = JSON.parse(readText(first.subarray(0, Math.max(end, 0))))
    } catch {
      return corrupt('does not begin with JSON')
    }
    if (header === null || typeof header !== 'object') return corrupt('does not begin with an object')
    if (header.formatVersion !== FORMAT_VERSION) return corrupt(`has format ${header.formatVersion}`)
    if (header.contentHash !== contentHash) return corrupt('is of another content')
    const { head, cage } = header
    const starts = { genesis: end + 1, history: end + 1 + header.genesis }
    const dumpStart = starts.history + header.history
    if (fstatSync(file).size !== dumpStart + header.dump) return corrupt('is of another size than it says')
    const genesis = readPart(file, starts.genesis, header.genesis)
    const history = readPart(file, starts.history, header.history)
    if (header.sha256 !== checksum(header, [genesis, history])) return corrupt('does not match its checksum')
    noteUse(path)
    return { contentHash, head, cage, genesis, history, readDump: () => readDump(path, dumpStart, header) }
  } finally {
    closeSync(file)
  }
}

/** Of many those go first that nobody used for longest. */
function noteUse(path: string): void {
  const now = new Date()
  try {
    utimesSync(path, now, now)
  } catch {
    // Where nothing can be written, nothing goes.
  }
}

const NEWLINE = 10

/** Read a part of a file into memory that threads share. */
function readPart(file: number, position: number, size: number): Uint8Array {
  const part = new Uint8Array(new SharedArrayBuffer(size))
  let read = 0
  while (read < size) {
    const bytes = readSync(file, part, read, size - read, position + read)
    if (bytes === 0) break
    read += bytes
  }
  return part
}

function readDump(path: string, start: number, { dump: size, dumpSha256 }: CacheHeader): string {
  const file = openSync(path, 'r')
  try {
    const dump = readPart(file, start, size)
    const found = hash(dump)
    if (found === dumpSha256) return readText(dump)
    throw new HarnessError('CACHE_CORRUPT', 'the dump of the origin does not match its checksum', {
      where: path,
      expected: dumpSha256,
      found,
      hint: 'delete the folder .assay/cache and start again',
    })
  } finally {
    closeSync(file)
  }
}

/**
 * Write an origin to its cache file at once: readers see the old file or the new one, never a part. Only the few that were
 * used last are kept beside it.
 */
export function writeOriginCache(path: string, origin: CachedOrigin, book: AddressBook): void {
  const { contentHash, head, genesis, history, cage } = origin
  const texts = [genesis, history, origin.readDump()].map((text) => Buffer.from(readText(text)))
  const [genesisBytes, historyBytes, dumpBytes] = texts as [Buffer, Buffer, Buffer]
  const sizes = { genesis: genesisBytes.length, history: historyBytes.length, dump: dumpBytes.length }
  const told = { contentHash, head, cage, ...sizes, dumpSha256: hash(dumpBytes) }
  const header: CacheHeader & { book: unknown } = {
    formatVersion: FORMAT_VERSION,
    ...told,
    sha256: checksum(told, [genesisBytes, historyBytes]),
    book,
  }
  writeAtomically(path, Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...texts]))
  prune(dirname(path))
}

/** List the origins that a folder keeps, those that nobody used for longest first. */
export function listOrigins(folder: string): readonly string[] {
  const usedMs = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
  return readdirSync(folder)
    .filter((name) => /^origin-[\da-f]+\.jsonl?$/.test(name))
    .map((name) => ({ path: join(folder, name), ms: usedMs(join(folder, name)) }))
    .sort((a, b) => a.ms - b.ms)
    .map(({ path }) => path)
}

function prune(folder: string): void {
  for (const path of listOrigins(folder).slice(0, -KEPT_ORIGINS)) rmSync(path, { force: true })
}

function checksum(
  {
    contentHash,
    head,
    cage,
    genesis,
    history,
    dump,
    dumpSha256,
  }: Omit<CacheHeader, 'formatVersion' | 'sha256'>,
  texts: readonly Uint8Array[],
): string {
  const told = [contentHash, head?.number, head?.hash, head?.timestampSeconds, cage]
  return hash(JSON.stringify([...told, genesis, history, dump, dumpSha256]), ...texts)
}

function hash(...parts: readonly (string | Uint8Array)[]): string {
  const digest = createHash('sha256')
  for (const part of parts) digest.update(part)
  return digest.digest('hex')
}
