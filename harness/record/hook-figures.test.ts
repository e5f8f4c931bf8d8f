import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFigureWatch, restoreFigures } from './hook-figures.ts'
import type { RecordHookVerdict } from './record.ts'

/** Condense the verdicts of steps, one after the other. */
const condense = (...steps: readonly (readonly RecordHookVerdict[])[]) => {
  const watch = createFigureWatch()
  return steps.map((verdicts, index) => watch.condense(verdicts, index))
}

const verdict = (stage: string, figures: RecordHookVerdict['figures']): RecordHookVerdict => ({
  hook: 'simulator',
  stage,
  verdict: 'allow',
  ...(figures ? { figures } : {}),
})
const gas = { name: 'gas', value: '21000', unit: 'gas', most: '30000' }
const tolerance = { name: 'tolerance', value: '50', unit: 'bps' }

test('default: what a hook came to before is left out', () => {
  const later = { ...gas, value: '21001' }
  expect(condense([verdict('preview', [gas, tolerance]), verdict('commit', [later, tolerance])])).toEqual([
    [verdict('preview', [gas, tolerance]), { ...verdict('commit', [later]), otherwiseAs: 'preview' }],
  ])
})

test('behavior: in a step before as well, whichever told it last', () => {
  const told = verdict('preview', [gas, tolerance])
  expect(condense([told], [], [told], [told])).toEqual([
    [told],
    [],
    [{ ...verdict('preview', undefined), otherwiseAs: 'preview', otherwiseIn: 0 }],
    [{ ...verdict('preview', undefined), otherwiseAs: 'preview', otherwiseIn: 2 }],
  ])
})

test('behavior: where a figure is gone, or its limit is, all are told', () => {
  const told = [verdict('preview', [gas, tolerance]), verdict('commit', [gas])]
  expect(condense(told)).toEqual([told])
  const { most: _, ...unbounded } = gas
  expect(condense([verdict('preview', [gas])], [verdict('commit', [unbounded])])[1]?.[0]?.figures).toEqual([
    unbounded,
  ])
})

test('property: whatever was left out is found again', () => {
  const figure = fc.record(
    {
      name: fc.constantFrom('gas', 'spend'),
      value: fc.constantFrom('1', '2'),
      unit: fc.constantFrom('gas', 'USDC'),
      most: fc.constantFrom('5', '6'),
      source: fc.constantFrom('primary feed', 'secondary feed'),
    },
    { requiredKeys: ['name', 'value', 'unit'] },
  )
  const verdicts = fc.array(
    fc.record(
      {
        hook: fc.constantFrom('simulator', 'policy-cage'),
        stage: fc.constantFrom('preview', 'approve', 'commit'),
        verdict: fc.constantFrom('allow' as const, 'reject' as const),
        figures: fc.array(figure, { maxLength: 4 }),
      },
      { requiredKeys: ['hook', 'stage', 'verdict'] },
    ),
    { maxLength: 8 },
  )
  fc.assert(
    fc.property(fc.array(verdicts, { maxLength: 4 }), (told) => {
      const steps = condense(...told).map((hooks, index) => ({ index, hooks }))
      expect(restoreFigures(steps).map(({ hooks }) => hooks)).toEqual(told)
    }),
    { numRuns: 2_000 },
  )
})
