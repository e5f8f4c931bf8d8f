import type { Address } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import type { OwnAccount } from '../../core/contract-account.ts'
import { buildChain } from '../fixtures/build-chain.ts'
import { buildPolicy } from '../fixtures/build-policy.ts'
import { openSafetyDatabase } from '../store/open-database.ts'
import { createSafetyStore } from '../store/store.ts'
import type { AccountApproval } from './account-approval.ts'
import { createApprovalCheck } from './approval-check.ts'
import { approvalTypedData } from './owner-approval.ts'

const OWNER = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const [ACCOUNT, GATE, SAFE] = ['a1', 'b2', 'c3'].map((byte) => `0x${byte.repeat(20)}`) as [
  Address,
  Address,
  Address,
]
const CALL = { to: SAFE, valueWei: 0n, data: '0x12' } as const
const ACTION = { tool: 'a_tool', params: { amount: '1' }, plan: { calls: [CALL], maker: SAFE } } as const
const NOW = { wallMs: 1_000_000, chainSeconds: 1_000 }
const [FIRST, SECOND] = ['01', '02'].map((byte) => `0x${byte.repeat(32)}` as const) as [`0x01`, `0x02`]

const ownAccount: OwnAccount = {
  chainId: 31_337,
  address: SAFE,
  acts: {
    describe: (_: unknown, { nonce }: { nonce: bigint }) => ({
      domain: {},
      types: { Act: [{ name: 'nonce', type: 'uint256' }] },
      primaryType: 'Act',
      message: { nonce },
    }),
    readNonce: async () => 4n,
    isSigned: async (_chain: unknown, _account: unknown, own: { signatures: string }) =>
      own.signatures === '0x01',
  } as never,
}
const BY_ACCOUNT: AccountApproval = { account: SAFE, nonce: 4n, signatures: '0x01' }

function openCheck({ hasApprover = true, hasAccount = true } = {}) {
  let version: `0x${string}` = `0x${'33'.repeat(32)}`
  const policy = buildPolicy({ owner: GATE, ...(hasApprover ? { approver: OWNER.address } : {}) })
  const check = createApprovalCheck({
    chain: buildChain({ getBlockNumber: async () => 1n, getCode: async () => undefined }),
    secondProvider: undefined,
    policy,
    inForce: { read: () => policy, version: () => version },
    account: ACCOUNT,
    clock: { setTimer: () => () => undefined },
    store: createSafetyStore(openSafetyDatabase(':memory:')),
    ...(hasAccount ? { ownAccount } : {}),
  })
  const sign = async (by = OWNER, action: Parameters<typeof check.describe>[0] = ACTION) => {
    const message = check.describe(action, { nonce: 7n, deadlineSeconds: 1_100n })
    return { ...message, signature: await by.signTypedData(approvalTypedData(GATE, message)) }
  }
  const changePolicy = () => {
    version = `0x${'44'.repeat(32)}`
  }
  return { check, sign, changePolicy }
}

test('default: what the owner signed for the gate is approved, and used up for whatever it was', async () => {
  const { check, sign } = openCheck()
  const approval = await sign()
  await check.assertByOwner(approval, ACTION, NOW)
  check.consume(approval, ACTION, FIRST)
  const used = { code: 'APPROVAL_USED' }
  await expect(check.assertByOwner(approval, ACTION, NOW)).rejects.toMatchObject(used)
  expect(() => check.consume(approval, ACTION, SECOND)).toThrow(expect.objectContaining(used))
})

test('default: what the owners of an account signed is approved by the account, and used up for its call', async () => {
  const { check } = openCheck()
  await expect(check.assertByOwner({ ...BY_ACCOUNT, signatures: '0x02' }, ACTION, NOW)).rejects.toMatchObject(
    { code: 'APPROVAL_NOT_SIGNED' },
  )
  await check.assertByOwner(BY_ACCOUNT, ACTION, NOW)
  check.consume(BY_ACCOUNT, ACTION, FIRST)
  const used = { code: 'APPROVAL_USED' }
  await expect(check.assertByOwner(BY_ACCOUNT, ACTION, NOW)).rejects.toMatchObject(used)
  expect(() => check.consume(BY_ACCOUNT, ACTION, SECOND)).toThrow(expect.objectContaining(used))
})

test('error: APPROVAL_NOT_CONFIGURED where nobody can approve', async () => {
  const denied = { code: 'APPROVAL_NOT_CONFIGURED' }
  const { check, sign } = openCheck({ hasApprover: false, hasAccount: false })
  await expect(check.assertByOwner(await sign(), ACTION, NOW)).rejects.toMatchObject(denied)
  await expect(check.assertByOwner(BY_ACCOUNT, ACTION, NOW)).rejects.toMatchObject(denied)
  expect(() => check.consume(BY_ACCOUNT, ACTION, FIRST)).toThrow(expect.objectContaining(denied))
  await expect(check.describeOwnCall(ACTION)).rejects.toMatchObject(denied)
})

test('I16: an approval is for its tool, parameters, calls and policy alone, and by its owner', async () => {
  const { check, sign, changePolicy } = openCheck()
  const approval = await sign()
  const other = { ...CALL, valueWei: 1n }
  for (const [field, action] of [
    ['tool', { ...ACTION, tool: 'another_tool' }],
    ['paramsHash', { ...ACTION, params: { amount: '2' } }],
    ['callsHash', { ...ACTION, plan: { ...ACTION.plan, calls: [other] } }],
  ] as const) {
    await expect(check.assertByOwner(approval, action, NOW)).rejects.toMatchObject({
      code: 'APPROVAL_MISMATCH',
      args: { field },
    })
  }
  const foreign = await sign(privateKeyToAccount(`0x${'22'.repeat(32)}`))
  await expect(check.assertByOwner(foreign, ACTION, NOW)).rejects.toMatchObject({
    code: 'APPROVAL_NOT_SIGNED',
  })
  changePolicy()
  await expect(check.assertByOwner(approval, ACTION, NOW)).rejects.toMatchObject({
    code: 'APPROVAL_MISMATCH',
    args: { field: 'policyVersion' },
  })
})

test('I14: an approval that lapsed by either clock is none', async () => {
  const { check, sign } = openCheck()
  const approval = await sign()
  for (const now of [
    { ...NOW, wallMs: 1_100_000 },
    { ...NOW, chainSeconds: 1_100 },
  ]) {
    await expect(check.assertByOwner(approval, ACTION, now)).rejects.toMatchObject({
      code: 'APPROVAL_EXPIRED',
    })
  }
})
