import Type from 'typebox'
import type { RecordCall, RecordFrame, RecordJson } from './record.ts'

const Text = Type.String()
const Count = Type.Integer({ minimum: 0 })
const Json = Type.Unsafe<RecordJson>({})
const BaseUnits = Type.String({ pattern: '^-?[0-9]+$' })

/** Decimals of a token, a uint8 (ERC-20), or of what else is counted. */
export const Decimals = Type.Integer({ minimum: 0, maximum: 255 })

const unit = { symbol: Text, decimals: Decimals }

const argumentsOf = Type.Optional(
  Type.Array(
    Type.Object({
      name: Text,
      type: Text,
      value: Json,
      meaning: Type.Optional(Text),
      units: Type.Optional(Type.Record(Text, Type.Object(unit))),
    }),
  ),
)

const call = {
  target: Type.Union([Text, Type.Null()]),
  valueWei: Type.Optional(BaseUnits),
  selector: Type.Optional(Text),
  function: Type.Optional(Text),
  protocol: Type.Optional(Text),
  arguments: argumentsOf,
  data: Type.Optional(Text),
}

const Logs = Type.Optional(
  Type.Array(
    Type.Object({
      emitter: Text,
      event: Type.Optional(Text),
      arguments: argumentsOf,
      topics: Type.Optional(Type.Array(Text)),
      data: Type.Optional(Text),
    }),
  ),
)

// The type of a schema that holds itself is not found out from it; each has a name that the whole schema has once.
const callUnder = (name: string) =>
  Type.Unsafe<RecordCall>(
    Type.Cyclic({ [name]: Type.Object({ ...call, calls: Type.Optional(Type.Array(Type.Ref(name))) }) }, name),
  )

const Frame = Type.Unsafe<RecordFrame>(
  Type.Cyclic(
    {
      Frame: Type.Object({
        ...call,
        type: Text,
        from: Text,
        gasUsed: BaseUnits,
        error: Type.Optional(Text),
        returned: argumentsOf,
        output: Type.Optional(Text),
        logs: Logs,
        calls: Type.Optional(Type.Array(Type.Ref('Frame'))),
      }),
    },
    'Frame',
  ),
)

/** The plans of a step that were judged. */
export const Plans = Type.Optional(
  Type.Array(
    Type.Object({
      permitId: Text,
      stage: Text,
      tool: Text,
      calls: Type.Array(callUnder('PlannedCall')),
      signature: Type.Optional(
        Type.Object({
          primaryType: Text,
          verifier: Type.Optional(Text),
          message: Json,
        }),
      ),
    }),
  ),
)

/** The transactions of a step. */
export const Sent = Type.Optional(
  Type.Array(
    Type.Object({
      hash: Text,
      nonce: Count,
      call: callUnder('SentCall'),
      carries: Type.Optional(Text),
      status: Type.Optional(Type.Enum(['success', 'reverted'])),
      gasUsed: Type.Optional(BaseUnits),
      logs: Logs,
    }),
  ),
)

const balance = {
  ...unit,
  token: Text,
  baseUnits: BaseUnits,
  beforeBaseUnits: Type.Optional(BaseUnits),
}

const State = Type.Optional(
  Type.Object({
    timestampSeconds: BaseUnits,
    blockNumber: Type.Optional(BaseUnits),
    balances: Type.Optional(Type.Array(Type.Object(balance))),
    allowances: Type.Optional(Type.Array(Type.Object({ ...balance, spender: Text }))),
    positions: Type.Optional(
      Type.Array(
        Type.Object({
          protocol: Text,
          key: Text,
          kind: Text,
          units: BaseUnits,
          beforeUnits: Type.Optional(BaseUnits),
          unit: Type.Optional(Type.Object(unit)),
          legs: Type.Array(Type.Object({ ...unit, baseUnits: BaseUnits })),
        }),
      ),
    ),
  }),
)

/** What the chain looked like when a step began. */
export const Before = State

/** What it looked like afterwards. */
export const After = State

/** The call trees of a step. */
export const Traces = Type.Optional(
  Type.Array(Type.Object({ of: Type.Enum(['simulated', 'mined']), subject: Text, root: Frame })),
)
