import { type Address, decodeFunctionData, getAddress, type Hex } from 'viem'
import { expect, test } from 'vitest'
import type { ToolContext } from '../../core/context.ts'
import type { TransactionPlan } from '../../core/plan.ts'
import { rolesSettingsAbi } from './abi.ts'
import { describeFunding, TRANSFER, toAllowanceKey, toRoleKey } from './funding-role.ts'
import { TOOL_DEF as ASSIGN } from './wallet-assign-role.ts'
import { TOOL_DEF as CONFIGURE } from './wallet-configure-role.ts'
import { TOOL_DEF as REVOKE } from './wallet-revoke-role-member.ts'

const [SAFE, MODIFIER, OPERATOR, ACCOUNT, TOKEN, OTHER, MULTICALL] = ['1', '2', '3', '4', '5', '6', '7'].map(
  (digit) => getAddress(`0x${digit.repeat(40)}`),
) as [Address, Address, Address, Address, Address, Address, Address]
const ROLE = toRoleKey('pay')

interface Answers {
  readonly owner?: unknown
  readonly avatar?: unknown
  readonly target?: unknown
  readonly isEnabled?: unknown
}

const contextOf = (answers: Answers) =>
  ({
    account: ACCOUNT,
    operator: OPERATOR,
    safety: { configured: () => ({ approver: SAFE }) },
    book: {
      chainId: 1,
      nativeSymbol: 'ETH',
      multicall: MULTICALL,
      tokens: [{ symbol: 'USDC', address: TOKEN, decimals: 6 }],
      protocols: {},
    },
    chain: {
      async multicall({ contracts }: { readonly contracts: readonly { readonly address: Address }[] }) {
        expect(contracts.map(({ address }) => address)).toEqual([MODIFIER, MODIFIER, MODIFIER, SAFE])
        const { owner = SAFE, avatar = SAFE, target = SAFE, isEnabled = true } = answers
        return [owner, avatar, target, isEnabled].map((result) => ({ result }))
      },
    },
    step: () => undefined,
  }) as unknown as ToolContext

const plan = async (
  tool: typeof ASSIGN,
  params: Readonly<Record<string, unknown>>,
  ctx = contextOf({}),
): Promise<unknown> => {
  const planned = await tool.plan({ modifier: MODIFIER, role: 'pay', ...params } as never, ctx)
  const { calls, maker } = planned as TransactionPlan<'account'>
  expect(maker).toBe(SAFE)
  expect(calls).toMatchObject([{ to: MODIFIER, valueWei: 0n }])
  return decodeFunctionData({ abi: rolesSettingsAbi, data: calls[0]?.data as Hex })
}

test('I58: the operator alone gets a role, and anyone loses it', async () => {
  expect(await plan(ASSIGN, { member: OPERATOR })).toEqual({
    functionName: 'assignRoles',
    args: [OPERATOR, [ROLE], [true]],
  })
  for (const member of [OTHER, ACCOUNT, SAFE]) {
    await expect(plan(ASSIGN, { member })).rejects.toMatchObject({ code: 'ROLE_MEMBER_REFUSED' })
  }
  expect(await plan(REVOKE, { member: OTHER })).toEqual({
    functionName: 'assignRoles',
    args: [OTHER, [ROLE], [false]],
  })
})

test.each<[string, Answers]>([
  ['that another account owns', { owner: OTHER }],
  ['that acts for another account', { avatar: OTHER }],
  ['that acts through another account', { target: OTHER }],
  ['that the Safe has not enabled', { isEnabled: false }],
  ['of which the Safe says nothing', { isEnabled: null }],
  ['that does not answer', { owner: null }],
])('I58: error: NOT_A_ROLES_MODIFIER for one %s', async (_, answers) => {
  await expect(plan(ASSIGN, { member: OPERATOR }, contextOf(answers))).rejects.toMatchObject({
    code: 'NOT_A_ROLES_MODIFIER',
  })
})

test('error: APPROVAL_NOT_CONFIGURED where a key owns the cage', async () => {
  const ctx = { ...contextOf({}), safety: { configured: () => ({}) } } as unknown as ToolContext
  await expect(plan(ASSIGN, { member: OPERATOR }, ctx)).rejects.toMatchObject({
    code: 'APPROVAL_NOT_CONFIGURED',
  })
})

test.each([
  ['is never refilled without a period', undefined, [500n, 500n, 0n, 0n, 0n]],
  ['is refilled once a period', 86_400, [500n, 500n, 500n, 86_400n, 0n]],
] as const)('I2: an allowance %s', async (_, periodSeconds, terms) => {
  const params = {
    token: 'USDC',
    step: 'allowance',
    amountBaseUnits: '500',
    ...(periodSeconds === undefined ? {} : { periodSeconds }),
  }
  expect(await plan(CONFIGURE, params)).toEqual({
    functionName: 'setAllowance',
    args: [toAllowanceKey(ROLE, TOKEN), ...terms],
  })
})

test('I61: a role pays a token to the account alone, within its own allowance', async () => {
  expect(await plan(CONFIGURE, { token: 'USDC', step: 'function' })).toEqual({
    functionName: 'scopeFunction',
    args: [ROLE, TOKEN, TRANSFER, describeFunding(ACCOUNT, toAllowanceKey(ROLE, TOKEN)), 0],
  })
  expect(await plan(CONFIGURE, { token: 'USDC', step: 'target' })).toEqual({
    functionName: 'scopeTarget',
    args: [ROLE, TOKEN],
  })
})

test.each<[string, Readonly<Record<string, unknown>>]>([
  ['no amount', { step: 'allowance' }],
  ['more than a modifier keeps', { step: 'allowance', amountBaseUnits: (2n ** 128n).toString() }],
  ['an amount of a function', { step: 'function', amountBaseUnits: '1' }],
  ['a period of a target', { step: 'target', periodSeconds: 3_600 }],
])('error: ROLE_TERMS_UNFIT for %s', async (_, params) => {
  await expect(plan(CONFIGURE, { token: 'USDC', ...params })).rejects.toMatchObject({
    code: 'ROLE_TERMS_UNFIT',
  })
})
