import { type Address, concatHex, encodeFunctionData, type Hex, slice, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { EMBEDDED_BOOK } from '../../../harness/world/embedded-book.ts'
import { NO_EFFECT } from '../../core/call-decoder.ts'
import { factoryAbi, vaultAbi } from './abi.ts'
import { BASE } from './base.ts'
import { DECODER, FACTORY_DECODER } from './decoder.ts'
import { keyOfPool, keyOfToken } from './places.ts'

const OWN: Address = '0x0000000000000000000000000000000000000011'
const OTHER: Address = '0x0000000000000000000000000000000000000022'
const { vault, stablePool, weightedFactory } = BASE.on(EMBEDDED_BOOK)
const [USDC, DAI] = ['USDC', 'DAI'].map(
  (name) => EMBEDDED_BOOK.tokens.find(({ symbol }) => symbol === name)?.address,
) as [Address, Address]
const POOL = '0x79c58f70905f734641735bc61e45c19dd9ad60bc0000000000000000000004e7'

type Act = Parameters<typeof encodeFunctionData<typeof vaultAbi>>[0]

const decode = (act: Act, valueWei = 0n) =>
  DECODER.decode(
    { to: vault, valueWei, data: encodeFunctionData(act) },
    { account: OWN, book: EMBEDDED_BOOK },
  )

const funds = { sender: OWN, fromInternalBalance: false, recipient: OWN, toInternalBalance: false }

const swap = (kind: number, given: object = {}, assetOut = DAI) =>
  decode({
    abi: vaultAbi,
    functionName: 'swap',
    args: [
      { poolId: POOL, kind, assetIn: USDC, assetOut, amount: 7n, userData: '0x' },
      { ...funds, ...given },
      9n,
      1n,
    ],
  })

test('behavior: a swap pays at most its amount, or its limit where the output is exact', () => {
  const terms = { inflows: [DAI], recipients: [OWN], tokens: [USDC, DAI] }
  expect(swap(0)).toMatchObject({ ...terms, outflows: [{ token: USDC, amountBaseUnits: 7n }] })
  expect(swap(1)).toMatchObject({ ...terms, outflows: [{ token: USDC, amountBaseUnits: 9n }] })
})

test('I61: who gains is read from the bytes, and foreign funds or those inside of the Vault never move', () => {
  expect(swap(0, { recipient: OTHER })?.recipients).toEqual([OTHER])
  expect(swap(0)).not.toHaveProperty('forbidden')
  for (const given of [
    { sender: OTHER },
    { recipient: OTHER },
    { fromInternalBalance: true },
    { toInternalBalance: true },
  ]) {
    expect(swap(0, given)).toHaveProperty('forbidden')
  }
})

test('behavior: along several pools what goes and comes is what the limits say', () => {
  const found = decode({
    abi: vaultAbi,
    functionName: 'batchSwap',
    args: [0, [], [USDC, stablePool, DAI], funds, [5n, 0n, -4n], 1n],
  })
  expect(found).toMatchObject({ outflows: [{ token: USDC, amountBaseUnits: 5n }], inflows: [DAI] })
})

test('behavior: a join gives what it gives at most, its own shares apart, for shares of the recipient', () => {
  const assets = [DAI, stablePool, USDC]
  const request = {
    assets,
    maxAmountsIn: [0n, 2n ** 255n, 5n],
    userData: '0x',
    fromInternalBalance: false,
  } as const
  const found = decode({ abi: vaultAbi, functionName: 'joinPool', args: [POOL, OWN, OTHER, request] })
  expect(found).toMatchObject({
    outflows: [{ token: USDC, amountBaseUnits: 5n }],
    recipients: [OTHER],
    tokens: [DAI, USDC],
    positions: [{ id: keyOfPool(POOL), change: 'increase', owner: OTHER }],
  })
})

test('behavior: an exit takes shares of the sender and pays the recipient', () => {
  const request = { assets: [DAI], minAmountsOut: [1n], userData: '0x', toInternalBalance: false } as const
  const exit = (sender: Address, recipient: Address) =>
    decode({ abi: vaultAbi, functionName: 'exitPool', args: [POOL, sender, recipient, request] })
  expect(exit(OWN, OTHER)).toMatchObject({
    recipients: [OTHER],
    positions: [{ id: keyOfPool(POOL), change: 'decrease', owner: OWN }],
  })
  expect(exit(OWN, OWN)).not.toHaveProperty('forbidden')
  const own = slice(POOL, 0, 20)
  const mixed = { ...request, assets: [own, DAI], minAmountsOut: [0n, 1n] }
  const found = decode({ abi: vaultAbi, functionName: 'exitPool', args: [POOL, OWN, OWN, mixed] })
  expect(found?.tokens).toEqual([DAI])
  // Not even an approved recipient: the cage refuses it as well.
  for (const found of [exit(OTHER, OWN), exit(OWN, OTHER)]) expect(found).toHaveProperty('forbidden')
})

test('behavior: what goes into the Vault and out of it, and never a transfer by it', () => {
  const manage = (kind: number, sender = OWN, recipient = OTHER) =>
    decode({
      abi: vaultAbi,
      functionName: 'manageUserBalance',
      args: [[{ kind, asset: USDC, amount: 3n, sender, recipient }]],
    })
  const position = { id: keyOfToken(USDC) }
  expect(manage(0)).toMatchObject({
    outflows: [{ token: USDC, amountBaseUnits: 3n }],
    recipients: [OTHER],
    positions: [{ ...position, change: 'increase', owner: OTHER }],
  })
  expect(manage(1)).toMatchObject({
    outflows: [],
    positions: [{ ...position, change: 'decrease', owner: OWN }],
  })
  for (const kind of [0, 1]) expect(manage(kind, OWN, OWN)).not.toHaveProperty('forbidden')
  for (const found of [
    manage(0),
    manage(1),
    manage(2, OWN, OWN),
    manage(3, OWN, OWN),
    manage(1, OTHER, OWN),
  ]) {
    expect(found).toHaveProperty('forbidden')
  }
})

test('behavior: a pool that is created moves nothing', () => {
  const data = encodeFunctionData({
    abi: factoryAbi,
    functionName: 'create',
    args: ['', '', [USDC, DAI], [1n, 1n], [zeroAddress, zeroAddress], 1n, zeroAddress],
  })
  const create = (valueWei: bigint, bytes: Hex = data) =>
    FACTORY_DECODER.decode(
      { to: weightedFactory, valueWei, data: bytes },
      { account: OWN, book: EMBEDDED_BOOK },
    )
  expect(create(0n)).toEqual({ ...NO_EFFECT, functionName: 'create' })
  expect(create(1n)).toBeUndefined()
  expect(create(0n, concatHex([data, '0x00']))).toBeUndefined()
})

test('error: native coins are nothing that this knows', () => {
  expect(swap(0, {}, zeroAddress)).toBeUndefined()
  expect(decode({ abi: vaultAbi, functionName: 'manageUserBalance', args: [[]] }, 1n)).toBeUndefined()
  const pair = [DAI, zeroAddress] as const
  const kept = { userData: '0x', fromInternalBalance: false, toInternalBalance: false } as const
  const acts: Act[] = [
    { abi: vaultAbi, functionName: 'batchSwap', args: [0, [], pair, funds, [5n, -4n], 1n] },
    {
      abi: vaultAbi,
      functionName: 'joinPool',
      args: [POOL, OWN, OWN, { ...kept, assets: pair, maxAmountsIn: [1n, 1n] }],
    },
    {
      abi: vaultAbi,
      functionName: 'exitPool',
      args: [POOL, OWN, OWN, { ...kept, assets: pair, minAmountsOut: [1n, 1n] }],
    },
  ]
  for (const act of acts) expect(decode(act)).toBeUndefined()
})

test('error: a limit for each token, or nobody knows what goes', () => {
  const batch = (limits: readonly bigint[]) =>
    decode({ abi: vaultAbi, functionName: 'batchSwap', args: [0, [], [USDC, DAI], funds, limits, 1n] })
  expect(batch([5n, -4n])).toBeDefined()
  for (const limits of [[5n], [5n, -4n, 0n]]) expect(batch(limits)).toBeUndefined()
})
