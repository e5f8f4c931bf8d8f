import { expect, test } from 'vitest'
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
const check = (kind: string, route: string, approved?: OwnerApproval) => () =>
  assertRoute({
    tool: 'a_tool',
    plan: { kind, route } as never,
    ...(approved ? { approval: approved } : {}),
  })

test.each([
  ['transaction', 'cage', undefined],
  ['transaction', 'owner', approval],
  ['signature', 'sign', undefined],
] as const)('default: a %s by %s', (kind, route, approved) => {
  expect(check(kind, route, approved)).not.toThrow()
})

test.each([
  ['transaction', 'op'],
  ['transaction', 'safe'],
  ['transaction', 'toString'],
  ['transaction', 'sign'],
  ['signature', 'cage'],
  ['signature', 'key'],
  ['transaction', 'undefined'],
])('error: ROUTE_NOT_AVAILABLE for a %s by %s', (kind, route) => {
  expect(check(kind, route)).toThrow(expect.objectContaining({ code: 'ROUTE_NOT_AVAILABLE' }))
})

test('error: APPROVAL_MISSING where the owner is to act without having said so', () => {
  expect(check('transaction', 'owner')).toThrow(expect.objectContaining({ code: 'APPROVAL_MISSING' }))
})

test.each([
  ['transaction', 'cage'],
  ['signature', 'sign'],
])('error: APPROVAL_MISMATCH where an approval is for a %s by %s', (kind, route) => {
  expect(check(kind, route, approval)).toThrow(expect.objectContaining({ code: 'APPROVAL_MISMATCH' }))
})
