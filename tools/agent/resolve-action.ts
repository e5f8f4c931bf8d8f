import { renderSuggestion, ToolError } from '../core/errors.ts'
import type { Json } from '../core/json.ts'
import { toPlainData } from '../core/schema.ts'
import { findNearest } from '../core/suggest.ts'
import { checkParams } from '../core/tool-versions.ts'
import type { ActionKind } from './action-kind.ts'
import type { Stack } from './stack.ts'
import { assertNotOffChain, type Toolbox } from './toolbox.ts'

/** List the action kinds that a toolbox can serve, each with the venues whose tools are there. */
export function listActions(
  kinds: readonly ActionKind[],
  toolbox: Pick<Toolbox, 'has'>,
): readonly ActionKind[] {
  const isEnabled = ({ reads, write }: ActionKind['venues'][number]) =>
    [...reads, write].every((name) => toolbox.has(name))
  return kinds
    .map((kind) => ({ ...kind, venues: kind.venues.filter(isEnabled) }))
    .filter(({ venues }) => venues.length > 0)
}

/**
 * Check that an action kind is not missing for the chain alone.
 *
 * @throws ToolError CHAIN_NOT_SUPPORTED
 */
export function assertKindOnChain(
  kind: string,
  { kinds, actions, profile }: { readonly kinds: readonly ActionKind[] } & Pick<Stack, 'actions' | 'profile'>,
): void {
  if (actions.some((action) => action.kind === kind)) return
  const venues = kinds.filter((candidate) => candidate.kind === kind).flatMap((found) => found.venues)
  for (const { write } of venues) assertNotOffChain(write, profile)
}

/** Find an action kind by its name. @throws ToolError UNKNOWN_ACTION_KIND with the nearest name */
export function findKind(kind: string, actions: readonly ActionKind[]): ActionKind {
  const action = actions.find((candidate) => candidate.kind === kind)
  if (action) return action
  const known = actions.map((candidate) => candidate.kind)
  throw new ToolError('UNKNOWN_ACTION_KIND', {
    kind,
    suggestion: renderSuggestion(findNearest(kind, known)),
    known: known.join(', ') || 'none',
  })
}

/** Find the tool and its parameters for an action that is asked for. @throws ToolError UNKNOWN_ACTION_KIND */
export async function resolveAction(
  kind: string,
  params: unknown,
  from: { readonly actions: readonly ActionKind[]; readonly read: Stack['read'] },
  signal?: AbortSignal,
) {
  const action = findKind(kind, from.actions)
  const plain = toPlainData(params) as Json
  checkParams(action.params, plain)
  const resolved = await action.resolve(
    plain,
    action.venues,
    async (tool, input) => (await from.read(tool, input, signal)).data,
  )
  return { ...resolved, requestedBy: action.requestedBy }
}
