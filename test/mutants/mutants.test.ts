import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
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

test('error: BAD_USAGE for a mutant of another layer than the one that is named', () => {
  const { status, stderr } = assayMutate('M1', 'N1870', '--layer', 'permit')
  expect(stderr).toContain('expected: ids of mutants of the layer permit\n  found:    N1870\n')
  expect(status).toBe(2)
})

test.each([
  ['a test', 'harness/record/sumary.test.ts'],
  ['a scenario', 'scenarios/scripted/permit-ttl/no-such.yaml'],
  ['a cell', 'scenarios/scripted/permit-ttl/permit-ttl.yaml#wait=1y'],
])('error: BAD_USAGE for a killer that there is not, %s', (_, killer) => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-mutants-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [file, edit] = [join(folder, 'list.yaml'), { file: 'README.md', find: 'Assay', replace: 'X' }]
  const entry = { id: 'one', fault: 'x', violates: [], layer: 'permit', killers: [killer], edits: [edit] }
  writeFileSync(file, JSON.stringify([entry]))
  const { status, stderr } = assayMutate('--file', file)
  expect(stderr).toContain('a mutant names what there is not')
  expect(stderr).toContain(`found:    ${killer}\n`)
  expect(status).toBe(2)
})

test.each([
  ['a mutant that there is not', 'M0', 'M0'],
  ['an empty word', '', 'an empty word'],
])('error: BAD_USAGE for %s', (_, id, found) => {
  const { status, stderr } = assayMutate(id)
  expect(stderr).toMatch(new RegExp(`no such mutant[^]*found: +${found}\n`))
  expect(status).toBe(2)
})
