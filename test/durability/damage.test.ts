import { afterAll, beforeAll, expect, test } from 'vitest'
import { damageStore } from './damage.ts'
import { openLaboratory } from './laboratory.ts'

let laboratory: Awaited<ReturnType<typeof openLaboratory>>
beforeAll(async () => {
  laboratory = await openLaboratory()
})
afterAll(() => laboratory?.close())

test('I49 I50 I51: disk-faults: a torn tail is repaired, damage inside is refused', async () => {
  const tally = await damageStore(laboratory, 12)
  console.info('damaged files, sample', tally)
  expect(tally.findings).toEqual([])
  expect(tally.repaired).toBe(tally.cuts)
  expect(tally.refused).toBeGreaterThan(0)
})
