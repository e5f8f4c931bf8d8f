import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listLeftOut, SLOW } from '../slow.ts'

const root = join(import.meta.dirname, '../..')

test.each([
  'test/e2e/cli.test.ts',
  './test/e2e/cli.test.ts',
  'test/e2e/',
  join(root, 'test/e2e/cli.test.ts'),
])('behavior: what is named is not left out: %s', (path) => {
  const left = listLeftOut([path, '--reporter', 'dot'], root)
  expect(left).toEqual(SLOW.filter((place) => place !== 'test/e2e/'))
})

test('behavior: without a name all of them are left out', () => {
  expect(listLeftOut(['./', '-t', 'a/b', 'cli'], root)).toEqual(SLOW)
})

test('behavior: what is left to the slow tests is there', () => {
  expect(SLOW.filter((place) => !existsSync(join(root, place)))).toEqual([])
})
