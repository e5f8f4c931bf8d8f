import type { Address } from 'viem'
import { expect, test } from 'vitest'
import { PAR } from '../evidence/valuation.ts'
import { buildEvidence } from '../fixtures/build-evidence.ts'
import { buildAsset, buildPolicy } from '../fixtures/build-policy.ts'
import { buildRequest } from '../fixtures/build-request.ts'
import { spendingLimiterHook } from './spending-limiter.ts'

const [USDC, SPENDER] = ['11', '22'].map((byte) => `0x${byte.repeat(20)}`) as [Address, Address]
const policy = buildPolicy({
  assets: [buildAsset({ token: USDC, symbol: 'USDC', decimals: 6, isNumeraire: true })],
  limits: { perTransactionUsdc: 1_000n, perDayUsdc: 1_000n, hotLaneUsdc: 100n },
  spenders: [SPENDER],
})

/** Spend so much while somebody may take so much more, of which so much was granted without the guardian. */
const ask = (amountBaseUnits: bigint, live: bigint, unguarded: bigint) => {
  const liveAllowances = [{ token: USDC, spender: SPENDER, before: live, after: live }]
  const granted = { token: USDC, spender: SPENDER, baseUnits: `${live}`, unguardedBaseUnits: `${unguarded}` }
  return spendingLimiterHook.check(
    buildRequest({
      policy,
      evidence: buildEvidence({
        outflows: [{ token: USDC, amountBaseUnits }],
        liveAllowances,
        prices: { of: () => ({ price: PAR, highest: PAR }) } as never,
      }),
      allowances: { seen: [], granted: [granted] },
    }),
  )
}

test('default: the hot lane may be filled by a spend and what lives without the guardian', async () => {
  expect(await ask(60n, 500n, 40n)).not.toHaveProperty('guardianDemand')
})

test('I2: an allowance that lives without the guardian counts to the hot lane', async () => {
  expect(await ask(60n, 500n, 41n)).toMatchObject({ guardianDemand: { found: 101n, expected: 100n } })
})

test('I1: an allowance that lives counts to the day, guarded or not', async () => {
  expect(await ask(60n, 940n, 0n)).toHaveProperty('kind', 'allow')
  expect(() => ask(60n, 941n, 0n)).toThrow(expect.objectContaining({ code: 'SPEND_PER_DAY' }))
})
