import { parseEther, zeroAddress } from 'viem'
import { at, type CaseStep, callData, kept, onChain } from '../../core/cases.ts'
import { encodeUnlock, mintPosition, settlePair } from './actions.ts'

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

/** Address of the attacker's own account, which is no token. */
const NO_TOKEN = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'

/** The attacker opens a pool of what is no token, and gives the provider a position in it. */
export const STRAY_GIVEN: readonly CaseStep[] = [
  {
    send: {
      from: 'attacker',
      to: at('uniswap-v4.poolManager'),
      data: callData('function initialize((address, address, uint24, int24, address), uint160)', [
        [zeroAddress, NO_TOKEN, 3_000, 60, zeroAddress],
        (2n ** 96n).toString(),
      ]),
    },
  },
  {
    send: {
      from: 'attacker',
      to: at('uniswap-v4.positionManager'),
      valueWei: parseEther('1').toString(),
      data: callData('function modifyLiquidities(bytes, uint256)', [
        encodeUnlock([
          mintPosition(
            { currency0: zeroAddress, currency1: NO_TOKEN, fee: 3_000, tickSpacing: 60, hooks: zeroAddress },
            {
              tickLower: 60,
              tickUpper: 120,
              liquidity: 10n ** 9n,
              maximum0: 10n ** 18n,
              maximum1: 0n,
              owner: '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc',
            },
          ),
          settlePair(zeroAddress, NO_TOKEN),
        ]),
        (2n ** 64n).toString(),
      ]),
    },
  },
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
