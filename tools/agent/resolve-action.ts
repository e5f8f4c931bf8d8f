import { renderSuggestion, ToolError } from '../core/errors.ts'
import type { Json } from '../core/json.ts'
import { checkParams } from '../core/runner.ts'
import { toPlainData } from '../core/schema.ts'
import { findNearest } from '../core/suggest.ts'
import type { ActionKind } from './action-kind.ts'
import type { Stack } from './stack.ts'
import type { Toolbox } from './toolbox.ts'

/** List the action kinds that a toolbox can serve, each with the venues whose tools and protocols are there. */
export function listActions(
  kinds: readonly ActionKind[],
  toolbox: Toolbox,
  allowedProtocols: readonly string[] | undefined,
): readonly ActionKind[] {
  const isEnabled = ({ reads, write }: ActionKind['venues'][number]) =>
    [...reads, write].every(
      (name) => toolbox.has(name) && (allowedProtocols?.includes(toolbox.protocolOf(name) ?? '') ?? true),
    )
  return kinds
    .map((kind) => ({ ...kind, venues: kind.venues.filter(isEnabled) }))
    .filter(({ venues }) => venues.length > 0)
}

/** Find the tool and its parameters for an action that is asked for. @throws ToolError UNKNOWN_ACTION_KIND */
export async function resolveAction(
  kind: string,
  params: unknown,
  from: { readonly actions: readonly ActionKind[]; readonly read: Stack['read'] },
  signal?: AbortSignal,
) {
  const action = from.actions.find((candidate) => candidate.kind === kind)
  if (action === undefined) {
    const known = from.actions.map((candidate) => candidate.kind)
    throw new ToolError('UNKNOWN_ACTION_KIND', {
      kind,
      suggestion: renderSuggestion(findNearest(kind, known)),
      known: known.join(', ') || 'none',
    })
  }
  const plain = toPlainData(params) as Json
  checkParams(action.params, plain)
  const resolved = await action.resolve(
    plain,
    action.venues,
    async (tool, input) => (await from.read(tool, input, signal)).data,
  )
  return { ...resolved, requestedBy: action.requestedBy }
}
