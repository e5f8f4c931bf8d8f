import { type Address, encodeEventTopics, erc20Abi, getAddress, type Hex, numberToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { type DecodedCall, type KeptAllowance, NO_EFFECT } from '../../core/call-decoder.ts'
import { listApprovals, sumConsumed, sumGrowth, sumOutflows } from './gross-outflows.ts'
import { holdsUntil } from './signature-evidence.ts'

const at = (digit: string): Address => getAddress(`0x${digit.repeat(40)}`)
const TOKEN = at('1')
const KEEPER = at('2')
const SPENDER = at('3')
const OTHER = at('4')
const KEPT: KeptAllowance = { token: TOKEN, spender: SPENDER, keeper: KEEPER }

const leaf = (part: Partial<DecodedCall>): DecodedCall => ({ ...NO_EFFECT, functionName: 'f', ...part })
/** What the token lets a spender take. */
const approve = (amountBaseUnits: bigint, spender = KEEPER) =>
  leaf({ approvals: [{ token: TOKEN, spender, amountBaseUnits }] })
/** What the keeper lets a spender take. */
const keep = (amountBaseUnits: bigint, part: Partial<KeptAllowance> = {}) =>
  leaf({ approvals: [{ ...KEPT, ...part, amountBaseUnits }] })
const end = (part: Partial<KeptAllowance> = {}) => leaf({ ends: [{ ...KEPT, ...part }] })

/** Sum what calls let allowances grow, and what they let others take within them; tokens show nothing left. */
const sum = (...leaves: readonly DecodedCall[]) => {
  const approvals = listApprovals(leaves)
  const allowances = approvals.map(() => ({ before: 0n, after: 0n }))
  const total = (amounts: readonly bigint[]) => amounts.reduce((a, b) => a + b, 0n)
  return {
    grown: total(sumGrowth(approvals, allowances).map(({ growthBaseUnits }) => growthBaseUnits)),
    consumed: total(sumConsumed(approvals, allowances).map(({ amountBaseUnits }) => amountBaseUnits)),
  }
}

describe('what another contract than the token keeps', () => {
  test('I4 I65: ended by the same plan it is no growth, and what it let others take counts once', () => {
    expect(sum(approve(100n), keep(100n), end(), approve(0n))).toEqual({ grown: 0n, consumed: 100n })
    expect(sum(keep(100n), end())).toEqual({ grown: 0n, consumed: 100n })
    expect(sum(keep(60n), keep(40n), end())).toEqual({ grown: 0n, consumed: 100n })
    expect(sum(approve(100n), keep(60n), end())).toEqual({ grown: 0n, consumed: 100n })
    expect(sum(approve(60n), keep(100n), end())).toEqual({ grown: 0n, consumed: 100n })
  })

  test('I4: left open it is growth in full, whatever is ended beside it or before', () => {
    expect(sum(keep(100n))).toEqual({ grown: 100n, consumed: 0n })
    expect(sum(end(), keep(100n))).toEqual({ grown: 100n, consumed: 0n })
    expect(sum(keep(60n), end(), keep(40n))).toEqual({ grown: 40n, consumed: 60n })
    for (const member of ['token', 'spender', 'keeper'] as const) {
      expect(sum(keep(100n), end({ [member]: OTHER })), member).toEqual({ grown: 100n, consumed: 0n })
    }
  })

  test('I65: what a keeper may take is the same money in whatever letters it is written', () => {
    const shout = (address: Address): Address => `0x${address.slice(2).toUpperCase()}`
    const named = { token: at('a'), keeper: at('b'), spender: SPENDER }
    const taken = [
      leaf({
        approvals: [{ token: shout(named.token), spender: shout(named.keeper), amountBaseUnits: 100n }],
      }),
      leaf({ approvals: [{ ...named, amountBaseUnits: 100n }] }),
      leaf({ ends: [named] }),
    ]
    expect(sum(...taken)).toEqual({ grown: 0n, consumed: 100n })
  })

  test('I4: what several spenders were let take adds up', () => {
    const others = [keep(50n, { spender: OTHER }), end({ spender: OTHER })]
    expect(sum(approve(120n), keep(100n), end(), ...others)).toEqual({ grown: 0n, consumed: 150n })
    expect(sum(keep(100n), end(), approve(30n, SPENDER))).toEqual({ grown: 0n, consumed: 130n })
  })
})

test('I7: a spend holds until what it left open expires, and no longer', () => {
  const open = (untilSeconds: number, spender = SPENDER) =>
    leaf({ approvals: [{ ...KEPT, spender, amountBaseUnits: 1n, untilSeconds }] })
  const until = (...leaves: readonly DecodedCall[]) => holdsUntil({ decoded: { leaves } } as never)
  expect(until(open(50), open(90))).toEqual({ untilSeconds: 90 })
  expect(until(open(50), open(90, OTHER), end({ spender: OTHER }))).toEqual({ untilSeconds: 50 })
  expect(until(open(50), end())).toEqual({})
})

test('I4: an allowance of the token counts by what is left of it', () => {
  const approvals = listApprovals([approve(100n)])
  const grown = (before: bigint | undefined, after: bigint | undefined) =>
    sumGrowth(approvals, [{ before, after }]).map(({ growthBaseUnits }) => growthBaseUnits)
  const consumed = (after: bigint | undefined) =>
    sumConsumed(approvals, [{ after }]).map(({ amountBaseUnits }) => amountBaseUnits)
  expect([grown(0n, 100n), consumed(100n)]).toEqual([[100n], []])
  expect([grown(30n, 40n), consumed(40n)]).toEqual([[10n], [60n]])
  expect([grown(0n, 0n), consumed(0n)]).toEqual([[], [100n]])
  expect([grown(0n, undefined), consumed(undefined)]).toEqual([[100n], []])
})

describe('what the events of a simulation tell', () => {
  const ACCOUNT = at('5')
  const paid = (data: Hex, from = ACCOUNT, address = TOKEN) => ({
    address,
    topics: encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer', args: { from, to: OTHER } }) as Hex[],
    data,
  })
  const word = (amount: bigint) => numberToHex(amount, { size: 32 })
  const outflow = (logs: readonly ReturnType<typeof paid>[], after = 100n) => {
    const decoded = { leaves: [], undecodable: [], calls: [] }
    const balances = [{ token: TOKEN, before: 100n, after }]
    return sumOutflows(ACCOUNT, [TOKEN], decoded, balances, logs, []).map(
      ({ amountBaseUnits }) => amountBaseUnits,
    )
  }

  test('I4: what a token says that it paid out counts in full, whatever came back', () =>
    expect(
      outflow([paid(word(60n)), paid(word(5n)), paid(word(7n), OTHER), paid(word(9n), ACCOUNT, OTHER)]),
    ).toEqual([65n]))

  test.each<Hex>([
    '0x',
    '0x11',
    `0x${'11'.repeat(31)}`,
    `0x${'11'.repeat(33)}`,
  ])('I4 I34: a log that only looks like a transfer (%s) tells no amount and hides none', (data) => {
    expect(outflow([paid(data)])).toEqual([])
    expect(outflow([paid(data), paid(word(5n))])).toEqual([5n])
    expect(outflow([paid(data)], 30n)).toEqual([70n])
  })
})

test('I4: of what is stated, logged, missing and approved the most counts, by token, and each adds up by itself', () => {
  const ACCOUNT = at('5')
  const leaves = [3n, 4n].map((amountBaseUnits) => leaf({ outflows: [{ token: TOKEN, amountBaseUnits }] }))
  const most = (parts: { stated?: typeof leaves; after?: bigint; approved?: readonly bigint[] }) => {
    const approved = (parts.approved ?? []).map((amountBaseUnits) => ({ token: TOKEN, amountBaseUnits }))
    const balances = [TOKEN, OTHER].map((token, index) => ({
      token,
      before: 10n,
      after: index === 0 ? (parts.after ?? 10n) : 10n,
    }))
    const decoded = { leaves: parts.stated ?? [], undecodable: [], calls: [] }
    return sumOutflows(ACCOUNT, [TOKEN, OTHER], decoded, balances, [], approved)
  }
  const of = (amountBaseUnits: bigint) => [{ token: TOKEN, amountBaseUnits }]
  expect(most({})).toEqual([])
  expect(most({ stated: leaves })).toEqual(of(7n))
  expect(most({ stated: leaves, after: 2n })).toEqual(of(8n))
  expect(most({ stated: leaves, after: 20n })).toEqual(of(7n))
  expect(most({ after: 12n })).toEqual([])
  expect(most({ stated: leaves, approved: [5n, 4n] })).toEqual(of(9n))
})
