import { type Address, erc20Abi, parseAbi } from 'viem'
import { encodeFunctionData } from '../../../tools/core/encode-function-data.ts'
import type { Call } from '../../../tools/core/plan.ts'
import { BASE } from '../../../tools/protocols/uniswap-v3/base.ts'
import type { AttackScope, Attempt, ProtocolAttack, Route } from '../../vocabulary/attack.ts'
import { createPoolSkewer } from './attack/skew-pools.ts'
import { encodePath } from './model/encode-path.ts'

const abi = parseAbi([
  'struct Path { bytes path; address recipient; uint256 amountIn; uint256 amountOutMinimum; }',
  'struct Mint { address token0; address token1; uint24 fee; int24 tickLower; int24 tickUpper; uint256 amount0Desired; uint256 amount1Desired; uint256 amount0Min; uint256 amount1Min; address recipient; uint256 deadline; }',
  'struct Decrease { uint256 tokenId; uint128 liquidity; uint256 amount0Min; uint256 amount1Min; uint256 deadline; }',
  'struct Collect { uint256 tokenId; address recipient; uint128 amount0Max; uint128 amount1Max; }',
  'function exactInput(Path params) payable returns (uint256)',
  'function mint(Mint params) payable returns (uint256, uint128, uint256, uint256)',
  'function decreaseLiquidity(Decrease params) payable returns (uint256, uint256)',
  'function collect(Collect params) payable returns (uint256, uint256)',
])

/** Ways through the pools of the embedded origin. */
const ROUTES = {
  'USDC→WETH': { tokens: ['USDC', 'WETH'], fees: [500] },
  'WETH→USDC': { tokens: ['WETH', 'USDC'], fees: [500] },
  'DAI→WETH': { tokens: ['DAI', 'WETH'], fees: [3_000] },
  'WETH→DAI': { tokens: ['WETH', 'DAI'], fees: [3_000] },
  'DAI→USDC': { tokens: ['DAI', 'USDC'], fees: [100] },
  'USDC→DAI': { tokens: ['USDC', 'DAI'], fees: [100] },
  'WBTC→USDC': { tokens: ['WBTC', 'WETH', 'USDC'], fees: [3_000, 500] },
  'USDC→WBTC': { tokens: ['USDC', 'WETH', 'WBTC'], fees: [500, 3_000] },
} as const satisfies Readonly<Record<string, Route>>

const FAR = 2n ** 40n
const MAX_UINT128 = 2n ** 128n - 1n
/** Ticks around the opening price of WETH in USDC, in steps of the 0.05 % pool. */
const TICKS = { lower: 193_000, upper: 200_000 } as const
/** The pool that liquidity goes into; its first token has the lower address. */
const POOL = { tokens: ['USDC', 'WETH'], fee: 500 } as const

const approve = (to: Address, spender: Address, amount: bigint): Call => ({
  to,
  valueWei: 0n,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
})

const swapTo = ({ book, token }: AttackScope, route: Route, amountIn: bigint, recipient: Address): Call[] => {
  const { swapRouter } = BASE.on(book)
  const path = encodePath(route.tokens.map(token), route.fees)
  const args = [{ path, recipient, amountIn, amountOutMinimum: 0n }] as const
  const data = encodeFunctionData({ abi, functionName: 'exactInput', args })
  return [approve(token(route.tokens[0]), swapRouter, amountIn), { to: swapRouter, valueWei: 0n, data }]
}

const collectTo = ({ book }: AttackScope, positionId: string, recipient: Address): Call => ({
  to: BASE.on(book).positionManager,
  valueWei: 0n,
  data: encodeFunctionData({
    abi,
    functionName: 'collect',
    args: [{ tokenId: BigInt(positionId), recipient, amount0Max: MAX_UINT128, amount1Max: MAX_UINT128 }],
  }),
})

const decrease = ({ book }: AttackScope, positionId: string, liquidity: bigint): Call => ({
  to: BASE.on(book).positionManager,
  valueWei: 0n,
  data: encodeFunctionData({
    abi,
    functionName: 'decreaseLiquidity',
    args: [{ tokenId: BigInt(positionId), liquidity, amount0Min: 0n, amount1Min: 0n, deadline: FAR }],
  }),
})

const swap = (scope: AttackScope, route: Route, amountIn: bigint): Attempt => {
  const { tokens, fees } = route
  const common = { amountInBaseUnits: `${amountIn}`, slippageBps: scope.slippageBps }
  const [tokenIn, tokenOut = ''] = tokens
  return {
    calls: swapTo(scope, route, amountIn, scope.cage),
    request:
      tokens.length === 2
        ? {
            kind: 'swap',
            params: {
              tokenIn,
              tokenOut,
              venue: { protocol: 'uniswap-v3', feeTier: fees[0] ?? 0 },
              ...common,
            },
          }
        : {
            kind: 'swap-multi-hop',
            params: { tokens, venue: { protocol: 'uniswap-v3', feeTiers: fees }, ...common },
          },
  }
}

const addLiquidity = (scope: AttackScope, amounts: Readonly<Record<string, bigint>>): Attempt => {
  const { positionManager } = BASE.on(scope.book)
  const [token0, token1] = POOL.tokens.map(scope.token) as [Address, Address]
  const [amount0Desired = 0n, amount1Desired = 0n] = POOL.tokens.map((symbol) => amounts[symbol] ?? 0n)
  const terms = {
    ...{ token0, token1, fee: POOL.fee, tickLower: TICKS.lower, tickUpper: TICKS.upper },
    ...{
      amount0Desired,
      amount1Desired,
      amount0Min: 0n,
      amount1Min: 0n,
      recipient: scope.cage,
      deadline: FAR,
    },
  }
  return {
    calls: [
      approve(token0, positionManager, amount0Desired),
      approve(token1, positionManager, amount1Desired),
      {
        to: positionManager,
        valueWei: 0n,
        data: encodeFunctionData({ abi, functionName: 'mint', args: [terms] }),
      },
    ],
    request: {
      kind: 'add-liquidity',
      params: {
        tokenA: POOL.tokens[0],
        tokenB: POOL.tokens[1],
        amountABaseUnits: `${amount0Desired}`,
        amountBBaseUnits: `${amount1Desired}`,
        venue: {
          protocol: 'uniswap-v3',
          feeTier: POOL.fee,
          tickLower: TICKS.lower,
          tickUpper: TICKS.upper,
        },
        slippageBps: scope.slippageBps,
      },
    },
  }
}

/** Trades and liquidity around prices that a confederate moves; proceeds and positions for the attacker. */
export const ATTACK: ProtocolAttack = {
  hijack(scope, { route, amount, positionId }) {
    const collected = collectTo(scope, positionId, scope.attacker)
    return [
      { calls: swapTo(scope, route, amount, scope.attacker) },
      { calls: [collected] },
      { calls: [decrease(scope, positionId, 10n ** 12n), collected] },
      { calls: [approve(scope.token(route.tokens[0]), BASE.on(scope.book).swapRouter, 2n ** 255n - 1n)] },
    ]
  },
  market: {
    routes: ROUTES,
    exits: [ROUTES['WETH→USDC'], { tokens: ['WETH', 'USDC'], fees: [3_000] }, ROUTES['WBTC→USDC']],
    open: (scope, confederate) => ({
      ...createPoolSkewer(scope, confederate),
      swap: (route, amountIn) => swap(scope, route, amountIn),
      addLiquidity: (amounts) => addLiquidity(scope, amounts),
      closeLiquidity: ({ id, units }) => ({
        calls: [...(units > 0n ? [decrease(scope, id, units)] : []), collectTo(scope, id, scope.cage)],
        request: { kind: 'close-liquidity', params: { positionId: id, slippageBps: scope.slippageBps } },
      }),
    }),
  },
}
