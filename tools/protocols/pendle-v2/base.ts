import type { Address } from 'viem'
import { defineBase } from '../../core/base.ts'
import {
  limitRouterAbi,
  marketAbi,
  marketFactoryAbi,
  oracleAbi,
  pyAbi,
  routerAbi,
  routerStaticAbi,
  syAbi,
} from './abi.ts'

/**
 * Pendle V2 on Ethereum (@pendle/core-v2 `deployments/1-core.json`, `1-markets/SDAI-26SEP2024-NEW.json`), and two markets of
 * savings DAI that its factories make on an origin: those of mainnet have matured.
 */
export const BASE = defineBase({
  id: 'pendle-v2',
  contracts: {
    router: { abi: routerAbi },
    routerStatic: { abi: routerStaticAbi },
    limitRouter: { abi: limitRouterAbi },
    oracle: { abi: oracleAbi },
    marketFactory: { abi: marketFactoryAbi },
    standardizedYield: { abi: syAbi },
    market: { abi: marketAbi },
    principal: { abi: pyAbi },
    yield: { abi: pyAbi },
    laterMarket: { abi: marketAbi },
    laterPrincipal: { abi: pyAbi },
    laterYield: { abi: pyAbi },
  },
  addresses: {
    1: {
      router: '0x888888888889758F76e7103c6CbF23ABbF58F946',
      routerStatic: '0x263833d47eA3fA4a30f269323aba6a107f9eB14C',
      limitRouter: '0x000000000000c9B3E2C3Ec88B1B4c0cD853f4321',
      oracle: '0x9a9Fa8338dd5E5B2188006f1Cd2Ef26d921650C2',
      marketFactory: '0x1A6fCc85557BC4fB7B534ed835a03EF056552D52',
      standardizedYield: '0x90f1935f733Dd8826DcA2Bd01ccFc600F20E978E',
      market: '0xa031814E1c1EAf04f416b3ea448a6Bbc0c4b0125',
      principal: '0xdFC1810fBE44Ac752DF2DbA1B2Fe0e976085ed39',
      yield: '0x76673c370652359C04d4413d2055554cC80B3038',
      laterMarket: '0xE66300C6b2e59d7b635432f856c780889F9547A1',
      laterPrincipal: '0x6e5A81fAA9939337762ef111f2b8af2229d76E2D',
      laterYield: '0x337C3F37889344c3483c2fa7a0610a852E957ACb',
    },
  },
  errors: {
    PENDLE_NOT_FOUND: {
      layer: 'tool',
      message: '{contract} is no {expected} of Pendle: {problem}',
      hint: 'list markets with pendle_list_markets',
    },
    PENDLE_NO_AVERAGE: {
      layer: 'tool',
      message:
        'market {market} has no average of {expected:int} seconds: its oracle does not reach back so far',
      hint: 'ask for fewer seconds; 1800 is the least that counts',
    },
    PENDLE_MATURED: {
      layer: 'tool',
      message: 'market {market} matured at second {found:int}, expected a later maturity than {expected:int}',
      hint: 'redeem matured PT with pendle_redeem_matured_pt, or leave with pendle_exit_market',
    },
    PENDLE_NOT_MATURED: {
      layer: 'tool',
      message: 'market {market} has second {found:int}, expected its maturity at {expected:int}',
      hint: 'sell PT with pendle_sell_pt, or wait',
    },
    PENDLE_NOTHING_DUE: {
      layer: 'tool',
      message: 'the account has no interest due in market {market}',
      hint: 'hold YT while its vault earns; pendle_get_position tells what is due',
    },
    PENDLE_ORDER_NOT_FILLABLE: {
      layer: 'tool',
      message: 'the limit order of {maker} cannot be filled: {reason}',
      hint: 'choose another order: makers cancel, and others fill',
    },
    PENDLE_ORDER_NOT_OWN: {
      layer: 'tool',
      message: 'the limit order is of {maker}, expected one of the account {account}',
      hint: 'only its maker can cancel an order',
    },
    PENDLE_ORDER_ENDED: {
      layer: 'tool',
      message: 'nothing is left of the limit order {orderHash}: {reason}',
      hint: 'nothing has to be cancelled',
    },
    PENDLE_NO_TRADE: {
      layer: 'tool',
      message: 'market {market} does not {act} {amount:int}: {problem}',
      hint: 'ask for less: the market may hold too little of it; pendle_get_market_info tells what it has',
    },
  },
})

/** What SY of the known markets counts in. */
export const ASSET_SYMBOL = 'DAI'

/** The tokens that a cage may hold as positions. */
export const POSITION_TOKENS = [
  'standardizedYield',
  'market',
  'principal',
  'yield',
  'laterMarket',
  'laterPrincipal',
  'laterYield',
] as const

/** A market that a chain's book names, with its tokens. */
export interface ListedMarket {
  readonly market: Address
  readonly principal: Address
  readonly yieldToken: Address
}

/** List the markets that are known on a chain, the nearest maturity first. */
export function listKnownMarkets(book: Parameters<typeof BASE.find>[0]): readonly ListedMarket[] {
  const known = BASE.find(book)
  if (known === undefined) return []
  const { market, principal, yield: yieldToken, laterMarket, laterPrincipal, laterYield } = known
  return [
    { market, principal, yieldToken },
    { market: laterMarket, principal: laterPrincipal, yieldToken: laterYield },
  ]
}
