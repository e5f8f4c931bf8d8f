import { defineBase } from '../../core/base.ts'
import { factoryAbi, irmAbi, morphoAbi, oracleAbi, publicAllocatorAbi, vaultAbi } from './abi.ts'

/** Morpho Blue, its adaptive rate curve and its public allocator (https://docs.morpho.org/get-started/resources/addresses). */
export const BASE = defineBase({
  id: 'morpho-blue',
  contracts: {
    morpho: { abi: morphoAbi },
    irm: { abi: irmAbi },
    publicAllocator: { abi: publicAllocatorAbi },
    oracle: { abi: oracleAbi },
    vault: { abi: vaultAbi },
    vaultFactory: { abi: factoryAbi },
  },
  addresses: {
    1: {
      morpho: '0xBBBBBbbBBb9cC5e90e3b3Af64bdAF62C37EEFFCb',
      irm: '0x870aC11D48B15DB9a138Cf899d20F13F79Ba00BC',
      publicAllocator: '0xfd32fA2ca22c76dD6E550706Ad913FC6CE91c75D',
      vaultFactory: '0xA9c3D3a366466Fa809d1Ae982Fb2c46E5fC41101',
    },
    8453: {
      morpho: '0xBBBBBbbBBb9cC5e90e3b3Af64bdAF62C37EEFFCb',
      irm: '0x46415998764C29aB2a25CbeA6254146D50D22687',
      publicAllocator: '0xA090dD1a701408Df1d4d0B85b716c87565f90467',
    },
  },
  errors: {
    MARKET_NOT_FOUND: {
      layer: 'tool',
      message: 'Morpho has no market {market}',
      hint: 'list markets with morpho_list_markets',
    },
    MARKET_EXISTS: {
      layer: 'tool',
      message: 'Morpho has the market {market} already',
      hint: 'use it as it is, or change one of its five parameters',
    },
    MARKET_TERMS_REFUSED: {
      layer: 'tool',
      message: 'Morpho does not create this market: {problem}',
      hint: 'use an interest rate model and a liquidation LTV that Morpho has enabled',
    },
    ORACLE_FAILED: {
      layer: 'tool',
      message: "market {market}'s oracle {oracle} gives no price",
      hint: 'supplying, repaying and withdrawing what is lent need none; wait for the rest',
    },
    LTV_TOO_HIGH: {
      layer: 'tool',
      message: 'the position would stand at an LTV of {found:int} bps, expected at most {expected:int} bps',
      hint: 'use a smaller amount, or repay first',
    },
    POSITION_HEALTHY: {
      layer: 'tool',
      message:
        "{borrower}'s position stands at an LTV of {found:int} bps, liquidation needs more than {expected:int} bps",
      hint: 'list what can be liquidated with morpho_list_liquidatable_positions',
    },
    NOT_AUTHORIZED: {
      layer: 'tool',
      message: '{manager} manages nothing of this account in Morpho',
      hint: 'list managers with morpho_get_authorizations',
    },
  },
})
