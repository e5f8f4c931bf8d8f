import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { describeCause } from '../../tools/core/describe-cause.ts'
import { HarnessError } from '../errors.ts'
import { nameFailure } from '../record/judge-replay.ts'
import { parseRecord } from '../record/read-record.ts'
import type { RunRecord } from '../record/record.ts'
import { type ArchiveFiles, refuse, unpackArchive } from './archive.ts'
import { BUNDLE_FILES, BUNDLE_VERSION, type Bundle, type BundleManifest } from './bundle.ts'

/** What is shown in a terminal: no control characters. */
const Text = Type.String({ maxLength: 4_096, pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$' })
const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' })
const kind = <T extends string>(name: T) => ({ kind: Type.Literal(name) })
const closed = { additionalProperties: false }

const MANIFEST = Type.Object(
  {
    bundleVersion: Type.Literal(BUNDLE_VERSION),
    runId: Text,
    seed: Text,
    id: Text,
    file: Text,
    subject: Type.Union([
      Type.Object(kind('scenario'), closed),
      Type.Object(
        { ...kind('case'), oracle: Type.Union([Type.Literal('model'), Type.Literal('laws')]) },
        closed,
      ),
      Type.Object(kind('property'), closed),
    ]),
    toolchain: Type.Object(
      {
        assayVersion: Text,
        gitCommit: Type.Union([Text, Type.Null()]),
        isDirty: Type.Union([Type.Boolean(), Type.Null()]),
        codeHash: Text,
        nodeVersion: Text,
        anvilVersion: Text,
        anvilHash: Text,
        solcVersion: Text,
        solcHash: Text,
        platform: Text,
      },
      closed,
    ),
    files: Type.Record(Type.String(), Hash),
  },
  closed,
)

const validator = Compile(MANIFEST)

/**
 * Read a bundle, and check that it is whole: its files by their hashes, its record by its digest. Nothing of it is run,
 * and nothing is written.
 *
 * @param where the file, for messages
 * @throws HarnessError BUNDLE_UNREADABLE, BUNDLE_REFUSED, RECORD_UNREADABLE
 */
export function readBundle(packed: Uint8Array, where: string): Bundle {
  const files = unpackArchive(packed, where)
  const manifest = readManifest(files, where)
  for (const [name, hash] of Object.entries(manifest.files)) {
    const content = files.get(name)
    if (content === undefined) throw damaged(where, `the file ${name}`, 'none')
    if (hashBytes(content) !== hash) throw damaged(where, `${name} with the hash ${hash}`, 'another content')
  }
  const unlisted = [...files.keys()].find(
    (name) => name !== BUNDLE_FILES.manifest && !Object.hasOwn(manifest.files, name),
  )
  if (unlisted !== undefined) throw refuse(where, 'files that its manifest lists', unlisted)
  checkPaths(manifest, where)
  const record = parseRecord(textOf(files, BUNDLE_FILES.record, where), `${where}: ${BUNDLE_FILES.record}`)
  checkRecord(record, manifest, where)
  const isProperty = manifest.subject.kind === 'property'
  return {
    manifest,
    record,
    cassette: contentOf(files, BUNDLE_FILES.cassette, where),
    scenario: textOf(files, isProperty ? BUNDLE_FILES.property : BUNDLE_FILES.scenario, where),
  }
}

/** Hash bytes, as SHA-256 in hex. */
export const hashBytes = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex')

function readManifest(files: ArchiveFiles, where: string): BundleManifest {
  const text = textOf(files, BUNDLE_FILES.manifest, where)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw damaged(where, 'a manifest as JSON', describeCause(cause))
  }
  const version = (value as { bundleVersion?: unknown } | null)?.bundleVersion
  if (version !== BUNDLE_VERSION) {
    throw new HarnessError('BUNDLE_UNREADABLE', 'the bundle has another version', {
      where,
      expected: `bundleVersion ${BUNDLE_VERSION}`,
      found: `bundleVersion ${JSON.stringify(version) ?? 'none'}`,
      hint: 'replay it with the assay that wrote it: its README names the commit',
    })
  }
  if (validator.Check(value)) return value as BundleManifest
  const [first] = validator.Errors(value)
  throw damaged(where, `a manifest: ${first?.instancePath || '/'} ${first?.message}`, 'something else')
}

/** The only file of this machine that a bundle names is a property of the checkout. */
function checkPaths({ file, subject }: BundleManifest, where: string): void {
  if (subject.kind !== 'property') return
  const isInside =
    /^scenarios\/property\/[\w./-]+\.property\.ts$/.test(file) && !file.split('/').includes('..')
  if (!isInside) throw refuse(where, 'a property below scenarios/property/', `"${file}"`)
}

function checkRecord({ scenarios }: RunRecord, { id, file }: BundleManifest, where: string): void {
  const [scenario, ...others] = scenarios
  if (scenario?.id !== id || scenario.file !== file || others.length > 0)
    throw damaged(where, `the record of ${id}`, `that of ${scenarios.map((each) => each.id).join(', ')}`)
  if (scenario.verdict !== 'failed') throw damaged(where, 'the record of a failure', scenario.verdict)
  const { finalBlock, stateDigest } = scenario
  const shown = [nameFailure(scenario), finalBlock.number, finalBlock.hash, stateDigest]
  if (shown.some((text) => /\p{Cc}/u.test(text)))
    throw refuse(where, 'a failure, block and state in words', 'control characters in its record')
}

function contentOf(files: ArchiveFiles, name: string, where: string): Uint8Array {
  const content = files.get(name)
  if (content === undefined) throw damaged(where, `the file ${name}`, 'none')
  return content
}

const textOf = (files: ArchiveFiles, name: string, where: string) =>
  Buffer.from(contentOf(files, name, where)).toString('utf8')

const damaged = (where: string, expected: string, found: string) =>
  new HarnessError('BUNDLE_UNREADABLE', 'the bundle is damaged', {
    where,
    expected,
    found,
    hint: 'take the file from where it was made once more',
  })
