import { describe, expect, test } from 'vitest'
import { openSafetyDatabase } from '../store/open-database.ts'
import { createSafetyStore } from '../store/store.ts'
import { createLimitKeeper } from './limit-keeper.ts'

const limits = (hotLaneUsdc: bigint, perTransactionUsdc: bigint, perDayUsdc: bigint) => ({
  hotLaneUsdc,
  perTransactionUsdc,
  perDayUsdc,
})
const POLICY = limits(10n, 100n, 1_000n)

describe('createLimitKeeper', () => {
  test('default: the limits of the policy hold until the owner sets others', () => {
    const store = createSafetyStore(openSafetyDatabase(':memory:'))
    const keeper = createLimitKeeper(store, POLICY, '0x01')
    expect(keeper.current()).toEqual(POLICY)
    keeper.set(limits(20n, 200n, 2_000n))
    expect(createLimitKeeper(store, POLICY, '0x01').current()).toEqual(limits(20n, 200n, 2_000n))
    expect(store.readAudit(1, 9).map(({ kind }) => kind)).toEqual(['spending-limits', 'facts'])
  })

  test('I19: under another policy neither that nor the old limits loosen the other', () => {
    const store = createSafetyStore(openSafetyDatabase(':memory:'))
    createLimitKeeper(store, POLICY, '0x01').set(limits(5n, 200n, 900n))
    expect(createLimitKeeper(store, POLICY, '0x02').current()).toEqual(limits(5n, 100n, 900n))
  })
})
