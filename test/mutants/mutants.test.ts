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

test.each([
  ['a mutant that there is not', 'M0', 'M0'],
  ['an empty word', '', 'an empty word'],
])('error: BAD_USAGE for %s', (_, id, found) => {
  const { status, stderr } = assayMutate(id)
  expect(stderr).toMatch(new RegExp(`no such mutant[^]*found: +${found}\n`))
  expect(status).toBe(2)
})
