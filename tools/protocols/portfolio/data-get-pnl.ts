import { SignedBaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { nullable } from './position-output.ts'
import { readSettledActions, type SettledAction, sumKnown } from './settled-actions.ts'
import { PERIOD_PARAMETERS, within } from './settled-output.ts'

const SUMS = {
  actionCount: Type.Integer(),
  /** Gas included; null where it is not known of one of them. */
  pnlUsdc: nullable(SignedBaseUnitsSchema),
  gasUsdc: nullable(SignedBaseUnitsSchema),
  /** Actions of which nobody knows what they came to. */
  unknownCount: Type.Integer(),
}

/** Sum up what the account's actions gained and lost in a period, as the books have it. */
export const TOOL_DEF = defineReadTool({
  name: 'data_get_pnl',
  description: "Sum up realised profit and loss of the account's actions in a period, net of gas, by kind.",
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['books'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'data_get_pnl sums up what the actions of the account gained or lost in a period, net of gas, at the prices of their decisions; from settled outcomes alone.',
  promptGuidelines: [
    'It is what actions realised; what prices do to holdings is the difference of two readings of data_get_portfolio.',
    'A sum is null where one of its actions is not known: see unknownCount.',
  ],
  supportedChains: EVM_CHAINS,
  input: Type.Object(PERIOD_PARAMETERS, { additionalProperties: false }),
  output: Type.Object({
    /** Whether the books were read back to their beginning. */
    isComplete: Type.Boolean(),
    fromWallMs: nullable(Type.Integer()),
    toWallMs: nullable(Type.Integer()),
    ...SUMS,
    byAction: Type.Array(Type.Object({ actionType: Type.String(), ...SUMS })),
  }),
  errorCodes: [],
  async read(period, ctx) {
    ctx.step('books')
    const { actions, isComplete } = readSettledActions(ctx.safety)
    const wanted = within(actions, period)
    return {
      isComplete,
      fromWallMs: wanted[0]?.atWallMs ?? null,
      toWallMs: wanted.at(-1)?.atWallMs ?? null,
      ...sumUp(wanted),
      byAction: [...Map.groupBy(wanted, ({ actionType }) => actionType)].map(([actionType, own]) => ({
        actionType,
        ...sumUp(own),
      })),
    }
  },
})

const sumUp = (actions: readonly SettledAction[]) => ({
  actionCount: actions.length,
  pnlUsdc: sumKnown(actions.map(({ pnlUsdc }) => pnlUsdc))?.toString() ?? null,
  gasUsdc: sumKnown(actions.map(({ gasUsdc }) => gasUsdc))?.toString() ?? null,
  unknownCount: actions.filter(({ pnlUsdc }) => pnlUsdc === undefined).length,
})
