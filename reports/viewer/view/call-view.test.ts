import { expect, test } from 'vitest'
import type { RecordCall, RecordJson } from '../../../harness/record/record.ts'
import { viewCall, viewFrame, viewLog, viewValue } from './call-view.ts'
import { createNameOf } from './name-of.ts'

const WETH = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const nameOf = createNameOf({ [WETH]: 'WETH' })
const value = (of: RecordJson, units?: Parameters<typeof viewValue>[3]) => viewValue('x', of, nameOf, units)
const unit = { symbol: 'WETH', decimals: 18 }

test('default', () => {
  const call: RecordCall = {
    target: WETH.toLowerCase(),
    valueWei: '1500000000000000000',
    selector: '0xd0e30db0',
    function: 'deposit',
    arguments: [{ name: '', type: 'uint256', value: '7' }],
    calls: [{ target: null, data: '0x00' }],
  }
  expect(viewCall(call, nameOf)).toEqual({
    target: { name: '', text: 'WETH', full: WETH.toLowerCase() },
    function: 'deposit',
    value: { name: 'value', text: '1.5 ETH', baseUnits: '1500000000000000000' },
    values: [{ name: 'uint256', text: '7' }],
    calls: [
      {
        target: { name: '', text: 'a new contract' },
        function: '',
        values: [{ name: 'data', text: '0x00' }],
        calls: [],
      },
    ],
  })
})

test('behavior: amounts, addresses, bytes and members are told by what they are', () => {
  expect(value('2000000000000000000', { '': unit })).toMatchObject({
    text: '2 WETH',
    baseUnits: '2000000000000000000',
  })
  expect(value(String(2n ** 256n - 1n), { '': unit })).toMatchObject({ text: 'any WETH' })
  expect(value(String(2n ** 256n - 1n))).toMatchObject({ text: 'the most there is' })
  expect(value(`0x${'1'.repeat(40)}`)).toMatchObject({
    text: '0x11111111…111111',
    full: `0x${'1'.repeat(40)}`,
  })
  expect(value(`0x${'ab'.repeat(100)}`)).toMatchObject({ text: '0xabababab…ababab (100 bytes)' })
  expect(value({ amount: '1000000000000000000', to: [WETH], none: [] }, { amount: unit })).toMatchObject({
    members: [
      { name: 'amount', text: '1 WETH' },
      { name: 'to', members: [{ name: '0', text: 'WETH' }] },
      { text: 'none' },
    ],
  })
  expect(value(null)).toMatchObject({ text: 'null' })
})

test('behavior: a frame says what it cost and why it reverted; a log that is not known keeps its topics', () => {
  const log = { emitter: WETH, topics: [`0x${'2'.repeat(64)}`], data: '0x01' }
  const frame = {
    target: WETH,
    type: 'CALL',
    from: WETH,
    gasUsed: '1234567',
    error: 'out of gas',
    output: '0x',
    logs: [log],
  }
  expect(viewFrame(frame, nameOf)).toMatchObject({
    type: 'CALL',
    gas: '1,234,567',
    error: 'out of gas',
    values: [{ name: 'returned', text: '0x' }],
    logs: [{ event: 'an event that no interface knows' }],
  })
  expect(viewLog(log, nameOf).values.map(({ name }) => name)).toEqual(['topic 0', 'data'])
})

test('behavior: no name or text of a call acts', () => {
  const hostile = '\u202e</script>\u0000'
  const shown = JSON.stringify(
    viewCall(
      {
        target: hostile,
        function: hostile,
        arguments: [{ name: hostile, type: hostile, value: { [hostile]: hostile } }],
      },
      nameOf,
    ),
  )
  expect(shown).not.toMatch(/[\u202e\u0000]/)
})

test.each([
  ['deadline', '1800000062', '1800000062 (2027-01-15 08:01:02 UTC)'],
  ['updatedAt', '1800000000', '1800000000 (2027-01-15 08:00:00 UTC)'],
  ['deadline', '18000000620', '18000000620'],
  ['amount', '1800000062', '1800000062'],
])('behavior: %s %s', (name, value, text) => {
  expect(viewValue(name, value, () => undefined)).toEqual({ name, text })
})

test('behavior: what came back is one value, or has members', () => {
  const frame = { type: 'STATICCALL', from: '0x1', target: null, gasUsed: '5' }
  const one = { name: '', type: 'uint256', value: '7' }
  const view = (returned: readonly { name: string; type: string; value: string }[]) =>
    viewFrame({ ...frame, returned }, () => undefined).values
  expect(view([one])).toEqual([{ name: 'returned', text: '7' }])
  expect(view([{ ...one, name: 'answer' }])).toEqual([
    { name: 'returned', members: [{ name: 'answer', text: '7' }] },
  ])
  expect(view([])).toEqual([])
})

test('behavior: members that are called as what every object has are told as they are', () => {
  expect(value({ constructor: '5', toString: '6' }, { amount: unit })).toMatchObject({
    members: [
      { name: 'constructor', text: '5' },
      { name: 'toString', text: '6' },
    ],
  })
})
