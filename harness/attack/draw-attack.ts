import * as fc from 'fast-check'
import type { AddressBook } from '../../tools/core/address-book.ts'
import { ATTACKERS, type Attacker, type CageRules } from '../../tools/safety/policy/max-loss.ts'
import type { StageSetup } from '../stage/open-stage.ts'
import { ACTORS } from '../world/actors.ts'
import { defaultPolicy } from '../world/default-policy.ts'
import { DEFAULT_POLICY_CHOICES } from '../world/safety-policy.ts'
import type { AttackMove } from './attack-move.ts'
import { LENDERS, ROUTES } from './testbed-attacks.ts'

const USDC = 1_000_000n
const routes = fc.constantFrom(...Object.keys(ROUTES))
const percent = fc.constantFrom(100, 50, 10)
const skewBps = fc.constantFrom(0, 100, 100, 100, 300)

/** The attacker's standing: which keys and nodes it holds. */
export const drawnAttacker: fc.Arbitrary<Attacker> = fc.constantFrom(...ATTACKERS)

/** Hostile moves; the last ones always sell everything that is at risk. */
export const drawnAttack: fc.Arbitrary<readonly AttackMove[]> = fc
  .array(
    fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({
          move: fc.constant('pay' as const),
          token: fc.constantFrom('USDC', 'DAI', 'WETH', 'WBTC'),
          percent,
        }),
      },
      {
        weight: 5,
        arbitrary: fc.record({ move: fc.constant('swap' as const), route: routes, percent, skewBps }),
      },
      {
        weight: 4,
        arbitrary: fc.record({
          move: fc.constant('lend' as const),
          at: fc.constantFrom(...LENDERS.keys()),
          act: fc.constantFrom('supply', 'supply', 'borrow', 'borrow', 'borrow', 'repay', 'withdraw'),
          percent,
        }),
      },
      { weight: 1, arbitrary: fc.record({ move: fc.constant('add-liquidity' as const), percent, skewBps }) },
      { weight: 1, arbitrary: fc.record({ move: fc.constant('close-liquidity' as const), skewBps }) },
      {
        weight: 1,
        arbitrary: fc.record({
          move: fc.constant('hijack' as const),
          route: routes,
          cents: fc.constantFrom(1, 100, 100_000),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          move: fc.constant('prepare' as const),
          token: fc.constantFrom('USDC', 'DAI'),
          percent,
        }),
      },
      { weight: 1, arbitrary: fc.constant({ move: 'use' as const }) },
      {
        weight: 1,
        arbitrary: fc.record({
          move: fc.constant('lie' as const),
          about: fc.constantFrom(
            'nothing' as const,
            'receipts' as const,
            'effects' as const,
            'prices' as const,
          ),
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({ move: fc.constant('wait' as const), hours: fc.constantFrom(1, 12, 24, 25) }),
      },
    ),
    { minLength: 3, maxLength: 12, size: 'max' },
  )
  .chain((moves) =>
    fc
      .constantFrom<readonly AttackMove[]>([], [], HALT, HALT_AND_SELL)
      .map((halt): readonly AttackMove[] => [...moves, ...halt, ...SELL_OUT]),
  )

/** A halt at prices that nobody should sell at. */
export const HALT: readonly AttackMove[] = [{ move: 'halt', skewBps: 300, sells: false }]

/** A halt whose sale the attacker waits for with the pools. */
export const HALT_AND_SELL: readonly AttackMove[] = [{ move: 'halt', skewBps: 100, sells: true }]

/** Everything at risk leaves at the worst price that the cage lets through. */
export const SELL_OUT: readonly AttackMove[] = [
  { move: 'close-liquidity', skewBps: 100 },
  { move: 'swap', route: 'WETH→USDC', percent: 100, skewBps: 100 },
  { move: 'swap', route: 'WBTC→USDC', percent: 100, skewBps: 100 },
]

/** The part of the cage's policy that attacks are drawn against; amounts in whole USDC. */
export interface DrawnRules {
  readonly maxDrawdownBps: number
  readonly windowSpend: number
  readonly hotLane: number
  /** Cap of each position; what the owner paid in may lie above it. */
  readonly positionCap: number
  readonly hasRecipient: boolean
  /** Whether it may owe in a lending market. */
  readonly mayOwe: boolean
  /** Most at once and in 24 hours, for agent and guardian. */
  readonly perTransaction: number
  readonly perDay: number
  /** Whether an honest node stands beside the one that may lie. */
  readonly hasSecondProvider: boolean
}

export const drawnRules: fc.Arbitrary<DrawnRules> = fc.record({
  maxDrawdownBps: fc.constantFrom(100, 500, 1_000, 1_000),
  windowSpend: fc.constantFrom(2_000, 20_000, 100_000, 100_000),
  hotLane: fc.constantFrom(1_000, 5_000, 1_000_000, 1_000_000),
  positionCap: fc.constantFrom(1_000, 60_000, 60_000),
  hasRecipient: fc.boolean(),
  mayOwe: fc.boolean(),
  perTransaction: fc.constantFrom(20_000, 20_000, 100_000),
  perDay: fc.constantFrom(3_000, 100_000),
  hasSecondProvider: fc.boolean(),
})

/** Turn drawn rules into what opens the world, and into the rules that bound the loss in it. */
export function toAttackedWorld(
  { positionCap, hasSecondProvider, ...drawn }: DrawnRules,
  book: AddressBook,
): { readonly setup: StageSetup; readonly rules: CageRules } {
  const base = defaultPolicy(book)
  const cage = {
    maxDrawdownBps: drawn.maxDrawdownBps,
    windowSpendCapUsdc: BigInt(drawn.windowSpend) * USDC,
    hotLaneUsdc: BigInt(drawn.hotLane) * USDC,
    recipients: drawn.hasRecipient ? [ACTORS.recipient.address] : [],
    debtPlaces: drawn.mayOwe ? base.debtPlaces : [],
    places: base.places.filter((place) => drawn.mayOwe || !base.debtPlaces.includes(place)),
  }
  const risky = base.assets.filter(({ isBase }) => !isBase)
  const capsUsdc = new Map(risky.map(({ token }) => [token, BigInt(positionCap) * USDC]))
  const perDayUsdc = BigInt(drawn.perDay) * USDC
  const least = (limit: bigint) => (limit < perDayUsdc ? limit : perDayUsdc)
  const setup: StageSetup = {
    profile: 'full',
    secondProvider: hasSecondProvider ? 'agrees' : 'off',
    cage: { ...cage, capsUsdc },
    choices: {
      limits: {
        perTransactionUsdc: least(BigInt(drawn.perTransaction) * USDC),
        perDayUsdc,
        hotLaneUsdc: least(DEFAULT_POLICY_CHOICES.limits.hotLaneUsdc),
      },
    },
  }
  return { setup, rules: { ...base, ...cage } }
}
