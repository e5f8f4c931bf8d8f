import { createHash } from 'node:crypto'
import { toCanonicalJson } from '../../tools/core/json.ts'
import { coverageOf } from '../coverage/coverage-of.ts'
import { countRan } from '../record/count-ran.ts'
import { addFailure } from './add-failure.ts'
import { toCorpusEntry } from './corpus.ts'
import { countCommands } from './count-commands.ts'
import type { FuzzOptions } from './fuzz-options.ts'
import { countKeys, digestOf, type FuzzState } from './fuzz-state.ts'
import { digestCase, isBroken, isNotApplicable, type RanCase, showCase } from './ran-case.ts'
import { runAgain } from './run-again.ts'

/** Take in what a block came to, in the order of the cases. */
export async function takeIn(
  options: FuzzOptions,
  before: FuzzState,
  ran: readonly RanCase[],
  isWhole: boolean,
): Promise<FuzzState> {
  const coverage = new Map(Object.entries(before.coverage))
  const corpus = [...before.corpus]
  const failures = [...before.failures]
  const broken = [...before.broken]
  let { operations, notApplicable, commands } = before
  const digests: string[] = []
  for (const each of ran) {
    const { fuzzCase, result } = each
    const { record, foreseen } = result
    digests.push(digestCase(result))
    operations += countRan(record)
    if (isNotApplicable(fuzzCase, record)) notApplicable += 1
    else if (isBroken(fuzzCase, record)) broken.push(showCase(options, fuzzCase, record, 1))
    if ('document' in fuzzCase) {
      commands = countCommands(commands, fuzzCase.document, foreseen?.verdicts ?? [], record)
    }
    const keys = [...coverageOf(record)]
    if ('document' in fuzzCase && fuzzCase.oracle === 'model' && keys.some((key) => !coverage.has(key))) {
      const entry = toCorpusEntry(fuzzCase.document)
      if (!corpus.some(({ name }) => name === entry.name)) corpus.push(entry)
    }
    for (const key of keys) coverage.set(key, (coverage.get(key) ?? 0) + 1)
    await addFailure(options, failures, each)
  }
  const rerun = await runAgain(options, ran, failures, broken)
  const chained = createHash('sha256')
    .update(toCanonicalJson([digestOf(before), digests]))
    .digest('hex')
  const block = { first: before.next, cases: ran.length, keys: countKeys(coverage.keys()), digest: chained }
  return {
    ...before,
    next: before.next + ran.length,
    operations,
    rerun: before.rerun + rerun,
    notApplicable,
    commands,
    blocks: isWhole ? [...before.blocks, block] : before.blocks,
    coverage: Object.fromEntries(coverage),
    corpus,
    failures,
    broken,
  }
}
