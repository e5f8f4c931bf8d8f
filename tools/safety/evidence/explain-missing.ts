import type { Address } from 'viem'
import type { Clock } from '../../core/clock.ts'
import { ToolError } from '../../core/errors.ts'
import { inTime } from '../../core/in-time.ts'
import type { KnownWitness, WitnessedChange } from '../../core/loss-witness.ts'
import type { LossView } from '../../core/safety-view.ts'
import type { SafetyPolicy } from '../policy/policy.ts'
import type { MissingUnits } from './booked-lots.ts'
import { type BlockRange, splitBlocks } from './log-parts.ts'
import type { PledgeCover } from './pledge-cover.ts'
import { askBoth, type Providers } from './second-provider.ts'
import { ROUNDING_BASE_UNITS } from './sum-repaid.ts'

/** What missing units are explained with. */
interface ExplainDeps extends Providers<'getContractEvents' | 'getLogs' | 'readContract'> {
  readonly witnesses: readonly KnownWitness[]
  readonly policy: SafetyPolicy
  readonly clock: Pick<Clock, 'setTimer'>
  readonly account: Address
  /** Blocks since the books were written. */
  readonly range: BlockRange
}

/**
 * Say why units are missing: where pledges cover all that they were worth they are filled, and tell nothing; where events
 * account for all of them they are an explained loss.
 *
 * The log is read only when something is missing, by both providers.
 *
 * @throws ToolError UNEXPLAINED_UNITS, PROVIDERS_DISAGREE, CHAIN_TIMEOUT
 */
export async function explainMissing(
  missing: readonly MissingUnits[],
  cover: PledgeCover,
  deps: ExplainDeps,
): Promise<readonly LossView[]> {
  const unfilled = missing.filter((units) => !isFilled(units, cover))
  const protocols = [...new Set(unfilled.map(({ protocol }) => protocol))]
  const witnessed = new Map(
    await Promise.all(
      protocols.map(async (protocol) => [protocol, await readWitnessed(protocol, deps)] as const),
    ),
  )
  return unfilled.map(({ protocol, key, lot, kind, units, booked, found }) => {
    const events = (witnessed.get(protocol) ?? []).filter(
      (change) => change.key === key && change.kind === kind && (change.lot ?? lot) === lot,
    )
    const explained = events.reduce((sum, change) => sum + change.units + ROUNDING_BASE_UNITS, 0n)
    const [event] = events
    if (event === undefined || explained < units) {
      throw new ToolError('UNEXPLAINED_UNITS', { protocol, key, kind, found, expected: booked })
    }
    return { protocol, key, kind, units: units.toString(), reason: event.reason }
  })
}

/** A debt is never pledged; of everything else all legs have to be covered. */
const isFilled = ({ kind, legs }: MissingUnits, cover: PledgeCover): boolean =>
  kind !== 'owed' && legs.length > 0 && cover.fill(legs)

async function readWitnessed(
  protocol: string,
  { witnesses, policy, clock, account, range, ...providers }: ExplainDeps,
): Promise<readonly WitnessedChange[]> {
  const witness = witnesses.find((known) => known.protocol === protocol)
  if (witness === undefined) return []
  const subject = `what others did to positions in ${protocol}`
  return askBoth(subject, providers, async (provider) => {
    const found: WitnessedChange[] = []
    for (const part of splitBlocks(range, policy.logs.maxBlocks)) {
      found.push(...(await inTime(clock, witness.readLog(provider, { account, ...part }), subject)))
    }
    return found
  })
}
