import { at, type CaseValue, onChain } from '../../core/cases.ts'

const QUOTE =
  'function quoteExactInputSingle((address tokenIn, address tokenOut, uint256 amountIn, uint24 fee, uint160 sqrtPriceLimitX96)) view returns (uint256 amountOut, uint160 sqrtPriceX96After, uint32 initializedTicksCrossed, uint256 gasEstimate)'

/** What the published quoter says to an exact input through one pool, a member of its answer by place. */
export const quotedInput = (
  tokenIn: CaseValue,
  tokenOut: CaseValue,
  fee: CaseValue,
  amountIn: CaseValue,
  member: number,
) =>
  onChain(
    at('uniswap-v3.quoter'),
    QUOTE,
    [{ tokenIn, tokenOut, amountIn, fee, sqrtPriceLimitX96: '0' }],
    member,
  )
