import type { Json } from '../../core/json.ts'
import {
  AddressSchema,
  BaseUnitsSchema,
  findSchemaProblems,
  HashSchema,
  HexSchema,
  type Static,
  type TSchema,
  Type,
} from '../../core/schema.ts'
import type { GuardianAnswer, GuardianRequest } from './guardian.ts'
import type { LookAnswer } from './guardian-look.ts'
import type { PauseAnswer, PauseRequest } from './guardian-pause.ts'

const closed = { additionalProperties: false }

const CommonMembers = {
  chainId: Type.Integer({ minimum: 1 }),
  account: AddressSchema,
  permitId: HashSchema,
  deadlineSeconds: BaseUnitsSchema,
  gasLimit: BaseUnitsSchema,
  maxFeePerGasWei: BaseUnitsSchema,
}

const TransactionSchema = Type.Object(
  {
    ...CommonMembers,
    calls: Type.Array(
      Type.Object({ to: AddressSchema, valueWei: BaseUnitsSchema, data: HexSchema }, closed),
      { minItems: 1, maxItems: 64 },
    ),
  },
  closed,
)

const SignatureSchema = Type.Object(
  {
    ...CommonMembers,
    typedData: Type.Object(
      {
        domain: Type.Object(
          {
            name: Type.Optional(Type.String()),
            version: Type.Optional(Type.String()),
            chainId: Type.Optional(Type.Integer({ minimum: 1 })),
            verifyingContract: Type.Optional(AddressSchema),
            salt: Type.Optional(HashSchema),
          },
          closed,
        ),
        types: Type.Record(
          Type.String(),
          Type.Array(Type.Object({ name: Type.String(), type: Type.String() }, closed)),
        ),
        primaryType: Type.String(),
        message: Type.Record(Type.String(), Type.Unsafe<Json>({})),
      },
      closed,
    ),
  },
  closed,
)

const RequestSchema = Type.Union([TransactionSchema, SignatureSchema])

const GuardedSchema = Type.Object({ chainId: Type.Integer({ minimum: 1 }), account: AddressSchema }, closed)
const PauseSchema = Type.Object({ pause: GuardedSchema }, closed)
const LookSchema = Type.Object({ look: GuardedSchema }, closed)

const RefusedSchema = Type.Object({ refused: Type.String({ minLength: 1, maxLength: 2_000 }) }, closed)

const PauseAnswerSchema = Type.Union([
  Type.Object({ sent: HashSchema }, closed),
  Type.Object({ alreadyPaused: Type.Literal(true) }, closed),
  RefusedSchema,
])

const LookAnswerSchema = Type.Union([
  Type.Object({ sent: HashSchema }, closed),
  Type.Object({ nothingToShow: Type.Literal(true) }, closed),
  RefusedSchema,
])

const AnswerSchema = Type.Union([
  Type.Object(
    { signature: Type.Unsafe<`0x${string}`>({ type: 'string', pattern: '^0x[0-9a-f]{130}$' }) },
    closed,
  ),
  RefusedSchema,
])

/** Write a request as one line of JSON, amounts as decimal strings. */
export function encodeGuardianRequest(request: GuardianRequest): string {
  const { chainId, account, permitId, calls, typedData } = request
  return JSON.stringify({
    chainId,
    account,
    permitId,
    ...(typedData
      ? { typedData }
      : { calls: calls.map(({ to, valueWei, data }) => ({ to, valueWei: valueWei.toString(), data })) }),
    deadlineSeconds: request.deadlineSeconds.toString(),
    gasLimit: request.gasLimit.toString(),
    maxFeePerGasWei: request.maxFeePerGasWei.toString(),
  })
}

/**
 * Read a request from a line.
 *
 * @throws Error for everything that is not exactly a request
 */
export function decodeGuardianRequest(line: string): GuardianRequest {
  const wire = decode(RequestSchema, line, 'request')
  return {
    ...wire,
    calls: 'calls' in wire ? wire.calls.map((call) => ({ ...call, valueWei: BigInt(call.valueWei) })) : [],
    deadlineSeconds: BigInt(wire.deadlineSeconds),
    gasLimit: BigInt(wire.gasLimit),
    maxFeePerGasWei: BigInt(wire.maxFeePerGasWei),
  }
}

/** Write the request for a pause as one line of JSON. */
export const encodePauseRequest = ({ chainId, account }: PauseRequest): string =>
  JSON.stringify({ pause: { chainId, account } })

/** Write the request for a look as one line of JSON. */
export const encodeLookRequest = ({ chainId, account }: PauseRequest): string =>
  JSON.stringify({ look: { chainId, account } })

/**
 * Read whatever a guardian can be asked from a line.
 *
 * @throws Error for everything that is not exactly a request
 */
export function decodeGuardianLine(
  line: string,
): GuardianRequest | { readonly pause: PauseRequest } | { readonly look: PauseRequest } {
  if (line.startsWith('{"pause":')) return decode(PauseSchema, line, 'request')
  if (line.startsWith('{"look":')) return decode(LookSchema, line, 'request')
  return decodeGuardianRequest(line)
}

/** Write an answer as one line of JSON. */
export const encodeGuardianAnswer = (answer: GuardianAnswer | PauseAnswer | LookAnswer): string =>
  JSON.stringify(answer)

/**
 * Read the answer to the request for a pause from a line.
 *
 * @throws Error for everything that is not exactly an answer
 */
export const decodePauseAnswer = (line: string): PauseAnswer => decode(PauseAnswerSchema, line, 'answer')

/**
 * Read the answer to the request for a look from a line.
 *
 * @throws Error for everything that is not exactly an answer
 */
export const decodeLookAnswer = (line: string): LookAnswer => decode(LookAnswerSchema, line, 'answer')

/**
 * Read an answer from a line.
 *
 * @throws Error for everything that is not exactly an answer
 */
export const decodeGuardianAnswer = (line: string): GuardianAnswer => decode(AnswerSchema, line, 'answer')

function decode<Schema extends TSchema>(schema: Schema, line: string, what: string): Static<Schema> {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw new Error(`the ${what} is no JSON`)
  }
  const [problem] = findSchemaProblems(schema, value)
  if (problem) throw new Error(`the ${what} is malformed at ${problem.path}: ${problem.message}`)
  return value as Static<Schema>
}
