import type { Json } from '../../../tools/core/json.ts'
import { Type } from '../../../tools/core/schema.ts'
import type { ApprovalMode } from '../../stage/sign-approval.ts'
import { APPROVAL_MODES } from '../known-names.ts'
import { checkInput } from '../read/check-input.ts'
import { readParams } from '../read/read-params.ts'
import { named, optional } from '../schema-words.ts'
import { commitPreviewed } from '../step/commit-previewed.ts'
import { defineStep } from '../step/define-step.ts'
import { readToolName } from '../step/read-tool-name.ts'
import { renderParams } from '../step/render-params.ts'

interface ToolCall {
  readonly tool: string
  readonly params: Json
  /** The owner's approval of a privileged tool. */
  readonly approval?: ApprovalMode
}

/** A concrete tool is run; a write passes every layer. */
export const TOOL = defineStep({
  kind: 'tool',
  schema: Type.Object(
    {
      name: named('tool', 'concrete tool'),
      approval: optional(named(APPROVAL_MODES, "the owner's approval of a privileged tool; default missing")),
    },
    {
      description:
        'run a concrete tool; a write passes every layer, e.g. { name: weth_wrap_eth, amount: 1 ETH }',
    },
  ),
  traits: ['of-the-agent', 'takes-input', 'issues-permit'],
  read({ name, approval, ...written }, path, reader): ToolCall {
    const tool = readToolName(name, path, 'name', reader.catalogue.tools, reader)
    const params = readParams(written, path, reader)
    checkInput(reader.catalogue.inputOf('tool', tool), params, written, path, reader)
    if (approval === undefined) return { tool, params }
    const at = [...path, 'approval']
    const { capability } = reader.catalogue.tools.find((known) => known.name === tool) ?? {}
    if (capability === 'read' || capability === 'control') {
      reader.problem(at, `nobody is asked for an approval of ${tool}`, 'leave it out', true)
    }
    return { tool, params, approval: reader.choose(at, 'approval', approval, APPROVAL_MODES) }
  },
  async run({ tool, params, approval }, { stage, fill }) {
    const isApproved = approval !== undefined
    const definition = stage.session.agent.stack.profile.tools.find(({ name }) => name === tool)
    const isWrite = definition?.capability === 'write' || definition?.capability === 'privileged'
    if (!isWrite) {
      const observation = await stage.agent.runTool(tool, fill(params))
      return { observation, isApproved, isRead: definition?.capability === 'read' }
    }
    if ('changesSafety' in definition) {
      return { observation: await stage.agent.changeSafety(tool, fill(params), approval), isApproved }
    }
    const preview = await stage.agent.previewTool(tool, fill(params), [], approval)
    return { ...(await commitPreviewed(stage, preview)), isApproved }
  },
  title: ({ tool, params }, words) => `tool ${tool} ${renderParams(params, words)}`.trim(),
})
