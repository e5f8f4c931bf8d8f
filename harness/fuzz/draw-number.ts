import * as fc from 'fast-check'
import type { CaseOracle } from '../property/case-judge.ts'
import { isCase } from '../scenario/case.ts'
import type { ScenarioDocument } from '../scenario/scenario-document.ts'
import { toFastCheckSeed } from '../schedule/to-fast-check-seed.ts'
import { keyOf, stepsOf } from './case-steps.ts'
import type { FuzzCase, FuzzOptions } from './fuzz-options.ts'
import type { FuzzState } from './fuzz-state.ts'
import { spliceWritten, varyCase } from './vary-case.ts'

/** One case in so many is a written scenario, until all of them were run. */
const WRITTEN_EVERY = 2

/** Draw the case of a number; the corpus is that of the completed blocks. */
export function drawNumber(
  { property, seed, written }: Pick<FuzzOptions, 'property' | 'seed' | 'written'>,
  { corpus, replayed }: FuzzState,
  number: number,
): FuzzCase {
  const known = number < replayed ? corpus[number] : undefined
  if (known) return { document: known.document, oracle: 'model' }
  const turn = (number - replayed) / WRITTEN_EVERY
  const own = written[turn]
  if (own) return { written: own.job }
  const heldTo = (oracle: CaseOracle, weight: number, arbitrary: fc.Arbitrary<ScenarioDocument>) => ({
    weight,
    arbitrary: arbitrary.map((document) => ({ document, oracle })),
  })
  const documents = corpus.map(({ document }) => document)
  // A silent origin holds up the harness as well, in real time: that is left to what was written for it.
  const scripts = written.flatMap(({ document }) =>
    stepsOf(document).some((step) => keyOf(step) === 'upstream') ? [] : [document],
  )
  const drawn = fc.oneof(
    heldTo('model', 4, property.draw),
    heldTo('laws', 1, property.drawTroubled),
    ...(documents.length > 0 ? [heldTo('model', 1, varyCase(documents, property.draw).filter(isCase))] : []),
    ...(scripts.length > 0 ? [heldTo('laws', 1, spliceWritten(scripts, property.draw).filter(isCase))] : []),
  )
  const [drawnCase] = fc.sample(drawn, { seed: toFastCheckSeed(`${seed}#${number}`), numRuns: 1 })
  return drawnCase as FuzzCase
}
