import { expect, test } from 'vitest'
import { readReport } from './run-forge.ts'

const [A, B] = ['test/contracts/A.t.sol', 'test/contracts/B.t.sol']
const passed = { status: 'Success', reason: null } as const
const failed = { status: 'Failure', reason: 'assertion failed: 1 != 2' } as const

test('default: a failed assertion kills, and what passes survives the files that ran', () => {
  const report = { [`${A}:ATest`]: { test_results: { 'test_a()': passed } } }
  expect(readReport(report, [A, B])).toMatchObject({ kind: 'survived', asked: { testFiles: [A] } })
  expect(readReport({ ...report, [`${B}:BTest`]: { test_results: { 'test_b()': failed } } }, [A, B])).toEqual(
    {
      kind: 'killed',
      by: `${B} › test_b`,
      assertion: 'assertion failed: 1 != 2',
    },
  )
})

test.each([
  ['no file is found', {}, 'no test ran'],
  ['all are skipped', { 'test_a()': { status: 'Skipped', reason: null } }, 'no test ran'],
  ['the world cannot be set up', { 'setUp()': failed }, 'assertion failed'],
] as const)('behavior: where %s nothing is judged', (_, results, problem) => {
  const report = Object.keys(results).length === 0 ? {} : { [`${A}:ATest`]: { test_results: results } }
  expect(readReport(report, [A])).toMatchObject({
    kind: 'unjudged',
    problem: expect.stringContaining(problem),
  })
})
