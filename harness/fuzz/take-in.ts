import { createHash } from 'node:crypto'
import { toCanonicalJson } from '../../tools/core/json.ts'
import { coverageOf } from '../coverage/coverage-of.ts'
import type { StepVerdict } from '../property/case-judge.ts'
import type { ScenarioDocument } from '../scenario/case.ts'
import { addFailure } from './add-failure.ts'
import { kindOf, stepsOf } from './case-steps.ts'
import { toCorpusEntry } from './corpus.ts'
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
  const commands = new Map(Object.entries(before.commands))
  const coverage = new Map(Object.entries(before.coverage))
  const corpus = [...before.corpus]
  const failures = [...before.failures]
  const broken = [...before.broken]
  let { operations, notApplicable } = before
  const digests: string[] = []
  for (const each of ran) {
    const { fuzzCase, result } = each
    const { record, foreseen } = result
    digests.push(digestCase(result))
    operations += record.steps.length
    if (isNotApplicable(fuzzCase, record)) notApplicable += 1
    else if (isBroken(fuzzCase, record)) broken.push(showCase(options, fuzzCase, record, 1))
    if ('document' in fuzzCase) countCommands(commands, fuzzCase.document, foreseen?.verdicts ?? [])
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
    commands: Object.fromEntries(commands),
    blocks: isWhole ? [...before.blocks, block] : before.blocks,
    coverage: Object.fromEntries(coverage),
    corpus,
    failures,
    broken,
  }
}

const VERDICTS: readonly StepVerdict[] = ['allowed', 'denied', 'not-applicable', 'environment']

function countCommands(
  commands: Map<string, readonly [number, number, number, number]>,
  document: ScenarioDocument,
  verdicts: readonly StepVerdict[],
): void {
  for (const [index, verdict] of verdicts.entries()) {
    const step = stepsOf(document)[index]
    if (step === undefined) continue
    const counts = [...(commands.get(kindOf(step)) ?? [0, 0, 0, 0])] as [number, number, number, number]
    counts[VERDICTS.indexOf(verdict)] = (counts[VERDICTS.indexOf(verdict)] ?? 0) + 1
    commands.set(kindOf(step), counts)
  }
}
