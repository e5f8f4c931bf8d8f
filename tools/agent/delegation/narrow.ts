import { formatUsdc } from '../../core/amount.ts'
import { ToolError } from '../../core/errors.ts'
import type { RequestBounds } from '../../core/request-bounds.ts'
import { isPermitted } from '../../profiles/boot-capabilities.ts'
import type { ResolvedProfile } from '../../profiles/resolve-tools.ts'
import type { DelegationRequest } from './delegation-request.ts'

/** The session that asks, and the one that it asks for. */
export interface Narrowing {
  /** Path of the session that is opened. */
  readonly path: string
  /** Path of the session above. */
  readonly parent: string
}

const exceed = ({ path, parent }: Narrowing, found: string, expected: string) =>
  new ToolError('DELEGATION_EXCEEDS_PARENT', { path, parent, found, expected })

/**
 * Leave out what the session above cannot do itself: a tool that changes anything is there only if it has it. What is
 * asked for by name has to be there.
 *
 * @throws ToolError DELEGATION_EXCEEDS_PARENT
 */
export function narrowTools(
  own: ResolvedProfile,
  above: ResolvedProfile,
  asked: DelegationRequest['tools'],
  names: Narrowing,
): ResolvedProfile {
  const has = new Set(above.tools.map(({ name }) => name))
  const mayGive = own.tools.filter(({ name, capability }) => capability === 'read' || has.has(name))
  const known = mayGive.map(({ name }) => name)
  const beyond = asked?.find((name) => !known.includes(name))
  if (beyond !== undefined) throw exceed(names, `tool ${beyond}`, known.join(', ') || 'no tools')
  const tools = asked ? mayGive.filter(({ name }) => asked.includes(name)) : mayGive
  const missing = own.tools
    .filter((tool) => !tools.includes(tool))
    .map((tool) => ({ tool, reason: { kind: 'parent' as const } }))
  return { name: own.name, tools, mayAct: tools.some(isPermitted), missing: [...own.missing, ...missing] }
}

/** Check that protocols are among those of the session above. @throws ToolError DELEGATION_EXCEEDS_PARENT */
export function assertProtocolsWithin(
  asked: readonly string[],
  above: readonly string[],
  names: Narrowing,
): void {
  const beyond = asked.find((id) => !above.includes(id))
  if (beyond !== undefined) throw exceed(names, `protocol ${beyond}`, above.join(', ') || 'none')
}

/** Check that limits are within those of the session above. @throws ToolError DELEGATION_EXCEEDS_PARENT */
export function assertLimitsWithin(
  asked: RequestBounds,
  above: Partial<RequestBounds>,
  names: Narrowing,
): void {
  const compare = (what: string, found: bigint, most: bigint | undefined) => {
    if (most !== undefined && found > most) {
      throw exceed(names, `${what} of ${formatUsdc(found)}`, formatUsdc(most))
    }
  }
  compare('a limit per request', asked.maxPerRequestUsdc, above.maxPerRequestUsdc)
  compare('a limit per day', asked.maxPerDayUsdc, above.maxPerDayUsdc)
  const most = above.maxToleranceBps
  if (most !== undefined && asked.maxToleranceBps > most) {
    throw exceed(names, `a tolerance of ${asked.maxToleranceBps} bps`, `${most} bps`)
  }
}
