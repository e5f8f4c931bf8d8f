import fc from 'fast-check'
import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  toFunctionSelector,
  zeroAddress,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { type AddressBook, NATIVE_TOKEN } from '../../core/address-book.ts'
import { type DecodedCall, type InnerCall, NO_EFFECT } from '../../core/call-decoder.ts'
import { indexDecoders } from '../../core/decoder-index.ts'
import { INCENTIVE_KEY, poolAbi, positionManagerAbi, stakerAbi, swapRouterAbi } from './abi.ts'
import { decodePath, encodePath, encodeReversePath } from './path.ts'
import { NO_DEADLINE } from './pool-address.ts'
import { PROTOCOL } from './protocol.ts'

const at = (digit: string): Address => getAddress(`0x${digit.repeat(40)}`)
const router = at('1')
const manager = at('2')
const staker = at('6')
const account = at('a')
const [tokenA, tokenB, tokenC] = [at('c'), at('d'), at('e')] as const
const book: AddressBook = {
  chainId: 31_337,
  nativeSymbol: 'ETH',
  tokens: [],
  protocols: {
    'uniswap-v3': {
      factory: at('3'),
      swapRouter: router,
      quoter: at('4'),
      positionManager: manager,
      tickLens: at('5'),
      staker,
    },
  },
}
const decoders = indexDecoders([PROTOCOL], book)
const decode = (to: Address, data: Hex, valueWei = 0n) => decoders.decode({ to, data, valueWei }, account)

const exactInputSingle = (overrides: object = {}) =>
  encodeFunctionData({
    abi: swapRouterAbi,
    functionName: 'exactInputSingle',
    args: [
      {
        tokenIn: tokenA,
        tokenOut: tokenB,
        fee: 500,
        recipient: account,
        amountIn: 7n,
        amountOutMinimum: 6n,
        sqrtPriceLimitX96: 0n,
        ...overrides,
      },
    ],
  })

const INCENTIVE = { rewardToken: tokenA, pool: at('7'), startTime: 1n, endTime: 9n, refundee: at('8') }

describe('staker', () => {
  const call = (functionName: string, ...args: readonly unknown[]) =>
    decode(staker, encodeFunctionData({ abi: stakerAbi, functionName, args } as never))
  const change = (id: string, what: string) => [
    { protocol: 'uniswap-v3', contract: staker, id, change: what, owner: account },
  ]

  test('behavior: what becomes of the position, and who gets it back', () => {
    expect(call('stakeToken', INCENTIVE, 5n)?.positions).toEqual(change('5', 'increase'))
    expect(call('unstakeToken', INCENTIVE, 5n)?.positions).toEqual(change('5', 'decrease'))
    expect(call('withdrawToken', 5n, at('f'), '0x')).toMatchObject({
      recipients: [at('f')],
      positions: change('5', 'close'),
    })
  })

  test('behavior: who gets rewards', () => {
    expect(call('claimReward', tokenA, at('f'), 3n)).toMatchObject({
      recipients: [at('f')],
      tokens: [tokenA],
      positions: change(tokenA, 'collect'),
    })
  })

  test('behavior: reads are no calls of a plan', () => {
    expect(call('deposits', 5n)).toBeUndefined()
  })
})

describe('router', () => {
  test('default', () => {
    expect(decode(router, exactInputSingle())).toEqual({
      functionName: 'exactInputSingle',
      outflows: [{ token: tokenA, amountBaseUnits: 7n }],
      inflows: [tokenB],
      approvals: [],
      recipients: [account],
      tokens: [tokenA, tokenB],
      positions: [],
    })
  })

  test('behavior: sentinels stand for the caller and the router', () => {
    const sentinel = (digit: string) => exactInputSingle({ recipient: `0x${'0'.repeat(39)}${digit}` })
    expect(decode(router, sentinel('1'))?.recipients).toEqual([account])
    expect(decode(router, sentinel('2'))?.recipients).toEqual([router])
    expect(decode(router, exactInputSingle({ recipient: at('f') }))?.recipients).toEqual([at('f')])
  })

  test('behavior: paths name every token, in the order of the trade', () => {
    const path = { tokens: [tokenA, tokenB, tokenC], feeTiers: [500, 3000] }
    const common = { recipient: account }
    const input = encodeFunctionData({
      abi: swapRouterAbi,
      functionName: 'exactInput',
      args: [{ ...common, path: encodePath(path), amountIn: 5n, amountOutMinimum: 1n }],
    })
    const output = encodeFunctionData({
      abi: swapRouterAbi,
      functionName: 'exactOutput',
      args: [{ ...common, path: encodeReversePath(path), amountOut: 1n, amountInMaximum: 9n }],
    })
    for (const [data, amountBaseUnits] of [
      [input, 5n],
      [output, 9n],
    ] as const) {
      const decoded = decode(router, data)
      expect(decoded?.tokens).toEqual(path.tokens)
      expect(decoded?.outflows.map((flow) => flow.amountBaseUnits)).toEqual([amountBaseUnits])
      expect(decoded?.outflows[0]?.token).toBe(tokenA)
    }
    const broken = encodeFunctionData({
      abi: swapRouterAbi,
      functionName: 'exactInput',
      args: [{ ...common, path: '0x1234', amountIn: 5n, amountOutMinimum: 1n }],
    })
    expect(decode(router, broken)).toBeUndefined()
  })

  test('behavior: value counts as an outflow', () => {
    expect(decode(router, exactInputSingle(), 3n)).toMatchObject({
      outflows: [{ token: tokenA }, { token: NATIVE_TOKEN, amountBaseUnits: 3n }],
      tokens: [tokenA, tokenB, NATIVE_TOKEN],
    })
  })

  test('I61: value that a call does not use is for anyone to take', () => {
    const recipientsOf = (data: Hex, valueWei: bigint) =>
      withWeth.decode({ to: router, data, valueWei }, account)?.recipients
    const withWeth = indexDecoders([PROTOCOL], { ...book, wrappedNative: tokenA })
    expect(recipientsOf(exactInputSingle(), 7n)).toEqual([account])
    expect(recipientsOf(exactInputSingle(), 8n)).toEqual([account, router])
    expect(recipientsOf(exactInputSingle({ tokenIn: tokenC }), 7n)).toEqual([account, router])
  })

  test('behavior: bundles are unfolded, whatever they are checked by', () => {
    const swap = exactInputSingle()
    const plain = encodeFunctionData({
      abi: swapRouterAbi,
      functionName: 'multicall',
      args: [[swap, '0xdf2ab5bb']],
    })
    const timed = encodeFunctionData({ abi: swapRouterAbi, functionName: 'multicall', args: [9n, [plain]] })
    const pinned = encodeFunctionData({
      abi: swapRouterAbi,
      functionName: 'multicall',
      args: [`0x${'9'.repeat(64)}`, [timed, swap]],
    })
    const outer = decode(router, pinned)
    const middle = outer?.inner?.[0] as DecodedCall
    const innermost = middle.inner?.[0] as DecodedCall
    expect(outer?.inner?.[1]).toMatchObject({ functionName: 'exactInputSingle' })
    expect(innermost.inner).toMatchObject([
      { functionName: 'exactInputSingle' },
      { undecodable: '0xdf2ab5bb' },
    ])
    let nested = swap
    for (let depth = 0; depth < 12; depth += 1) {
      nested = encodeFunctionData({ abi: swapRouterAbi, functionName: 'multicall', args: [[nested]] })
    }
    const depthOf = (call: InnerCall | undefined): number =>
      call !== undefined && 'inner' in call ? 1 + depthOf(call.inner?.[0]) : 0
    // Deeper than this nothing is decoded, and so denied.
    expect(depthOf(decode(router, nested))).toBe(8)
  })

  test('behavior: other contracts and functions are not of this protocol', () => {
    expect(decode(tokenA, exactInputSingle())).toBeUndefined()
    expect(decode(router, '0x')).toBeUndefined()
    expect(decode(router, '0x12345678')).toBeUndefined()
    expect(decode(router, `${exactInputSingle()}00`)).toBeUndefined()
    expect(decode(router, exactInputSingle().slice(0, -2) as Hex)).toBeUndefined()
  })
})

describe('position manager', () => {
  const encode = (functionName: string, args: readonly unknown[]) =>
    encodeFunctionData({ abi: positionManagerAbi, functionName, args } as never)
  const mint = encode('mint', [
    {
      token0: tokenA,
      token1: tokenB,
      fee: 500,
      tickLower: -10,
      tickUpper: 10,
      amount0Desired: 3n,
      amount1Desired: 4n,
      amount0Min: 0n,
      amount1Min: 0n,
      recipient: account,
      deadline: NO_DEADLINE,
    },
  ])
  const collect = (recipient: Address) =>
    encode('collect', [{ tokenId: 5n, recipient, amount0Max: 1n, amount1Max: 1n }])

  test('default', () => {
    expect(decode(manager, mint)).toEqual({
      functionName: 'mint',
      outflows: [
        { token: tokenA, amountBaseUnits: 3n },
        { token: tokenB, amountBaseUnits: 4n },
      ],
      inflows: [],
      approvals: [],
      recipients: [account],
      tokens: [tokenA, tokenB],
      positions: [{ protocol: 'uniswap-v3', contract: manager, id: 'new', change: 'open' }],
    })
  })

  test('behavior: changes of positions', () => {
    const amounts = { amount0Min: 0n, amount1Min: 0n, deadline: 1n }
    const changes = [
      encode('increaseLiquidity', [{ tokenId: 5n, amount0Desired: 1n, amount1Desired: 1n, ...amounts }]),
      encode('decreaseLiquidity', [{ tokenId: 5n, liquidity: 1n, ...amounts }]),
      collect(account),
      encode('burn', [5n]),
    ].map((data) => decode(manager, data)?.positions)
    expect(changes).toEqual(
      ['increase', 'decrease', 'collect', 'close'].map((change) => [
        { protocol: 'uniswap-v3', contract: manager, id: '5', change },
      ]),
    )
  })

  test('behavior: what is collected to nobody stays with the manager', () => {
    expect(decode(manager, collect(zeroAddress))?.recipients).toEqual([manager])
    expect(decode(manager, collect(at('f')))?.recipients).toEqual([at('f')])
  })

  test('behavior: authority over positions is forbidden, taking it back is not', () => {
    const forbidden = (functionName: string, args: readonly unknown[]) =>
      decode(manager, encode(functionName, args))?.forbidden
    expect(forbidden('approve', [at('f'), 5n])).toBeDefined()
    expect(forbidden('setApprovalForAll', [at('f'), true])).toBe('setApprovalForAll')
    expect(forbidden('transferFrom', [account, at('f'), 5n])).toBeDefined()
    expect(forbidden('safeTransferFrom', [account, at('f'), 5n])).toBeDefined()
    expect(forbidden('safeTransferFrom', [account, at('f'), 5n, '0x'])).toBeDefined()
    expect(
      forbidden('permit', [at('f'), 5n, 1n, 27, `0x${'0'.repeat(64)}`, `0x${'0'.repeat(64)}`]),
    ).toBeDefined()
    expect(forbidden('approve', [zeroAddress, 5n])).toBeUndefined()
    expect(forbidden('setApprovalForAll', [at('f'), false])).toBeUndefined()
  })

  test('behavior: a position may go to the staker, from the account and into one incentive', () => {
    const key = encodeAbiParameters(INCENTIVE_KEY, [INCENTIVE])
    const handed = (...args: readonly unknown[]) => decode(manager, encode('safeTransferFrom', args))
    expect(handed(account, staker, 5n, key)).toMatchObject({
      recipients: [],
      positions: [{ contract: manager, id: '5', change: 'increase' }],
    })
    expect(handed(account, staker, 5n, key)?.forbidden).toBeUndefined()
    expect(handed(account, staker, 5n, `${key}00`)?.forbidden).toBeDefined()
    expect(handed(account, staker, 5n)?.forbidden).toBeDefined()
    expect(handed(at('f'), staker, 5n, key)?.forbidden).toBeDefined()
    expect(handed(account, manager, 5n, key)?.forbidden).toBeDefined()
  })

  test('behavior: a pool is opened and nothing of the account moves, but what comes along is gone', () => {
    const open = encode('createAndInitializePoolIfNecessary', [tokenA, tokenB, 500, 7n])
    const functionName = 'createAndInitializePoolIfNecessary'
    expect(decode(manager, open)).toEqual({ ...NO_EFFECT, functionName })
    expect(decode(manager, open, 3n)).toMatchObject({
      outflows: [{ token: NATIVE_TOKEN, amountBaseUnits: 3n }],
      recipients: [manager],
    })
  })

  test('behavior: any pool keeps more observations for nothing but gas', () => {
    const functionName = 'increaseObservationCardinalityNext'
    const grow = encodeFunctionData({ abi: poolAbi, functionName, args: [9] })
    expect(decode(tokenA, grow)).toEqual({ ...NO_EFFECT, functionName })
    expect(decode(tokenA, grow, 1n)).toBeUndefined()
    expect(decode(tokenA, `${grow}00`)).toBeUndefined()
  })

  test('behavior: bundles are unfolded', () => {
    const bundle = encode('multicall', [[mint, '0x12345678']])
    expect(decode(manager, bundle)?.inner).toMatchObject([
      { functionName: 'mint' },
      { undecodable: '0x12345678' },
    ])
  })
})

describe('random', () => {
  const address = fc
    .uint8Array({ minLength: 20, maxLength: 20 })
    .map((bytes) => getAddress(`0x${Buffer.from(bytes).toString('hex')}`))
  const uint = (bits: bigint) => fc.bigInt(0n, 2n ** bits - 1n)
  const path = fc
    .array(fc.tuple(address, fc.integer({ min: 0, max: 2 ** 24 - 1 })), { minLength: 1, maxLength: 5 })
    .chain((hops) =>
      address.map((last) => ({
        tokens: [...hops.map(([token]) => token), last],
        feeTiers: hops.map(([, fee]) => fee),
      })),
    )

  test('behavior: a path round-trips', () => {
    fc.assert(
      fc.property(path, (value) => {
        expect(decodePath(encodePath(value))).toEqual(value)
      }),
    )
  })

  test('behavior: a swap round-trips', () => {
    fc.assert(
      fc.property(
        address,
        address,
        uint(24n),
        uint(256n),
        uint(256n),
        (tokenIn, tokenOut, fee, amountIn, minimum) => {
          const decoded = decode(
            router,
            exactInputSingle({ tokenIn, tokenOut, fee: Number(fee), amountIn, amountOutMinimum: minimum }),
          )
          expect(decoded?.tokens).toEqual([tokenIn, tokenOut])
          expect(decoded?.outflows).toEqual(
            amountIn === 0n ? [] : [{ token: tokenIn, amountBaseUnits: amountIn }],
          )
        },
      ),
    )
  })

  test('behavior: no bytes make it throw', () => {
    const selectors = [...swapRouterAbi, ...positionManagerAbi]
      .filter((item) => item.type === 'function')
      .map((item) => toFunctionSelector(item))
    const bytes = fc.uint8Array({ maxLength: 400 }).map((value) => Buffer.from(value).toString('hex'))
    fc.assert(
      fc.property(
        fc.constantFrom(router, manager),
        fc.constantFrom(...selectors),
        bytes,
        (to, head, tail) => {
          decode(to, `${head}${tail}`)
          decode(to, `0x${tail}`)
        },
      ),
      { numRuns: 500 },
    )
  })

  test('behavior: a changed byte is decoded as something else or not at all', () => {
    const data = exactInputSingle()
    const original = decode(router, data)
    fc.assert(
      fc.property(
        fc.integer({ min: 4, max: 4 + 6 * 32 - 1 }),
        fc.integer({ min: 1, max: 255 }),
        (offset, flip) => {
          const bytes = Buffer.from(data.slice(2), 'hex')
          bytes[offset] = (bytes[offset] as number) ^ flip
          const changed = decode(router, `0x${bytes.toString('hex')}`)
          const isLimitOrFee = Math.floor((offset - 4) / 32) === 2 || Math.floor((offset - 4) / 32) === 5
          if (!isLimitOrFee) expect(changed).not.toEqual(original)
        },
      ),
    )
  })
})
