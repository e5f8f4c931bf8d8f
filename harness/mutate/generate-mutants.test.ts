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

test('behavior: does the same to contracts', () => {
  const source =
    'contract A {\n  function check(uint256 a) external {\n    if (a <= 1 && !done) revert Late(a);\n    note(a);\n  }\n}\n'
  const mutants = generateMutants({ file: 'A.sol', layer: 'cage', violates: ['I1'] }, source)
  expect(mutants.map(({ id, fault }) => `${id} ${fault}`)).toEqual([
    'A.sol:3:9:always always: a <= 1 && !done → true',
    'A.sol:3:9:never never: a <= 1 && !done → false',
    'A.sol:3:11:boundary boundary: <= → <',
    'A.sol:3:11:relation relation: <= → >',
    'A.sol:3:16:boolean boolean: && → ||',
    'A.sol:3:19:boolean boolean: !done → done',
    'A.sol:3:26:removed removed: revert Late(a); → {}',
    'A.sol:4:5:removed removed: note(a); → {}',
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
