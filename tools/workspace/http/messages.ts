import { type Static, type TSchema, Type } from '../../core/schema.ts'

/** Most bytes of one message: a file of 12 MiB in base64. */
export const MOST_MESSAGE_BYTES = 16 * 1_024 * 1_024
const MOST_FILE_BYTES = 12 * 1_024 * 1_024

const closed = { additionalProperties: false } as const
const Path = Type.String()
const Base64 = Type.String({ pattern: '^[A-Za-z0-9+/]*={0,2}$' })
const Count = Type.Integer({ minimum: 0 })
const PathOnly = Type.Object({ path: Path }, closed)
const Done = Type.Object({}, closed)

const KINDS = [Type.Literal('file'), Type.Literal('folder'), Type.Literal('other')] as const

const EntrySchema = Type.Object(
  {
    name: Type.String(),
    kind: Type.Union([...KINDS, Type.Literal('link')]),
  },
  closed,
)
const StatSchema = Type.Object({ kind: Type.Union([...KINDS]), sizeBytes: Count }, closed)

/** What each operation takes and answers, as JSON; `run` answers lines (see {@link LineSchema}). */
export const OPERATIONS = {
  read: {
    takes: Type.Object(
      { path: Path, from: Count, most: Type.Integer({ minimum: 0, maximum: MOST_FILE_BYTES }) },
      closed,
    ),
    answers: Type.Object({ data: Base64, sizeBytes: Count }, closed),
  },
  write: { takes: Type.Object({ path: Path, data: Base64 }, closed), answers: Done },
  stat: { takes: PathOnly, answers: Type.Object({ stat: Type.Optional(StatSchema) }, closed) },
  list: { takes: PathOnly, answers: Type.Object({ entries: Type.Array(EntrySchema) }, closed) },
  mkdir: { takes: PathOnly, answers: Done },
  remove: { takes: PathOnly, answers: Done },
  run: {
    takes: Type.Object(
      {
        id: Type.String({ minLength: 1, maxLength: 64 }),
        program: Type.String({ minLength: 1 }),
        args: Type.Array(Type.String()),
        env: Type.Optional(Type.Record(Type.String(), Type.String())),
      },
      closed,
    ),
    answers: Done,
  },
  stop: { takes: Type.Object({ id: Type.String() }, closed), answers: Done },
} as const satisfies Record<string, { readonly takes: TSchema; readonly answers: TSchema }>

/** The name of an operation. */
export type Operation = keyof typeof OPERATIONS

/** What an operation takes. */
export type Takes<O extends Operation> = Static<(typeof OPERATIONS)[O]['takes']>

/** What an operation answers. */
export type Answers<O extends Operation> = Static<(typeof OPERATIONS)[O]['answers']>

/** An error on the wire: a code of the workspace tools with its arguments. */
export const ErrorSchema = Type.Object(
  {
    error: Type.Object(
      {
        code: Type.String(),
        args: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
      },
      closed,
    ),
  },
  closed,
)

/** A line of what `run` answers: output as it comes, and last how the command ended, or an error. */
export const LineSchema = Type.Union([
  Type.Object({ stream: Type.Union([Type.Literal('stdout'), Type.Literal('stderr')]), data: Base64 }, closed),
  Type.Object({ exitCode: Type.Integer() }, closed),
  ErrorSchema,
])

/** A line of what `run` answers. */
export type Line = Static<typeof LineSchema>
