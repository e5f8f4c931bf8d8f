import type { Json } from '../core/json.ts'
import { type Static, type TSchema, Type } from '../core/schema.ts'
import { checkParams } from '../core/tool-versions.ts'
import type { ActionKind } from './action-kind.ts'
import { describeKind, describeKinds } from './describe-kind.ts'
import { nameKind } from './kind-names.ts'
import { findKind } from './resolve-action.ts'

/** A query that the stack itself answers. */
interface ActionQuery {
  readonly input: TSchema
  /** Answer for the actions of a profile. @throws ToolError INVALID_PARAMS, UNKNOWN_ACTION_KIND */
  answer(params: unknown, actions: readonly ActionKind[]): Json
}

const defineActionQuery = <Input extends TSchema>(
  input: Input,
  answer: (params: Static<Input>, actions: readonly ActionKind[]) => Json,
): ActionQuery => ({
  input,
  answer(params, actions) {
    checkParams(input, params)
    return answer(params as Static<Input>, actions)
  },
})

/** What may be previewed, and with which parameters, by the names of the queries. */
export const ACTION_QUERIES: ReadonlyMap<string, ActionQuery> = new Map([
  [
    'action_kinds',
    defineActionQuery(Type.Object({}, { additionalProperties: false }), (_, actions) =>
      describeKinds(actions),
    ),
  ],
  [
    'action_kind',
    defineActionQuery(
      Type.Object({ kind: Type.String({ description: 'action kind' }) }, { additionalProperties: false }),
      ({ kind }, actions) => describeKind(findKind(nameKind(kind, actions), actions)),
    ),
  ],
])
