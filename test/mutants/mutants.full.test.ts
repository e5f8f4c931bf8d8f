import { expect, test } from 'vitest'
import { assayMutate } from './assay-mutate.ts'

test('behavior: every seeded fault is killed by an assertion, by its own layer alone too, and every layer is needed', () => {
  const { status, mutants, layers, stderr } = assayMutate('--ablation')
  const isCaught = ({ verdict, alone }: (typeof mutants)[number]) =>
    verdict.kind === 'killed' && alone?.kind === 'killed'
  expect(
    mutants.filter((outcome) => !isCaught(outcome)),
    stderr,
  ).toEqual([])
  expect(layers.filter(({ verdict }) => verdict.kind !== 'killed')).toEqual([])
  expect(status).toBe(0)
})
