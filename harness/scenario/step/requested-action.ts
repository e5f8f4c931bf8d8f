import type { Json } from '../../../tools/core/json.ts'
import { Type } from '../../../tools/core/schema.ts'
import type { Claim } from '../../../tools/safety/hooks/hook.ts'
import { checkInput } from '../read/check-input.ts'
import { readClaims, readParams } from '../read/read-params.ts'
import { named, optional } from '../schema-words.ts'
import type { Path } from '../text/matrix.ts'
import type { StepReader, StepWorld, TitleWords } from './define-step.ts'
import { readActionKind } from './read-tool-name.ts'
import { renderParams } from './render-params.ts'

/** An action that the agent asks for. */
export interface RequestedAction {
  readonly action: string
  readonly params: Json
  readonly claims: readonly Claim[]
}

/** The shape of an action that the agent asks for. */
export const actionSchema = (description: string) =>
  Type.Object(
    {
      kind: named('actionKind', 'action kind'),
      claims: optional(
        Type.Array(Type.Unknown(), { description: 'what the model claims: [{ subject, token, value }]' }),
      ),
    },
    { description: `${description}, e.g. { kind: swap, tokenIn: USDC, tokenOut: WETH, amountIn: 500 USDC }` },
  )

/** Read an action that the agent asks for, and hold its parameters against what its kind takes. */
export function readRequested(
  { kind, claims, ...written }: { readonly kind: string; readonly claims?: unknown },
  path: Path,
  reader: StepReader,
): RequestedAction {
  const action = readActionKind(kind, path, reader)
  const params = readParams(written, path, reader)
  checkInput(reader.catalogue.inputOf('action', action), params, written, path, reader)
  return { action, params, claims: readClaims(claims, [...path, 'claims'], reader) }
}

/** Preview an action that the agent asks for. */
export const previewRequested = ({ action, params, claims }: RequestedAction, { stage, fill }: StepWorld) =>
  stage.agent.call('preview_action', {
    kind: action,
    params: fill(params),
    ...(claims.length > 0 ? { claims } : {}),
  })

/** Name an action that the agent asks for. */
export const nameRequested = (step: string, { action, params }: RequestedAction, words: TitleWords): string =>
  `${step} ${action} ${renderParams(params, words)}`.trim()
