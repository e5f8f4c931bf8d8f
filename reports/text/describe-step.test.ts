import { expect, test } from 'vitest'
import { step } from '../../harness/record/fixtures/parts.ts'
import type { RecordJson } from '../../harness/record/record.ts'
import { describeCalls, describeChanges, describeDecision } from './describe-step.ts'

const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const usdc = { symbol: 'USDC', decimals: 6 }
const of = (partial: Partial<Parameters<typeof step>[1]>) =>
  step(0, { kind: 'act', title: 'act', ...partial })

test('default: calls by name, with amounts in whole tokens, at every depth', () => {
  const inner = {
    target: USDC,
    selector: '0x095ea7b3',
    function: 'approve',
    arguments: [
      { name: 'spender', type: 'address', value: `0x${'1'.repeat(40)}` },
      { name: 'amount', type: 'uint256', value: '500000000', units: { '': usdc } },
    ],
  }
  const swap = {
    target: null,
    valueWei: '1500000000000000000',
    selector: '0x12345678',
    arguments: [
      {
        name: 'params',
        type: 'tuple',
        value: { amountIn: '2', to: USDC, fee: 5 },
        units: { amountIn: usdc },
      },
    ],
    calls: [inner],
  }
  const plans = [
    { permitId: '0x', stage: 'preview', tool: 't', calls: [inner, swap, { target: USDC, valueWei: '1' }] },
  ]
  expect(describeCalls(of({ plans }), { [USDC]: 'USDC' })).toEqual([
    'USDC.approve(spender: 0x11111111…111111, amount: 500 USDC)',
    'a new contract.0x12345678(params: { amountIn: 0.000002 USDC, to: USDC, fee: 5 }) with 1.5 ETH { USDC.approve(spender: 0x11111111…111111, amount: 500 USDC) }',
    'USDC with 0.000000000000000001 ETH',
  ])
  expect(describeCalls(of({}))).toEqual([])
})

test('behavior: a denial is told by the figures of the hook that rejected, as they are', () => {
  const spend = {
    name: 'spend',
    value: '6060000000',
    unit: 'USDC',
    decimals: 6,
    most: '5000000000',
    source: 'primary feed',
  }
  const allowed = { hook: 'simulator', stage: 'preview', verdict: 'allow' as const, figures: [spend] }
  const rejected = { ...allowed, stage: 'commit', verdict: 'reject' as const }
  expect(describeDecision(of({ hooks: [allowed, rejected] }))).toEqual([
    'spend 6,060 USDC (at most 5,000 USDC, primary feed)',
  ])
  const denial = { layer: 'permit', code: 'C', message: '', hint: '' }
  const figures = [{ name: 'health', value: '9', unit: '', least: '10' }]
  expect(describeDecision(of({ hooks: [allowed], denial: { ...denial, figures } }))).toEqual([
    'health 9 (at least 10)',
  ])
  expect(describeDecision(of({ hooks: [allowed] }))).toEqual([])
})

test('behavior: only what changed of the account is told', () => {
  const balances = [
    { ...usdc, token: USDC, baseUnits: '9500000000', beforeBaseUnits: '10000000000' },
    { symbol: 'WETH', decimals: 18, token: USDC, baseUnits: '7' },
  ]
  expect(describeChanges(of({ after: { timestampSeconds: '1', balances } }))).toEqual(['USDC 10,000 → 9,500'])
})

test('behavior: values and members that are called as what every object has are told as they are', () => {
  const argument = (value: RecordJson) => ({ name: 'x', type: 'string', value, units: { amount: usdc } })
  const values: RecordJson[] = ['constructor', '__proto__', { toString: '5', valueOf: 'constructor' }]
  const call = { target: 'constructor', function: 'f', arguments: values.map(argument) }
  const plans = [{ permitId: '0x', stage: 'preview', tool: 't', calls: [call] }]
  expect(describeCalls(of({ plans }), { [USDC]: 'USDC' })).toEqual([
    'constructor.f(x: constructor, x: __proto__, x: { toString: 5, valueOf: constructor })',
  ])
})
