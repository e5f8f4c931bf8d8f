import { defineBase } from '../../core/base.ts'
import {
  factoryAbi,
  poolAbi,
  positionManagerAbi,
  quoterAbi,
  stakerAbi,
  swapRouterAbi,
  tickLensAbi,
} from './abi.ts'

/** Uniswap V3 and its periphery (https://docs.uniswap.org/contracts/v3/reference/deployments); the router is SwapRouter02. */
export const BASE = defineBase({
  id: 'uniswap-v3',
  contracts: {
    factory: { abi: factoryAbi },
    swapRouter: { abi: swapRouterAbi },
    quoter: { abi: quoterAbi },
    positionManager: { abi: positionManagerAbi },
    tickLens: { abi: tickLensAbi },
    staker: { abi: stakerAbi },
    pool: { abi: poolAbi },
  },
  addresses: {
    1: {
      factory: '0x1F98431c8aD98523631AE4a59f267346ea31F984',
      swapRouter: '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45',
      quoter: '0x61fFE014bA17989E743c5F6cB21bF9697530B21e',
      positionManager: '0xC36442b4a4522E871399CD717aBDD847Ab11FE88',
      tickLens: '0xbfd8137f7d1516D3ea5cA83523914859ec47F573',
      staker: '0xe34139463bA50bD61336E0c446Bd8C0867c6fE65',
    },
  },
  errors: {
    INCENTIVE_NOT_FOUND: {
      layer: 'tool',
      message: 'the staker has nothing left for incentive {incentive} of pool {pool}',
      hint: 'list incentives with uniswap_list_incentives',
    },
    INCENTIVE_NOT_OPEN: {
      layer: 'tool',
      message: 'the incentive runs from second {start:int} to {end:int}; the head is at {now:int}',
      hint: 'choose one that is running',
    },
    POSITION_NOT_STAKED: {
      layer: 'tool',
      message: 'position {positionId} lies with {found}, not with the staker',
      hint: 'stake it with uniswap_stake_position',
    },
    STAKES_UNKNOWN: {
      layer: 'tool',
      message:
        'position {positionId} is staked in {found:int} incentives, of which {expected:int} are known from the last {blocks:int} blocks',
      hint: 'name the incentives in which it is staked',
    },
    POOL_NOT_FOUND: {
      layer: 'tool',
      message: 'no Uniswap V3 pool for {tokenA}/{tokenB} at fee {feeTier}',
      hint: 'list pools with uniswap_get_pools_by_token_pair',
    },
    INVALID_RANGE: {
      layer: 'tool',
      message: 'range [{lower}, {upper}] is invalid: {problem}',
      hint: 'give tickLower < tickUpper, both multiples of the tick spacing',
    },
    POOL_EXISTS: {
      layer: 'tool',
      message: 'the pool {pool} is open already',
      hint: 'use it as it is, or choose another fee tier',
    },
    FEE_TIER_NOT_ENABLED: {
      layer: 'tool',
      message: 'the factory has no fee tier of {feeTier:int} hundredths of a basis point',
      hint: 'use 100, 500, 3000 or 10000',
    },
    BUFFER_LONG_ENOUGH: {
      layer: 'tool',
      message: '{pool} is to keep {found:int} observations already, asked for {expected:int}',
      hint: 'nothing has to be done: it fills as the pool is traded',
    },
    TWAP_UNAVAILABLE: {
      layer: 'tool',
      message: '{pool} keeps observations of the last {found:int} s, window {expected:int} s',
      hint: 'use a shorter window, or another pool of the pair',
    },
    HISTORY_TOO_SHORT: {
      layer: 'tool',
      message: '{subject}: {found:int} in the last {blocks:int} blocks, {expected:int} needed',
      hint: 'look back further, or choose a pool that is traded more',
    },
  },
})
