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
const FORMAT_VERSION = 5

/** The first line of the file. The texts stand below, a line each as they are: within JSON they would be parsed again. */
interface CacheHeader extends Pick<CachedOrigin, 'contentHash' | 'head' | 'cage'> {
  readonly formatVersion: number
  /** Over all that is kept. */
  readonly sha256: string
}

/** The lines of texts, in their order. */
type Texts<Text> = readonly [dump: Text, genesis: Text, history: Text]

/**
 * Read an origin from its cache file; undefined when there is none or it is corrupt.
 *
 * A corrupt file (no header, or a wrong checksum) is reported to `onWarning` by name.
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
  const [head, ...texts] = splitLines(readFileSync(path))
  let header: CacheHeader
  try {
    header = JSON.parse(head.toString())
  } catch {
    return corrupt('does not begin with JSON')
  }
  if (header === null || typeof header !== 'object') return corrupt('does not begin with an object')
  if (header.formatVersion !== FORMAT_VERSION) return corrupt(`has format ${header.formatVersion}`)
  if (header.contentHash !== contentHash) return corrupt('is of another content')
  if (header.sha256 !== checksum(header, texts)) return corrupt('does not match its checksum')
  const [dump, genesis, history] = texts.map(String) as [string, string, string]
  return { contentHash, head: header.head, dump, genesis, history, cage: header.cage }
}

/** The first line, and the three after it; what is missing is empty. */
function splitLines(file: Buffer): readonly [Buffer, ...Texts<Buffer>] {
  const lines: Buffer[] = []
  let rest = file
  for (let line = 0; line < 3; line += 1) {
    const end = rest.indexOf('\n')
    lines.push(end < 0 ? rest : rest.subarray(0, end))
    rest = end < 0 ? rest.subarray(rest.length) : rest.subarray(end + 1)
  }
  const [head = rest, dump = rest, genesis = rest] = lines
  return [head, dump, genesis, rest]
}

/**
 * Write an origin to its cache file at once: readers see the old file or the new one, never a part. Only the newest few
 * origins beside it are kept.
 */
export function writeOriginCache(path: string, origin: CachedOrigin, book: AddressBook): void {
  const { contentHash, head, dump, genesis, history, cage } = origin
  const texts = [dump, genesis, history] as const
  const header: CacheHeader & { book: unknown } = {
    formatVersion: FORMAT_VERSION,
    contentHash,
    sha256: checksum(origin, texts),
    book,
    head,
    cage,
  }
  mkdirSync(dirname(path), { recursive: true })
  const temporary = `${path}.${process.pid}-${threadId}.tmp`
  writeFileSync(temporary, [JSON.stringify(header), ...texts].join('\n'))
  renameSync(temporary, path)
  prune(dirname(path))
}

function prune(folder: string): void {
  const writtenMs = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const oldestFirst = readdirSync(folder)
    .filter((name) => /^origin-[\da-f]+\.jsonl?$/.test(name))
    .map((name) => ({ path: join(folder, name), ms: writtenMs(join(folder, name)) }))
    .sort((a, b) => a.ms - b.ms)
  for (const { path } of oldestFirst.slice(0, -KEPT_ORIGINS)) rmSync(path, { force: true })
}

function checksum(
  { contentHash, head, cage }: Pick<CacheHeader, 'contentHash' | 'head' | 'cage'>,
  texts: Texts<string | Buffer>,
): string {
  const hash = createHash('sha256').update(
    JSON.stringify([contentHash, head?.number, head?.hash, head?.timestampSeconds, cage]),
  )
  for (const text of texts) hash.update(text)
  return hash.digest('hex')
}
