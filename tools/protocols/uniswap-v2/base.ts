import { defineBase } from '../../core/base.ts'
import { factoryAbi, pairAbi, routerAbi } from './abi.ts'

/**
 * Uniswap V2 (https://docs.uniswap.org/contracts/v2/reference/smart-contracts/v2-deployments); the router is
 * UniswapV2Router02. Of its pairs those stand here whose liquidity an account may hold: it has to let the router take it
 * back, and calls the pair for that.
 */
export const BASE = defineBase({
  id: 'uniswap-v2',
  contracts: {
    factory: { abi: factoryAbi },
    router: { abi: routerAbi },
    pair: { abi: pairAbi },
    wethUsdt: { abi: pairAbi },
  },
  addresses: {
    1: {
      factory: '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f',
      router: '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D',
      wethUsdt: '0x0d4a11d5EEaaC28EC3F61d100daF4d40471f1852',
    },
    8453: {
      factory: '0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6',
      router: '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24',
    },
  },
  errors: {
    PAIR_NOT_FOUND: {
      layer: 'tool',
      message: 'Uniswap V2 has no pair {tokenA}/{tokenB} with liquidity',
      hint: 'trade through another token, or at another venue',
    },
    LIQUIDITY_NOT_HELD: {
      layer: 'tool',
      message: "{account} holds no liquidity of Uniswap V2's pair {pair}",
      hint: 'read what it holds with uniswap_get_v2_position',
    },
  },
})
