import { readFileSync } from 'node:fs'
import { Compile } from 'typebox/compile'
import { toCanonicalJson } from '../../tools/core/json.ts'
import { HarnessError } from '../errors.ts'
import { computeDigest } from './digest.ts'
import { RECORD_VERSION, type RunRecord } from './record.ts'
import { RUN_RECORD_SCHEMA } from './record-schema.ts'
import { summarise } from './summary.ts'

const compile = () => Compile(RUN_RECORD_SCHEMA)

/** Compiled by the first record that is read: who reads none does without. */
let compiled: ReturnType<typeof compile> | undefined
const readValidator = () => {
  compiled ??= compile()
  return compiled
}

/**
 * Read a run record from its `run.json`, and check its version, its shape and its digest.
 *
 * @throws HarnessError RECORD_UNREADABLE
 */
export const readRecord = (path: string): RunRecord => parseRecord(readText(path), path)

/**
 * Read a run record from its text; `path` names it in messages.
 *
 * @throws HarnessError RECORD_UNREADABLE
 */
export function parseRecord(text: string, path: string): RunRecord {
  const value = parse(text, path)
  checkVersion(value, path)
  if (!readValidator().Check(value))
    throw unreadable('the run record is damaged', path, describeProblem(value))
  const record: RunRecord = value
  const digest = computeDigest(record)
  if (digest !== record.digest) {
    throw unreadable('the run record was changed after it was written', path, {
      expected: `digest ${record.digest}, as the record says`,
      found: `digest ${digest}, over what it holds`,
    })
  }
  checkIds(record, path)
  checkSummary(record, path)
  return record
}

function checkIds({ scenarios }: RunRecord, path: string): void {
  const ids = scenarios.map(({ id }) => id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice === undefined) return
  throw unreadable('the run record is damaged', path, {
    expected: 'each scenario once, by its id',
    found: `${twice} twice`,
  })
}

// The digest is over what the scenarios come to; what the run was held to besides them shows in its verdict alone.
function checkSummary(record: RunRecord, path: string): void {
  const expected = summarise(record.scenarios, record.summary.total, record)
  if (toCanonicalJson(record.summary) === toCanonicalJson(expected)) return
  throw unreadable('the run record was changed after it was written', path, {
    expected: `the summary that follows from what it holds: ${JSON.stringify(expected)}`,
    found: JSON.stringify(record.summary),
  })
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw unreadable('there is no readable run record', path, {
      expected: 'the run.json of a finished run',
      found: cause instanceof Error ? cause.message : String(cause),
      hint: 'pass the path of a run.json below reports/runs/',
      cause,
    })
  }
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw unreadable('the run record is not JSON', path, {
      expected: 'a JSON object',
      found: cause instanceof Error ? cause.message : String(cause),
      cause,
    })
  }
}

function checkVersion(value: unknown, path: string): void {
  const version =
    value !== null && typeof value === 'object' && 'recordVersion' in value ? value.recordVersion : undefined
  if (version === RECORD_VERSION) return
  throw unreadable('the run record has another version', path, {
    expected: `recordVersion ${RECORD_VERSION}`,
    found: version === undefined ? 'no recordVersion' : `recordVersion ${JSON.stringify(version)}`,
    hint: 'read it with the assay that wrote it, or run the scenarios again',
  })
}

function describeProblem(value: unknown) {
  const [first] = readValidator().Errors(value)
  return {
    expected: first === undefined ? 'a run record' : `${first.instancePath || '/'} ${first.message}`,
    found: first === undefined ? 'something else' : preview(pick(value, first.instancePath)),
  }
}

const pick = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], value)

const preview = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}

const unreadable = (
  shortMessage: string,
  where: string,
  details: { expected: string; found: string; hint?: string; cause?: unknown },
) =>
  new HarnessError('RECORD_UNREADABLE', shortMessage, {
    where,
    hint: 'restore the file, or run the scenarios again',
    ...details,
  })
