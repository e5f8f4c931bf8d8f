import { defineBase } from '../../core/base.ts'
import { poolManagerAbi, positionManagerAbi, quoterAbi, stateViewAbi } from './abi.ts'

/** Uniswap V4 and its periphery (https://docs.uniswap.org/contracts/v4/deployments). */
export const BASE = defineBase({
  id: 'uniswap-v4',
  contracts: {
    poolManager: { abi: poolManagerAbi },
    positionManager: { abi: positionManagerAbi },
    stateView: { abi: stateViewAbi },
    quoter: { abi: quoterAbi },
  },
  addresses: {
    1: {
      poolManager: '0x000000000004444c5dc75cB358380D2e3dE08A90',
      positionManager: '0xbD216513d74C8cf14cf4747E6AaA6420FF64ee9e',
      stateView: '0x7fFE42C4a5DEeA5b0feC41C94C136Cf115597227',
      quoter: '0x52F0E24D1c21C8A0cB1e5a5dD6198556BD9E1203',
    },
  },
  errors: {
    POOL_NOT_INITIALIZED: {
      layer: 'tool',
      message: 'no Uniswap V4 pool {pool} is initialised',
      hint: 'find the keys of a pair with uniswap_get_v4_pool_key',
    },
    POOL_INITIALIZED: {
      layer: 'tool',
      message: 'Uniswap V4 pool {pool} is there already',
      hint: 'look at its price with uniswap_quote_v4_pool, or name another fee',
    },
  },
})
