import type { ExtensionFactory, ToolDefinition } from '@earendil-works/pi-coding-agent'
import { ToolError } from '../../core/errors.ts'
import { within } from '../../core/within.ts'
import { parsePhase } from '../../safety/policy/phases.ts'
import { describeTools } from '../describe-tools.ts'
import { writePhaseGuidelines } from '../phase-guidelines.ts'
import type { PiTool } from '../pi-tool.ts'
import type { BardoHost } from './bardo-host.ts'
import type { CallLedger } from './call-ledger.ts'

/** Longest time that a call is waited for: above what its reads, its guardian and its transaction may take together. */
const CALL_TIMEOUT_MS = 300_000

/** How many calls tell what the model is about. */
const MOST_RECENT = 8

/** Longest name of a tool that is looked at. */
const LONGEST_NAME = 64

/** Create `bardo-tools`: what the profile resolves to, registered as the Pi tools that the model sees. */
export const createBardoTools =
  (host: BardoHost, ledger: CallLedger): ExtensionFactory =>
  (pi) => {
    let recent: readonly string[] = []
    let about = { goal: '', takenUp: [] as readonly string[] }
    // Registered first, so that it sees what the model gave before others can touch it.
    pi.on('tool_execution_start', ({ toolCallId, toolName, args }) => {
      ledger.begin(toolCallId, toolName, args)
      recent = [...recent, ...nameTarget(toolName, args)].slice(-MOST_RECENT)
    })
    // Of help to the model alone, as all that is told beside its calls: what it says is refused, the safety layer refuses.
    pi.on('before_agent_start', async ({ prompt }) => {
      about = { goal: prompt, takenUp: await host.agent.ticks.open() }
    })
    // It comes last and is not kept: a provider that takes it there has what came before in its cache.
    pi.on('context_with_system', ({ messages }) => ({
      messages: [...messages, writePresent(host, { ...about, recent })],
    }))
    for (const tool of host.agent.piTools) pi.registerTool(toDefinition(tool, host, ledger))
  }

/** What the model is told of the present, anew for each inference. */
const writePresent = (
  { agent, clock }: BardoHost,
  {
    takenUp,
    ...about
  }: { readonly goal: string; readonly recent: readonly string[]; readonly takenUp: readonly string[] },
) => ({
  role: 'system' as const,
  content: [
    ...writePhaseGuidelines(parsePhase(agent.safety.view.phase().phase)),
    ...takenUp,
    ...describeTools(agent.stack, about),
  ].join('\n'),
  timestamp: clock.wallMs(),
})

/** The read tool or the action kind that a call names. */
function nameTarget(tool: string, args: unknown): readonly string[] {
  const { query, kind } = (args ?? {}) as { readonly query?: unknown; readonly kind?: unknown }
  const target = tool === 'query_state' ? query : tool === 'preview_action' ? kind : undefined
  return typeof target === 'string' ? [target.slice(0, LONGEST_NAME)] : []
}

/** Give a Pi tool the form in which Pi registers it; what was not approved is not carried out. */
function toDefinition(tool: PiTool, { agent, clock }: BardoHost, ledger: CallLedger): ToolDefinition {
  const { name, label, description, promptSnippet, parameters, executionMode } = tool
  return {
    name,
    label,
    description,
    promptSnippet,
    parameters,
    executionMode,
    prepareArguments: (args) => ledger.prepare(name, args, tool.prepareArguments) as never,
    async execute(toolCallId, params, signal) {
      ledger.claim(toolCallId, name, params)
      const expiry = new AbortController()
      const stop = signal ? AbortSignal.any([signal, expiry.signal]) : expiry.signal
      try {
        const answer = tool.execute(toolCallId, params, stop)
        const { content, details } = await within(clock, CALL_TIMEOUT_MS, answer, () => {
          expiry.abort()
          return new ToolError('CALL_TIMED_OUT', { tool: name, timeoutMs: CALL_TIMEOUT_MS })
        })
        return { content: [...content], details }
      } catch (cause) {
        const error = agent.refuse(name, cause)
        ledger.fail(toolCallId, error)
        throw error
      }
    },
  }
}
