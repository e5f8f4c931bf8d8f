import { gatherActions } from '../agent/action-kind.ts'
import { createRequestKinds } from '../agent/request-kinds.ts'
import { createStack, type Stack } from '../agent/stack.ts'
import type { ChainReader } from '../core/chain.ts'
import type { EventBus } from '../core/events.ts'
import { resolveProfile } from '../profiles/resolve-profile.ts'
import type { Safety } from '../safety/safety.ts'
import type { SafetyStore } from '../safety/store/store.ts'
import { createToolPins } from '../safety/store/tool-pins.ts'
import { defineSandboxedTool } from '../sandbox/define-sandboxed-tool.ts'
import { createSandbox } from '../sandbox/sandbox.ts'
import type { ProtocolPorts } from './protocol-ports.ts'
import type { RuntimePorts } from './runtime-ports.ts'

/** Pin the tools that there are and answer the stack over any way to the chain. */
export function wireStack(
  ports: RuntimePorts,
  parts: {
    readonly safety: Safety
    readonly store: SafetyStore
    readonly events: EventBus
    readonly protocols: ProtocolPorts
  },
): (way: ChainReader) => Stack {
  const { registry, clock, besides = [] } = ports
  const { safety, store, events } = parts
  const { interfaces, markets, fillers } = parts.protocols
  const profile = resolveProfile(ports.profile, registry.tools)
  const sandbox = createSandbox({
    events,
    setTimer: clock.setTimer,
    ...(ports.sandboxLimits ? { limits: ports.sandboxLimits } : {}),
  })
  const untrusted = (ports.untrustedTools ?? []).map((tool) => defineSandboxedTool(tool, sandbox))
  const pins = createToolPins(store, [...untrusted, ...registry.tools, ...besides])
  const kinds = gatherActions(registry.actions)
  return (chain) =>
    createStack({
      // The stack's own tools come last, since of tools with one name the last is taken.
      profile: { ...profile, tools: [...untrusted, ...profile.tools, ...besides] },
      kinds: [...kinds, ...createRequestKinds(untrusted, kinds)],
      fillers,
      allowedProtocols: ports.protocols,
      safety,
      pins,
      runner: {
        events,
        context: {
          chain,
          book: ports.book,
          interfaces,
          markets,
          account: ports.account,
          operator: ports.operator,
          clock,
          safety: safety.view,
        },
      },
    })
}
