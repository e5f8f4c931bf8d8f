import { type Address, encodeAbiParameters, type Hex, parseAbi } from 'viem'
import { keccak256 } from '../../../tools/core/keccak256.ts'
import type { Position } from '../../../tools/core/position.ts'
import { BASE } from '../../../tools/protocols/pendle-v2/base.ts'
import { joinRounds, type ReadRounds, readContracts } from '../../chain/read-rounds.ts'
import type { Observed } from '../testbed.ts'
import { ORIGIN_MARKETS, type OriginMarket, SAVINGS_DAI, SCALAR_ROOT } from './markets.ts'
import { type MarketMoment, type Rates, toRates, toSyRate, toWorth } from './rates.ts'

const tokenAbi = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function totalSupply() view returns (uint256)',
])
const marketAbi = parseAbi([
  'function _storage() view returns (int128 totalPt, int128 totalSy, uint96 lastLnImpliedRate, uint16 observationIndex, uint16 observationCardinality, uint16 observationCardinalityNext)',
  'function observe(uint32[] secondsAgos) view returns (uint216[])',
])
const yieldAbi = parseAbi(['function pyIndexStored() view returns (uint256)'])
const clockAbi = parseAbi(['function getCurrentBlockTimestamp() view returns (uint256)'])

const WAD = 10n ** 18n
const AVERAGE_SECONDS = 1_800
const NO_DEBT = 2n ** 256n - 1n

/** What the vault behind SY has, and what it was worth at its highest. */
export interface Savings {
  readonly assets: bigint
  readonly shares: bigint
}

/** Tokens stand under their hash, which is their place, too. */
export const toKey = (token: Address): Hex => keccak256(encodeAbiParameters([{ type: 'address' }], [token]))

/** Assets for one share of the vault, 18 decimals. */
const toIndex = ({ assets, shares }: Savings): bigint => (assets * WAD) / shares

/** A market as it stands in storage, with the highest rate that its YT knows. */
export interface MarketRead extends Omit<MarketMoment, 'secondsLeft' | 'syIndex' | 'pyIndex' | 'scalarRoot'> {
  readonly of: OriginMarket
  readonly storedIndex: bigint
}

function* readOne(of: OriginMarket): ReadRounds<MarketRead> {
  const market = { address: of.market, abi: marketAbi } as const
  const [state, totalLp, sums, storedIndex] = yield* readContracts([
    { ...market, functionName: '_storage' } as const,
    { address: of.market, abi: tokenAbi, functionName: 'totalSupply' } as const,
    { ...market, functionName: 'observe', args: [[AVERAGE_SECONDS, 0]] } as const,
    { address: of.yieldToken, abi: yieldAbi, functionName: 'pyIndexStored' } as const,
  ])
  const [before = 0n, now = 0n] = sums
  const [totalPt, totalSy, lastLn] = state
  return {
    of,
    totalPt,
    totalSy,
    totalLp,
    lastLn,
    averageLn: (now - before) / BigInt(AVERAGE_SECONDS),
    storedIndex,
  }
}

/** Everything that the worth of the markets' tokens follows from. */
export interface Moment {
  readonly markets: readonly MarketRead[]
  readonly savings: Savings
  readonly nowSeconds: bigint
}

/** Read the markets and the vault behind them. */
export function* readMoment({ book }: Pick<Observed, 'book'>): ReadRounds<Moment> {
  const asset = book.tokens.find(({ symbol }) => symbol === 'DAI')?.address as Address
  const [markets, [assets, shares, nowSeconds]] = yield* joinRounds([
    joinRounds(ORIGIN_MARKETS.map(readOne)),
    readContracts([
      { address: asset, abi: tokenAbi, functionName: 'balanceOf', args: [SAVINGS_DAI] } as const,
      { address: SAVINGS_DAI, abi: tokenAbi, functionName: 'totalSupply' } as const,
      {
        address: book.multicall as Address,
        abi: clockAbi,
        functionName: 'getCurrentBlockTimestamp',
      } as const,
    ] as const),
  ] as const)
  return { markets, savings: { assets, shares }, nowSeconds }
}

/** What each token of the markets is worth, by its address in lower case: 9 decimals. */
export function ratesOf(sy: Address, { markets, savings, nowSeconds }: Moment): ReadonlyMap<string, bigint> {
  const syIndex = toIndex(savings)
  const rates = new Map([[sy.toLowerCase(), toSyRate(syIndex)]])
  for (const { of, storedIndex, ...market } of markets) {
    const { pt, yt, lp }: Rates = toRates({
      ...market,
      scalarRoot: SCALAR_ROOT,
      secondsLeft: BigInt(of.expirySeconds) - nowSeconds,
      syIndex,
      pyIndex: syIndex > storedIndex ? syIndex : storedIndex,
    })
    for (const [token, rate] of [
      [of.principal, pt],
      [of.yieldToken, yt],
      [of.market, lp],
    ] as const) {
      rates.set(token.toLowerCase(), rate)
    }
  }
  return rates
}

/** Read what an account holds of SY, PT, YT and LP, at averages over half an hour. */
export function* observe({ book, account }: Observed): ReadRounds<readonly Position[]> {
  const known = BASE.find(book)
  const asset = book.tokens.find(({ symbol }) => symbol === 'DAI')?.address
  if (known === undefined || asset === undefined) return []
  const sy = known.standardizedYield
  const tokens = [sy, ...ORIGIN_MARKETS.flatMap((of) => [of.market, of.principal, of.yieldToken])]
  const held = yield* readContracts(
    tokens.map(
      (address) => ({ address, abi: tokenAbi, functionName: 'balanceOf', args: [account] }) as const,
    ),
  )
  if (held.every((units) => units === 0n)) return []
  const rates = ratesOf(sy, yield* readMoment({ book }))
  return tokens.flatMap((token, at): Position[] => {
    const [units = 0n, index = 0n] = [held[at], rates.get(token.toLowerCase())]
    if (units === 0n) return []
    return [
      {
        protocol: BASE.id,
        key: toKey(token),
        place: toKey(token),
        health: NO_DEBT,
        lots: [{ units, index, legs: [{ token: asset, amount: toWorth(units, index) }] }],
      },
    ]
  })
}
