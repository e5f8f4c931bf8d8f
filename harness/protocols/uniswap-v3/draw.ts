import * as fc from 'fast-check'
import { type Address, encodeFunctionData, erc20Abi, type Hex, parseAbi } from 'viem'
import { BASE } from '../../../tools/protocols/uniswap-v3/base.ts'
import type { DrawnToken } from '../../vocabulary/amounts.ts'
import type { CallTerms, KindDraw, PlainTerms, ProtocolDraw } from '../../vocabulary/draw.ts'
import { drawAddLiquidity, drawBudget, plainPair } from '../../vocabulary/kinds/add-liquidity.ts'
import { type DrawnPool, drawSwap } from '../../vocabulary/kinds/swap.ts'
import { MARKET_POOLS } from './pools.ts'

const abi = parseAbi([
  'struct Single { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'struct Collect { uint256 tokenId; address recipient; uint128 amount0Max; uint128 amount1Max; }',
  'function exactInputSingle(Single params) payable returns (uint256)',
  'function multicall(bytes[] data) payable returns (bytes[])',
  'function setApprovalForAll(address operator, bool approved)',
  'function safeTransferFrom(address from, address to, uint256 tokenId)',
  'function collect(Collect params) payable returns (uint256, uint256)',
])

const MAX_UINT128 = 2n ** 128n - 1n

const pool = (first: DrawnToken, second: DrawnToken, feeTier: number): DrawnPool => ({
  tokens: [first, second],
  venue: { protocol: 'uniswap-v3', feeTier },
})

/** Pools of the market that cases trade in. */
const POOLS = [
  pool('USDC', 'WETH', 500),
  pool('USDC', 'WETH', 3_000),
  pool('DAI', 'WETH', 3_000),
  pool('WBTC', 'WETH', 3_000),
  pool('USDC', 'DAI', 100),
  pool('USDC', 'USDT', 100),
  pool('NOPRICE', 'WETH', 3_000),
]

/** Ways of several hops. */
const PATHS = [
  { tokens: ['USDC', 'WETH', 'WBTC'], feeTiers: [500, 3_000] },
  { tokens: ['WBTC', 'WETH', 'USDC'], feeTiers: [3_000, 500] },
  { tokens: ['DAI', 'WETH', 'USDC'], feeTiers: [3_000, 500] },
] as const

/** The position that the origin numbers next, and its neighbours. */
const POSITIONS = ['20', '20', '20', '20', '20', '20', '21', '1']
const positionId = fc.constantFrom(...POSITIONS)

const feeOf = (a: DrawnToken, b: DrawnToken) =>
  MARKET_POOLS.find(({ tokens }) => tokens.includes(a) && tokens.includes(b))?.feeUnits ?? 3_000

const ofPosition = (
  draw: fc.Arbitrary<Readonly<Record<string, unknown>>>,
  params: KindDraw['params'] = ({ positionId }) => ({ positionId }),
): KindDraw => ({ after: 'add-liquidity', draw: () => draw, params })

const KINDS: ProtocolDraw['kinds'] = {
  swap: drawSwap('input', POOLS),
  'swap-exact-output': drawSwap('output', POOLS),
  'swap-multi-hop': {
    draw: ({ amountOf }) =>
      fc
        .constantFrom(...PATHS)
        .chain(({ tokens, feeTiers }) =>
          amountOf(tokens[0]).map((amountIn) => ({ tokens: [...tokens], feeTiers, amountIn })),
        ),
  },
  'swap-to-price': { undrawn: "its price would have to be near the pool's" },
  'add-liquidity': {
    ...drawAddLiquidity(
      fc
        .constantFrom(100, 1_000, 10_000)
        .map((rangeTicks) => ({ protocol: 'uniswap-v3', feeTier: 500, rangeTicks })),
    ),
    params: (terms: PlainTerms) => ({
      ...plainPair(terms),
      venue: {
        protocol: 'uniswap-v3',
        feeTier: feeOf(terms.tokenIn, terms.tokenOut),
        rangeTicks: 1_200,
      },
      slippageBps: terms.slippageBps,
    }),
  },
  'increase-liquidity': ofPosition(
    fc
      .record({ positionId, amountA: drawBudget.usdc, amountB: drawBudget.weth })
      .map((params) => ({ tokenA: 'USDC', tokenB: 'WETH', ...params })),
    (terms) => ({
      ...plainPair(terms),
      positionId: terms.positionId,
      slippageBps: terms.slippageBps,
    }),
  ),
  'remove-liquidity': ofPosition(
    fc.record({ positionId, shareBps: fc.constantFrom(1, 5_000, 10_000) }),
    ({ positionId, cents, slippageBps }) => ({ positionId, shareBps: (cents % 10_000) + 1, slippageBps }),
  ),
  'collect-fees': ofPosition(positionId.map((id) => ({ positionId: id }))),
  'close-liquidity': ofPosition(positionId.map((id) => ({ positionId: id }))),
  'burn-position': ofPosition(positionId.map((id) => ({ positionId: id }))),
}

const swapSingle = ({ tokenIn, tokenOut, pair, account, amount }: CallTerms): Hex =>
  encodeFunctionData({
    abi,
    functionName: 'exactInputSingle',
    args: [
      {
        tokenIn,
        tokenOut,
        fee: feeOf(...pair),
        recipient: account,
        amountIn: amount,
        amountOutMinimum: 0n,
        sqrtPriceLimitX96: 0n,
      },
    ],
  })

/** The approval that a swap needs. */
const approval = ({ tokenIn, amount }: CallTerms, router: Address) => ({
  to: tokenIn,
  valueWei: 0n,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router, amount] }),
})

const SHAPES: NonNullable<ProtocolDraw['shapes']> = {
  swap(terms) {
    const { swapRouter } = BASE.on(terms.book)
    return [approval(terms, swapRouter), terms.call(swapRouter, swapSingle(terms))]
  },
  bundle(terms) {
    const { swapRouter } = BASE.on(terms.book)
    const data = encodeFunctionData({ abi, functionName: 'multicall', args: [[swapSingle(terms)]] })
    return [approval(terms, swapRouter), terms.call(swapRouter, data)]
  },
  'approve-all': ({ book, account, call }) => [
    call(
      BASE.on(book).positionManager,
      encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [account, true] }),
    ),
  ],
  collect: ({ book, account: recipient, positionId: tokenId, call }) => [
    call(
      BASE.on(book).positionManager,
      encodeFunctionData({
        abi,
        functionName: 'collect',
        args: [{ tokenId, recipient, amount0Max: MAX_UINT128, amount1Max: MAX_UINT128 }],
      }),
    ),
  ],
  'hand-over': ({ book, cage, account, positionId, call }) => [
    call(
      BASE.on(book).positionManager,
      encodeFunctionData({ abi, functionName: 'safeTransferFrom', args: [cage, account, positionId] }),
    ),
  ],
}

/** Swaps and positions in the pools of the market. */
export const DRAW: ProtocolDraw = {
  kinds: KINDS,
  shapes: SHAPES,
  spenders: [
    'uniswap-v3.swapRouter',
    'uniswap-v3.swapRouter',
    'uniswap-v3.swapRouter',
    'uniswap-v3.positionManager',
  ],
}
