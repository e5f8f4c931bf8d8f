import * as fc from 'fast-check'
import type { AddressBook } from '../../../tools/core/address-book.ts'
import { findToken } from '../../../tools/core/tokens.ts'
import { PHASES } from '../../../tools/safety/policy/phases.ts'
import type { StageSetup } from '../../stage/open-stage.ts'
import { ACTORS, type ActorName } from '../../world/actors.ts'
import { DEFAULT_POLICY_CHOICES } from '../../world/safety-policy.ts'

const USDC = 1_000_000n

/** Policies and phase of one drawn world; amounts in whole USDC. */
export interface DrawnWorld {
  readonly perTransaction: number
  readonly perDay: number
  readonly hotLane: number
  readonly maxCalls: number
  readonly phase: (typeof PHASES)[number]
  readonly guardian: 'on' | 'off' | 'refuses'
  readonly maxDrawdownBps: number
  readonly minRebalanceIntervalSeconds: number
  readonly windowSpend: number
  readonly wethCap: number
  readonly recipients: readonly ActorName[]
}

/** Draw policies on both sides of their boundaries; the default capital is 25 ether and 100 000 USDC. */
export const drawnWorld: fc.Arbitrary<DrawnWorld> = fc.record({
  perTransaction: fc.constantFrom(600, 5_000, 20_000, 200_000),
  perDay: fc.constantFrom(2_000, 20_000, 1_000_000),
  hotLane: fc.constantFrom(500, 5_000, 1_000_000),
  maxCalls: fc.constantFrom(8, 1_000, 1_000),
  phase: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('thriving', 'cautious') },
    { weight: 1, arbitrary: fc.constantFrom(...PHASES) },
  ),
  guardian: fc.constantFrom('on', 'on', 'off', 'refuses'),
  maxDrawdownBps: fc.constantFrom(50, 500, 1_000, 1_000, 10_000),
  minRebalanceIntervalSeconds: fc.constantFrom(0, 0, 0, 60, 3_600),
  windowSpend: fc.constantFrom(1_000, 10_000, 100_000, 1_000_000, 1_000_000),
  wethCap: fc.constantFrom(75_000, 76_000, 150_000),
  recipients: fc.constantFrom<readonly ActorName[]>(
    [],
    ['recipient'],
    ['recipient', 'owner'],
    ['recipient', 'owner'],
  ),
})

/** Turn a drawn world into what opens it. */
export function toStageSetup(drawn: DrawnWorld, book: AddressBook): StageSetup {
  const weth = findToken(book, 'WETH')?.address
  return {
    profile: 'dev',
    phase: drawn.phase,
    guardian: drawn.guardian,
    lossyPlaces: true,
    choices: {
      limits: {
        perTransactionUsdc: BigInt(drawn.perTransaction) * USDC,
        perDayUsdc: BigInt(drawn.perDay) * USDC,
        hotLaneUsdc: BigInt(drawn.hotLane) * USDC,
      },
      rateLimit: { ...DEFAULT_POLICY_CHOICES.rateLimit, maxCalls: drawn.maxCalls },
    },
    cage: {
      maxDrawdownBps: drawn.maxDrawdownBps,
      minRebalanceIntervalSeconds: drawn.minRebalanceIntervalSeconds,
      windowSpendCapUsdc: BigInt(drawn.windowSpend) * USDC,
      recipients: drawn.recipients.map((name) => ACTORS[name].address),
      ...(weth ? { capsUsdc: new Map([[weth, BigInt(drawn.wethCap) * USDC]]) } : {}),
    },
  }
}
