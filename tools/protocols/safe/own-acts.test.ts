import { type Address, encodeFunctionData, hashTypedData, parseAbi, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import type { AccountRules } from '../../core/contract-account.ts'
import { safeActionsAbi, safeSettingsAbi } from './abi.ts'
import { OWN_ACTS } from './own-acts.ts'
import { type SafeSettings, toAccountSettings } from './settings.ts'

const account = (digits: string) => `0x${digits.repeat(20)}` as Address
const [SAFE, ANN, BEN, CAT, AGENT, MODULE, GUARD, OTHER] = [
  account('10'),
  account('a1'),
  account('b2'),
  account('c3'),
  account('d4'),
  account('e5'),
  account('f6'),
  account('77'),
]

const SETTINGS: SafeSettings = {
  owners: [ANN, BEN, CAT],
  threshold: 2,
  modules: [],
  guard: zeroAddress,
  fallbackHandler: account('88'),
  singleton: account('99'),
}
const RULES: AccountRules = {
  chainId: 1,
  address: SAFE,
  agents: [AGENT],
  modules: [MODULE, OTHER],
  guards: [GUARD],
  hasCode: (contract) => contract !== OTHER,
}

const change = (after: Partial<SafeSettings>, before: Partial<SafeSettings> = {}) => ({
  before: toAccountSettings({ ...SETTINGS, ...before }),
  after: toAccountSettings({ ...SETTINGS, ...before, ...after }),
})
const assertChange = (...[after, before]: Parameters<typeof change>) =>
  OWN_ACTS.assertChange(change(after, before), RULES)

test.each<[string, Partial<SafeSettings>, Partial<SafeSettings>?]>([
  ['nothing', {}],
  ['an owner more', { owners: [AGENT.replace('d', 'e') as Address, ANN, BEN, CAT] }],
  ['an owner less', { owners: [ANN, BEN] }],
  ['a listed module', { modules: [MODULE] }],
  ['no module any more, listed or not', { modules: [] }, { modules: [account('12')] }],
  ['a module that was there before it was off the list', {}, { modules: [account('12')] }],
  ['a listed guard', { guard: GUARD }],
  ['no guard any more', { guard: zeroAddress }, { guard: account('12') }],
  ['one key as before', { owners: [ANN, BEN] }, { owners: [ANN], threshold: 1 }],
  ['no agent any more', { owners: [ANN, BEN] }, { owners: [ANN, BEN, AGENT] }],
])('default: %s', (_, after, before) => {
  expect(() => assertChange(after, before)).not.toThrow()
})

test.each<[string, Partial<SafeSettings>, Partial<SafeSettings>?]>([
  ['SAFE_SETTING_REFUSED', { fallbackHandler: ANN }],
  ['SAFE_SETTING_REFUSED', { singleton: ANN }],
  ['SAFE_CODE_NOT_LISTED', { modules: [GUARD] }],
  ['SAFE_CODE_NOT_LISTED', { modules: [MODULE, ANN] }],
  ['SAFE_CODE_NOT_LISTED', { guard: MODULE }],
  ['SAFE_CODE_MISSING', { modules: [OTHER] }],
  ['SAFE_ONE_KEY', { threshold: 1 }],
  ['SAFE_AGENT_OWNS', { owners: [AGENT, ANN, BEN, CAT] }],
  ['SAFE_AGENT_OWNS', { modules: [AGENT] }],
  ['SAFE_AGENT_OWNS', { threshold: 3 }, { owners: [ANN, BEN, AGENT] }],
])('error: %s for %o', (code, after, before) => {
  expect(() => assertChange(after, before)).toThrow(expect.objectContaining({ code }))
})

test('behavior: what changes is said in words', () => {
  const told = OWN_ACTS.describeChange(
    change({ owners: [ANN, BEN], threshold: 1, modules: [MODULE], guard: GUARD }),
  )
  expect(told).toEqual([
    `${CAT} is no owner any more`,
    '1 of 2 owners have to sign, 2 of 3 owners before',
    `${MODULE} becomes a module: it acts for the Safe without signatures`,
    `the guard is ${GUARD}, none before`,
  ])
  expect(OWN_ACTS.describeChange(change({}))).toEqual([])
})

test('behavior: what is sent is what was signed, without a refund and without code in its place', () => {
  const call = { to: ANN, valueWei: 7n, data: '0x1234' } as const
  const place = { chainId: 1, address: SAFE }
  const { message } = OWN_ACTS.describe(place, { call, nonce: 9n }) as unknown as {
    message: Record<string, unknown>
  }
  expect(message).toEqual({
    to: ANN,
    value: 7n,
    data: '0x1234',
    operation: 0,
    safeTxGas: 0n,
    baseGas: 0n,
    gasPrice: 0n,
    gasToken: zeroAddress,
    refundReceiver: zeroAddress,
    nonce: 9n,
  })
  expect(OWN_ACTS.encode(call, '0xabcd')).toBe(
    encodeFunctionData({
      abi: safeActionsAbi,
      functionName: 'execTransaction',
      args: [ANN, 7n, '0x1234', 0, 0n, 0n, 0n, zeroAddress, zeroAddress, '0xabcd'],
    }),
  )
  const hashes = [place, { ...place, chainId: 2 }, { ...place, address: ANN }].map((at) =>
    hashTypedData(OWN_ACTS.describe(at, { call, nonce: 9n }) as never),
  )
  expect(new Set(hashes).size).toBe(3)
})

test('behavior: only whole calls of the functions that change settings are one', () => {
  const threshold = encodeFunctionData({
    abi: safeSettingsAbi,
    functionName: 'changeThreshold',
    args: [2n],
  })
  const handler = encodeFunctionData({ abi: parseAbi(['function setFallbackHandler(address)']), args: [ANN] })
  expect(OWN_ACTS.isSetting(threshold)).toBe(true)
  for (const data of [handler, `${threshold}00`, threshold.slice(0, -2), '0x', threshold.slice(0, 10)]) {
    expect(OWN_ACTS.isSetting(data as `0x${string}`), data).toBe(false)
  }
})
