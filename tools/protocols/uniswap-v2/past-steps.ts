import { at, type CaseStep, onChain } from '../../core/cases.ts'

/** What the router asks of a pair, by the pair itself. */
export const RESERVES = 'function getReserves() view returns (uint112 reserve0, uint112 reserve1, uint32 at)'

/** What the pair says that an account holds of its liquidity. */
export const heldBy = (account: string) =>
  onChain(at('uniswap-v2.wethUsdt'), 'function balanceOf(address) view returns (uint256)', [at(account)])

/** The agent's account buys what one side of the pair needs. */
export const BOUGHT: CaseStep = {
  tool: 'uniswap_swap_v2_exact_input',
  params: { tokenIn: 'WETH', tokenOut: 'USDT', amountInBaseUnits: '2100000000000000000' },
  keep: 'bought',
}

/** The agent's account holds liquidity for about 3 000 USD of each side. */
export const ADDED: readonly CaseStep[] = [
  BOUGHT,
  {
    tool: 'uniswap_add_v2_liquidity',
    params: {
      tokenA: 'WETH',
      tokenB: 'USDT',
      amountABaseUnits: '2000000000000000000',
      amountBBaseUnits: '3000000000',
    },
    keep: 'added',
  },
]
