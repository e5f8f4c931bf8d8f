import { describeProblems } from '../../core/describe-problems.ts'
import { AddressSchema, BpsSchema, HashSchema, Type } from '../../core/schema.ts'
import type { SafetyPolicy } from './policy.ts'
import { RISK_CLASSES, type RiskClass } from './risk-class.ts'

const closed = { additionalProperties: false } as const
const Text = Type.String({ minLength: 1 })
const Seconds = Type.Integer({ minimum: 0 })
const Count = Type.Integer({ minimum: 0 })
const Amount = Type.BigInt({ minimum: 0n })
const Selectors = Type.Array(Type.Unsafe<`0x${string}`>({ type: 'string', pattern: '^0x[0-9a-fA-F]{8}$' }))

const PriceSource = Type.Object({ feed: AddressSchema, maxStalenessSeconds: Seconds }, closed)

const Asset = Type.Object(
  {
    token: AddressSchema,
    symbol: Text,
    decimals: Type.Integer({ minimum: 0, maximum: 255 }),
    exposure: Text,
    isStable: Type.Boolean(),
    isNumeraire: Type.Optional(Type.Boolean()),
    maxRebaseLossBps: Type.Optional(BpsSchema),
    feed: Type.Optional(AddressSchema),
    maxStalenessSeconds: Seconds,
    secondary: Type.Optional(PriceSource),
  },
  closed,
)

const Target = Type.Object(
  {
    address: AddressSchema,
    selectors: Selectors,
    operatorSelectors: Type.Optional(Selectors),
    ownerSelectors: Type.Optional(Selectors),
    codeHash: Type.Optional(HashSchema),
    implementation: Type.Optional(
      Type.Object({ slot: HashSchema, address: AddressSchema, codeHash: HashSchema }, closed),
    ),
  },
  closed,
)

const OwnerAccount = Type.Object(
  {
    protocol: Text,
    modules: Type.Array(Target),
    guards: Type.Array(Type.Object({ address: AddressSchema, codeHash: Type.Optional(HashSchema) }, closed)),
  },
  closed,
)

/** The shape of a policy: a member that is missing, misspelt or of another type would limit nothing. */
export const SafetyPolicySchema = Type.Object(
  {
    chainId: Type.Integer({ minimum: 1 }),
    owner: AddressSchema,
    limits: Type.Object({ perTransactionUsdc: Amount, perDayUsdc: Amount, hotLaneUsdc: Amount }, closed),
    permitTtlSeconds: Seconds,
    announce: Type.Optional(
      Type.Object(
        { from: Type.Unsafe<RiskClass>(Type.Enum([...RISK_CLASSES])), waitSeconds: Seconds },
        closed,
      ),
    ),
    maxSignatureSeconds: Seconds,
    maxToleranceBps: BpsSchema,
    rateLimit: Type.Object(
      // In a window of no length nothing counts.
      { maxCalls: Count, windowSeconds: Type.Integer({ minimum: 1 }), perTick: Type.Optional(Count) },
      closed,
    ),
    logs: Type.Object({ firstBlock: Amount, maxBlocks: Type.BigInt({ minimum: 1n }) }, closed),
    maxClockSkewSeconds: Seconds,
    phaseDwellSeconds: Seconds,
    vitality: Type.Object(
      {
        thrivingFromBps: BpsSchema,
        cautiousFromBps: BpsSchema,
        defensiveFromBps: BpsSchema,
        survivalFromBps: BpsSchema,
        gasReserveWei: Amount,
      },
      closed,
    ),
    maxLiquidationLossBps: BpsSchema,
    gas: Type.Object({ maxGasLimit: Amount, priorityFeeWei: Amount, maxFeePerGasWei: Amount }, closed),
    maxPriceDivergenceBps: Count,
    sequencer: Type.Optional(Type.Object({ feed: AddressSchema, gracePeriodSeconds: Seconds }, closed)),
    assets: Type.Array(Asset),
    targets: Type.Array(Target),
    readers: Type.Array(Type.Object({ address: AddressSchema, protocol: Text }, closed)),
    minHealth: Amount,
    spenders: Type.Array(AddressSchema),
    recipients: Type.Array(AddressSchema),
    approver: Type.Optional(AddressSchema),
    ownerAccount: Type.Optional(OwnerAccount),
    guardian: Type.Optional(AddressSchema),
    guardianTimeoutMs: Count,
  },
  closed,
)

/**
 * Hold a policy against its shape before anything is decided by it.
 *
 * @throws RangeError that names everything that is missing, unknown or wrong
 */
export function assertPolicy(policy: SafetyPolicy): void {
  const problems = describeProblems(SafetyPolicySchema, policy)
  if (problems.length > 0) throw new RangeError(problems.map((problem) => `policy: ${problem}`).join('\n'))
}
