import { Type } from '../../../tools/core/schema.ts'
import { defineStep } from '../step/define-step.ts'

/** The inputs report a vitality. */
export const VITALITY = defineStep({
  kind: 'vitality',
  schema: Type.Union(
    [Type.Literal('read'), Type.Literal('unknown'), Type.Integer({ minimum: 0, maximum: 10_000 })],
    {
      description:
        'vitality in basis points that the inputs report, "unknown", or "read" to read it from the chain',
    },
  ),
  traits: ['of-the-agent'],
  read: (vitalityBps) => ({ vitalityBps }),
  run: ({ vitalityBps }, { stage }) => stage.agent.observeVitality(vitalityBps),
  title: ({ vitalityBps }) => `vitality ${vitalityBps}`,
})
