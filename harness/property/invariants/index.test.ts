import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { LAWS } from './index.ts'
import type { Law } from './law.ts'

const isLaw = (value: unknown): value is Law =>
  typeof value === 'object' && value !== null && 'watch' in value && 'invariants' in value

test('I72: every law that stands in this folder is held', async () => {
  const files = (await readdir(import.meta.dirname)).filter((name) => !name.endsWith('.test.ts'))
  const modules = await Promise.all(files.map((name) => import(`./${name}`) as Promise<object>))
  const laws = modules.flatMap((module) => Object.values(module).filter(isLaw))
  expect(LAWS.map(({ name }) => name).toSorted()).toEqual(laws.map(({ name }) => name).toSorted())
  expect(new Set(laws.map(({ name }) => name)).size).toBe(laws.length)
})
