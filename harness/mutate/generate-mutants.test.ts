import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { applyEdits } from './apply-edits.ts'
import { generateMutants, MUTATED_SOURCES } from './generate-mutants.ts'

const ROOT = join(import.meta.dirname, '../..')

test('behavior: moves boundaries, turns relations and booleans, removes throws and statements', () => {
  const source = 'function check(a: number) {\n  if (a < 1 && !done) throw new Error()\n  note(a)\n}\n'
  const mutants = generateMutants({ file: 'a.ts', layer: 'permit', violates: ['I14'] }, source)
  expect(mutants.map(({ id, fault }) => `${id} ${fault}`)).toEqual([
    'a.ts:2:7:always always: a < 1 && !done → true',
    'a.ts:2:7:never never: a < 1 && !done → false',
    'a.ts:2:13:boolean boolean: && → ||',
    'a.ts:2:9:boundary boundary: < → <=',
    'a.ts:2:9:relation relation: < → >=',
    'a.ts:2:16:boolean boolean: !done → done',
    'a.ts:2:23:removed removed: throw new Error() → ;',
    'a.ts:3:3:removed removed: note(a) → ;',
  ])
})

test.each(MUTATED_SOURCES)('behavior: each mutant of $file is another text, in one place', (mutated) => {
  const source = readFileSync(join(ROOT, mutated.file), 'utf8')
  const mutants = generateMutants(mutated, source)
  const texts = mutants.map(({ edits }) => {
    const overlay = applyEdits(edits, () => source)
    return 'sources' in overlay ? overlay.sources.get(mutated.file) : overlay.problem
  })
  expect(new Set([source, ...texts]).size).toBe(mutants.length + 1)
  expect(texts.filter((text) => text === undefined || !text.includes('\n'))).toEqual([])
})
