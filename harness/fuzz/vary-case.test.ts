import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '../../tools/core/json.ts'
import { isCase } from '../scenario/case.ts'
import type { ScenarioDocument } from '../scenario/scenario-document.ts'
import { referencesOf, stepsOf } from './case-steps.ts'
import { toCorpusEntry } from './corpus.ts'
import { drawCase } from './draw-case.ts'
import { drawNumber } from './draw-number.ts'
import { startState } from './fuzz-state.ts'
import { varyCase } from './vary-case.ts'

const transfer = { kind: 'transfer', token: 'USDC', recipient: 'recipient', amount: '5 USDC' }
const KNOWN = ['10s', '59s', '1h'].map(
  (wait): ScenarioDocument => ({
    name: 'a case',
    steps: [{ preview: transfer, as: 'p1' }, { advance: wait }, { commit: '${p1}' }] as Json[],
  }),
)

test('behavior: a variation binds every permit once, and refers to none that it does not bind', () => {
  const drawn = fc.sample(varyCase(KNOWN, fc.constantFrom(...KNOWN)), { seed: 1, numRuns: 300 })
  for (const document of drawn) {
    const bound = new Set<string>()
    for (const step of stepsOf(document)) {
      for (const name of referencesOf(step)) expect(bound).toContain(name)
      if (typeof step.as !== 'string') continue
      expect(bound).not.toContain(step.as)
      bound.add(step.as)
    }
  }
  expect(new Set(drawn.map((document) => JSON.stringify(document))).size).toBeGreaterThan(30)
  expect(drawn.filter(isCase).length).toBeGreaterThan(250)
})

test('behavior: a number means the same case, and a corpus is replayed before anything is drawn', () => {
  const property = {
    name: 'authority',
    description: '',
    draw: drawCase(),
    drawTroubled: drawCase({ isTroubled: true }),
    kinds: [],
  }
  const state = startState(KNOWN.map(toCorpusEntry))
  const draw = (number: number, seed = '1') => drawNumber({ property, seed, written: [] }, state, number)
  expect([0, 1, 2].map((number) => draw(number))).toEqual(
    KNOWN.map((document) => ({ document, oracle: 'model' })),
  )
  expect(draw(17)).toEqual(draw(17))
  expect(draw(17)).not.toEqual(draw(18))
  expect(draw(17)).not.toEqual(draw(17, '2'))
})
