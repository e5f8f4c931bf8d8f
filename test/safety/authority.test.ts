import fc from 'fast-check'
import { type Address, type Hex, maxUint256, toFunctionSelector, zeroHash } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Call } from '../../tools/core/plan.ts'
import { DEV_REGISTRY } from '../../tools/profiles/dev.ts'
import { harmlessAbi, switchAbi, unboundedAbi } from '../../tools/protocols/authority/abi.ts'
import { putProtocolsOn } from '../../tools/runtime/protocol-ports.ts'
import { decodeCalls } from '../../tools/safety/evidence/decode-calls.ts'
import {
  account,
  attacker,
  book,
  callOf,
  callTo,
  permit2,
  router,
  unknownToken,
  usdc,
  WRAPPERS,
} from './wrappers.ts'

const { decoders } = putProtocolsOn(DEV_REGISTRY.protocols, book)
const decode = (...calls: readonly Call[]) => decodeCalls(calls, decoders, account)
const forbiddenOf = (call: Call) => decode(call).leaves.flatMap(({ forbidden }) => forbidden ?? [])

const vrs = [27, zeroHash, zeroHash] as const
const VRS = 'uint8 v, bytes32 r, bytes32 s'

/** Authority in every form, by the selector that a hostile plan would use. */
const FORMS: readonly (readonly [name: string, signature: string, args: readonly unknown[]])[] = [
  ['approve(max)', 'approve(address s, uint256 a)', [attacker, maxUint256]],
  ['approve(2^128)', 'approve(address s, uint256 a)', [attacker, 2n ** 128n]],
  ['increaseAllowance(max)', 'increaseAllowance(address s, uint256 a)', [attacker, maxUint256]],
  ['increaseApproval', 'increaseApproval(address s, uint256 a)', [attacker, 1n]],
  ['approveAndCall', 'approveAndCall(address s, uint256 a, bytes d)', [attacker, 1n, '0x']],
  [
    'ERC-2612',
    `permit(address o, address s, uint256 a, uint256 d, ${VRS})`,
    [account, attacker, 1n, 9n, ...vrs],
  ],
  [
    'ERC-7597',
    'permit(address o, address s, uint256 a, uint256 d, bytes g)',
    [account, attacker, 1n, 9n, '0x'],
  ],
  [
    'DAI permit',
    `permit(address h, address s, uint256 n, uint256 e, bool b, ${VRS})`,
    [account, attacker, 0n, 0n, true, ...vrs],
  ],
  [
    'ERC-3009 transfer',
    `transferWithAuthorization(address f, address t, uint256 v_, uint256 a, uint256 b, bytes32 n, ${VRS})`,
    [account, attacker, 1n, 0n, 9n, zeroHash, ...vrs],
  ],
  [
    'ERC-3009 receive',
    'receiveWithAuthorization(address f, address t, uint256 v, uint256 a, uint256 b, bytes32 n, bytes g)',
    [account, attacker, 1n, 0n, 9n, zeroHash, '0x'],
  ],
  ['setApprovalForAll', 'setApprovalForAll(address o, bool b)', [attacker, true]],
  ['ERC-777', 'authorizeOperator(address o)', [attacker]],
  ['ERC-6909 operator', 'setOperator(address o, bool b)', [attacker, true]],
  ['ERC-6909 approve', 'approve(address s, uint256 i, uint256 a)', [attacker, 1n, 1n]],
  ['approveDelegation', 'approveDelegation(address d, uint256 a)', [attacker, 1n]],
  [
    'delegationWithSig',
    `delegationWithSig(address o, address d, uint256 a, uint256 x, ${VRS})`,
    [account, attacker, 1n, 9n, ...vrs],
  ],
  ['CoW pre-signature', 'setPreSignature(bytes u, bool b)', ['0x1234', true]],
  ['Morpho', 'setAuthorization(address a, bool b)', [attacker, true]],
  ['Compound', 'allow(address m, bool b)', [attacker, true]],
  ['Safe module', 'enableModule(address m)', [attacker]],
  ['Safe owner', 'addOwnerWithThreshold(address o, uint256 t)', [attacker, 1n]],
  ['ownership', 'transferOwnership(address o)', [attacker]],
  ['upgrade', 'upgradeToAndCall(address i, bytes d)', [attacker, '0x']],
]

describe.each(FORMS)('%s', (_, signature, args) => {
  test('I4 I7: is refused on any target', () => {
    for (const target of [usdc, unknownToken]) {
      expect(forbiddenOf(callOf(target, signature, args))).toHaveLength(1)
    }
  })

  test('I4 I5: is refused inside every bundle', () => {
    for (const [name, wrapCalls] of Object.entries(WRAPPERS)) {
      expect(forbiddenOf(wrapCalls([callOf(usdc, signature, args)])), name).toHaveLength(1)
    }
  })
})

test('I4: the selector decides, whatever the arguments look like', () => {
  for (const item of unboundedAbi) {
    if (item.type !== 'function') continue
    const call = callTo(usdc, `${toFunctionSelector(item)}ff` as Hex)
    expect(forbiddenOf(call), item.name).toHaveLength(1)
  }
})

test('I4 I7: bounded approvals count, with the spender and the token they name', () => {
  for (const signature of ['approve(address s, uint256 a)', 'increaseAllowance(address s, uint256 a)']) {
    const { leaves } = decode(callOf(usdc, signature, [attacker, 7n]))
    expect(leaves[0]).toMatchObject({
      approvals: [{ token: usdc, spender: attacker, amountBaseUnits: 7n }],
    })
    expect(leaves[0]?.forbidden).toBeUndefined()
  }
  const approve = 'approve(address t, address s, uint160 a, uint48 e)'
  expect(decode(callOf(permit2, approve, [usdc, attacker, 7n, 9])).leaves[0]).toMatchObject({
    approvals: [{ token: usdc, spender: attacker, amountBaseUnits: 7n, keeper: permit2 }],
  })
  expect(forbiddenOf(callOf(permit2, approve, [usdc, attacker, 2n ** 160n - 1n, 9]))).toHaveLength(1)
})

test('behavior: taking authority back is never refused', () => {
  const revocations: readonly (readonly [string, readonly unknown[]])[] = [
    ['setOperator(address o, bool b)', [attacker, false]],
    ['setApprovalForAll(address o, bool b)', [attacker, false]],
    ['approve(address s, uint256 i, uint256 a)', [attacker, 1n, 0n]],
    ['approve(address s, uint256 a)', [attacker, 0n]],
    ['approveDelegation(address d, uint256 a)', [attacker, 0n]],
    ['setPreSignature(bytes u, bool b)', ['0x12', false]],
    ['setAuthorization(address a, bool b)', [attacker, false]],
    ['revokeOperator(address o)', [attacker]],
    ['delegate(address d)', [attacker]],
  ]
  for (const [signature, args] of revocations) {
    const { leaves, undecodable } = decode(callOf(usdc, signature, args))
    expect(undecodable, signature).toEqual([])
    expect(leaves, signature).toMatchObject([{ approvals: [], outflows: [] }])
    expect(leaves[0]?.forbidden, signature).toBeUndefined()
  }
})

const targets: readonly Address[] = [usdc, unknownToken, router, permit2, attacker]
const hex = (minLength: number, maxLength: number) =>
  fc.uint8Array({ minLength, maxLength }).map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`)

test('I5 I28: random bytes are never taken for something harmless', () => {
  fc.assert(
    fc.property(fc.constantFrom(...targets), hex(1, 300), fc.bigInt(0n, 2n), (to, data, valueWei) => {
      const { leaves, undecodable } = decode(callTo(to, data, valueWei))
      expect(undecodable.length + leaves.filter(({ forbidden }) => forbidden).length).toBeGreaterThan(0)
    }),
    { numRuns: 500 },
  )
})

test('I5 I28: random arguments of known functions are refused, or mean exactly what they encode', () => {
  const harmless: readonly string[] = [...switchAbi, ...harmlessAbi].map(({ name }) => name)
  const selectors = [
    ...[...unboundedAbi, ...switchAbi, ...harmlessAbi].flatMap((item) =>
      item.type === 'function' ? [toFunctionSelector(item)] : [],
    ),
    ...[
      'approve(address,uint256)',
      'transfer(address,uint256)',
      'multiSend(bytes)',
      'execute(bytes,bytes[])',
    ].map((signature) => toFunctionSelector(`function ${signature}`)),
  ]
  const word = fc.oneof(
    hex(32, 32),
    fc.nat(200).map((value): Hex => `0x${value.toString(16).padStart(64, '0')}`),
  )
  const args = fc.array(word, { maxLength: 10 }).map((words) => words.map((part) => part.slice(2)).join(''))
  fc.assert(
    fc.property(fc.constantFrom(...targets), fc.constantFrom(...selectors), args, (to, selector, tail) => {
      const { leaves, undecodable } = decode(callTo(to, `${selector}${tail}` as Hex))
      const isSeen = leaves.some(
        (leaf) =>
          leaf.forbidden !== undefined ||
          leaf.approvals.length + leaf.outflows.length + leaf.recipients.length > 0 ||
          harmless.includes(leaf.functionName),
      )
      expect(undecodable.length > 0 || isSeen).toBe(true)
    }),
    { numRuns: 1_000 },
  )
})
