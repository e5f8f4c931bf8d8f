import { pad, parseTransaction } from 'viem'
import { describe, expect, test } from 'vitest'
import { ToolError } from '../../core/errors.ts'
import { planTransaction } from '../../core/plan.ts'
import type { Evidence } from '../evidence/evidence.ts'
import type { PriceReading } from '../evidence/valuation.ts'
import { buildEvidence, EMPTY_STATE } from '../fixtures/build-evidence.ts'
import { buildAsset, buildPolicy } from '../fixtures/build-policy.ts'
import { createCarrier, createWay, GRANT, OPERATOR, SIMULATED, TOKEN, tokens } from './fixtures/carrier.ts'

test.each([
  ['half again and a fixed part above what it used', 100_001n, 200_001n],
  ['never more than the policy allows', 8_000_000n, 8_000_000n],
])('default: what takes back is given gas %s', async (_, gasUsed, expected) => {
  const way = createWay({
    simulate: async () => ({ ...SIMULATED, calls: [{ ok: true, returnData: '0x', gasUsed, logs: [] }] }),
  })
  const policy = buildPolicy()
  await createCarrier({
    policy: { ...policy, gas: { ...policy.gas, maxGasLimit: 8_000_000n } },
    routes: [way],
    grants: [tokens(() => way.sent.length < 2)],
  }).halt('a drill')
  expect(way.sent.map((raw) => parseTransaction(raw).gas)[1]).toBe(expected)
})

test('I57: what a sale was allowed to take, and did not, is taken back after it', async () => {
  const way = createWay({ readState: async () => ({ ...EMPTY_STATE, balances: [0n] }) })
  const { status, items } = await createCarrier({
    policy: buildPolicy({ assets: [buildAsset({ token: TOKEN })] }),
    routes: [way],
    // The pause and the sale are sent by then.
    grants: [tokens(() => way.sent.length === 2)],
    liquidate: async () => planTransaction([{ to: TOKEN, valueWei: 0n, data: '0x' }], {}),
    gather: async () => buildEvidence({}),
  }).liquidate()
  expect(items.map(({ item }) => item)).toEqual(['pause the cage', 'sell T', 'revoke'])
  expect(status).toBe('complete')
})

test('I57: what the operator gave in person is taken back one call after the other, and a call that fails is told', async () => {
  const way = createWay()
  const call = { to: TOKEN, valueWei: 0n, data: '0x095ea7b3' } as const
  const broadcaster: typeof way.broadcaster = {
    ...way.broadcaster,
    async send(raw) {
      const { to } = parseTransaction(raw)
      if (to === TOKEN && way.sent.length > 1) throw new Error('the node takes no more')
      return way.broadcaster.send(raw)
    },
  }
  const granted = tokens(() => true)
  const { items } = await createCarrier({
    routes: [{ ...way, broadcaster }],
    grants: [
      {
        ...granted,
        readLive: async () => ({
          grants: [{ ...GRANT, owner: OPERATOR.address }],
          revocations: [{ item: 'revoke in person', owner: OPERATOR.address, calls: [call, call] }],
        }),
      },
    ],
  }).halt('a drill')
  expect(items).toContainEqual(expect.objectContaining({ item: 'revoke in person', ok: false }))
})

describe('a signer that answers no more', () => {
  /** Signs the pause alone; tells how often it was asked for anything else. */
  const createSigner = () => {
    let asked = -1
    const signTransaction: typeof OPERATOR.signTransaction = async (transaction) => {
      asked += 1
      if (asked > 0) throw new ToolError('SIGNER_TIMED_OUT', { timeoutMs: 1 })
      return OPERATOR.signTransaction(transaction)
    }
    return { signer: { ...OPERATOR, signTransaction }, asked: () => asked }
  }

  test('I47: is not waited for by each of what is taken back', async () => {
    const { signer, asked } = createSigner()
    const grants = [tokens(() => true), tokens(() => true)]
    expect(await createCarrier({ signer, grants }).halt('a drill')).toMatchObject({ status: 'paused' })
    expect(asked()).toBe(1)
  })

  test('I47: is not waited for by each step of each position', async () => {
    const { signer, asked } = createSigner()
    await createCarrier({
      signer,
      positions: [
        {
          listOpen: async () =>
            ['1', '2'].map((positionId) => ({
              positionId,
              counted: { reader: TOKEN, key: pad(`0x0${positionId}`) },
              steps: [
                { kind: 'claim', params: {} },
                { kind: 'close', params: {} },
              ],
            })),
        },
      ],
      unwind: async () => planTransaction([{ to: TOKEN, valueWei: 0n, data: '0x' }], {}),
      gather: async () => buildEvidence({ actionClass: 'close-position' }),
    }).liquidate()
    expect(asked()).toBe(1)
  })
})

describe('a sale', () => {
  const STABLE = pad('0xa2', { size: 20 })
  const at = (answer: bigint, decimals = 0) => ({
    highest: { answer, decimals },
    lowest: { answer, decimals },
  })
  const USD = 10n ** 18n
  const STALE = { kind: 'stale', ageSeconds: 61, maxStalenessSeconds: 60 } as const

  /** Sell one of a token for a stable one, where a hundredth may be lost; answers what became of it. */
  async function sell(
    bringing: bigint,
    price: PriceReading = at(3_000n),
    stable: PriceReading = at(1n),
    shown: Partial<Evidence> = {},
  ) {
    const { items } = await createCarrier({
      policy: buildPolicy({
        assets: [buildAsset({ token: TOKEN }), buildAsset({ token: STABLE, symbol: 'USD', isStable: true })],
        maxLiquidationLossBps: 100,
      }),
      liquidate: async () => planTransaction([{ to: TOKEN, valueWei: 0n, data: '0x' }], {}),
      gather: async () =>
        buildEvidence({
          balances: [
            { token: TOKEN, before: USD, after: 0n },
            { token: STABLE, before: 0n, after: bringing },
          ],
          prices: { of: (token) => (token === TOKEN ? price : stable) },
          ...shown,
        }),
    }).liquidate()
    return items.find(({ item }) => item === 'sell T')
  }

  test('default: one that brings as much as it must is sent', async () => {
    expect(await sell(2_970n * USD)).toEqual({ item: 'sell T', ok: true })
  })

  test.each<[string, Parameters<typeof sell>, RegExp]>([
    ['brings a base unit less', [2_970n * USD - 1n], /at least 2970 USDC is sane/],
    ['brings less by any part', [990_000n * 10n ** 12n, at(1_000_001n, 6)], /is sane/],
    [
      'brings less by the highest price of what is sold',
      [2_970n * USD, { ...at(3_000n), highest: { answer: 3_001n, decimals: 0 } }],
      /at least 2970.99 USDC is sane/,
    ],
    [
      'brings less by the lowest price of what comes in',
      [2_970n * USD, at(3_000n), { ...at(1n), lowest: { answer: 99n, decimals: 2 } }],
      /it would bring 2940.3 USDC/,
    ],
    ['is of a price that is stale', [2_970n * USD, { ...at(3_000n), problem: STALE }], /price of T is stale/],
    ['brings what has no price', [2_970n * USD, at(3_000n), {}], /price of USD is missing/],
    [
      'is of a token that hides how much of it goes',
      [
        1n,
        at(3_000n),
        at(1n),
        { unreadAssets: [TOKEN], balances: [{ token: STABLE, before: 0n, after: 1n }] },
      ],
      /the balance of T cannot be read/,
    ],
  ])('I8 I10: one that %s is not', async (_, given, reason) => {
    expect(await sell(...given)).toMatchObject({ ok: false, reason: expect.stringMatching(reason) })
  })
})

describe('a position that is ended', () => {
  const counted = { reader: TOKEN, key: pad('0x01') } as const
  const leave = (before: bigint, after: bigint) => ({ balances: [{ token: TOKEN, before, after }] })
  /** A hundred leave, and the debt falls by this much. */
  const repay = (units: bigint): Partial<Evidence> => {
    const before = { units, legs: [{ token: TOKEN, amount: -units }] }
    const debt = { protocol: 'a', key: pad('0x01'), place: TOKEN, lot: 0, kind: 'owed', before } as const
    return {
      ...leave(100n, 0n),
      positions: {
        before: { positions: [] },
        after: { positions: [] },
        changes: [{ ...debt, after: { units: 0n, legs: [] } }],
      },
    }
  }

  /** End a position by a plan whose simulation shows this; answers what became of it. */
  async function end(shown: Partial<Evidence>) {
    const { items } = await createCarrier({
      positions: [
        { listOpen: async () => [{ positionId: '1', counted, steps: [{ kind: 'close', params: {} }] }] },
      ],
      unwind: async () => planTransaction([{ to: TOKEN, valueWei: 0n, data: '0x' }], {}),
      gather: async () => buildEvidence({ actionClass: 'close-position', ...shown }),
    }).liquidate()
    return items.find(({ item }) => item === 'unwind position 1')
  }

  test.each<[string, Partial<Evidence>]>([
    ['brings back what it holds', leave(0n, 5n)],
    ['pays its debt', repay(100n)],
    ['pays its debt but for what the protocol rounds off', repay(98n)],
  ])('default: one that %s is', async (_, shown) => {
    expect(await end(shown)).toEqual({ item: 'unwind position 1', ok: true })
  })

  test.each<[string, Partial<Evidence>, RegExp]>([
    ['takes anything out', leave(1n, 0n), /it would take 1 of .* out/],
    ['takes more than its debt falls', repay(97n), /it would take 1 of .* out/],
    [
      'is a sale',
      { ...leave(0n, 5n), actionClass: 'rebalance' },
      /it would be a rebalance, expected an exit/,
    ],
  ])('I47 I57: one that %s is not', async (_, shown, reason) => {
    expect(await end(shown)).toMatchObject({ ok: false, reason: expect.stringMatching(reason) })
  })
})
