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

/**
 * Uniswap V3 and its periphery (https://docs.uniswap.org/contracts/v3/reference/deployments); the router is SwapRouter02. The
 * staker is where its own list names it (https://github.com/Uniswap/v3-staker).
 */
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
    10: {
      factory: '0x1F98431c8aD98523631AE4a59f267346ea31F984',
      swapRouter: '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45',
      quoter: '0x61fFE014bA17989E743c5F6cB21bF9697530B21e',
      positionManager: '0xC36442b4a4522E871399CD717aBDD847Ab11FE88',
      tickLens: '0xbfd8137f7d1516D3ea5cA83523914859ec47F573',
      staker: '0xe34139463bA50bD61336E0c446Bd8C0867c6fE65',
    },
    56: {
      factory: '0xdB1d10011AD0Ff90774D0C6Bb92e5C5c8b4461F7',
      swapRouter: '0xB971eF87ede563556b2ED4b1C0b0019111Dd85d2',
      quoter: '0x78D78E420Da98ad378D7799bE8f4AF69033EB077',
      positionManager: '0x7b8A01B39D58278b5DE7e48c8449c9f4F5170613',
      tickLens: '0xD9270014D396281579760619CCf4c3af0501A47C',
    },
    130: {
      factory: '0x1F98400000000000000000000000000000000003',
      swapRouter: '0x73855d06DE49d0fe4A9c42636Ba96c62da12FF9C',
      quoter: '0x565AC8C7863d9bB16D07E809fF49Fe5CD467634C',
      positionManager: '0x943e6e07a7E8E791dAFC44083e54041D743C46E9',
      tickLens: '0xD5D76fa166AB8d8AD4C9f61AaA81457b66cBE443',
    },
    137: {
      factory: '0x1F98431c8aD98523631AE4a59f267346ea31F984',
      swapRouter: '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45',
      quoter: '0x61fFE014bA17989E743c5F6cB21bF9697530B21e',
      positionManager: '0xC36442b4a4522E871399CD717aBDD847Ab11FE88',
      tickLens: '0xbfd8137f7d1516D3ea5cA83523914859ec47F573',
      staker: '0xe34139463bA50bD61336E0c446Bd8C0867c6fE65',
    },
    8453: {
      factory: '0x33128a8fC17869897dcE68Ed026d694621f6FDfD',
      swapRouter: '0x2626664c2603336E57B271c5C0b26F421741e481',
      quoter: '0x3d4e44Eb1374240CE5F1B871ab261CD16335B76a',
      positionManager: '0x03a520b32C04BF3bEEf7BEb72E919cf822Ed34f1',
      tickLens: '0x0CdeE061c75D43c82520eD998C23ac2991c9ac6d',
      staker: '0x42bE4D6527829FeFA1493e1fb9F3676d2425C3C1',
    },
    42161: {
      factory: '0x1F98431c8aD98523631AE4a59f267346ea31F984',
      swapRouter: '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45',
      quoter: '0x61fFE014bA17989E743c5F6cB21bF9697530B21e',
      positionManager: '0xC36442b4a4522E871399CD717aBDD847Ab11FE88',
      tickLens: '0xbfd8137f7d1516D3ea5cA83523914859ec47F573',
      staker: '0xe34139463bA50bD61336E0c446Bd8C0867c6fE65',
    },
    43114: {
      factory: '0x740b1c1de25031C31FF4fC9A62f554A55cdC1baD',
      swapRouter: '0xbb00FF08d01D300023C629E8fFfFcb65A5a578cE',
      quoter: '0xbe0F5544EC67e9B3b2D979aaA43f18Fd87E6257F',
      positionManager: '0x655C406EBFa14EE2006250925e54ec43AD184f8B',
      tickLens: '0xEB9fFC8bf81b4fFd11fb6A63a6B0f098c6e21950',
    },
  },
  reasons: {
    AS: 'the amount that is specified is zero',
    IIA: 'the swap was paid too little: its token came short',
    LOK: 'the pool is locked: it is called while it calls',
    M0: 'the mint was paid too little of token0',
    M1: 'the mint was paid too little of token1',
    SPL: 'the price limit lies on the wrong side of the price',
    STF: 'the token refused to be taken from its owner: too little is held or allowed, or it is paused',
    TF: 'a token of the pool refused to be paid out',
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
