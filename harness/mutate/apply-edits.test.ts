import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { applyEdits } from './apply-edits.ts'
import { readAblations, readMutants } from './mutant.ts'

const ROOT = join(import.meta.dirname, '../..')
const readSource = (file: string) => readFileSync(join(ROOT, file), 'utf8')

describe('applyEdits', () => {
  const edit = (find: string, replace: string) => ({ file: 'a.ts', find, replace })

  test('default: one after the other, each on what the ones before it left', () => {
    const overlay = applyEdits([edit('b', '$&'), edit('$&c', 'x')], () => 'abc')
    expect(overlay).toEqual({ sources: new Map([['a.ts', 'ax']]) })
  })

  test.each([
    ['is gone', 'ac', 'a.ts holds nothing like "b"'],
    ['is not the only one', 'bab', 'a.ts holds 2 times "b"'],
  ])('behavior: a text that %s makes all of them worthless', (_, source, problem) => {
    expect(applyEdits([edit('a', 'a'), edit('b', 'x')], () => source)).toEqual({ problem })
  })
})

const mutants = readMutants()
const ablations = readAblations()

test.each([
  ...mutants,
  ...readMutants(join(ROOT, 'test/mutants/judges.yaml')),
])('behavior: $id still fits its source', ({ edits }) => {
  const overlay = applyEdits(edits, readSource)
  expect(overlay).toHaveProperty('sources')
  for (const [file, source] of 'sources' in overlay ? overlay.sources : []) {
    expect(source, file).not.toBe(readSource(file))
  }
})

test.each(ablations)('behavior: switching $layer off still fits its sources', ({ edits }) => {
  expect(applyEdits(edits, readSource)).toHaveProperty('sources')
})

test('behavior: every mutant can be judged with all other layers off', () => {
  for (const { id, layer, edits } of mutants) {
    const others = ablations
      .filter((ablation) => ablation.layer !== layer)
      .flatMap((ablation) => ablation.edits)
    expect(applyEdits([...others, ...edits], readSource), id).toHaveProperty('sources')
  }
})

test('behavior: each layer that can be switched off has a mutant of its own', () => {
  const covered = new Set(mutants.map(({ layer }) => layer))
  expect(ablations.map(({ layer }) => layer).filter((layer) => !covered.has(layer))).toEqual([])
})
