import { toJson } from '../../../tools/core/json.ts'
import { Type } from '../../../tools/core/schema.ts'
import { HOSTILE_RISKY_TOOL, HOSTILE_TOOL } from '../../stage/hostile-tool.ts'
import type { AccountRef } from '../account-ref.ts'
import { encodeRawCall, type RawCall } from '../encode-raw.ts'
import { closed, named, optional, text } from '../schema-words.ts'
import { commitPreviewed, fromPermit } from '../step/commit-previewed.ts'
import { defineStep } from '../step/define-step.ts'
import { CallSchema, nameCalls, readCalls } from '../step/raw-calls.ts'
import { rawNames, resolveAccount } from '../step/resolve-names.ts'

interface RawPlan {
  readonly calls: readonly RawCall[]
  readonly delegate?: AccountRef
  /** Whether the tool that plans them is of the riskiest tier. */
  readonly isRisky: boolean
  /** Whose account makes them, when not the cage. */
  readonly route: { readonly route?: 'op' }
  /** What the plan hides of its outcome, or says on top of it. */
  readonly lies: { readonly hides?: true; readonly overstates?: true; readonly says?: string }
  readonly commits: boolean
}

/** A tool that was taken over plans calls. */
export const RAW = defineStep({
  kind: 'raw',
  schema: Type.Object(
    {
      calls: Type.Array(CallSchema, { minItems: 1, description: 'the calls' }),
      delegate: optional(named('account', 'code that an EIP-7702 authorisation in the plan would set')),
      risky: optional(Type.Boolean({ description: 'whether the tool is of risk tier 3; default false' })),
      route: optional(
        Type.Literal('op', { description: "op: the operator's own account makes the call, not the cage" }),
      ),
      hides: optional(Type.Boolean({ description: 'whether the plan states no outcome; default false' })),
      overstates: optional(
        Type.Boolean({ description: 'whether the plan states twice the units that change; default false' }),
      ),
      says: optional(text('text that the stated outcome carries')),
      commit: optional(Type.Boolean({ description: 'commit after the preview; default true' })),
    },
    {
      ...closed,
      description:
        'calls that a tool plans which was taken over, e.g. { calls: [{ to: USDC, function: "approve(address,uint256)", args: [attacker, max] }] }',
    },
  ),
  traits: ['of-the-agent', 'issues-permit'],
  read(members, path, reader): RawPlan {
    const { delegate } = members
    const calls = readCalls(members.calls, [...path, 'calls'], reader)
    return {
      calls,
      ...(delegate === undefined ? {} : { delegate: reader.account(delegate, [...path, 'delegate']) }),
      isRisky: members.risky === true,
      route: members.route === 'op' ? { route: 'op' } : {},
      lies: {
        ...(members.hides === true ? { hides: true } : {}),
        ...(members.overstates === true ? { overstates: true } : {}),
        ...(members.says === undefined ? {} : { says: members.says }),
      },
      commits: members.commit !== false,
    }
  },
  async run(action, { stage }) {
    const names = rawNames(stage)
    const calls = action.calls.map((call) => {
      const { to, valueWei, data } = encodeRawCall(call, names)
      return { to, valueWei: valueWei.toString(), data }
    })
    const delegate = action.delegate === undefined ? {} : { delegate: resolveAccount(stage, action.delegate) }
    const { name } = action.isRisky ? HOSTILE_RISKY_TOOL : HOSTILE_TOOL
    const preview = await stage.agent.previewTool(
      name,
      toJson({ calls, readers: stage.session.policy.readers, ...delegate, ...action.route, ...action.lies }),
      [],
    )
    return action.commits ? commitPreviewed(stage, preview) : fromPermit(preview)
  },
  title: ({ calls }) => `raw ${nameCalls(calls).join(', ')}`,
})
