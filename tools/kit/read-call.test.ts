import { concat, encodeFunctionData, getAddress, type Hex, numberToHex, parseAbi, size } from 'viem'
import { describe, expect, test } from 'vitest'
import type { CandidateAbi } from '../core/interfaces.ts'
import { nameCall, type ReadableCall, readCall } from './read-call.ts'

const abi = parseAbi([
  'function multicall(bytes[] data)',
  'function aggregate((address target, bytes callData)[] calls)',
  'function pay(address to, uint256 amount)',
])
const OTHER = `0x${'cc'.repeat(20)}` as const

/** A chain on which one interface is known; what is looked up is counted. */
function openContext() {
  const asked = { times: 0 }
  const listCandidates = (): readonly CandidateAbi[] => {
    asked.times += 1
    return [{ protocol: 'bank', abi, isCertain: false }]
  }
  const interfaces = { contracts: [], listCandidates, explainRevert: () => '' }
  return { asked, ctx: { book: { chainId: 1, nativeSymbol: 'ETH', tokens: [], protocols: {} }, interfaces } }
}

const read = (data: Hex) => readCall(openContext().ctx, OTHER, data)
const count = ({ inner }: ReadableCall): number => inner.reduce((sum, call) => sum + 1 + count(call), 0)

const word = (value: number) => numberToHex(value, { size: 32 })
const selector = encodeFunctionData({ abi, functionName: 'multicall', args: [[]] }).slice(0, 10) as Hex
/** A bundle of many members that are all the same bytes, which stand in it once. */
const share = (data: Hex, members: number): Hex =>
  concat([
    selector,
    word(32),
    word(members),
    ...Array.from({ length: members }, () => word(32 * members)),
    word(size(data)),
    data,
    `0x${'00'.repeat((32 - (size(data) % 32)) % 32)}`,
  ])
const bundle = (...data: readonly Hex[]) =>
  encodeFunctionData({ abi, functionName: 'multicall', args: [data] })
const pay = encodeFunctionData({ abi, functionName: 'pay', args: [OTHER, 5n] })

describe('readCall', () => {
  test('default: a call by the known interface, with its arguments', () =>
    expect(read(pay)).toEqual({
      to: OTHER,
      label: null,
      protocol: 'bank',
      functionName: 'pay',
      selector: pay.slice(0, 10),
      isCertain: false,
      args: [
        { name: 'to', type: 'address', value: getAddress(OTHER) },
        { name: 'amount', type: 'uint256', value: '5' },
      ],
      inner: [],
      leftOutCalls: 0,
    }))

  test('default: bundles are unfolded, those of others too', () => {
    const calls = [{ target: OTHER, callData: bundle(pay, '0x12345678') }]
    const found = read(encodeFunctionData({ abi, functionName: 'aggregate', args: [calls] }))
    expect(found.leftOutCalls).toBe(0)
    expect(found.inner[0]?.inner.map(({ functionName }) => functionName)).toEqual(['pay', null])
  })

  test('behavior: what is not all that its selector promises keeps the selector alone', () =>
    expect(read(pay.slice(0, 100) as Hex)).toMatchObject({ functionName: null, selector: pay.slice(0, 10) }))

  test('behavior: of a bundle so many calls are shown, and how many are left out is said', () => {
    const found = read(bundle(...Array.from({ length: 300 }, () => pay)))
    expect([found.inner.length, found.leftOutCalls]).toEqual([256, 44])
    const nested = read(bundle(bundle(...Array.from({ length: 300 }, () => pay)), pay))
    expect([count(nested), nested.leftOutCalls]).toEqual([256, 46])
  })

  test('behavior: bundles deeper than they are unfolded are left out', () => {
    const found = read(bundle(bundle(bundle(bundle(bundle(pay), pay)))))
    expect([count(found), found.leftOutCalls]).toEqual([5, 1])
  })

  test('behavior: members that share their bytes are as many calls as any', () => {
    const { asked, ctx } = openContext()
    const data = share(share(share(pay, 8), 8), 8)
    expect(size(data)).toBeLessThan(2_048)
    const found = readCall(ctx, OTHER, data)
    expect(count(found)).toBe(256)
    expect(found.leftOutCalls).toBeGreaterThan(0)
    expect(asked.times).toBe(257)
  })

  test('behavior: what would be read as far more bytes than it has keeps its selector alone', () => {
    const data = share(`0x${'ab'.repeat(50_000)}`, 2_000)
    expect(read(data)).toMatchObject({ functionName: null, selector, inner: [] })
  })
})

describe('nameCall', () => {
  test('behavior: no bundle is unfolded for a name', () => {
    const { asked, ctx } = openContext()
    expect(nameCall(ctx, OTHER, share(share(pay, 8), 8))).toMatchObject({ functionName: 'multicall' })
    expect(asked.times).toBe(1)
  })
})
