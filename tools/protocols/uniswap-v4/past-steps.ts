import { at, type CaseStep, kept, onChain } from '../../core/cases.ts'

/** What a position takes in the pool of USDC and WETH, about 2 000 USD each way. */
export const IN_POOL = {
  tokenA: 'USDC',
  tokenB: 'WETH',
  feeTier: 3000,
  rangeTicks: 1200,
  amountABaseUnits: '2000000000',
  amountBBaseUnits: '1000000000000000000',
}

/** The agent's account has a position of it, `minted` for what follows. */
export const MINTED: CaseStep = { tool: 'uniswap_mint_v4_position', params: IN_POOL, keep: 'minted' }

/** What a position takes beside the price: WETH alone. */
const { rangeTicks: _around, ...POOL } = IN_POOL
export const BESIDE = { ...POOL, tickLower: 120_000, tickUpper: 126_000, amountABaseUnits: '0' }
export const ASIDE: CaseStep = { tool: 'uniswap_mint_v4_position', params: BESIDE, keep: 'minted' }

/** Native coins, and a position of them in their pool with USDC. */
export const UNWRAPPED: CaseStep = {
  tool: 'weth_unwrap_eth',
  params: { amountBaseUnits: '3000000000000000000' },
  keep: 'unwrapped',
}
export const IN_NATIVE_POOL = { ...IN_POOL, tokenB: 'ETH', feeTier: 500 }
export const NATIVE_MINTED: readonly CaseStep[] = [
  UNWRAPPED,
  { tool: 'uniswap_mint_v4_position', params: IN_NATIVE_POOL, keep: 'minted' },
]

/** Others trade there and back, so that fees accrue on both sides. */
export const TRADED: CaseStep = { later: { protocol: 'uniswap-v4', act: 'trade', shareBps: 10_000 } }

/** The position that was minted. */
export const ID = { positionId: kept('minted.positionId') }

/** What the manager says of the liquidity of a position. */
export const liquidityOf = (id: ReturnType<typeof kept>) =>
  onChain(at('uniswap-v4.positionManager'), 'function getPositionLiquidity(uint256) view returns (uint128)', [
    id,
  ])
