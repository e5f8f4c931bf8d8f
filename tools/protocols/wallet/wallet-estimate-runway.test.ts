import { expect, test } from 'vitest'
import { TOOL_DEF } from './wallet-estimate-runway.ts'

const STABLE = [
  { symbol: 'USDC', isStable: true },
  { symbol: 'LUSD', isStable: true },
  { symbol: 'MUTE', isStable: true },
  { symbol: 'WETH', isStable: false },
]

const state = {
  balances: [10n ** 18n, 5_000_000n, 7n * 10n ** 18n, undefined],
  decimals: [6n, 18n, 18n],
}

test('behavior: stable tokens count by their own decimals, in the list or not; one that does not tell is named', async () => {
  const read = await TOOL_DEF.read({}, {
    account: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    operator: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
    step: () => undefined,
    clock: { wallMs: () => 0 },
    book: { tokens: [] },
    safety: {
      configured: () => ({ assets: STABLE }),
      permits: () => [],
      spending: () => ({ spentInWindowUsdc: 6_000_000n }),
    },
    chain: {
      readState: async () => state,
      getFeeHistory: async () => ({ baseFeePerGas: [1n] }),
    },
  } as never)
  expect(read).toMatchObject({ stableFundsUsdc: '12000000', unread: ['MUTE'], fundsDaysLeft: 2 })
})
