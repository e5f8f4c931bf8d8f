import type { AssayEvent } from '../../tools/core/events.ts'
import type { Secret } from '../../tools/safety/taint/secrets.ts'
import { readCassette } from '../cassette/cassette-file.ts'
import { computeDigest } from '../record/digest.ts'
import { restoreFigures } from '../record/hook-figures.ts'
import { parseRecord } from '../record/read-record.ts'
import type { RecordScenario, RunRecord } from '../record/record.ts'
import { keepExercised } from '../record/stand-ins.ts'
import { summarise } from '../record/summary.ts'
import { packArchive } from './archive.ts'
import { BUNDLE_FILES, BUNDLE_VERSION, type BundleManifest } from './bundle.ts'
import { findMnemonics } from './find-mnemonics.ts'
import { listChanges } from './list-changes.ts'
import { hashBytes } from './read-bundle.ts'
import { createScrubber } from './scrub.ts'
import { writeReadme } from './write-readme.ts'

/** What a bundle is made of. */
export interface BundleParts {
  readonly manifest: Omit<BundleManifest, 'files' | 'bundleVersion'>
  readonly run: RunRecord
  readonly scenario: RecordScenario
  /** What is run again, as text, and what it was before it was made small. */
  readonly text: string
  readonly original?: string
  readonly cassette: Uint8Array
  readonly events: readonly AssayEvent[]
}

/** Steps on either side of the failing one that are shown with it. */
const STEPS_AROUND = 2

/**
 * Write a bundle as the bytes of a tar.gz; the same parts give the same bytes.
 *
 * @param secrets what the process knows and nobody else may; phrases of wallets are found without
 * @throws HarnessError BUNDLE_SECRET
 */
export function writeBundle(parts: BundleParts, secrets: readonly Secret[]): Uint8Array {
  const { manifest, scenario, text, original, cassette, events, run } = parts
  const written = [text, original, JSON.stringify(scenario), JSON.stringify(events)].join('\n\0\n')
  const phrases = findMnemonics(written).map((phrase) => ({
    label: 'phrase of a wallet',
    bytes: Buffer.from(phrase),
    isText: true,
  }))
  const scrubber = createScrubber([...secrets, ...phrases])
  const clean = <T>(name: string, value: T): T => {
    const scrubbed = scrubber.json(value)
    // What is spread over its members has their names in between once it is a text.
    scrubber.assertClean(name, scrubbed)
    return scrubbed
  }
  const json = (name: string, value: unknown) =>
    [name, `${JSON.stringify(clean(name, value), null, 2)}\n`] as const
  const [finding] = scenario.findings
  const around = restoreFigures(scenario.steps).filter(
    ({ index }) => Math.abs(index - (finding?.step ?? 0)) <= STEPS_AROUND,
  )
  const isProperty = manifest.subject.kind === 'property'
  const counterexample = scenario.property?.counterexample
  const record = json(BUNDLE_FILES.record, recordOf(run, scrubber.json(scenario)))
  const texts: readonly (readonly [string, string])[] = [
    [BUNDLE_FILES.readme, scrubber.text(writeReadme(manifest, scenario, run.standings))],
    [isProperty ? BUNDLE_FILES.property : BUNDLE_FILES.scenario, scrubber.text(text)],
    ...(original === undefined ? [] : [[BUNDLE_FILES.original, scrubber.text(original)] as const]),
    ...(counterexample === undefined ? [] : [json(BUNDLE_FILES.counterexample, counterexample)]),
    record,
    json(BUNDLE_FILES.steps, { finding, steps: around }),
    json(BUNDLE_FILES.changes, listChanges(scenario)),
    [
      BUNDLE_FILES.events,
      clean(BUNDLE_FILES.events, events)
        .map((event) => `${JSON.stringify(event)}\n`)
        .join(''),
    ],
  ]
  for (const [name, content] of texts) scrubber.assertClean(name, content)
  if (!isRecord(record[1])) scrubber.assertClean(BUNDLE_FILES.record, recordOf(run, scenario))
  scrubber.assertClean(
    BUNDLE_FILES.cassette,
    listWords(readCassette(cassette, BUNDLE_FILES.cassette).entries),
  )
  const files = new Map<string, Uint8Array>([
    ...texts.map(([name, content]) => [name, Buffer.from(content)] as const),
    [BUNDLE_FILES.cassette, cassette],
  ])
  const hashes = Object.fromEntries([...files].map(([name, content]) => [name, hashBytes(content)]))
  const whole = { bundleVersion: BUNDLE_VERSION, ...manifest, files: hashes }
  scrubber.assertClean(BUNDLE_FILES.manifest, whole)
  return packArchive(
    new Map([...files, [BUNDLE_FILES.manifest, Buffer.from(`${JSON.stringify(whole, null, 2)}\n`)]]),
  )
}

/** Whether what is left is still a record: a secret may have been one of its members, verdicts or amounts. */
function isRecord(text: string): boolean {
  try {
    parseRecord(text, BUNDLE_FILES.record)
    return true
  } catch {
    return false
  }
}

/** Keep of a run what failed. */
function recordOf(run: RunRecord, scenario: RecordScenario): RunRecord {
  const { recordVersion, runId, startedAt, provenance, standings, timings } = run
  const scenarios = [scenario]
  const files = Object.fromEntries(
    Object.entries(provenance.files).filter(([file]) => file === scenario.file),
  )
  const body = {
    recordVersion,
    runId,
    startedAt,
    timings,
    ...(standings ? { standings: keepExercised(standings, { scenarios }) } : {}),
    provenance: { ...provenance, files },
    scenarios,
    summary: summarise(scenarios),
  }
  return { ...body, digest: computeDigest(body) }
}

/** What a chain says is hex of its own; any other word of a cassette might be somebody's. */
function listWords(value: unknown): readonly string[] {
  if (typeof value === 'string') return /^0x[\da-f]*$/i.test(value) ? [] : [value]
  if (value instanceof Map) return listWords([...value.values()])
  if (Array.isArray(value)) return value.flatMap(listWords)
  return value !== null && typeof value === 'object'
    ? Object.entries(value).flatMap(([name, member]) => [name, ...listWords(member)])
    : []
}
