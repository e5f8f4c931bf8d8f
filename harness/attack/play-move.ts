import type { Stage } from '../stage/stage.ts'
import type { AttackedMarket, AttackScope, Attempt } from '../vocabulary/attack.ts'
import { MARKET_TOKENS, type MarketSymbol } from '../world/market.ts'
import { type AttackMove, LIES } from './attack-move.ts'
import type { Attacker } from './attacker.ts'
import { lend } from './lend.ts'
import { readHoldings } from './measure-loss.ts'
import type { OpenMarkets, OpenRoute } from './open-markets.ts'
import { ATTACKS } from './testbed-attacks.ts'

/** An attack under way. */
export interface Attack {
  readonly attacker: Attacker
  readonly stage: Stage
  readonly scope: AttackScope
  readonly markets: OpenMarkets
  /** Try something and count it. */
  attempt(act: () => Promise<boolean>): Promise<boolean>
}

/** Shares of the wished amount and of the wished skew that are tried in turn, until the cage goes along. */
const AMOUNTS = [100n, 50n, 25n, 10n, 4n, 1n]
const SKEWS = [100, 96, 90, 80, 65, 50, 25, 9, 0]

/** Ways whose prices are moved while liquidity goes in, and while it comes out. */
const INTO = 'USDC→WETH'
const OUT_OF = 'WETH→USDC'

/** Make one hostile move as far as the cage goes along. */
export async function playMove(move: AttackMove, attack: Attack): Promise<void> {
  const { attacker, stage, scope, markets, attempt } = attack
  switch (move.move) {
    case 'pay':
      return tryShares(move, attack, (amount) =>
        attempt(() => attacker.make(payment(scope, move.token, amount))),
      )
    case 'prepare':
      return tryShares(move, attack, (amount) =>
        attempt(() => attacker.prepare(payment(scope, move.token, amount))),
      )
    case 'use':
      await attempt(() => attacker.use())
      return
    case 'swap': {
      const way = markets.find(move.route)
      const wish = { token: way.route.tokens[0], percent: move.percent }
      return tryShares(wish, attack, (amount) =>
        sandwich(way, move.skewBps, attack, (market) => market.swap(way.route, amount)),
      )
    }
    case 'add-liquidity': {
      const held = await readHoldings(stage, scope)
      const amounts = Object.fromEntries(
        [...held].map(([symbol, amount]) => [symbol, (amount * BigInt(move.percent)) / 100n]),
      )
      await sandwich(markets.find(INTO), move.skewBps, attack, (market) => market.addLiquidity(amounts))
      return
    }
    case 'close-liquidity': {
      const way = markets.find(OUT_OF)
      const position = await firstPosition(stage, way.protocol)
      await sandwich(way, move.skewBps, attack, (market) => market.closeLiquidity(position))
      return
    }
    case 'lend':
      return lend(move, attack)
    case 'hijack':
      await attempt(() => hijack(move, attack))
      return
    case 'wait':
      await stage.clock.advance(move.hours * 3_600_000)
      return attacker.rest()
    case 'halt':
      return halt(move, attack)
    case 'lie':
      return lie(move.about, stage)
  }
}

/** The first position of the cage at a protocol. */
async function firstPosition({ oracle, cage }: Stage, at: string) {
  const found = (await oracle.readPositions(cage)).find(({ protocol }) => protocol === at)
  return { id: BigInt(found?.key ?? 0).toString(), units: found?.lots[0]?.units ?? 0n }
}

/** A payment through whichever protocol makes one. */
const payment = (scope: AttackScope, token: string, amount: bigint): Attempt =>
  ATTACKS.find(([, { pay }]) => pay)?.[1].pay?.(scope, token, amount) ?? {}

/** Try shares of what is wished of a token, until one goes. */
async function tryShares(
  { token, percent }: { readonly token: string; readonly percent: number },
  { stage, scope }: Attack,
  act: (amount: bigint) => Promise<boolean>,
): Promise<void> {
  const held = (await readHoldings(stage, scope)).get(token) ?? 0n
  for (const part of AMOUNTS) {
    const amount = (held * BigInt(percent) * part) / 10_000n
    if (amount > 0n && (await act(amount))) return
  }
}

/** Act around the largest skew that the cage goes along with. */
async function sandwich(
  { market, route }: OpenRoute,
  skewBps: number,
  { attacker, attempt }: Attack,
  plan: (market: AttackedMarket) => Attempt,
): Promise<boolean> {
  let went = false
  for (const share of skewBps === 0 ? [0] : SKEWS) {
    await market.skew(route, Math.floor((skewBps * share) / 100))
    went = await attempt(() => attacker.make(plan(market)))
    if (went) break
  }
  await market.skew(route, 0)
  return went
}

/** Try what only the cage or the lists can stop, on every protocol. */
async function hijack(
  move: Extract<AttackMove, { move: 'hijack' }>,
  { attacker, stage, scope, markets }: Attack,
): Promise<boolean> {
  const { route } = markets.find(move.route)
  const { priceUsd, decimals } = MARKET_TOKENS[route.tokens[0] as MarketSymbol]
  const amount = (BigInt(move.cents) * 10n ** BigInt(decimals)) / (priceUsd * 100n)
  const outcomes: boolean[] = []
  for (const [protocol, known] of ATTACKS) {
    if (known.hijack === undefined) continue
    const { id: positionId } = await firstPosition(stage, protocol)
    for (const tried of known.hijack(scope, { route, amount, positionId })) {
      outcomes.push(await attacker.make(tried))
    }
  }
  return outcomes.includes(true)
}

/** Skew every pool that a sale may go through, then bring a halt about and, where it is so ordered, wait for the sale. */
async function halt(
  { skewBps, sells }: Extract<AttackMove, { move: 'halt' }>,
  { attacker, stage, markets, attempt }: Attack,
): Promise<void> {
  const skewAll = async (bps: number) => {
    for (const { market, route } of markets.exits) await market.skew(route, bps)
  }
  await skewAll(skewBps)
  await attempt(() => attacker.halt())
  for (const part of sells ? SKEWS : []) {
    await skewAll(Math.floor((skewBps * part) / 100))
    const { details } = await stage.agent.changeSafety('safety_liquidate_holdings', {}, 'guardian')
    if ((details as { isComplete?: boolean } | undefined)?.isComplete) break
  }
  await skewAll(0)
}

async function lie(about: Extract<AttackMove, { move: 'lie' }>['about'], stage: Stage): Promise<void> {
  if (about === 'prices') return lieAboutPrices(stage)
  const lies = LIES[about]
  if (lies) stage.lies.inAnswers(lies)
  else stage.faults.heal()
}

/** Let what carries risk seem to be worth nine tenths. */
function lieAboutPrices(stage: Stage): Promise<void> {
  const answers = stage.book.tokens.flatMap(({ symbol, feed, secondaryFeed }) => {
    if (symbol !== 'WETH' && symbol !== 'WBTC') return []
    const { priceUsd } = MARKET_TOKENS[symbol]
    return [feed, secondaryFeed].flatMap((source) =>
      source ? [{ feed: source.address, answer: priceUsd * 9n * 10n ** BigInt(source.decimals - 1) }] : [],
    )
  })
  return stage.lies.aboutFeeds(answers)
}
