import { defineBase } from '../../core/base.ts'
import { wethAbi } from './abi.ts'

/** WETH9 (https://etherscan.io/address/0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2). */
export const BASE = defineBase({
  id: 'weth',
  contracts: { weth: { abi: wethAbi } },
  addresses: { 1: { weth: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2' } },
  serves: { wrappedNative: 'weth' },
})
