import { gunzipSync, gzipSync } from 'node:zlib'
import { Header } from 'tar'
import { describe, expect, test } from 'vitest'
import { computeDigest } from '../record/digest.ts'
import { summarise } from '../record/summary.ts'
import { packArchive, unpackArchive } from './archive.ts'
import { BUNDLE_FILES, type BundleManifest } from './bundle.ts'
import { makeParts } from './fixtures/make-bundle.ts'
import { hashBytes, readBundle } from './read-bundle.ts'
import { writeBundle } from './write-bundle.ts'

const PARTS = makeParts()
const PASSED = { ...PARTS.scenario, verdict: 'passed' as const, findings: [] }
const BYTES = writeBundle(PARTS, [])
const filesOf = () => new Map(unpackArchive(BYTES, 'a bundle'))
const fail = (code: string, found?: string | RegExp) =>
  expect.objectContaining({
    code,
    ...(found === undefined ? {} : { message: expect.stringMatching(found) }),
  })
const read = (bytes: Uint8Array) => () => readBundle(bytes, 'a bundle')

/** Write one entry of an archive as it may not be. */
function entry(path: string, content: string, type: 'File' | 'SymbolicLink' | 'Link' | 'Directory' = 'File') {
  const header = Buffer.alloc(512)
  const isFile = type === 'File'
  const size = isFile ? content.length : 0
  new Header({ path, size, mode: 0o644, type, ...(isFile ? {} : { linkpath: content }) }).encode(header)
  return isFile ? Buffer.concat([header, Buffer.from(content), Buffer.alloc(-size & 511)]) : header
}
const withEntry = (extra: Buffer) => {
  const end = Buffer.alloc(1_024)
  const archive = gunzipSync(BYTES)
  return gzipSync(Buffer.concat([archive.subarray(0, archive.length - end.length), extra, end]))
}

/** Change a bundle so that all its hashes are right again. */
function change(edit: (files: Map<string, Uint8Array>, manifest: BundleManifest) => object | undefined) {
  const files = filesOf()
  const manifest = JSON.parse(Buffer.from(files.get(BUNDLE_FILES.manifest) ?? []).toString())
  const changed = { ...manifest, ...edit(files, manifest) }
  files.delete(BUNDLE_FILES.manifest)
  const hashes = Object.fromEntries([...files].map(([name, content]) => [name, hashBytes(content)]))
  files.set(BUNDLE_FILES.manifest, Buffer.from(JSON.stringify({ ...changed, files: hashes })))
  return packArchive(files)
}

describe('a bundle', () => {
  test('default: what was written is read, and the same parts give the same bytes', () => {
    const bundle = readBundle(BYTES, 'a bundle')
    const { files, bundleVersion, ...manifest } = bundle.manifest
    expect(manifest).toEqual(PARTS.manifest)
    expect(bundleVersion).toBe(1)
    expect(Object.keys(files)).toContain(BUNDLE_FILES.readme)
    expect(bundle.record.scenarios).toEqual([PARTS.scenario])
    expect(Buffer.from(bundle.cassette)).toEqual(Buffer.from(PARTS.cassette))
    expect(bundle.scenario).toBe(PARTS.text)
    expect(Buffer.from(writeBundle(makeParts(), []))).toEqual(Buffer.from(BYTES))
  })

  test('behavior: the README names what to do and what to see', () => {
    const readme = Buffer.from(filesOf().get(BUNDLE_FILES.readme) ?? []).toString()
    const { finalBlock, stateDigest, findings } = PARTS.scenario
    const law = findings[0]?.law ?? ''
    for (const text of ['npm ci', './bin/assay.mjs replay', finalBlock.hash, stateDigest, law])
      expect(readme).toContain(text)
  })

  test('error: BUNDLE_UNREADABLE wherever it is cut off, and whichever byte is another', () => {
    for (let length = 0; length < BYTES.length; length += 37)
      expect(read(BYTES.subarray(0, length)), `cut at ${length}`).toThrow(fail('BUNDLE_UNREADABLE'))
    for (let at = 12; at < BYTES.length; at += 37) {
      const changed = Uint8Array.from(BYTES)
      changed[at] = (changed[at] ?? 0) ^ 4
      expect(read(changed), `changed at ${at}`).toThrow(fail('BUNDLE_UNREADABLE'))
    }
  })

  test('error: BUNDLE_UNREADABLE for each file whose content is another than its manifest says', () => {
    for (const name of [...filesOf().keys()].filter((each) => each !== BUNDLE_FILES.manifest)) {
      const files = filesOf()
      files.set(name, Buffer.concat([files.get(name) ?? Buffer.alloc(0), Buffer.from('\n')]))
      expect(read(packArchive(files)), name).toThrow(fail('BUNDLE_UNREADABLE', `${name} with the hash`))
    }
  })

  test.each<[string, Uint8Array, string, string?]>([
    ['no archive', Buffer.from('name: a scenario'), 'BUNDLE_UNREADABLE'],
    ['an archive of nothing', gzipSync(Buffer.alloc(1_024)), 'BUNDLE_UNREADABLE'],
    ['another version', change(() => ({ bundleVersion: 2 })), 'BUNDLE_UNREADABLE', 'bundleVersion 2'],
    ['a manifest of another shape', change(() => ({ subject: { kind: 'shell' } })), 'BUNDLE_UNREADABLE'],
    ['words for the terminal', change(() => ({ id: '\u001b[2J' })), 'BUNDLE_UNREADABLE'],
    [
      'a record of what passed',
      writeBundle(makeParts({ scenario: PASSED }), []),
      'BUNDLE_UNREADABLE',
      'passed',
    ],
    ['a record of something else', change(() => ({ id: 'another' })), 'BUNDLE_UNREADABLE'],
    [
      'a record of more than the failure',
      change((files) => {
        const record = JSON.parse(Buffer.from(files.get(BUNDLE_FILES.record) ?? []).toString())
        const scenarios = [...record.scenarios, { ...PARTS.scenario, id: 'another' }]
        const more = { ...record, scenarios, summary: summarise(scenarios) }
        files.set(BUNDLE_FILES.record, Buffer.from(JSON.stringify({ ...more, digest: computeDigest(more) })))
        return undefined
      }),
      'BUNDLE_UNREADABLE',
      ', another',
    ],
    [
      'a record that was changed',
      change((files) => {
        const text = Buffer.from(files.get(BUNDLE_FILES.record) ?? []).toString()
        files.set(BUNDLE_FILES.record, Buffer.from(text.replaceAll('"failed"', '"passed"')))
        return undefined
      }),
      'RECORD_UNREADABLE',
    ],
    [
      'no cassette',
      change((files) => void files.delete(BUNDLE_FILES.cassette)),
      'BUNDLE_UNREADABLE',
      'world.cassette',
    ],
    ['no manifest', packArchive(new Map([...filesOf()].slice(0, -1))), 'BUNDLE_UNREADABLE', 'manifest.json'],
  ])('error: %s', (_, bytes, code, found) => {
    expect(read(bytes)).toThrow(fail(code, found))
  })

  test.each<[string, Uint8Array, string?]>([
    ['a way up', withEntry(entry('../../.bashrc', 'x')), '../../.bashrc'],
    ['an absolute path', withEntry(entry('/etc/cron.d/x', 'x')), '/etc/cron.d/x'],
    ['a way up behind a name that is known', withEntry(entry('scenario/../../x', 'x'))],
    ['another name', withEntry(entry('harness/cli/worker.ts', 'x'))],
    ['a link', withEntry(entry(BUNDLE_FILES.original, '/etc/passwd', 'SymbolicLink')), 'a SymbolicLink'],
    ['a hard link', withEntry(entry(BUNDLE_FILES.original, '/etc/passwd', 'Link')), 'a Link'],
    ['a folder', withEntry(entry('scenario/', '', 'Directory'))],
    ['a name twice', withEntry(entry(BUNDLE_FILES.scenario, 'x'))],
    ['a file that the manifest does not list', withEntry(entry(BUNDLE_FILES.original, 'x')), 'original.yaml'],
    [
      'a record with words for the terminal',
      writeBundle(makeParts({ scenario: { ...PARTS.scenario, stateDigest: '\u001b[2J' } }), []),
      'control characters',
    ],
    ['a bomb', gzipSync(Buffer.alloc(300 * 1024 * 1024)), 'when unpacked'],
    ['too much', Buffer.alloc(65 * 1024 * 1024)],
    ...['../x.property.ts', '/x.property.ts', 'scenarios/property/../../x.property.ts', 'harness/x.ts'].map(
      (file): [string, Uint8Array, string] => [
        `a property at ${file}`,
        change(() => ({ file, subject: { kind: 'property' } })),
        'scenarios/property/',
      ],
    ),
  ])('error: BUNDLE_REFUSED for %s', (_, bytes, found) => {
    expect(read(bytes)).toThrow(fail('BUNDLE_REFUSED', found))
  })
})
