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
    130: {
      poolManager: '0x1F98400000000000000000000000000000000004',
      positionManager: '0x4529A01c7A0410167c5740C487A8DE60232617bf',
      stateView: '0x86e8631A016F9068C3f085fAF484Ee3F5fDee8f2',
      quoter: '0x333E3C607B141b18fF6de9f258db6e77fE7491E0',
    },
    8453: {
      poolManager: '0x498581fF718922c3f8e6A244956aF099B2652b2b',
      positionManager: '0x7C5f5A4bBd8fD63184577525326123B519429bDc',
      stateView: '0xA3c0c9b65baD0b08107Aa264b0f3dB444b867A71',
      quoter: '0x0d5e0F971ED27FBfF6c2837bf31316121532048D',
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
