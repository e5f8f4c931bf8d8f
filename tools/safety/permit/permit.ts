import type { Hex } from 'viem'
import { ToolError } from '../../core/errors.ts'
import type { Json } from '../../core/json.ts'
import type { Expectation } from '../../core/outcome.ts'
import type { PermittedPlan } from '../../core/plan.ts'
import type { RequestedBy } from '../../core/request-bounds.ts'
import type { RiskTier } from '../../core/tool-def.ts'
import type { Approval } from '../custody/account-approval.ts'
import type { Spend } from '../evidence/spend.ts'
import type { Claim } from '../hooks/hook.ts'
import type { ActionClass } from '../policy/phases.ts'
import type { RiskClass } from '../policy/risk-class.ts'
import type { ClockReading } from '../store/clocks.ts'
import type { PermitRow } from '../store/permit-rows.ts'

/** What a preview hands back: the right to commit this very action, for a while. */
export interface ActionPermit {
  readonly permitId: Hex
  readonly simulationHash: Hex
  readonly expectedOutcome: Expectation
  readonly actionClass: ActionClass
  readonly riskClass: RiskClass
  /** Seconds for which it cannot be committed yet. */
  readonly waitSeconds: number
  readonly spend: Spend
  readonly issuedAtWallMs: number
  readonly ttlSeconds: number
  /** The result for the model, as the last hook left it. */
  readonly result: Json
}

/** What commit needs again; stored with the permit. */
export interface PermitBody<Plan extends PermittedPlan = PermittedPlan> {
  readonly tool: string
  readonly riskTier: RiskTier
  readonly actionKind: string
  readonly params: Json
  readonly claims: readonly Claim[]
  readonly plan: Plan
  readonly policyVersion: Hex
  readonly phaseEpoch: number
  readonly gasLimit: bigint
  readonly maxFeePerGasWei: bigint
  readonly priorityFeeWei: bigint
  /** The operator's own nonce when it is a contract. */
  readonly operatorNonce?: bigint
  readonly deadlineSeconds: bigint
  readonly result: Json
  /** Rated when it is issued. */
  readonly riskClass?: RiskClass
  readonly guardianSignature?: Hex
  /** The owner's approval of a privileged action. */
  readonly approval?: Approval
  /** The untrusted tool that asked for it, with the bounds that held then. */
  readonly requestedBy?: RequestedBy
}

/** What is read back as a bigint, or would be but for the "=" in front. */
const BIGINT = /^=*-?\d+n$/

/** Serialise a permit's body; bigint members are written as "123n", and text that reads so as "=123n". */
export const serialiseBody = (body: PermitBody): string => JSON.stringify(writeBigints(body))

/** What JSON's own visitors do takes several times as long. */
function writeBigints(value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'string') return value.endsWith('n') && BIGINT.test(value) ? `=${value}` : value
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(writeBigints)
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, writeBigints(member)]))
}

/** Read bigints back in what was just parsed. */
function readBigints(value: unknown): unknown {
  if (typeof value === 'string') {
    if (!value.endsWith('n') || !BIGINT.test(value)) return value
    return value.startsWith('=') ? value.slice(1) : BigInt(value.slice(0, -1))
  }
  if (value === null || typeof value !== 'object') return value
  const members = value as Record<string, unknown>
  for (const key of Object.keys(members)) {
    const member = members[key]
    const read = readBigints(member)
    if (read !== member) members[key] = read
  }
  return value
}

type Stored = Pick<PermitRow, 'permitId' | 'body'>

/** Whether a plan has all that one of its kind is read by: of a body that was damaged a part may be left. */
function isWhole(plan: PermittedPlan | undefined): plan is PermittedPlan {
  if (typeof plan?.kind !== 'string' || !Array.isArray(plan.calls)) return false
  if (plan.kind === 'signature' && typeof plan.typedData?.primaryType !== 'string') return false
  return typeof plan.expectation === 'object' && plan.expectation !== null
}

/** Read the body of a stored permit back; undefined when it cannot be read, or a part of it is gone. */
export function findBody({ body }: Stored): PermitBody | undefined {
  try {
    const read = readBigints(JSON.parse(body)) as PermitBody | null
    return typeof read?.deadlineSeconds === 'bigint' && isWhole(read.plan) ? read : undefined
  } catch {
    return undefined
  }
}

/**
 * Read the body of a stored permit back.
 *
 * @throws ToolError STORE_ALTERED when it cannot be read
 */
export function readBody(row: Stored): PermitBody {
  const body = findBody(row)
  if (body) return body
  const where = `permit ${row.permitId}`
  throw new ToolError('STORE_ALTERED', { where, expected: 'a body', found: 'what cannot be read' })
}

/**
 * Check that a permit is alive: issued ≤ now < issued + TTL, half-open, on both clocks.
 *
 * @throws ToolError PERMIT_EXPIRED
 */
export function assertAlive(row: PermitRow, now: ClockReading): void {
  const expiryWallMs = row.issuedWallMs + row.ttlSeconds * 1_000
  if (now.wallMs < row.issuedWallMs || now.wallMs >= expiryWallMs) {
    throw new ToolError('PERMIT_EXPIRED', {
      permitId: row.permitId,
      clock: 'wall',
      now: now.wallMs,
      expiry: expiryWallMs,
    })
  }
  const expiryChainSeconds = row.issuedChainSeconds + row.ttlSeconds
  if (now.chainSeconds < row.issuedChainSeconds || now.chainSeconds >= expiryChainSeconds) {
    throw new ToolError('PERMIT_EXPIRED', {
      permitId: row.permitId,
      clock: 'chain',
      now: now.chainSeconds,
      expiry: expiryChainSeconds,
    })
  }
}

/** For how long a permit can still be used by both clocks, whole seconds; 0 once it cannot. */
export function remainingSeconds(row: PermitRow, { wallMs, chainSeconds }: ClockReading): number {
  const byWall = Math.ceil((row.issuedWallMs - wallMs) / 1_000) + row.ttlSeconds
  const byChain = row.issuedChainSeconds - chainSeconds + row.ttlSeconds
  return row.state === 'pending' ? Math.max(0, Math.min(byWall, byChain)) : 0
}
