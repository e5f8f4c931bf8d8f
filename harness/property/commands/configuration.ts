import * as fc from 'fast-check'
import { ACCOUNT_MODES } from '../../stage/account-mode.ts'
import { writeAmount } from '../../vocabulary/amounts.ts'
import { hasCategoryOf } from '../model/profile-model.ts'
import { DRAWN_KINDS, findKindDraw } from './kind-draws.ts'

/** The configuration of one case, drawn before its steps and written into its document. */
export interface Configuration {
  /** Members of the document around its steps. */
  readonly members: { readonly [key: string]: unknown }
  readonly profile: string
  /** Amounts in USDC base units at which something changes. */
  readonly boundariesUsdc: readonly bigint[]
  /** Times in seconds at which something changes. */
  readonly boundariesSeconds: readonly number[]
  /** Which kinds of commands this case has at all. */
  readonly kinds: readonly CommandKind[]
  /** Which action kinds it has. */
  readonly actions: readonly string[]
  /** How long an act that takes risk has to wait after another one, in seconds. */
  readonly pauseSeconds: number
  /** Whether it has to wait for the next tick as well. */
  readonly pausesForTick: boolean
}

/** Kinds of commands that a case can have or lack. */
const COMMAND_KINDS = [
  'preview',
  'act',
  'commit',
  'cancel',
  'raw',
  'time',
  'skew',
  'price',
  'market',
  'gift',
  'later',
  'theft',
  'phase',
  'query',
  'halt',
  'fee',
  'restart',
  'tamper',
  'tick',
] as const

/** A kind of command. */
export type CommandKind = (typeof COMMAND_KINDS)[number]

/** Commands after which little is allowed any more; most cases do without. */
const ENDING_KINDS: readonly CommandKind[] = ['halt', 'theft']

/** Profiles of cases that nobody chose them for; the one with everything comes up most. */
export const DRAWN_PROFILES = [
  'dev',
  'dev',
  'dev',
  'dev',
  'full',
  'trader',
  'lp',
  'conservative',
  'identity',
  'vault',
]

const USDC = 1_000_000n
const usdc = (amount: bigint) => writeAmount(amount, 'USDC')

const often = <T>(usual: T, ...others: readonly T[]): fc.Arbitrary<T> =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(usual) }, { weight: 3, arbitrary: fc.constantFrom(...others) })

const drawLimits = fc
  .record({
    perTransaction: fc.constantFrom(500n, 1_000n, 3_000n, 20_000n),
    times: fc.constantFrom(1n, 2n, 3n, 10n),
    hotLane: fc.constantFrom('transaction', 'day', 'half', 'third', 'none'),
  })
  .map(({ perTransaction, times, hotLane }) => {
    const most = perTransaction * USDC
    const lane = { transaction: most, day: most * times, half: most / 2n, third: most / 3n, none: 0n }[
      hotLane
    ]
    return { perTransaction: most, perDay: most * times, hotLane: lane as bigint }
  })

const drawCage = fc.record(
  {
    positionCap: fc.constantFrom(75_000n, 76_000n, 78_000n, 90_000n),
    windowSpend: fc.constantFrom(1_000n, 2_000n, 5_000n),
    windowLoss: fc.constantFrom(1n, 5n, 50n),
    minRebalanceInterval: fc.constantFrom(10, 60, 600),
    maxDrawdownBps: fc.constantFrom(1, 50, 300),
    recipients: fc.constantFrom(['recipient', 'recipient2'], ['recipient2']),
  },
  { requiredKeys: [] },
)

const drawPolicy = fc.record(
  {
    permitTtl: fc.constantFrom(5, 30, 120),
    rateLimit: fc.record(
      {
        maxCalls: fc.integer({ min: 1, max: 8 }),
        window: fc.constantFrom(10, 60, 300),
        perTick: fc.constantFrom(0, 1, 2, 2, 3, 5),
      },
      { requiredKeys: ['maxCalls', 'window'] },
    ),
    maxSignature: fc.constantFrom(300, 600),
    maxClockSkew: fc.constantFrom(5, 60),
    phaseDwell: fc.constantFrom(10, 60),
    maxPriceDivergenceBps: fc.constantFrom(0, 50, 500),
    maxToleranceBps: fc.constantFrom(100, 200),
    recipients: fc.constantFrom(['recipient', 'recipient2'], ['recipient2'], []),
  },
  { requiredKeys: [] },
)

/** What is drawn of a case before its steps. */
const drawParts = (profiles: readonly string[]) =>
  fc.record({
    profile: fc.constantFrom(...profiles),
    phase: often(
      'thriving',
      'cautious',
      'cautious',
      'stable',
      'defensive',
      'survival',
      'terminal',
      'stable',
      'conservation',
      'declining',
      'desperate',
    ),
    limits: drawLimits,
    policy: fc.option(drawPolicy, { freq: 3, nil: undefined }),
    cage: fc.option(drawCage, { freq: 2, nil: undefined }),
    guardian: often('on', 'off', 'down', 'refuses', 'wrong-key', 'other-bytes', 'garbage'),
    secondProvider: fc.oneof(
      { weight: 30, arbitrary: fc.constant('off') },
      { weight: 3, arbitrary: fc.constant('agrees') },
      { weight: 1, arbitrary: fc.constantFrom('behind', 'down', 'balance', 'code', 'price') },
    ),
    signer: fc.oneof(
      { weight: 20, arbitrary: fc.constant('on') },
      { weight: 1, arbitrary: fc.constantFrom('off', ...ACCOUNT_MODES, 'wrong-key', 'lies', 'down') },
    ),
    heartbeatSeconds: fc.option(fc.constantFrom(1, 12, 60, 600), { freq: 3, nil: undefined }),
    gas: fc.oneof(
      { weight: 6, arbitrary: fc.constant('free') },
      { weight: 1, arbitrary: fc.constant('normal') },
    ),
    kinds: fc.subarray(
      COMMAND_KINDS.filter((kind) => !ENDING_KINDS.includes(kind)),
      { minLength: 5 },
    ),
    ending: fc.oneof(
      { weight: 5, arbitrary: fc.constant([]) },
      { weight: 2, arbitrary: fc.subarray([...ENDING_KINDS], { minLength: 1, maxLength: 1 }) },
    ),
    actions: fc.subarray([...DRAWN_KINDS], { minLength: 4 }),
  })

type DrawnOf<Part> = Part extends fc.Arbitrary<infer Drawn> ? Drawn : never
type DrawnParts = DrawnOf<ReturnType<typeof drawParts>>
type DrawnPolicy = DrawnOf<typeof drawPolicy>
type DrawnCage = DrawnOf<typeof drawCage>

/** Draw the configuration of one case. */
export const drawConfiguration = (profiles: readonly string[]): fc.Arbitrary<Configuration> =>
  drawParts(profiles).map((drawn) => {
    const { profile, limits, cage, kinds, ending, actions, heartbeatSeconds } = drawn
    const policy: DrawnPolicy = drawn.policy ?? {}
    const windowSpend = (cage?.windowSpend ?? 100_000n) * USDC
    return {
      profile,
      members: writeMembers(drawn),
      boundariesUsdc: [limits.perTransaction, limits.perDay, limits.hotLane, windowSpend].filter(
        (amount) => amount > 0n,
      ),
      boundariesSeconds: [
        policy.permitTtl ?? 60,
        policy.phaseDwell ?? 600,
        policy.rateLimit?.window ?? 60,
        cage?.minRebalanceInterval ?? 60,
        policy.maxClockSkew ?? 120,
        ...(heartbeatSeconds === undefined ? [] : [heartbeatSeconds]),
        86_400,
      ],
      kinds: [...new Set<CommandKind>(['preview', 'act', 'commit', 'time', ...kinds, ...ending])],
      actions: chooseActions(profile, actions),
      pauseSeconds: Math.max(cage?.minRebalanceInterval ?? 0, policy.rateLimit?.window ?? 0),
      pausesForTick: policy.rateLimit?.perTick !== undefined,
    }
  })

/** List the action kinds that one of some profiles is for. */
export const listKinds = (profiles: readonly string[]): readonly string[] =>
  DRAWN_KINDS.filter((kind) => profiles.some((profile) => hasCategoryOf(profile, kind)))

/** Which of the kinds that a profile is for a case has, each as often as it comes; one that is for none has to refuse all. */
function chooseActions(profile: string, drawn: readonly string[]): readonly string[] {
  const own = listKinds([profile])
  const served = own.length > 0 ? own : DRAWN_KINDS
  const chosen = served.filter((kind) => drawn.includes(kind))
  const repeated = chosen.flatMap((kind) => {
    const { after, often = 1 } = findKindDraw(kind)
    return after === undefined || chosen.includes(after) ? Array.from({ length: often }, () => kind) : []
  })
  return repeated.length > 0 ? repeated : served
}

/** Members of the document around its steps. */
function writeMembers({
  profile,
  phase,
  limits,
  policy = {},
  cage,
  guardian,
  secondProvider,
  signer,
  heartbeatSeconds,
  gas,
}: DrawnParts): Configuration['members'] {
  const offchain = {
    // What is drawn may stand in any place that there is.
    lossyPlaces: true,
    ...writePolicy(policy),
    ...(cage === undefined ? {} : { cage: writeCage(cage) }),
  }
  return {
    profile,
    phase,
    limits: {
      perTransaction: usdc(limits.perTransaction),
      perDay: usdc(limits.perDay),
      hotLane: usdc(limits.hotLane),
    },
    policy: offchain,
    guardian,
    ...(secondProvider === 'off' ? {} : { secondProvider }),
    ...(signer === 'on' ? {} : { signer }),
    ...(heartbeatSeconds === undefined ? {} : { heartbeat: `${heartbeatSeconds}s` }),
    ...(gas === 'free' ? {} : { gas }),
  }
}

const writePolicy = ({
  permitTtl,
  phaseDwell,
  maxSignature,
  maxClockSkew,
  rateLimit,
  ...plain
}: DrawnPolicy) => ({
  ...plain,
  ...(permitTtl === undefined ? {} : { permitTtl: `${permitTtl}s` }),
  ...(phaseDwell === undefined ? {} : { phaseDwell: `${phaseDwell}s` }),
  ...(maxSignature === undefined ? {} : { maxSignature: `${maxSignature}s` }),
  ...(maxClockSkew === undefined ? {} : { maxClockSkew: `${maxClockSkew}s` }),
  ...(rateLimit === undefined ? {} : { rateLimit: { ...rateLimit, window: `${rateLimit.window}s` } }),
})

const writeCage = ({ positionCap, windowSpend, windowLoss, minRebalanceInterval, ...plain }: DrawnCage) => ({
  ...plain,
  ...(positionCap === undefined ? {} : { positionCaps: { WETH: usdc(positionCap * USDC) } }),
  ...(windowSpend === undefined ? {} : { windowSpend: usdc(windowSpend * USDC) }),
  ...(windowLoss === undefined ? {} : { windowLoss: usdc(windowLoss * USDC) }),
  ...(minRebalanceInterval === undefined ? {} : { minRebalanceInterval: `${minRebalanceInterval}s` }),
})
