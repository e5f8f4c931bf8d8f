import { expect, test } from 'vitest'
import { assayMutate } from './assay-mutate.ts'

test('behavior: a sample is killed by assertions, with the other layers on and off', () => {
  const { status, mutants, stderr } = assayMutate('M1', 'M50', '--ablation', '--workers', '1')
  const killed = { kind: 'killed', by: expect.stringMatching(/\.yaml.* › step \d+$/) }
  expect(mutants, stderr).toMatchObject(
    ['M1', 'M50'].map((id) => ({ mutant: { id }, verdict: killed, alone: killed })),
  )
  expect(status).toBe(0)
})

test('behavior: scenarios on two chains judge as others do', () => {
  const { status, mutants, stderr } = assayMutate('N1123', '--workers', '1')
  const by = expect.stringContaining('two-chains/per-day.yaml')
  expect(mutants, stderr).toMatchObject([{ mutant: { id: 'N1123' }, verdict: { kind: 'killed', by } }])
  expect(status).toBe(0)
})

test('error: BAD_USAGE for a mutant that there is not', () => {
  const { status, stderr } = assayMutate('M0')
  expect(stderr).toContain('no such mutant')
  expect(status).toBe(2)
})
