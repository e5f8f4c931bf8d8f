import type { Static, TSchema } from 'typebox'
import Type from 'typebox'
import { Compile } from 'typebox/compile'
import { Settings } from 'typebox/system'
import type { Address, Hex } from 'viem'
import { assertBounded } from './assert-bounded.ts'
import { ToolError } from './errors.ts'

export type { Static, TSchema }
export { Type }

/** A 20-byte address in hex; checksum is not required of input. */
export const AddressSchema = Type.Unsafe<Address>({
  type: 'string',
  pattern: '^0x[0-9a-fA-F]{40}$',
  description: '20-byte address, 0x-prefixed hex',
})

/** A 32-byte hash in hex. */
export const HashSchema = Type.Unsafe<Hex>({
  type: 'string',
  pattern: '^0x[0-9a-fA-F]{64}$',
  description: '32-byte hash',
})

/** A token by symbol (of the chain's token list) or by address. */
export const TokenSchema = Type.String({
  minLength: 1,
  maxLength: 42,
  description: 'token symbol of the chain, or token address; ETH is the native coin',
})

/** An unsigned integer amount in base units, as a decimal string (never a JSON number). */
export const BaseUnitsSchema = Type.String({
  pattern: '^(0|[1-9][0-9]{0,77})$',
  description: 'unsigned integer in base units, as a decimal string',
})

/** A signed integer amount in base units, as a decimal string. */
export const SignedBaseUnitsSchema = Type.String({
  pattern: '^(0|-?[1-9][0-9]{0,77})$',
  description: 'signed integer in base units, as a decimal string',
})

/** Hex bytes of any length. */
export const HexSchema = Type.Unsafe<Hex>({
  type: 'string',
  pattern: '^0x([0-9a-fA-F]{2})*$',
  description: 'bytes as hex',
})

/** A share in basis points, 0 to 10 000. */
export const BpsSchema = Type.Integer({ minimum: 0, maximum: 10_000, description: 'basis points' })

/** A pool's fee tier in hundredths of a basis point (500 is 0.05 %). */
export const FeeTierSchema = Type.Integer({
  minimum: 1,
  maximum: 1_000_000,
  description: 'pool fee in hundredths of a basis point',
})

/**
 * Take a value's first and only reading as plain data of bounded size: accessors are read once, and nothing that could
 * answer differently later (functions, proxies, thenables) gets through.
 *
 * @throws ToolError INVALID_PARAMS
 */
export function toPlainData(value: unknown): unknown {
  try {
    assertBounded(value)
    return structuredClone(value)
  } catch (cause) {
    if (cause instanceof ToolError) throw cause
    throw new ToolError('INVALID_PARAMS', { path: '/', problem: 'is no plain data' })
  }
}

/** One problem that a validator found, at a JSON pointer. */
export interface SchemaProblem {
  readonly path: string
  readonly message: string
  /** The keys that the schema does not know, when that is the problem. */
  readonly unknownKeys?: readonly string[]
}

interface ValidatorError {
  readonly keyword: string
  readonly schemaPath: string
  readonly instancePath: string
  readonly message: string
  readonly params?: { readonly additionalProperties?: readonly string[] }
}

interface Validator {
  Check(value: unknown): boolean
  Errors(value: unknown): Iterable<ValidatorError>
}
/** Problems that are listed unless more are asked for: what a model sends may have any number. */
const MOST_PROBLEMS = 8

const validators = new WeakMap<TSchema, Validator>()

/**
 * List what is wrong with a value; an empty list means that it fits the schema. Nothing is coerced.
 *
 * Validators are compiled once a schema.
 */
export function findSchemaProblems(schema: TSchema, value: unknown, most = MOST_PROBLEMS): SchemaProblem[] {
  let validator = validators.get(schema)
  if (validator === undefined) {
    validator = Compile(schema) as unknown as Validator
    validators.set(schema, validator)
  }
  if (validator.Check(value)) return []
  const problems: SchemaProblem[] = []
  const forbidden: ValidatorError[] = []
  Settings.Set({ maxErrors: most })
  for (const error of validator.Errors(value)) {
    // Unknown keys are named by the object that they stand in as well.
    if (error.keyword === 'boolean') {
      forbidden.push(error)
      continue
    }
    const { instancePath, message, params } = error
    problems.push(
      params?.additionalProperties
        ? nameUnknown(instancePath, params.additionalProperties)
        : { path: instancePath || '/', message },
    )
  }
  // Whatever the reasons, a value that does not fit has one.
  return problems.length > 0 ? problems : [describeForbidden(forbidden)]
}

const nameUnknown = (path: string, unknownKeys: readonly string[]): SchemaProblem => ({
  path: path || '/',
  message: `unknown key ${unknownKeys.map((key) => `"${key}"`).join(', ')}`,
  unknownKeys,
})

/** Say what is not allowed where nothing else is wrong, or so many keys are that the object around them has no place left. */
function describeForbidden(forbidden: readonly ValidatorError[]): SchemaProblem {
  const [first] = forbidden
  if (!first?.schemaPath.endsWith('/additionalProperties')) {
    return { path: first?.instancePath || '/', message: 'is nothing that fits the schema' }
  }
  const around = first.instancePath.slice(0, first.instancePath.lastIndexOf('/'))
  const keys = forbidden.flatMap(({ schemaPath, instancePath }) =>
    schemaPath === first.schemaPath && instancePath.startsWith(`${around}/`)
      ? [
          instancePath
            .slice(around.length + 1)
            .replaceAll('~1', '/')
            .replaceAll('~0', '~'),
        ]
      : [],
  )
  return nameUnknown(around, keys)
}
