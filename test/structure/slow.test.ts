import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SLOW } from '../slow.ts'

test('behavior: what is left to the slow tests is there', () => {
  const root = join(import.meta.dirname, '../..')
  expect(SLOW.filter((place) => !existsSync(join(root, place)))).toEqual([])
})
