import { encodeFunctionData, erc20Abi, type Hex, maxUint256, numberToHex, parseAbi } from 'viem'
import { NATIVE_TOKEN } from '../../tools/core/address-book.ts'
import { policyCageAbi } from '../../tools/core/generated/policy-cage-abi.ts'
import type { Fork } from '../chain/fork.ts'
import type { AnswerLies } from '../chain/lying-rpc.ts'
import { createReadClient } from '../chain/viem-client.ts'
import type { Stage } from '../stage/stage.ts'
import { ACTORS } from '../world/actors.ts'
import { MARKET_TOKENS } from '../world/market.ts'
import { type Attacker, createAddresses, type Route } from './attackers.ts'

/** One hostile move; amounts are shares of what the cage holds, in per cent. */
export type AttackMove =
  | { readonly move: 'pay'; readonly token: string; readonly percent: number }
  | {
      readonly move: 'swap'
      readonly route: keyof typeof ROUTES
      readonly percent: number
      readonly skewBps: number
    }
  | { readonly move: 'add-liquidity'; readonly percent: number; readonly skewBps: number }
  | { readonly move: 'close-liquidity'; readonly skewBps: number }
  | { readonly move: 'hijack'; readonly route: keyof typeof ROUTES; readonly cents: number }
  | { readonly move: 'wait'; readonly hours: number }
  /** Prepare a payment now, and carry it out with a later move. */
  | { readonly move: 'prepare'; readonly token: string; readonly percent: number }
  | { readonly move: 'use' }
  /** Skew the pools, then bring a halt about; where it is so ordered, what carries risk is sold as things stand. */
  | { readonly move: 'halt'; readonly skewBps: number; readonly sells: boolean }
  /** Let the node that the stack asks first lie from now on, or tell the truth. */
  | { readonly move: 'lie'; readonly about: keyof typeof LIES | 'prices' }

/** Ways through the market of the embedded origin. */
export const ROUTES = {
  'USDC→WETH': { tokens: ['USDC', 'WETH'], fees: [500] },
  'WETH→USDC': { tokens: ['WETH', 'USDC'], fees: [500] },
  'DAI→WETH': { tokens: ['DAI', 'WETH'], fees: [3_000] },
  'WETH→DAI': { tokens: ['WETH', 'DAI'], fees: [3_000] },
  'DAI→USDC': { tokens: ['DAI', 'USDC'], fees: [100] },
  'USDC→DAI': { tokens: ['USDC', 'DAI'], fees: [100] },
  'WBTC→USDC': { tokens: ['WBTC', 'WETH', 'USDC'], fees: [3_000, 500] },
  'USDC→WBTC': { tokens: ['USDC', 'WETH', 'WBTC'], fees: [500, 3_000] },
} as const satisfies Readonly<Record<string, Route>>

/** What the first node lies about. */
export const LIES = {
  nothing: undefined,
  receipts: { reverts: true },
  effects: { movesNothing: true },
} as const satisfies Readonly<Record<string, AnswerLies | undefined>>

/** What an attack did. */
export interface AttackOutcome {
  /** Value at fair prices before, and how much of it is gone at the end, USDC base units. */
  readonly capitalUsdc: bigint
  readonly lossUsdc: bigint
  /** Largest loss within any 24 hours. */
  readonly worstDayUsdc: bigint
  /** Moves that the cage went along with, and all that were tried. */
  readonly went: number
  readonly tried: number
}

const poolAbi = parseAbi([
  'struct Single { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'function slot0() view returns (uint160 sqrtPriceX96, int24, uint16, uint16, uint16, uint8, bool)',
  'function getPool(address, address, uint24) view returns (address)',
  'function exactInputSingle(Single params) payable returns (uint256)',
])

const DAY_SECONDS = 86_400n
const GAS = numberToHex(3_000_000)
const SYMBOLS = ['USDC', 'DAI', 'USDT', 'WETH', 'WBTC'] as const
/** Shares of the wished amount and of the wished skew that are tried in turn, until the cage goes along. */
const AMOUNTS = [100n, 50n, 25n, 10n, 4n, 1n]
const SKEWS = [100, 96, 90, 80, 65, 50, 25, 9, 0]

const squareRoot = (value: bigint): bigint => {
  let root = BigInt(Math.floor(Math.sqrt(Number(value))))
  while (root * root > value) root -= 1n
  while ((root + 1n) * (root + 1n) <= value) root += 1n
  return root
}

/**
 * Play hostile moves with one attacker while a confederate skews the pools around each swap and puts them back, then
 * measure the cage at the prices at which the market opened.
 */
export async function playAttack(
  moves: readonly AttackMove[],
  attacker: Attacker,
  stage: Stage,
  fork: Fork,
): Promise<AttackOutcome> {
  const { cage, oracle } = stage
  const addresses = createAddresses(stage)
  const client = createReadClient(fork.rpc, stage.book.chainId)
  const fair = new Map<string, bigint>()
  const samples: { readonly atSeconds: bigint; readonly valueUsdc: bigint }[] = []
  let tried = 0
  let went = 0

  const holdings = async (): Promise<ReadonlyMap<string, bigint>> => {
    const watch = [...SYMBOLS.map((symbol) => addresses.token(symbol)), NATIVE_TOKEN]
    const balances = await oracle.readBalancesOf(watch.map((token) => ({ token, account: cage })))
    return new Map([...SYMBOLS, 'ETH'].map((symbol, index) => [symbol, balances[index] ?? 0n]))
  }
  /** Wallet at the opening prices; positions as the cage values them, at the feeds' prices, which never move here. */
  const measure = async (): Promise<bigint> => {
    if ((await oracle.readPositions(cage)).length > 0) {
      return client.readContract({ address: cage, abi: policyCageAbi, functionName: 'netAssetValueUsdc' })
    }
    let valueUsdc = 0n
    for (const [symbol, amount] of await holdings()) {
      const { priceUsd, decimals } = MARKET_TOKENS[(symbol === 'ETH' ? 'WETH' : symbol) as 'WETH']
      valueUsdc += (amount * priceUsd * 1_000_000n) / 10n ** BigInt(decimals)
    }
    return valueUsdc
  }
  const send = async (to: Hex, data: Hex) => {
    const request = { from: ACTORS.whale.address, to, data, gas: GAS, gasPrice: '0x0' }
    await fork.rpc.request('eth_sendTransaction', [request])
  }
  for (const symbol of SYMBOLS) {
    const args = [addresses.swapRouter, maxUint256] as const
    await send(addresses.token(symbol), encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args }))
  }
  await stage.blocks.mine(1)

  /** Make what the first hop buys dearer by that much, or fair again. */
  const skew = async ({ tokens: [first = '', second = ''], fees: [fee = 0] }: Route, bps: number) => {
    const [tokenIn, tokenOut] = [addresses.token(first), addresses.token(second)]
    const pool = await client.readContract({
      address: addresses.factory,
      abi: poolAbi,
      functionName: 'getPool',
      args: [tokenIn, tokenOut, fee],
    })
    const [current] = await client.readContract({ address: pool, abi: poolAbi, functionName: 'slot0' })
    const opening = fair.get(pool) ?? current
    fair.set(pool, opening)
    const falls = tokenIn.toLowerCase() < tokenOut.toLowerCase()
    const scaled = opening * squareRoot(10n ** 24n + (falls ? -1n : 1n) * BigInt(bps) * 10n ** 20n)
    const target = scaled / 10n ** 12n
    if (target === current) return
    const goesDown = target < current
    const [sold, bought] = goesDown === falls ? [tokenIn, tokenOut] : [tokenOut, tokenIn]
    const params = {
      tokenIn: sold,
      tokenOut: bought,
      fee,
      recipient: ACTORS.whale.address,
      amountIn: 10n ** 15n * (sold === addresses.token('USDC') ? 1n : 10n ** 9n),
      amountOutMinimum: 0n,
      sqrtPriceLimitX96: target,
    }
    const data = encodeFunctionData({ abi: poolAbi, functionName: 'exactInputSingle', args: [params] })
    await send(addresses.swapRouter, data)
    await stage.blocks.mine(1)
  }
  const attempt = async (act: () => Promise<boolean>): Promise<boolean> => {
    tried += 1
    const done = await act()
    if (done) went += 1
    return done
  }
  /** Act around the largest skew that the cage goes along with. */
  const sandwich = async (route: Route, skewBps: number, act: () => Promise<boolean>): Promise<boolean> => {
    let done = false
    for (const share of skewBps === 0 ? [0] : SKEWS) {
      await skew(route, Math.floor((skewBps * share) / 100))
      done = await attempt(act)
      if (done) break
    }
    await skew(route, 0)
    return done
  }
  /** Let what carries risk seem to be worth nine tenths. */
  const lieAboutPrices = () => {
    const answers = stage.book.tokens.flatMap(({ symbol, feed, secondaryFeed }) =>
      symbol === 'WETH' || symbol === 'WBTC'
        ? [feed, secondaryFeed].flatMap((source) =>
            source
              ? [
                  {
                    feed: source.address,
                    answer: MARKET_TOKENS[symbol].priceUsd * 9n * 10n ** BigInt(source.decimals - 1),
                  },
                ]
              : [],
          )
        : [],
    )
    return stage.lies.aboutFeeds(answers)
  }
  const play = async (move: AttackMove): Promise<void> => {
    const held = await holdings()
    const share = (symbol: string, percent: number, part: bigint) =>
      ((held.get(symbol) ?? 0n) * BigInt(percent) * part) / 10_000n
    const position = (await oracle.readPositions(cage))[0]?.id ?? '0'
    switch (move.move) {
      case 'pay':
        for (const part of AMOUNTS) {
          const amount = share(move.token, move.percent, part)
          if (amount > 0n && (await attempt(() => attacker.pay(move.token, amount)))) return
        }
        return
      case 'swap': {
        const route = ROUTES[move.route]
        for (const part of AMOUNTS) {
          const amount = share(route.tokens[0], move.percent, part)
          if (amount > 0n && (await sandwich(route, move.skewBps, () => attacker.swap(route, amount)))) return
        }
        return
      }
      case 'add-liquidity': {
        const amounts = [share('USDC', move.percent, 100n), share('WETH', move.percent, 100n)] as const
        await sandwich(ROUTES['USDC→WETH'], move.skewBps, () => attacker.addLiquidity(...amounts))
        return
      }
      case 'close-liquidity':
        await sandwich(ROUTES['WETH→USDC'], move.skewBps, () => attacker.closeLiquidity(position))
        return
      case 'hijack': {
        const route = ROUTES[move.route]
        const { priceUsd, decimals } = MARKET_TOKENS[route.tokens[0]]
        const amount = (BigInt(move.cents) * 10n ** BigInt(decimals)) / (priceUsd * 100n)
        await attempt(() => attacker.hijack(route, amount, position))
        return
      }
      case 'wait':
        await stage.clock.advance(move.hours * 3_600_000)
        await attacker.rest()
        return
      case 'prepare':
        for (const part of AMOUNTS) {
          const amount = share(move.token, move.percent, part)
          if (amount > 0n && (await attempt(() => attacker.prepare(move.token, amount)))) return
        }
        return
      case 'use':
        await attempt(() => attacker.use())
        return
      case 'halt': {
        // Whoever sells looks for the best pool, so that all of them have to be skewed.
        const routes: readonly Route[] = [
          ROUTES['WETH→USDC'],
          { tokens: ['WETH', 'USDC'], fees: [3_000] },
          ROUTES['WBTC→USDC'],
        ]
        const skewAll = async (bps: number) => {
          for (const route of routes) await skew(route, bps)
        }
        await skewAll(move.skewBps)
        await attempt(() => attacker.halt())
        for (const part of move.sells ? SKEWS : []) {
          await skewAll(Math.floor((move.skewBps * part) / 100))
          const { details } = await stage.agent.changeSafety('safety_liquidate_holdings', {}, 'guardian')
          if ((details as { isComplete?: boolean } | undefined)?.isComplete) break
        }
        await skewAll(0)
        return
      }
      case 'lie': {
        if (move.about === 'prices') return lieAboutPrices()
        const lies = LIES[move.about]
        if (lies) stage.lies.inAnswers(lies)
        else stage.faults.heal()
      }
    }
  }

  const capitalUsdc = await measure()
  samples.push({ atSeconds: fork.headTimestampSeconds(), valueUsdc: capitalUsdc })
  for (const move of moves) {
    await play(move)
    samples.push({ atSeconds: fork.headTimestampSeconds(), valueUsdc: await measure() })
  }
  const lossUsdc = capitalUsdc - (samples.at(-1)?.valueUsdc ?? 0n)
  let worstDayUsdc = 0n
  for (const [index, from] of samples.entries()) {
    for (const to of samples.slice(index)) {
      const loss = from.valueUsdc - to.valueUsdc
      if (to.atSeconds - from.atSeconds < DAY_SECONDS && loss > worstDayUsdc) worstDayUsdc = loss
    }
  }
  return { capitalUsdc, lossUsdc, worstDayUsdc, went, tried }
}
