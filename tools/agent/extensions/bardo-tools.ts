import type { ExtensionFactory, ToolDefinition } from '@earendil-works/pi-coding-agent'
import { ToolError } from '../../core/errors.ts'
import { within } from '../../core/within.ts'
import { parsePhase } from '../../safety/policy/phases.ts'
import { writePhaseGuidelines } from '../phase-guidelines.ts'
import type { PiTool } from '../pi-tool.ts'
import type { BardoHost } from './bardo-host.ts'
import type { CallLedger } from './call-ledger.ts'

/** Longest time that a call is waited for: above what its reads, its guardian and its transaction may take together. */
const CALL_TIMEOUT_MS = 300_000

/** Create `bardo-tools`: what the profile resolves to, registered as the Pi tools that the model sees. */
export const createBardoTools =
  (host: BardoHost, ledger: CallLedger): ExtensionFactory =>
  (pi) => {
    // Registered first, so that it sees what the model gave before others can touch it.
    pi.on('tool_execution_start', ({ toolCallId, toolName, args }) =>
      ledger.begin(toolCallId, toolName, args),
    )
    // Of help to the model alone: what it says is refused, the safety layer refuses.
    pi.on('before_agent_start', ({ systemPrompt }) => ({
      systemPrompt: [systemPrompt, ...writeGuidelines(host)].join('\n'),
    }))
    for (const tool of host.agent.piTools) pi.registerTool(toDefinition(tool, host, ledger))
  }

/** What the model is told of the present, anew for each prompt. */
const writeGuidelines = ({ agent }: BardoHost): readonly string[] =>
  writePhaseGuidelines(parsePhase(agent.safety.view.phase().phase))

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
