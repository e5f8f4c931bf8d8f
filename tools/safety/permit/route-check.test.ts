import { expect, test } from 'vitest'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import type { AccountApproval, Approval } from '../custody/account-approval.ts'
import type { OwnerApproval } from '../custody/owner-approval.ts'
import { assertRoute } from './route-check.ts'

const approval: OwnerApproval = {
  tool: 'a_tool',
  paramsHash: '0x01',
  callsHash: '0x02',
  account: `0x${'aa'.repeat(20)}`,
  chainId: 31_337,
  nonce: 0n,
  deadlineSeconds: 1_060n,
  policyVersion: '0x03',
  signature: '0x04',
}
const signed: AccountApproval = { account: `0x${'aa'.repeat(20)}`, nonce: 0n, signatures: '0x04' }
const call = { to: approval.account, valueWei: 0n, data: '0x8456cb59' } as const
const check =
  (kind: string, route: string, approved?: Approval, plan: object = {}) =>
  () =>
    assertRoute({
      tool: 'a_tool',
      plan: { kind, route, calls: [call], expectation: EMPTY_OUTCOME, ...plan } as never,
      ...(approved ? { approval: approved } : {}),
    })

test.each([
  ['transaction', 'cage', undefined],
  ['transaction', 'op', undefined],
  ['transaction', 'owner', approval],
  ['transaction', 'account', signed],
  ['signature', 'sign', undefined],
] as const)('default: a %s by %s', (kind, route, approved) => {
  expect(check(kind, route, approved)).not.toThrow()
})

test.each([
  ['signature', 'op'],
  ['transaction', 'safe'],
  ['transaction', 'toString'],
  ['transaction', 'sign'],
  ['signature', 'cage'],
  ['signature', 'key'],
  ['transaction', 'undefined'],
])('I31: error: ROUTE_NOT_AVAILABLE for a %s by %s', (kind, route) => {
  expect(check(kind, route)).toThrow(expect.objectContaining({ code: 'ROUTE_NOT_AVAILABLE' }))
})

test.each([
  'owner',
  'account',
])('I24: error: APPROVAL_MISSING for what acts by %s without a word of it', (route) => {
  expect(check('transaction', route)).toThrow(expect.objectContaining({ code: 'APPROVAL_MISSING' }))
})

const delta = { token: call.to, account: call.to, deltaBaseUnits: 0n }
test.each([
  ['no call', { calls: [] }],
  ['two calls', { calls: [call, call] }],
  ['a value', { calls: [{ ...call, valueWei: 1n }] }],
  ['assets', { expectation: { ...EMPTY_OUTCOME, assets: [delta] } }],
  ['allowances', { expectation: { ...EMPTY_OUTCOME, allowances: [delta] } }],
  ['positions', { expectation: { ...EMPTY_OUTCOME, positions: [delta] } }],
])('I31: error: OPERATOR_PLAN_UNFIT for an act of the operator with %s, and for nobody else', (_, plan) => {
  const unfit = expect.objectContaining({ code: 'OPERATOR_PLAN_UNFIT' })
  expect(check('transaction', 'op', undefined, plan)).toThrow(unfit)
  expect(check('transaction', 'cage', undefined, plan)).not.toThrow()
})

test('behavior: an act of the operator may bring in what it states', () => {
  const assets = [{ ...delta, deltaBaseUnits: 1n }]
  const plan = { expectation: { ...EMPTY_OUTCOME, assets } }
  expect(check('transaction', 'op', undefined, plan)).not.toThrow()
  const both = { expectation: { ...EMPTY_OUTCOME, assets: [...assets, { ...delta, deltaBaseUnits: -1n }] } }
  expect(check('transaction', 'op', undefined, both)).toThrow(
    expect.objectContaining({ code: 'OPERATOR_PLAN_UNFIT' }),
  )
})

test.each([
  ['transaction', 'cage', approval],
  ['transaction', 'op', approval],
  ['signature', 'sign', approval],
  ['transaction', 'account', approval],
  ['transaction', 'cage', signed],
  ['transaction', 'op', signed],
  ['signature', 'sign', signed],
  ['transaction', 'owner', signed],
] as const)('I24: error: APPROVAL_MISMATCH where an approval is for a %s by %s', (kind, route, approved) => {
  expect(check(kind, route, approved)).toThrow(expect.objectContaining({ code: 'APPROVAL_MISMATCH' }))
})
