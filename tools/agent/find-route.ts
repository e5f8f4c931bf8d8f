import type { Action, Kind, Offer, RunRead } from '../core/action.ts'
import { ToolError } from '../core/errors.ts'
import type { Json } from '../core/json.ts'
import type { VenueRefusal } from '../core/venue-offers.ts'

/** The concrete write tool that an action comes down to, with its parameters. */
export interface ResolvedAction {
  readonly tool: string
  readonly params: Json
}

/** One venue of an action kind, by the tools that it needs. */
export type Venue = Pick<Action, 'protocol' | 'reads' | 'write' | 'offer'>

/**
 * Choose the venue of an action and say what its write tool is asked for: the named one, the one with the best quote,
 * or the one that holds the position.
 *
 * @throws ToolError VENUE_NOT_AVAILABLE, VENUE_AMBIGUOUS, or what a venue refuses with
 */
export async function findRoute(
  kind: Kind,
  venues: readonly Venue[],
  params: Json,
  run: RunRead,
): Promise<ResolvedAction> {
  const { venue: named, ...common } = params as { readonly [name: string]: Json }
  const { protocol, ...beyond } = (named ?? {}) as { readonly [name: string]: Json }
  const isUnnamed = named === undefined || kind.choice.by === 'only'
  const candidates = isUnnamed ? venues : venues.filter((venue) => venue.protocol === protocol)
  const known = venues.map((venue) => venue.protocol).join(', ')
  if (candidates.length === 0 || (kind.choice.by === 'named' && isUnnamed)) {
    throw new ToolError('VENUE_NOT_AVAILABLE', { kind: kind.kind, venue: String(protocol ?? 'none'), known })
  }
  const { offers, failures, absences } = await askAll(candidates, { ...common, ...beyond }, run)
  const [best, other] = offers.toSorted((a, b) => compare(kind, a.offer, b.offer))
  if (best === undefined) throw failures[0] ?? absences[0]
  // Where a position lies in two places, or one place did not answer, nobody can tell which is meant.
  if (kind.choice.by === 'holding' && (other !== undefined || failures.length > 0)) {
    if (failures[0]) throw failures[0]
    throw new ToolError('VENUE_AMBIGUOUS', { kind: kind.kind, found: offers.map(({ id }) => id).join(', ') })
  }
  return { tool: best.write, params: best.offer.params }
}

/** Ask every venue at once; what refuses does not stand in the others' way. */
export async function askAll(venues: readonly Venue[], params: Json, run: RunRead) {
  const asked = await Promise.allSettled(venues.map(async ({ offer }) => offer(params, run)))
  const offers: { readonly id: string; readonly write: string; readonly offer: Offer }[] = []
  const failures: ToolError[] = []
  const refusals: VenueRefusal[] = []
  const absences: ToolError[] = []
  for (const [at, { protocol = '', write }] of venues.entries()) {
    const answer = asked[at]
    if (answer?.status === 'fulfilled') {
      if (answer.value instanceof ToolError) absences.push(answer.value)
      else offers.push({ id: protocol, write, offer: answer.value })
    } else if (answer?.reason instanceof ToolError) {
      failures.push(answer.reason)
      refusals.push({ protocol, code: answer.reason.code, reason: answer.reason.shortMessage })
    } else {
      throw answer?.reason
    }
  }
  return { offers, failures, absences, refusals }
}

/** The better quote first; of equal ones the venue that was asked first. */
function compare({ choice }: Kind, a: Offer, b: Offer): number {
  if (choice.by !== 'quote') return 0
  const [least, most] = [a.quoteBaseUnits ?? 0n, b.quoteBaseUnits ?? 0n]
  if (least === most) return 0
  return least < most === (choice.best === 'least') ? -1 : 1
}
