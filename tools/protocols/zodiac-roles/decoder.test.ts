import { type Address, encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { rolesActAbi, rolesSettingsAbi } from './abi.ts'
import { ACT_DECODER, DECODER } from './decoder.ts'
import { toRoleKey } from './funding-role.ts'

const [ACCOUNT, TOKEN, MEMBER] = ['a1', 'b2', 'c3'].map((byte) => `0x${byte.repeat(20)}`) as [
  Address,
  Address,
  Address,
]
const ROLE = toRoleKey('pay')
const scope = { account: ACCOUNT, book: { chainId: 1 } as never }

const assign = (...memberOf: readonly boolean[]) =>
  encodeFunctionData({
    abi: rolesSettingsAbi,
    functionName: 'assignRoles',
    args: [MEMBER, memberOf.map(() => ROLE), memberOf],
  })

test.each([
  ['one', [true], [MEMBER]],
  ['one of two', [false, true], [MEMBER]],
  ['none', [false], []],
] as const)('I58: who gets %s of the roles is told', (_, memberOf, empowers) => {
  const call = { to: TOKEN, valueWei: 0n, data: assign(...memberOf) }
  expect(DECODER.decode(call, scope)?.empowers?.map((one) => one.toLowerCase())).toEqual(empowers)
  expect(DECODER.decode({ ...call, valueWei: 1n }, scope)).toBeUndefined()
})

interface Act {
  readonly valueWei?: bigint
  readonly inner?: Hex
  readonly operation?: number
  readonly shouldRevert?: boolean
}

const PAYMENT = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [MEMBER, 5n] })

const act = ({ valueWei = 0n, inner = PAYMENT, operation = 0, shouldRevert = true }: Act, sentWei = 0n) =>
  ACT_DECODER.decode(
    {
      to: TOKEN,
      valueWei: sentWei,
      data: encodeFunctionData({
        abi: rolesActAbi,
        functionName: 'execTransactionWithRole',
        args: [TOKEN, valueWei, inner, operation, ROLE, shouldRevert],
      }),
    },
    scope,
  )

test('I61: a payment in the name of an account names whom it pays', () => {
  const found = act({})
  expect(found?.forbidden).toBeUndefined()
  expect(found?.recipients.map((one) => one.toLowerCase())).toEqual([MEMBER])
  expect(act({}, 1n)).toBeUndefined()
})

test.each<[string, Act]>([
  ['native currency along', { valueWei: 1n }],
  ['code in the place of the account', { operation: 1 }],
  ['a failure that is none', { shouldRevert: false }],
  [
    'an allowance',
    { inner: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [MEMBER, 5n] }) },
  ],
  ['more bytes than a payment has', { inner: `${PAYMENT}00` }],
])('error: %s is no payment', (_, found) => {
  expect(act(found)?.forbidden).toBe('an act in the name of an account that is no payment')
})
