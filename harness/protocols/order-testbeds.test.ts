import { expect, test } from 'vitest'
import { orderTestbeds } from './order-testbeds.ts'

const needing = (...needs: readonly string[]) => ({ needs, packages: [], deploy: async () => {} })
const order = (testbeds: Parameters<typeof orderTestbeds>[0]) => orderTestbeds(testbeds).map(([id]) => id)

test('behavior: each comes after what it needs, whatever the order of writing', () => {
  expect(order({ pool: needing('weth', 'lens'), lens: needing(), weth: needing() })).toEqual([
    'lens',
    'weth',
    'pool',
  ])
  expect(order({ b: needing(), a: needing('b') })).toEqual(['b', 'a'])
})

test('error: DEPLOY_FAILED names who waits for whom', () => {
  expect(() => order({ a: needing('b'), b: needing('a') })).toThrow('testbeds wait for each other')
  expect(() => order({ a: needing('nobody') })).toThrow(/wait/)
})
