import { createHash } from 'node:crypto'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { describeCause } from '../../tools/core/describe-cause.ts'
import { HarnessError } from '../errors.ts'
import {
  type Cassette,
  type CassetteAnswer,
  type CassetteEntry,
  hashContent,
  hashRequest,
} from './cassette.ts'

/** Raised when the content below changes its shape. */
const FORMAT_VERSION = 1

/** First line of a file: what it is, its version, and the SHA-256 of all that follows. */
const HEADER = /^assay cassette (\d+) ([\da-f]{64})\n/

/** Longest first line. */
const HEADER_BYTES = 128

/** Most that a cassette may come to when it is unpacked: some twenty times an embedded origin. */
const MOST_BYTES = 256 * 1024 * 1024

const Text = Type.String()
const CONTENT = Type.Object(
  {
    world: Type.Object(
      {
        kind: Type.Union([Type.Literal('embedded'), Type.Literal('rpc')]),
        chainId: Type.Integer({ minimum: 1 }),
        blockNumber: Type.Integer({ minimum: 0 }),
        blockHash: Type.String({ pattern: '^0x[0-9a-f]{64}$' }),
        timestampSeconds: Type.Integer({ minimum: 0 }),
        worldHash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
        prepared: Type.Optional(
          Type.Object(
            { genesis: Text, cage: Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' }) },
            { additionalProperties: false },
          ),
        ),
      },
      { additionalProperties: false },
    ),
    /** By the hash of each question: method, parameters, hash of the answer. */
    requests: Type.Record(Text, Type.Tuple([Text, Type.Array(Type.Unknown()), Text])),
    /** By their hash: the same answer is kept once. */
    answers: Type.Record(Text, Type.Unknown()),
  },
  { additionalProperties: false },
)

const ANSWER = Type.Union([
  Type.Object({ result: Type.Unknown() }, { additionalProperties: false }),
  Type.Object(
    { error: Type.Object({ code: Type.Integer() }, { additionalProperties: false }) },
    { additionalProperties: false },
  ),
])

const compile = () => ({ content: Compile(CONTENT), answer: Compile(ANSWER) })

/** Compiled by the first cassette that is read: who reads none does without. */
let compiled: ReturnType<typeof compile> | undefined

/** Write a cassette as the bytes of a file; the same content gives the same bytes. */
export function writeCassette({ world, entries }: Cassette): Uint8Array {
  const requests: Record<string, readonly [string, readonly unknown[], string]> = {}
  const answers: Record<string, CassetteAnswer> = {}
  for (const [hash, entry] of [...entries].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const answerHash = hashContent(entry.answer)
    requests[hash] = [entry.method, entry.params, answerHash]
    answers[answerHash] ??= entry.answer
  }
  const body = zstdCompressSync(JSON.stringify({ world, requests, answers }), {
    params: { [constants.ZSTD_c_compressionLevel]: 12 },
  })
  return Buffer.concat([Buffer.from(`assay cassette ${FORMAT_VERSION} ${sha256(body)}\n`), body])
}

/**
 * Read a cassette, and check that it is whole: version, checksum, shape, and each question and answer by its hash.
 *
 * @param where the file, for messages
 * @throws HarnessError CASSETTE_UNREADABLE
 */
export function readCassette(bytes: Uint8Array, where: string): Cassette {
  const [header, version, checksum] =
    HEADER.exec(Buffer.from(bytes.subarray(0, HEADER_BYTES)).toString('latin1')) ?? []
  if (header === undefined) throw unreadable(where, 'a cassette', 'a file that does not begin as one')
  if (Number(version) !== FORMAT_VERSION)
    throw unreadable(where, `a cassette of version ${FORMAT_VERSION}`, `version ${version}`)
  const body = bytes.subarray(header.length)
  if (sha256(body) !== checksum)
    throw unreadable(where, `the checksum ${checksum}`, 'another one: the file was cut off or changed')
  const value = unpack(body, where)
  compiled ??= compile()
  const { content, answer } = compiled
  if (!content.Check(value)) {
    const [first] = content.Errors(value)
    throw unreadable(where, 'questions and answers', `${first?.instancePath || '/'} ${first?.message}`)
  }
  const entries = new Map<string, CassetteEntry>()
  for (const [hash, [method, params, answerHash]] of Object.entries(value.requests)) {
    const given = value.answers[answerHash]
    if (hashRequest(method, params) !== hash || !answer.Check(given) || hashContent(given) !== answerHash)
      throw unreadable(where, 'questions and answers under their own hashes', `${method} under another one`)
    entries.set(hash, { method, params, answer: given as CassetteAnswer })
  }
  return { world: value.world as Cassette['world'], entries }
}

function unpack(body: Uint8Array, where: string): unknown {
  try {
    return JSON.parse(zstdDecompressSync(body, { maxOutputLength: MOST_BYTES }).toString('utf8'))
  } catch (cause) {
    const found = describeCause(cause)
    throw unreadable(where, `at most ${MOST_BYTES} bytes of JSON, compressed by zstd`, found)
  }
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const unreadable = (where: string, expected: string, found: string) =>
  new HarnessError('CASSETTE_UNREADABLE', 'the cassette cannot be read', {
    where,
    expected,
    found,
    hint: 'take the file from where it was made, or record it again with `assay run --record`',
  })
