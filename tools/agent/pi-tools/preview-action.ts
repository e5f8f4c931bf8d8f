import { toJson } from '../../core/json.ts'
import { Type } from '../../core/schema.ts'
import { describeSpend } from '../../safety/evidence/spend.ts'
import { definePiTool } from '../define-pi-tool.ts'
import type { PiDoor } from '../pi-door.ts'
import type { Stack } from '../stack.ts'

const ClaimSchema = Type.Object(
  {
    subject: Type.Union([
      Type.Literal('balance'),
      Type.Literal('price'),
      Type.Literal('amount-out'),
      Type.Literal('symbol'),
    ]),
    token: Type.String({ description: 'token symbol or address that the claim is about' }),
    value: Type.String({ description: 'claimed value: base units, USD price or symbol' }),
  },
  { additionalProperties: false },
)

const PARAMETERS = Type.Object(
  {
    kind: Type.String({ description: 'action kind' }),
    params: Type.Record(Type.String(), Type.Unknown(), {
      description: 'its parameters; query action_kind tells them',
    }),
    claims: Type.Optional(
      Type.Array(ClaimSchema, { maxItems: 16, description: 'what you believe about the chain' }),
    ),
  },
  { additionalProperties: false },
)

/** Most kinds that every inference pays for; query action_kinds tells all. */
const MOST_NAMED = 40

/** Name kinds, the most general first where there are too many: those of several venues, then those of the fewest words. */
function nameKinds(kinds: Stack['actions']): string {
  const words = ({ kind }: Stack['actions'][number]) => kind.split('-').length
  const named = kinds.toSorted((a, b) => b.venues.length - a.venues.length || words(a) - words(b))
  const rest = kinds.length - MOST_NAMED
  const names = named.slice(0, MOST_NAMED).map(({ kind }) => kind)
  return rest > 0 ? `${names.join(', ')}; query action_kinds tells ${rest} more` : names.join(', ')
}

/** Create `preview_action`: simulate an action through every safety layer and obtain a permit. */
export const createPreviewAction = (stack: Stack, door: PiDoor) =>
  definePiTool(door, {
    name: 'preview_action',
    label: 'Preview action',
    description: `Simulate an on-chain action and get a permit to commit it. Kinds: ${nameKinds(stack.actions)}.`,
    promptSnippet:
      'preview_action simulates an on-chain action, checks it against every safety rule and returns a permit; nothing is sent until commit_action.',
    parameters: PARAMETERS,
    executionMode: 'sequential',
    async run({ kind, params, claims = [] }, signal) {
      const permit = await stack.previewAction(kind, params, claims, signal)
      return toJson({
        permitId: permit.permitId,
        simulationHash: permit.simulationHash,
        expectedOutcome: permit.expectedOutcome,
        actionClass: permit.actionClass,
        riskClass: permit.riskClass,
        waitSeconds: permit.waitSeconds,
        spend: describeSpend(permit.spend),
        issuedAtWallMs: permit.issuedAtWallMs,
        ttlSeconds: permit.ttlSeconds,
      })
    },
  })
