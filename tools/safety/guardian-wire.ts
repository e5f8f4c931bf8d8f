import {
  AddressSchema,
  BaseUnitsSchema,
  findSchemaProblems,
  HashSchema,
  HexSchema,
  type Static,
  type TSchema,
  Type,
} from '../core/schema.ts'
import type { GuardianAnswer, GuardianRequest } from './guardian.ts'

const closed = { additionalProperties: false }

const RequestSchema = Type.Object(
  {
    chainId: Type.Integer({ minimum: 1 }),
    account: AddressSchema,
    permitId: HashSchema,
    calls: Type.Array(
      Type.Object({ to: AddressSchema, valueWei: BaseUnitsSchema, data: HexSchema }, closed),
      { minItems: 1, maxItems: 64 },
    ),
    deadlineSeconds: BaseUnitsSchema,
    gasLimit: BaseUnitsSchema,
    maxFeePerGasWei: BaseUnitsSchema,
  },
  closed,
)

const AnswerSchema = Type.Union([
  Type.Object(
    { signature: Type.Unsafe<`0x${string}`>({ type: 'string', pattern: '^0x[0-9a-f]{130}$' }) },
    closed,
  ),
  Type.Object({ refused: Type.String({ minLength: 1, maxLength: 2_000 }) }, closed),
])

/** Write a request as one line of JSON, amounts as decimal strings. */
export function encodeGuardianRequest(request: GuardianRequest): string {
  const { chainId, account, permitId, calls } = request
  return JSON.stringify({
    chainId,
    account,
    permitId,
    calls: calls.map(({ to, valueWei, data }) => ({ to, valueWei: valueWei.toString(), data })),
    deadlineSeconds: request.deadlineSeconds.toString(),
    gasLimit: request.gasLimit.toString(),
    maxFeePerGasWei: request.maxFeePerGasWei.toString(),
  } satisfies Static<typeof RequestSchema>)
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
    calls: wire.calls.map((call) => ({ ...call, valueWei: BigInt(call.valueWei) })),
    deadlineSeconds: BigInt(wire.deadlineSeconds),
    gasLimit: BigInt(wire.gasLimit),
    maxFeePerGasWei: BigInt(wire.maxFeePerGasWei),
  }
}

/** Write an answer as one line of JSON. */
export const encodeGuardianAnswer = (answer: GuardianAnswer): string => JSON.stringify(answer)

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
