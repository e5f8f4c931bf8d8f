import fc from 'fast-check'
import { type Address, encodeAbiParameters, encodeFunctionData, type Hex, isAddressEqual } from 'viem'
import { describe, expect, test } from 'vitest'
import type { DecodedCall } from '../../tools/core/call-decoder.ts'
import type { Call } from '../../tools/core/plan.ts'
import { DEV_REGISTRY } from '../../tools/profiles/dev.ts'
import { swapRouterAbi } from '../../tools/protocols/uniswap-v3/abi.ts'
import { SWAP_COMMAND } from '../../tools/protocols/uniswap-v3/decoder.ts'
import { encodePath } from '../../tools/protocols/uniswap-v3/path.ts'
import { COMMAND_INPUTS, universalRouterAbi } from '../../tools/protocols/universal-router/abi.ts'
import { wethAbi } from '../../tools/protocols/weth/abi.ts'
import { putProtocolsOn } from '../../tools/runtime/protocol-ports.ts'
import { decodeCalls } from '../../tools/safety/evidence/decode-calls.ts'
import {
  account,
  at,
  attacker,
  book,
  callOf,
  callTo,
  DELEGATECALLS,
  dai,
  permit2,
  router,
  swap,
  usdc,
  WRAPPERS,
  weth,
} from './wrappers.ts'

const { decoders } = putProtocolsOn(DEV_REGISTRY.protocols, book)
const decode = (...calls: readonly Call[]) => decodeCalls(calls, decoders, account)
const transfer = (amount: bigint, token: Address = usdc) =>
  callOf(token, 'transfer(address to, uint256 amount)', [attacker, amount])
const unreadable = callTo(usdc, '0xdeadbeef')
const outflowOf = (leaves: readonly DecodedCall[], token: Address) =>
  leaves
    .flatMap(({ outflows }) => outflows)
    .filter((outflow) => isAddressEqual(outflow.token, token))
    .reduce((sum, { amountBaseUnits }) => sum + amountBaseUnits, 0n)
const multicall = (...calls: readonly Call[]) =>
  callTo(
    router,
    encodeFunctionData({
      abi: swapRouterAbi,
      functionName: 'multicall',
      args: [calls.map(({ data }) => data)],
    }),
  )

describe.each(Object.entries(WRAPPERS))('%s', (_, wrapCalls) => {
  test('I5: every leaf counts, not only the first', () => {
    const { leaves, undecodable, calls } = decode(wrapCalls([transfer(3n), swap(4n), transfer(5n, dai)]))
    expect(undecodable).toEqual([])
    expect(outflowOf(leaves, usdc)).toBe(7n)
    expect(outflowOf(leaves, dai)).toBe(5n)
    // The allow-list judges the targets of the leaves too.
    for (const target of [usdc, dai, router]) expect(calls.some(({ to }) => to === target)).toBe(true)
  })

  test('I5: one leaf that cannot be decoded denies all, wherever it stands', () => {
    for (const calls of [[unreadable, transfer(1n)], [transfer(1n), unreadable], [unreadable]]) {
      expect(decode(wrapCalls(calls)).undecodable.map(({ selector }) => selector)).toEqual(['0xdeadbeef'])
    }
  })

  test('I5 I31: one forbidden leaf denies all', () => {
    for (const delegate of Object.values(DELEGATECALLS)) {
      const { leaves } = decode(wrapCalls([transfer(1n), delegate(transfer(1n))]))
      expect(leaves.flatMap(({ forbidden }) => forbidden ?? [])).toEqual(['delegatecall'])
    }
  })

  test('I4: an approval in the name of the bundle is refused', () => {
    const { leaves } = decode(wrapCalls([callOf(usdc, 'approve(address s, uint256 a)', [router, 1n])]))
    expect(leaves.some(({ forbidden }) => forbidden?.startsWith('an approval in the name of'))).toBe(true)
  })

  test('I4: what is ended in the name of the bundle is no allowance of the account', () => {
    const end = callOf(
      permit2,
      'approve(address token, address spender, uint160 amount, uint48 expiration)',
      [usdc, router, 0n, 0],
    )
    const endsOf = (call: Call) => decode(call).leaves.flatMap(({ ends = [] }) => ends)
    expect(endsOf(end)).toEqual([{ token: usdc, spender: router, keeper: permit2 }])
    expect(decode(wrapCalls([end])).undecodable).toEqual([])
    expect(endsOf(wrapCalls([end]))).toEqual([])
  })

  test("I61: what is wrapped for the account is the wrapper's, and so is value that it keeps", () => {
    const wrapped = wrapCalls([
      callTo(weth, encodeFunctionData({ abi: wethAbi, functionName: 'deposit' }), 5n),
    ])
    const keeper = wrapped.to
    const recipientsOf = (call: Call) => decode(call).leaves.flatMap(({ recipients }) => recipients)
    expect(recipientsOf(wrapped)).toEqual([keeper])
    expect(recipientsOf({ ...wrapCalls([swap(1n)]), valueWei: 5n })).toEqual([keeper, account])
  })

  test('I4: value that is not passed on counts as gone', () => {
    const bundle = wrapCalls([callTo(attacker, '0x', 5n)])
    const { leaves } = decode({ ...bundle, valueWei: 12n })
    expect(leaves.flatMap(({ outflows }) => outflows.map((outflow) => outflow.amountBaseUnits))).toEqual([
      7n,
      5n,
    ])
  })

  test('I5: bytes after the bundle make it undecodable', () => {
    const bundle = wrapCalls([transfer(1n)])
    expect(decode({ ...bundle, data: `${bundle.data}00` }).undecodable).toHaveLength(1)
  })
})

test('I31: delegatecall is refused in every form', () => {
  for (const [name, delegate] of Object.entries(DELEGATECALLS)) {
    expect(
      decode(delegate(transfer(1n))).leaves.map(({ forbidden }) => forbidden),
      name,
    ).toEqual(['delegatecall'])
  }
})

test('I5: nesting and number are bounded', () => {
  const nest = (depth: number): Call =>
    depth === 0 ? transfer(1n) : (WRAPPERS.aggregate3 as (c: Call[]) => Call)([nest(depth - 1)])
  expect(decode(nest(8)).undecodable).toEqual([])
  expect(decode(nest(9)).undecodable).toHaveLength(1)
  const many = (count: number) => multicall(...Array.from({ length: count }, () => swap(1n)))
  expect(decode(many(255)).undecodable).toEqual([])
  expect(decode(many(256)).undecodable).toHaveLength(1)
  expect(decode(callTo(router, `0x${'00'.repeat(131_073)}`)).undecodable).toHaveLength(1)
})

describe('universal router', () => {
  const path = encodePath({ tokens: [usdc, dai], feeTiers: [500] })
  const caller: Address = '0x0000000000000000000000000000000000000001'
  const v3In = encodeAbiParameters(SWAP_COMMAND, [caller, 7n, 0n, path, true])
  const execute = (commands: Hex, inputs: readonly Hex[], valueWei = 0n) =>
    callTo(
      at('8'),
      encodeFunctionData({ abi: universalRouterAbi, functionName: 'execute', args: [commands, inputs, 9n] }),
      valueWei,
    )

  test('I5: every command counts, those of plans within plans too', () => {
    const v2Out = encodeAbiParameters(COMMAND_INPUTS.v2Swap, [attacker, 1n, 9n, [usdc, dai], true])
    const pull = encodeAbiParameters(COMMAND_INPUTS.permit2Transfer, [usdc, attacker, 11n])
    const sub = encodeAbiParameters(COMMAND_INPUTS.subPlan, ['0x0902', [v2Out, pull]])
    const { leaves, undecodable } = decode(execute('0x0021', [v3In, sub], 3n))
    expect(undecodable).toEqual([])
    expect(outflowOf(leaves, usdc)).toBe(27n)
    // Value that the plan takes along stays in the router.
    expect(leaves.flatMap(({ recipients }) => recipients)).toEqual([at('8'), account, attacker, attacker])
    expect(leaves[0]?.outflows).toMatchObject([{ amountBaseUnits: 3n }])
  })

  test('I5: unknown commands, ones that may fail and missing inputs are not understood', () => {
    const plans = [
      execute('0x0010', [v3In, '0x']),
      execute('0x0080', [v3In, v3In]),
      execute('0x0040', [v3In, v3In]),
      execute('0x00', [`${v3In}00`]),
      execute('0x00', [v3In, v3In]),
    ]
    for (const plan of plans) expect(decode(plan).undecodable).toHaveLength(1)
  })

  test('I5: payouts of swaps in another format count as those of a command', () => {
    const limit = [{ type: 'address' }, { type: 'uint256' }] as const
    const to = [{ type: 'address' }, { type: 'address' }, { type: 'uint256' }] as const
    const inputs = [encodeAbiParameters(limit, [usdc, 7n]), encodeAbiParameters(to, [dai, attacker, 5n])]
    const swaps = encodeAbiParameters([{ type: 'bytes' }, { type: 'bytes[]' }], ['0x0c0e', inputs])
    const { leaves, undecodable } = decode(execute('0x1000', [swaps, v3In]))
    expect(undecodable).toEqual([])
    expect(outflowOf(leaves, usdc)).toBe(14n)
    expect(leaves.flatMap(({ recipients }) => recipients)).toEqual([attacker, account])
  })

  test('I4: a permit inside a plan is refused', () => {
    for (const command of ['0x03', '0x0a'] as const) {
      expect(decode(execute(command, ['0x'])).leaves.some(({ forbidden }) => forbidden)).toBe(true)
    }
  })
})

/** Calls with the USDC that each takes out, wrapped at random. */
const tree = fc.letrec<{ node: { call: Call; usdc: bigint } }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.bigInt(1n, 2n ** 100n).map((amount) => ({ call: transfer(amount), usdc: amount })),
    fc.bigInt(1n, 2n ** 100n).map((amount) => ({ call: swap(amount), usdc: amount })),
    fc
      .tuple(
        fc.constantFrom(...Object.values(WRAPPERS)),
        fc.array(tie('node'), { minLength: 1, maxLength: 4 }),
      )
      .map(([wrapCalls, nodes]) => ({
        call: wrapCalls(nodes.map(({ call }) => call)),
        usdc: nodes.reduce((sum, node) => sum + node.usdc, 0n),
      })),
  ),
})).node

test('I4 I5: what counts is the sum of the leaves, however they are bundled', () => {
  fc.assert(
    fc.property(fc.array(tree, { minLength: 1, maxLength: 4 }), (nodes) => {
      const { leaves, undecodable } = decode(...nodes.map(({ call }) => call))
      expect(undecodable).toEqual([])
      expect(outflowOf(leaves, usdc)).toBe(nodes.reduce((sum, node) => sum + node.usdc, 0n))
    }),
    { numRuns: 200 },
  )
})
