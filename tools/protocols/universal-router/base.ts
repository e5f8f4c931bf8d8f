import { defineBase } from '../../core/base.ts'
import { routerAbi } from './abi.ts'

/** Uniswap's Universal Router (https://github.com/Uniswap/universal-router, `@uniswap/universal-router-sdk`). */
export const BASE = defineBase({
  id: 'universal-router',
  contracts: { router: { abi: routerAbi } },
  addresses: {
    1: { router: '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af' },
    130: { router: '0xEf740bf23aCaE26f6492B10de645D6B98dC8Eaf3' },
    8453: { router: '0x6fF5693b99212Da76ad316178A184AB56D299b43' },
  },
  errors: {
    NO_ROUTE: {
      layer: 'tool',
      message: 'no route over pools of Uniswap V2, V3 and V4 sells {amount} for {tokenOut}',
      hint: 'sell less, or another token; agg_compare_quotes asks other venues too',
    },
    WEIGHTS_MET: {
      layer: 'tool',
      message: 'every token that could be traded is within {band:int} basis points of its weight',
      hint: 'nothing has to be done; a narrower band trades smaller differences',
    },
  },
})
