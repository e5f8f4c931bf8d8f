import * as fc from 'fast-check'
import type { DrawCalls, DrawnCall } from '../../../vocabulary/draw.ts'

const ROUTER = 'uniswap-v3.swapRouter'
const MANAGER = 'uniswap-v3.positionManager'
const SWAP = 'exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))'
const INCREASE = 'increaseLiquidity((uint256,uint256,uint256,uint256,uint256,uint256))'

const approve = (token: string, spender: string, amount: string): DrawnCall => ({
  to: token,
  function: 'approve(address,uint256)',
  args: [spender, amount],
})

const swap = (tokenIn: string, tokenOut: string, feeTier: number, amount: string): readonly DrawnCall[] => [
  approve(tokenIn, ROUTER, amount),
  { to: ROUTER, function: SWAP, args: [[tokenIn, tokenOut, feeTier, 'cage', amount, 1, 0]] },
]

/** A sale for a stable asset. */
export const drawExit: DrawCalls = ({ amountOf }) =>
  amountOf('WETH').map((amount) => swap('WETH', 'USDC', 500, amount))

/** A purchase, in other pools than the sales. */
export const drawPurchase: DrawCalls = ({ amountOf }) =>
  fc
    .constantFrom('USDC' as const, 'DAI' as const)
    .chain((token) => amountOf(token).map((amount) => swap(token, 'WETH', 3_000, amount)))

/** Liquidity for a position of an outsider, or for one that the account may have. */
export const drawProvision: DrawCalls = () =>
  fc
    .tuple(
      fc.constantFrom('1', '1', '20'),
      fc.constantFrom('0.01 USDC', '30 USDC'),
      fc.constantFrom('0.000001 WETH', '0.01 WETH'),
    )
    .map(([positionId, usdc, weth]) => [
      approve('USDC', MANAGER, usdc),
      approve('WETH', MANAGER, weth),
      { to: MANAGER, function: INCREASE, args: [[positionId, usdc, weth, 0, 0, 'now+10m']] },
      approve('USDC', MANAGER, '0 USDC'),
      approve('WETH', MANAGER, '0 WETH'),
    ])
