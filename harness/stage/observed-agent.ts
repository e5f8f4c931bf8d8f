import type { Stack } from '../../tools/agent/stack.ts'
import type { ToolError } from '../../tools/core/errors.ts'
import { type Json, toJson } from '../../tools/core/json.ts'
import { toToolError } from '../../tools/core/runner.ts'
import { toPlainData } from '../../tools/core/schema.ts'
import type { ChainControl } from '../../tools/devtools/chain-control.ts'
import type { ControlTool } from '../../tools/devtools/control-tool.ts'
import { runControlTool } from '../../tools/devtools/run-control-tool.ts'
import { describeSpend } from '../../tools/safety/evidence/spend.ts'
import { phaseOfVitality } from '../../tools/safety/evidence/vitality.ts'
import type { Claim } from '../../tools/safety/hooks/hook.ts'
import type { Phase } from '../../tools/safety/policy/phases.ts'
import type { Observation } from '../oracle/observer.ts'
import type { ModelCall } from '../pi/driver.ts'
import { createApprover } from './approver.ts'
import type { Ground } from './ground.ts'
import type { Session } from './session.ts'
import type { ApprovalMode } from './sign-approval.ts'

/** The agent that acts, with the oracle watching. */
export interface ObservedAgent {
  /** Call a Pi tool as the model would. */
  call(piTool: string, args: unknown): Promise<Observation>
  /** Answer with several calls at once as the model would; it ends as the last of them does. */
  answer(calls: readonly ModelCall[]): Promise<Observation>
  /** Preview one write tool directly, past the action kinds. */
  previewTool(
    tool: string,
    params: Json,
    claims: readonly Claim[],
    approval?: ApprovalMode,
  ): Promise<Observation>
  /** Change the safety layer by a privileged tool, with an approval of its owner. */
  changeSafety(tool: string, params: Json, approval?: ApprovalMode): Promise<Observation>
  /** Run a read or control tool directly. */
  runTool(tool: string, params: Json): Promise<Observation>
  /** Report the phase that the inputs call for. */
  observePhase(phase: Phase): Promise<void>
  /** Report a vitality in basis points, an unknown one, or the one that the chain shows. */
  observeVitality(vitalityBps: number | 'read' | 'unknown'): Promise<void>
  /** Bring to an end what is open. */
  recover(): Promise<Observation>
  /** Look again for what is not final. */
  reconcile(): Promise<Observation>
}

/** Create the observed agent of a stage. */
export function createObservedAgent(
  ground: Ground,
  control: ChainControl,
  readSession: () => Session,
): ObservedAgent {
  const { observer, options } = ground
  const approve = createApprover(ground)
  const observe = (body: () => Promise<Json>, mayChange = false) =>
    observer.observe(() => attempt(body), { mayChange })
  const report = async (phase: Phase | undefined) => {
    const chainSeconds = Number(ground.chain.fork.headTimestampSeconds())
    const { safety } = readSession().agent
    safety.phases.observe(phase, { wallMs: ground.clock.wallMs(), chainSeconds })
    await safety.seal()
  }
  const runControl = async (name: string, params: Json, { find, runner }: Stack) =>
    runControlTool(find<ControlTool>(name, 'control'), toPlainData(params) as Json, { runner, control })
  return {
    call: (piTool, args) =>
      observer.observe(async () => {
        const { driver, idle } = readSession()
        const outcome = await driver.call(piTool, args)
        // A model thinks for longer than a read takes.
        await idle()
        return outcome.isError ? { error: outcome.error } : { details: outcome.details }
      }),
    answer: (calls) =>
      observer.observe(async () => {
        const { driver, idle } = readSession()
        const outcomes = await driver.answer(calls)
        await idle()
        const last = outcomes.at(-1)
        const codes = outcomes.map((outcome) => (outcome.isError ? outcome.error.code : 'ok'))
        return { details: { codes }, ...(last?.isError ? { error: last.error } : {}) }
      }),
    previewTool: (tool, params, claims, approval = 'missing') =>
      observe(async () => {
        const { stack } = readSession().agent
        const given = await approve(readSession(), tool, params, approval)
        const permit = await stack.previewTool(tool, params, `tool:${tool}`, claims, undefined, given)
        const { permitId } = permit
        return { ...(permit.result as object), permitId, spend: describeSpend(permit.spend) } as Json
      }),
    changeSafety: (tool, params, approval = 'missing') =>
      observe(async () =>
        readSession().agent.stack.change(tool, params, await approve(readSession(), tool, params, approval)),
      ),
    runTool(tool, params) {
      const { stack } = readSession().agent
      const isControl = stack.profile.tools.some(
        ({ name, capability }) => name === tool && capability === 'control',
      )
      if (isControl) return observe(() => runControl(tool, params, stack), true)
      return observe(async () => (await stack.read(tool, params)).data)
    },
    observePhase: report,
    async observeVitality(vitalityBps) {
      if (vitalityBps === 'read') await readSession().agent.safety.observeVitality()
      else if (vitalityBps === 'unknown') await report(undefined)
      else await report(phaseOfVitality(vitalityBps, options.policy.vitality))
    },
    recover: () => observe(async () => toJson(await readSession().agent.safety.recover()), true),
    reconcile: () => observe(async () => toJson(await readSession().agent.stack.reconcile()), true),
  }
}

async function attempt(body: () => Promise<Json>): Promise<{ error?: ToolError; details?: Json }> {
  try {
    return { details: await body() }
  } catch (cause) {
    return { error: toToolError('tool', cause) }
  }
}
