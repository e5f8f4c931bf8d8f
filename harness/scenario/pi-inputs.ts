import { createCancelAction } from '../../tools/agent/pi-tools/cancel-action.ts'
import { createCommitAction } from '../../tools/agent/pi-tools/commit-action.ts'
import { createEmergencyHalt } from '../../tools/agent/pi-tools/emergency-halt.ts'
import { createPreviewAction } from '../../tools/agent/pi-tools/preview-action.ts'
import { createQueryGrimoire } from '../../tools/agent/pi-tools/query-grimoire.ts'
import { createQueryState } from '../../tools/agent/pi-tools/query-state.ts'
import { createSearchContext } from '../../tools/agent/pi-tools/search-context.ts'
import { createUpdateDirective } from '../../tools/agent/pi-tools/update-directive.ts'
import type { Stack } from '../../tools/agent/stack.ts'
import type { TSchema } from '../../tools/core/schema.ts'

const NOTHING = {} as never

/** Map the Pi tools to the schemas of their arguments; none of them is ever run. */
export function listPiInputs(): ReadonlyMap<string, TSchema> {
  const stack = { actions: [], profile: { tools: [] } } as unknown as Stack
  const tools = [
    createPreviewAction(stack, NOTHING),
    createCommitAction(stack, NOTHING, NOTHING),
    createCancelAction(NOTHING, NOTHING),
    createQueryState(stack, NOTHING),
    createSearchContext(NOTHING, NOTHING, NOTHING),
    createQueryGrimoire(NOTHING),
    createUpdateDirective(NOTHING, NOTHING, NOTHING),
    createEmergencyHalt(NOTHING, NOTHING),
  ]
  return new Map(tools.map(({ name, parameters }) => [name, parameters as TSchema]))
}
