import { zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { exactly } from '../../../vocabulary/interval.ts'
import type { ModelCall } from '../../../vocabulary/model-call.ts'
import type { Quote } from '../../../vocabulary/terms.ts'
import { ACTORS } from '../../../world/actors.ts'
import type { CallFact, Facts } from '../facts/facts.ts'
import { deny } from '../verdict.ts'
import { countGrowth } from './count-growth.ts'
import { deriveCalls } from './derive-calls.ts'
import type { Lists } from './effect.ts'

const account = ACTORS.operator.address
const outsider = ACTORS.attacker.address
const venue = zeroAddress
const lists: Lists = {
  account,
  owner: ACTORS.owner.address,
  operator: ACTORS.operator.address,
  nativeSymbol: 'ETH',
  wrappedSymbol: 'WETH',
  cageAssets: [
    { token: 'USDC', isBase: true },
    { token: 'WETH', isBase: false },
  ],
  cageRecipients: [],
  recipients: [],
  spenders: [venue],
}
const factsOf = (calls: readonly CallFact[]): Facts => ({
  now: { wallMs: 0, chainSeconds: 0 },
  baseFeeWei: 0n,
  nonce: 0,
  balances: new Map([
    ['USDC', 1_000n],
    ['WETH', 1_000n],
  ]),
  prices: new Map(),
  allowances: [],
  calls,
})
const trade = (tokenIn: string, tokenOut: string, amount: bigint): ModelCall => ({
  kind: 'trade',
  exact: 'input',
  path: [tokenIn, tokenOut],
  amount,
  spender: venue,
  quote: async () => undefined,
})
const approve = (token: string, amount: bigint): ModelCall => ({
  kind: 'approve',
  token,
  spender: venue,
  amount,
})
const provide: ModelCall = {
  kind: 'provide',
  spender: venue,
  gives: [{ token: 'USDC', amount: { least: 0n, most: 30n } }],
  findOwner: async () => undefined,
}
const quote = (amountIn: bigint, amountOut: bigint): { quote: Quote } => ({
  quote: { way: undefined, amountIn, amountOut },
})
const derive = (calls: readonly ModelCall[], facts: readonly CallFact[] = calls.map(() => ({}))) =>
  deriveCalls({ kind: 'calls', calls, delegates: false, isRaw: true }, factsOf(facts), lists)

describe('bundles', () => {
  const sale = [approve('WETH', 100n), trade('WETH', 'USDC', 100n)]
  const purchase = [approve('USDC', 50n), trade('USDC', 'WETH', 50n)]
  const sold = [{}, quote(100n, 300n)]
  const bought = [{}, quote(50n, 10n)]

  test('I60: a purchase beside an exit is a purchase, whichever comes first', () => {
    expect(derive(sale, sold).classes[0]).toBe('decrease-position')
    expect(derive([...sale, ...purchase], [...sold, ...bought]).classes).toEqual(['increase-position'])
    expect(derive([...purchase, ...sale], [...bought, ...sold]).classes).toEqual(['increase-position'])
    expect(derive([approve('WETH', 0n), ...purchase], [{}, ...bought]).classes).toEqual(['increase-position'])
  })

  test('I60: a purchase for nothing is no purchase, and fails', () => {
    const { classes, reverts } = derive([approve('USDC', 0n), trade('USDC', 'WETH', 0n)], [{}, {}])
    expect(classes[0]).toBe('close-position')
    expect(reverts).toBe(true)
  })

  test('I8: nothing that comes in is netted with what leaves', () => {
    const { outflows, growth, cage, reverts } = derive([...sale, ...purchase], [...sold, ...bought])
    expect(outflows).toEqual([
      { token: 'WETH', amount: exactly(100n) },
      { token: 'USDC', amount: exactly(50n) },
    ])
    expect([growth, reverts]).toEqual([[], false])
    expect([...(cage?.out ?? [])]).toEqual([
      ['WETH', 100n],
      ['USDC', 50n],
    ])
  })

  test('behavior: what is spent before it came in fails', () => {
    const large = trade('USDC', 'WETH', 1_100n)
    const facts = [quote(1_100n, 300n), quote(100n, 300n)]
    const small = trade('WETH', 'USDC', 100n)
    expect(derive([large, small], facts).reverts).toBe(true)
    expect(derive([small, large], facts.toReversed()).reverts).toBe(false)
    expect(derive([small], [{}]).reverts).toBe(true)
  })

  test('behavior: what takes more than it may fails, by what was approved last', () => {
    const reverts = (...calls: readonly ModelCall[]) =>
      derive(
        calls,
        calls.map(({ kind }) => (kind === 'trade' ? quote(100n, 300n) : {})),
      ).reverts
    const take = trade('WETH', 'USDC', 100n)
    expect(reverts(approve('WETH', 100n), take)).toBe(false)
    expect(reverts(approve('WETH', 99n), take)).toBe(true)
    expect(reverts(approve('WETH', 100n), take, take)).toBe(true)
    expect(reverts(approve('WETH', 200n), take, take)).toBe(false)
    expect(reverts(approve('WETH', 100n), approve('WETH', 0n), take)).toBe(true)
    // What nobody read may be enough.
    expect(reverts(approve('USDC', 0n), take)).toBe(false)
  })
})

test("I61: what goes into an outsider's position, or into nobody's, is denied", () => {
  const denied = [deny('allowlist-guard', 'BENEFICIARY_NOT_ALLOWED')]
  expect(derive([provide], [{ owner: outsider }]).lists.allowlist).toEqual(denied)
  expect(derive([provide], [{ owner: undefined }]).lists.allowlist).toEqual(denied)
  expect(derive([provide], [{ owner: account }]).lists.allowlist).toEqual([])
})

test('I6: an allowance that the same calls use is none', () => {
  const growthOf = (...calls: readonly ModelCall[]) => countGrowth(calls, factsOf([]))
  expect(growthOf(approve('USDC', 50n))).toEqual([{ token: 'USDC', amount: exactly(50n) }])
  expect(growthOf(approve('USDC', 50n), trade('USDC', 'WETH', 20n))).toEqual([
    { token: 'USDC', amount: exactly(30n) },
  ])
  expect(growthOf(approve('USDC', 50n), provide)).toEqual([
    { token: 'USDC', amount: { least: 20n, most: 50n } },
  ])
  expect(growthOf(approve('USDC', 50n), provide, approve('USDC', 0n))).toEqual([])
})
