import { constants, gunzipSync, gzipSync } from 'node:zlib'
import { Header, Parser, type ReadEntry } from 'tar'
import { describeCause } from '../../tools/core/describe-cause.ts'
import { HarnessError } from '../errors.ts'
import { BUNDLE_FILES } from './bundle.ts'

/** Files of an archive, by name. */
export type ArchiveFiles = ReadonlyMap<string, Uint8Array>

/** Most that a bundle may come to, packed and unpacked: some fifty times one of the embedded origin. */
const MOST_PACKED_BYTES = 64 * 1024 * 1024
const MOST_BYTES = 256 * 1024 * 1024

const BLOCK_BYTES = 512
const NAMES: readonly string[] = Object.values(BUNDLE_FILES)

/** Pack files as a tar.gz; the same files give the same bytes. */
export function packArchive(files: ArchiveFiles): Uint8Array {
  const blocks = [...files].flatMap(([path, content]) => {
    const header = Buffer.alloc(BLOCK_BYTES)
    const { length: size } = content
    new Header({ path, size, mode: 0o644, uid: 0, gid: 0, mtime: new Date(0), type: 'File' }).encode(header)
    return [header, content, Buffer.alloc(-size & (BLOCK_BYTES - 1))]
  })
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK_BYTES)]), {
    level: constants.Z_BEST_COMPRESSION,
  })
}

/**
 * Unpack a bundle into memory; no name of it becomes a path.
 *
 * @param where the file, for messages
 * @throws HarnessError BUNDLE_UNREADABLE for what is no archive, or not a whole one; BUNDLE_REFUSED for what no bundle
 *   holds: other names, links, a name twice, more than a bundle can be
 */
export function unpackArchive(packed: Uint8Array, where: string): ArchiveFiles {
  if (packed.length > MOST_PACKED_BYTES)
    throw refuse(where, `at most ${MOST_PACKED_BYTES} bytes`, `${packed.length}`)
  const files = new Map<string, Uint8Array>()
  let problem: HarnessError | undefined
  const parser = new Parser({ strict: true })
  parser.on('error', (cause: Error) => {
    problem ??= unreadable(where, cause.message)
  })
  // Headers that change others (PAX, long names) are taken in by the parser, and end as names that are not known.
  parser.on('ignoredEntry', (entry: ReadEntry) => {
    problem ??= refuse(where, 'files', `${JSON.stringify(entry.path)}, a ${entry.type}`)
  })
  parser.on('entry', (entry: ReadEntry) => {
    problem ??= findProblem(entry, files, where)
    const chunks: Uint8Array[] = []
    entry.on('data', (chunk) => chunks.push(chunk))
    entry.on('end', () => files.set(entry.path, Buffer.concat(chunks)))
  })
  parser.end(Buffer.from(unzip(packed, where)))
  if (problem !== undefined) throw problem
  return files
}

function findProblem(
  { path, type }: ReadEntry,
  files: ArchiveFiles,
  where: string,
): HarnessError | undefined {
  if (!NAMES.includes(path))
    return refuse(where, `one of ${NAMES.join(', ')}`, `a file ${JSON.stringify(path)}`)
  if (type !== 'File') return refuse(where, 'files', `"${path}", a ${type}`)
  return files.has(path) ? refuse(where, 'each file once', `"${path}" twice`) : undefined
}

function unzip(packed: Uint8Array, where: string): Uint8Array {
  try {
    return gunzipSync(packed, { maxOutputLength: MOST_BYTES })
  } catch (cause) {
    if (cause instanceof RangeError) throw refuse(where, `at most ${MOST_BYTES} bytes when unpacked`, 'more')
    throw unreadable(where, describeCause(cause))
  }
}

const unreadable = (where: string, found: string) =>
  new HarnessError('BUNDLE_UNREADABLE', 'the bundle cannot be unpacked', {
    where,
    expected: 'a whole tar.gz, as `assay bundle` writes it',
    found,
    hint: 'take the file from where it was made once more',
  })

/** Refuse what `assay bundle` never writes. */
export const refuse = (where: string, expected: string, found: string) =>
  new HarnessError('BUNDLE_REFUSED', 'the bundle holds what no bundle holds', {
    where,
    expected,
    found,
    hint: 'do not trust this file; `assay bundle` did not write it like this',
  })
