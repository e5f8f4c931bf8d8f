import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { threadId } from 'node:worker_threads'
import type { AddressBook } from '../../tools/core/address-book.ts'
import type { OriginSnapshot } from './origin.ts'

/** What the cache keeps of an origin; the rest follows from the sources that its hash covers. */
export type CachedOrigin = Pick<
  OriginSnapshot,
  'contentHash' | 'head' | 'dump' | 'genesis' | 'history' | 'cage'
>

/** Origins that are kept, of as many states of the sources: each is some ten megabytes. */
const KEPT_ORIGINS = 4

/** Raised when the shape of the file changes. */
const FORMAT_VERSION = 4

interface CacheFile extends CachedOrigin {
  readonly formatVersion: number
  /** Over all that is kept, as text. */
  readonly sha256: string
}

/**
 * Read an origin from its cache file; undefined when there is none or it is corrupt.
 *
 * A corrupt file (no JSON, or a wrong checksum) is reported to `onWarning` by name.
 */
export function readOriginCache(
  path: string,
  contentHash: string,
  onWarning?: (message: string) => void,
): CachedOrigin | undefined {
  if (!existsSync(path)) return undefined
  const corrupt = (reason: string) => {
    onWarning?.(`CACHE_CORRUPT: ${path} ${reason}; building the origin again`)
    return undefined
  }
  let file: CacheFile
  try {
    file = JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return corrupt('is not JSON')
  }
  if (file === null || typeof file !== 'object') return corrupt('is not an object')
  if (file.formatVersion !== FORMAT_VERSION) return corrupt(`has format ${file.formatVersion}`)
  if (file.contentHash !== contentHash) return corrupt('is of another content')
  if (file.sha256 !== checksum(file)) return corrupt('does not match its checksum')
  return file
}

/**
 * Write an origin to its cache file at once: readers see the old file or the new one, never a part. Only the newest few
 * origins beside it are kept.
 */
export function writeOriginCache(path: string, origin: CachedOrigin, book: AddressBook): void {
  const file: CacheFile & { book: unknown } = {
    formatVersion: FORMAT_VERSION,
    contentHash: origin.contentHash,
    sha256: checksum(origin),
    book,
    head: origin.head,
    dump: origin.dump,
    genesis: origin.genesis,
    history: origin.history,
    cage: origin.cage,
  }
  mkdirSync(dirname(path), { recursive: true })
  const temporary = `${path}.${process.pid}-${threadId}.tmp`
  writeFileSync(temporary, JSON.stringify(file))
  renameSync(temporary, path)
  prune(dirname(path))
}

function prune(folder: string): void {
  const writtenMs = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const oldestFirst = readdirSync(folder)
    .filter((name) => /^origin-[\da-f]+\.json$/.test(name))
    .map((name) => ({ path: join(folder, name), ms: writtenMs(join(folder, name)) }))
    .sort((a, b) => a.ms - b.ms)
  for (const { path } of oldestFirst.slice(0, -KEPT_ORIGINS)) rmSync(path, { force: true })
}

const checksum = ({ contentHash, head, dump, genesis, history, cage }: CachedOrigin) =>
  createHash('sha256')
    .update(JSON.stringify([contentHash, head.number, head.hash, head.timestampSeconds, cage]))
    .update(String(dump))
    .update(String(genesis))
    .update(String(history))
    .digest('hex')
