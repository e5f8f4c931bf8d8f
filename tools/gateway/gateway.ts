import type { Clock } from '../core/clock.ts'
import { describeCause } from '../core/describe-cause.ts'
import { ToolError } from '../core/errors.ts'
import { within } from '../core/within.ts'
import { type AgentProcess, createPromptAgent } from './agents.ts'
import type { ExtensionImports } from './bridge/extension-source.ts'
import {
  type BridgeFiles,
  collectBridgeableTools,
  createToolBridge,
  type DryRunReport,
} from './bridge/tool-bridge.ts'
import { createCallTool } from './call-tool.ts'
import type { GatewayLimits } from './limits.ts'
import type { Plugin } from './plugin.ts'
import { createPluginRegistry } from './registry.ts'
import { createService, type Service, type ServiceEvent } from './service.ts'
import { createSessionTable } from './sessions.ts'
import { createTokens } from './tokens.ts'

/** A session of a gateway; what starts its agent is the port's business. */
export interface GatewaySession {
  readonly key: string
  readonly hasAgent: boolean
  /** False for an agent that has its tools of the gateway by a config of its own: it gets no extension. */
  readonly isBridged: boolean
}

/** What an agent is started with. */
export interface AgentStart {
  readonly session: string
  /** Extension files, in the order in which they are loaded. */
  readonly extensions: readonly string[]
  /** What its environment holds for the extension. */
  readonly environment: Readonly<Record<string, string>>
  /** Told of each line that it writes beside its messages. */
  readonly onLine: (line: string) => void
}

/** A service that listens. */
export interface Listening {
  readonly url: string
  close(): Promise<void>
}

/** What happens in a gateway, for its log. Texts may be of plugins and of agents; tokens are taken out. */
export type GatewayEvent =
  | ({ readonly kind: 'request' } & ServiceEvent)
  | { readonly kind: 'bridge'; readonly text: string }
  | { readonly kind: 'agent'; readonly session: string; readonly text: string }

/** Everything that a gateway is started with. */
export interface GatewayPorts {
  /** The gateway's own token. */
  readonly token: string
  /** Tells this start from all others: tokens of agents are good for one. */
  readonly startId: string
  readonly limits: GatewayLimits
  readonly sessions: readonly GatewaySession[]
  /** Plugins by name, in the order in which they are loaded. */
  readonly plugins: ReadonlyMap<string, Plugin>
  readonly bridge: {
    /** Names of tools that agents have from elsewhere. */
    readonly provided: readonly string[]
    /** False for agents without the generated extension. */
    readonly isEnabled: boolean
    /** Extensions that agents get beside the generated one, or in its place. */
    readonly extensions: readonly string[]
    readonly files: BridgeFiles
    readonly imports: ExtensionImports
    readonly dryRun: (path: string) => Promise<DryRunReport>
  }
  readonly clock: Pick<Clock, 'setTimer'>
  readonly listen: (service: Service) => Promise<Listening>
  readonly startAgent: (start: AgentStart) => Promise<AgentProcess>
  readonly onEvent: (event: GatewayEvent) => void
}

/** A gateway that runs. */
export interface Gateway {
  readonly url: string
  /** Names of all tools of plugins. */
  readonly tools: readonly string[]
  /** Names of the tools that agents have by the generated extension. */
  readonly bridged: readonly string[]
  /** Agents that run, by session. */
  readonly agents: ReadonlyMap<string, AgentProcess>
  /** End the agents, the service and the generated files, in this order. */
  stop(): Promise<void>
}

/** Names of what an agent's environment holds; nothing of it stands in a file or an argument. */
export const GATEWAY_VARIABLES = {
  url: 'ASSAY_GATEWAY_URL',
  token: 'ASSAY_GATEWAY_TOKEN',
  session: 'ASSAY_GATEWAY_SESSION',
  timeoutMs: 'ASSAY_GATEWAY_TIMEOUT_MS',
} as const

/**
 * Start a gateway: its plugins, its service, the extension for its agents, then these.
 *
 * @throws ToolError when a plugin registers what cannot be taken
 * @throws Error when one fails at that, or does not come to an end of it within the time of a call, or an agent cannot be started
 * @throws RangeError when the token is too short
 */
export async function startGateway(ports: GatewayPorts): Promise<Gateway> {
  const { limits, clock } = ports
  const tokens = createTokens(ports.token, ports.startId)
  const redactEvent = (event: GatewayEvent) =>
    ports.onEvent(JSON.parse(tokens.redact(JSON.stringify(event))) as GatewayEvent)
  const registry = createPluginRegistry()
  for (const [name, plugin] of ports.plugins) {
    const registering = (async () => plugin(registry.openFor(name)))().catch((cause: unknown) => {
      throw explainFailure(name, cause)
    })
    await within(clock, limits.callMs, registering, () => lateToRegister(name, limits))
  }
  registry.close()
  const sessions = createSessionTable(ports.sessions.map(({ key }) => key))
  const agents = new Map<string, AgentProcess>()
  const service = createService({
    ...{ tokens, sessions, registry, limits },
    callTool: createCallTool({ registry, limits, clock }),
    promptAgent: createPromptAgent({ agents, clock, promptMs: limits.promptMs }),
    onEvent: (event) => redactEvent({ kind: 'request', ...event }),
  })
  const bridge = createToolBridge(ports.bridge)
  const offered = ports.bridge.isEnabled
    ? collectBridgeableTools(registry.tools.values(), ports.bridge.provided)
    : []
  const { path, refused } = await bridge.prepare(offered)
  if (refused) redactEvent({ kind: 'bridge', text: refused.message })
  const listening = await ports.listen(service).catch((cause: unknown) => {
    bridge.cleanup()
    throw cause
  })
  const stop = async () => {
    await Promise.all([...agents.values()].map((agent) => agent.stop()))
    await listening.close()
    bridge.cleanup()
  }
  let starting = ''
  try {
    const extensions = [...ports.bridge.extensions, ...(path === undefined ? [] : [path])]
    for (const { key, hasAgent, isBridged } of ports.sessions) {
      if (!hasAgent) continue
      starting = key
      const agent = await ports.startAgent({
        session: key,
        extensions: isBridged ? extensions : [],
        environment: {
          [GATEWAY_VARIABLES.url]: listening.url,
          [GATEWAY_VARIABLES.token]: tokens.forSession(key),
          [GATEWAY_VARIABLES.session]: key,
          [GATEWAY_VARIABLES.timeoutMs]: String(waitOf(limits, registry.hooks.length)),
        },
        onLine: (text) => redactEvent({ kind: 'agent', session: key, text }),
      })
      agents.set(key, agent)
      const leave = sessions.enter(key, agent.pid)
      void agent.ended.then((reason) => {
        leave()
        agents.delete(key)
        redactEvent({ kind: 'agent', session: key, text: `ended: ${reason}` })
      })
    }
  } catch (cause) {
    await stop()
    throw new Error(`the agent of session ${starting} cannot be started: ${describeCause(cause)}`, { cause })
  }
  return {
    url: listening.url,
    tools: [...registry.tools.keys()],
    bridged: path === undefined ? [] : offered.map(({ name }) => name),
    agents,
    stop,
  }
}

/** What the registry refuses names the plugin itself. */
const explainFailure = (plugin: string, cause: unknown) =>
  cause instanceof ToolError
    ? cause
    : new Error(`the plugin ${plugin} fails to register: ${describeCause(cause)}`, { cause })

const lateToRegister = (plugin: string, { callMs }: GatewayLimits) =>
  new Error(`the plugin ${plugin} has not registered within ${callMs} ms: what it awaits there does not end`)

/** How long an agent waits for an answer, a moment beyond what the gateway may take for one. */
const waitOf = ({ callMs, hookMs }: GatewayLimits, hooks: number) => callMs + hooks * hookMs + 5_000
