import { defineBase } from '../../core/base.ts'
import { wethAbi } from './abi.ts'

/** WETH9, or what wraps the native coin of another chain (`WETH9` of `@uniswap/sdk-core`). */
export const BASE = defineBase({
  id: 'weth',
  contracts: { weth: { abi: wethAbi } },
  addresses: {
    1: { weth: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2' },
    10: { weth: '0x4200000000000000000000000000000000000006' },
    56: { weth: '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c' },
    130: { weth: '0x4200000000000000000000000000000000000006' },
    137: { weth: '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270' },
    8453: { weth: '0x4200000000000000000000000000000000000006' },
    42161: { weth: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1' },
    43114: { weth: '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7' },
  },
  serves: { wrappedNative: 'weth' },
})
