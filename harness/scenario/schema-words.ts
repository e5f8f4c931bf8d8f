import { type TSchema, Type } from '../../tools/core/schema.ts'

/** Sets of names that an editor can offer; the generator of the editors' schema fills them in. */
export type NameSet =
  | 'account'
  | 'actionClass'
  | 'actionKind'
  | 'actor'
  | 'errorCode'
  | 'archetype'
  | 'riskClass'
  | 'expectedPhase'
  | 'gas'
  | 'invariant'
  | 'layer'
  | 'owner'
  | 'permitState'
  | 'phase'
  | 'profile'
  | 'protocol'
  | 'readTool'
  | 'secretLabel'
  | 'capability'
  | 'signer'
  | 'store'
  | 'storeTable'
  | 'token'
  | 'tool'

/** The keyword under which a schema says which names it takes. */
export const NAMES_KEYWORD = 'x-names'

/** The keyword of a list of steps, whose shape is that of a step: it is checked one by one. */
export const STEPS_KEYWORD = 'x-steps'

/** An object that takes no other members. */
export const closed = { additionalProperties: false }

/** A member that may be missing. */
export const optional = <Schema extends TSchema>(schema: Schema) => Type.Optional(schema)

/** Text that is not empty. */
export const text = (description: string) => Type.String({ description, minLength: 1 })

/** A name: of a set that the generator of the editors' schema fills in, or one of a list. */
export const named = (names: NameSet | readonly string[], description: string) =>
  Type.String({ description, minLength: 1, [NAMES_KEYWORD]: names })

/** An amount with its token. */
export const amount = (description: string) => Type.String({ description: `${description}, e.g. "500 USDC"` })

/** A duration with its unit. */
export const duration = (description: string) =>
  Type.String({ description: `${description}, e.g. "60s", "59.999s", "10m", "24h"` })

/** Values by name. */
export const map = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description })

/** Values by name, of which there is one at least. */
export const someOf = (description: string) =>
  Type.Record(Type.String(), Type.Unknown(), { description, minProperties: 1 })

/** A number, or a comparison with one. */
export const counted = (description: string) =>
  Type.Union([Type.Integer({ minimum: 0 }), Type.String()], { description })
