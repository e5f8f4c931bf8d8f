import { type Address, encodeFunctionData, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { rolesSettingsAbi } from './abi.ts'
import { DECODER } from './decoder.ts'
import {
  accrue,
  type Condition,
  describeFunding,
  readFunding,
  readRoleName,
  TRANSFER,
  toAllowanceKey,
  toRoleKey,
} from './funding-role.ts'
import { type RoleLog, replayRoles } from './replay-roles.ts'

const ACCOUNT: Address = '0x00000000000000000000000000000000000000A1'
const TOKEN: Address = '0x00000000000000000000000000000000000000b2'
const ROLE = toRoleKey('pay')
const KEY = toAllowanceKey(ROLE, TOKEN)
const FUNDING = describeFunding(ACCOUNT, KEY)

const decode = (conditions: readonly Condition[], options = 0, selector: Hex = TRANSFER) =>
  DECODER.decode(
    {
      to: TOKEN,
      valueWei: 0n,
      data: encodeFunctionData({
        abi: rolesSettingsAbi,
        functionName: 'scopeFunction',
        args: [ROLE, TOKEN, selector, conditions, options],
      }),
    },
    { account: ACCOUNT, book: { chainId: 1 } as never },
  )

test('behavior: a payment within an allowance names whom it pays', () => {
  expect(readFunding(TRANSFER, FUNDING, 0)).toEqual({ recipient: ACCOUNT, allowanceKey: KEY })
  expect(decode(FUNDING)).toMatchObject({ functionName: 'scopeFunction', recipients: [ACCOUNT] })
})

const replaced = (index: number, change: Partial<Condition>) =>
  FUNDING.map((one, at) => (at === index ? { ...one, ...change } : one))

test.each<[string, readonly Condition[], number?, Hex?]>([
  ['any recipient', replaced(1, { operator: 0, compValue: '0x' })],
  ['a recipient above another', replaced(1, { operator: 17 })],
  [
    'a recipient with a longer word',
    replaced(1, { compValue: `0x01${'00'.repeat(11)}${ACCOUNT.slice(2)}` as Hex }),
  ],
  ['any amount', replaced(2, { operator: 0, compValue: '0x' })],
  ['one of two', replaced(0, { operator: 2 })],
  ['another order', FUNDING.toReversed()],
  ['one condition less', FUNDING.slice(0, 2)],
  ['one condition more', [...FUNDING, { parent: 0, paramType: 1, operator: 0, compValue: '0x' }]],
  ['native currency along', FUNDING, 1],
  ['code in the place of the avatar', FUNDING, 2],
  ['another function', FUNDING, 0, '0x095ea7b3'],
])('error: %s is no payment within an allowance', (_, conditions, options, selector) => {
  expect(readFunding(selector ?? TRANSFER, conditions, options ?? 0)).toBeUndefined()
  expect(decode(conditions, options, selector)?.forbidden).toMatch(/more than pay/)
})

test.each([
  ['before a period is over', { balance: 40n }, 1_099n, 40n, 1_100n],
  ['after one', { balance: 40n }, 1_100n, 70n, 1_200n],
  ['up to its most', { balance: 40n }, 1_300n, 100n, 1_400n],
  ['above its most', { balance: 500n }, 1_300n, 500n, 1_400n],
  ['before it began', { balance: 40n }, 900n, 40n, 1_100n],
  ['without a period', { balance: 40n, periodSeconds: 0n }, 9_000n, 40n, undefined],
])('behavior: an allowance %s', (_, change, now, balance, nextRefillSeconds) => {
  const kept = { refill: 30n, maxRefill: 100n, periodSeconds: 100n, timestampSeconds: 1_000n, ...change }
  expect(accrue(kept, now)).toEqual({ balance, nextRefillSeconds })
})

test('behavior: names of roles are text', () => {
  expect(readRoleName(ROLE)).toBe('pay')
  expect(readRoleName(`0x${'ff'.repeat(32)}`)).toBeNull()
})

test('behavior: what is revoked is gone, and what is scoped is kept apart by role and target', () => {
  const told = (eventName: RoleLog['eventName'], args: object) => ({ eventName, args }) as unknown as RoleLog
  const target = { roleKey: ROLE, targetAddress: TOKEN }
  const scoped = told('ScopeFunction', { ...target, selector: TRANSFER, conditions: FUNDING, options: 0 })
  const { roles, allowanceKeys } = replayRoles([
    told('AssignRoles', { module: ACCOUNT, roleKeys: [ROLE, KEY], memberOf: [true, true] }),
    told('AssignRoles', { module: ACCOUNT, roleKeys: [KEY], memberOf: [false] }),
    told('ScopeTarget', target),
    scoped,
    told('AllowFunction', { ...target, selector: '0x095ea7b3', options: 3 }),
    told('RevokeFunction', { ...target, selector: '0x095ea7b3' }),
    told('AllowTarget', { roleKey: KEY, targetAddress: ACCOUNT, options: 2 }),
    told('RevokeTarget', { roleKey: KEY, targetAddress: ACCOUNT }),
    told('SetAllowance', { allowanceKey: KEY }),
  ])
  expect([...allowanceKeys]).toEqual([KEY])
  expect([...(roles.get(ROLE)?.members ?? [])]).toEqual([ACCOUNT])
  expect(roles.get(KEY)?.members.size).toBe(0)
  expect(roles.get(KEY)?.targets.get(ACCOUNT)).toMatchObject({ clearance: 'none', options: 0 })
  const functions = roles.get(ROLE)?.targets.get(TOKEN)?.functions
  expect([...(functions ?? [])].map(([selector, { access }]) => [selector, access])).toEqual([
    [TRANSFER, 'payment'],
  ])
})
