import { expect, test } from 'vitest'
import { readSpending } from './spending-view.ts'

test('I62: what lives of allowances and cannot be read is not taken for nothing', async () => {
  const spending = () => ({
    perTransactionUsdc: 1n,
    perDayUsdc: 5n,
    hotLaneUsdc: 1n,
    spentInWindowUsdc: 1n,
    reservedUsdc: 1n,
    unguardedUsdc: 1n,
  })
  const unread = await readSpending({ spending, liveAllowances: async () => undefined })
  expect(unread).toMatchObject({ liveAllowances: null, unguarded: null, remainingInWindow: null })
  expect(unread.largestNextSpend).toBeNull()
  const over = { totalUsdc: 4n, unguardedUsdc: 2n }
  expect(await readSpending({ spending, liveAllowances: async () => over })).toMatchObject({
    liveAllowances: { baseUnits: '4' },
    unguarded: { baseUnits: '3' },
    remainingInWindow: { baseUnits: '0' },
  })
})
