import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { describeCause } from '../../tools/core/describe-cause.ts'
import { toCanonicalJson } from '../../tools/core/json.ts'
import { HarnessError } from '../errors.ts'
import { parseCase, writeCase } from '../scenario/case.ts'
import type { ScenarioDocument } from '../scenario/scenario-document.ts'
import { writeAtomically } from '../write-atomically.ts'

/** A case that reached what none before it did; its name is a hash of it. */
export interface CorpusEntry {
  readonly name: string
  readonly document: ScenarioDocument
}

/** Make an entry of a case. */
export const toCorpusEntry = (document: ScenarioDocument): CorpusEntry => ({
  name: createHash('sha256').update(toCanonicalJson(document)).digest('hex').slice(0, 12),
  document,
})

/** Hash a corpus: two runs draw the same cases only from the same one. */
export const hashCorpus = (entries: readonly CorpusEntry[]): string =>
  createHash('sha256')
    .update(toCanonicalJson(entries.map(({ document }) => document)))
    .digest('hex')

/**
 * Read a folder of cases, in the order of their names; a folder that does not exist yet is empty.
 *
 * @throws HarnessError SCENARIO_INVALID for a file that is no case, BAD_USAGE for something that is no folder
 */
export function readCorpus(directory: string): readonly CorpusEntry[] {
  if (!existsSync(directory)) return []
  if (!statSync(directory).isDirectory()) {
    throw new HarnessError('BAD_USAGE', 'the corpus is no folder', {
      where: directory,
      expected: 'a folder of YAML files, or none yet',
      found: 'a file',
      hint: 'name a folder with --corpus',
    })
  }
  return readdirSync(directory)
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .map((name) => {
      const path = join(directory, name)
      const document = readDocument(path)
      parseCase(document, path)
      return toCorpusEntry(document)
    })
}

function readDocument(path: string): ScenarioDocument {
  try {
    return parse(readFileSync(path, 'utf8')) as ScenarioDocument
  } catch (cause) {
    throw new HarnessError('SCENARIO_INVALID', 'a case of the corpus cannot be read', {
      where: path,
      expected: 'a case as YAML',
      found: describeCause(cause),
      hint: 'restore the file, or delete it',
      cause,
    })
  }
}

/** Add entries to a folder; those that it has are kept as they are. */
export function writeCorpus(directory: string, entries: readonly CorpusEntry[]): void {
  for (const { name, document } of entries) {
    const path = join(directory, `${name}.yaml`)
    if (!existsSync(path)) writeAtomically(path, writeCase(document))
  }
}
