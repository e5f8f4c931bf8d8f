import { type Address, type Hex, hashTypedData } from 'viem'
import { expect, test } from 'vitest'
import type { OwnAccount, OwnCall } from '../../core/contract-account.ts'
import { planAccountTransaction } from '../../core/plan.ts'
import {
  type AccountApproval,
  assertSignedByAccount,
  consumeAccountApproval,
  describeOwnCall,
  readAnyApproval,
} from './account-approval.ts'

const [SAFE, OTHER] = ['10', '22'].map((byte) => `0x${byte.repeat(20)}`) as [Address, Address]
const CALL = { to: SAFE, valueWei: 0n, data: '0x12' } as const
const describe = (_: unknown, { call, nonce }: OwnCall) => ({
  domain: {},
  types: {
    Act: [
      { name: 'data', type: 'bytes' },
      { name: 'nonce', type: 'uint256' },
    ],
  },
  primaryType: 'Act' as const,
  message: { data: call.data, nonce },
})
/** An account of which the second node may tell something else. */
const accountOf = (next: (chain: unknown) => bigint): OwnAccount => ({
  chainId: 1,
  address: SAFE,
  acts: {
    describe,
    readNonce: async (chain: unknown) => next(chain),
    isSigned: async (_chain: unknown, _account: unknown, own: { signatures: Hex }) =>
      own.signatures === '0x01',
  } as never,
})
const action = { tool: 'a_tool', plan: planAccountTransaction(SAFE, CALL, {}) }
const good: AccountApproval = { account: SAFE, nonce: 4n, signatures: '0x01' }
const chain = { getBlockNumber: async () => 1n } as never
const second = { getBlockNumber: async () => 1n } as never
const depsWith = (changes: object = {}) => {
  const facts = new Map<string, string>()
  const store = {
    readMeta: (key: string) => facts.get(key),
    writeMeta: (key: string, value: string) => void facts.set(key, value),
  }
  return {
    chain,
    secondProvider: undefined,
    clock: { setTimer: () => () => undefined },
    ownAccount: accountOf(() => 4n),
    store,
    ...changes,
  }
}

test('default: what enough owners signed at the next nonce is approved, once', async () => {
  const deps = depsWith()
  await expect(assertSignedByAccount(good, action, deps)).resolves.toBeUndefined()
  consumeAccountApproval(deps.store, good, action, { ownAccount: deps.ownAccount, permitId: '0x01' })
  await expect(assertSignedByAccount(good, action, deps)).rejects.toMatchObject({ code: 'APPROVAL_USED' })
  expect(() =>
    consumeAccountApproval(deps.store, good, action, { ownAccount: deps.ownAccount, permitId: '0x02' }),
  ).toThrow(expect.objectContaining({ code: 'APPROVAL_USED' }))
  // Another call may take the nonce of one that failed.
  const another = { ...action, plan: planAccountTransaction(SAFE, { ...CALL, data: '0x34' }, {}) }
  await expect(assertSignedByAccount(good, another, deps)).resolves.toBeUndefined()
})

test.each<[string, Partial<AccountApproval>, object, object]>([
  ['APPROVAL_NOT_SIGNED', { signatures: '0x02' }, {}, {}],
  ['APPROVAL_MISMATCH', { nonce: 3n }, {}, {}],
  ['APPROVAL_MISMATCH', { nonce: 5n }, {}, {}],
  ['APPROVAL_MISMATCH', { account: OTHER }, {}, {}],
  ['APPROVAL_MISMATCH', {}, { maker: OTHER }, {}],
  ['APPROVAL_MISMATCH', {}, { maker: undefined }, {}],
  ['APPROVAL_MISMATCH', {}, { calls: [] }, {}],
  ['APPROVAL_MISMATCH', {}, { calls: [CALL, CALL] }, {}],
  ['APPROVAL_NOT_CONFIGURED', {}, {}, { ownAccount: undefined }],
])('I24: %s for %o, %o, %o', async (code, approval, plan, deps) => {
  await expect(
    assertSignedByAccount(
      { ...good, ...approval },
      { ...action, plan: { ...action.plan, ...plan } as never },
      depsWith(deps),
    ),
  ).rejects.toMatchObject({ code })
})

test('error: PROVIDERS_DISAGREE where a second node tells of another nonce', async () => {
  const deps = depsWith({
    secondProvider: second,
    ownAccount: accountOf((asked) => (asked === second ? 5n : 4n)),
  })
  await expect(assertSignedByAccount(good, action, deps)).rejects.toMatchObject({
    code: 'PROVIDERS_DISAGREE',
  })
})

test('behavior: what is to be signed is the call at the next nonce', async () => {
  const { nonce, typedData, call } = await describeOwnCall(action, depsWith())
  expect({ nonce, call }).toEqual({ nonce: 4n, call: CALL })
  expect(hashTypedData(typedData)).toBe(hashTypedData(describe(undefined, { call: CALL, nonce: 4n })))
})

test('behavior: approvals of both kinds are read from JSON by what they hold', () => {
  expect(readAnyApproval({ account: SAFE, nonce: '4', signatures: '0x01' }, 'a_tool')).toEqual(good)
  for (const [value, code] of [
    [undefined, 'APPROVAL_MISSING'],
    [{ account: SAFE, nonce: '-4', signatures: '0x01' }, 'APPROVAL_MISMATCH'],
    [{ account: SAFE, nonce: '4', signatures: '0x01', tool: 'a_tool' }, 'APPROVAL_MISMATCH'],
    [{ account: SAFE, nonce: '4' }, 'APPROVAL_MISMATCH'],
  ] as const) {
    expect(() => readAnyApproval(value, 'a_tool')).toThrow(expect.objectContaining({ code }))
  }
})
