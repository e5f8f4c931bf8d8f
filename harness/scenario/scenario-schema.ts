import { type TSchema, Type } from '../../tools/core/schema.ts'

const closed = { additionalProperties: false }
const text = (description: string) => Type.String({ description, minLength: 1 })
const anything = (description: string) => Type.Unknown({ description })
const amount = (description: string) => Type.String({ description: `${description}, e.g. "500 USDC"` })
const duration = (description: string) =>
  Type.String({ description: `${description}, e.g. "60s", "59.999s", "10m", "24h"` })
const params = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description })
const optional = <Schema extends TSchema>(schema: Schema) => Type.Optional(schema)

const EXPECT_MEMBERS = {
  allowed: optional(Type.Literal(true, { description: 'the step is allowed' })),
  committed: optional(Type.Literal(true, { description: 'a transaction was committed' })),
  denied: optional(
    Type.Object(
      { layer: optional(text('denying layer')), code: optional(text('error code')) },
      { ...closed, description: 'the step is denied by this layer with this code' },
    ),
  ),
  error: optional(Type.Object({ code: text('error code') }, closed)),
  class: optional(text('action class that the effect has')),
  observed: optional(anything('"unchanged", or changes of the cage by token: -500, ">0", "~0.166 ±50bps"')),
  errorBps: optional(
    Type.Integer({ minimum: 0, description: 'most that observed may differ from expected' }),
  ),
  data: optional(params('members of the result by dotted path; "> 5" compares numbers')),
  permit: optional(text('state of the permit')),
  phase: optional(text('current phase')),
  spend: optional(text('counted spend, e.g. "500 USDC" or "> 499 USDC"')),
  spent: optional(text('spend of the rolling window')),
  halted: optional(Type.Boolean()),
  audit: optional(Type.Literal('intact')),
  events: optional(Type.Array(Type.Unknown(), { description: 'events in order: names, or {kind, …fields}' })),
  balances: optional(params('balances by account and token')),
  allowances: optional(Type.Array(params('token, spender, amount'))),
}

const ExpectSchema = Type.Object(
  {
    ...EXPECT_MEMBERS,
    if: optional(text('condition, e.g. "${wait} < 60s"')),
    // biome-ignore lint/suspicious/noThenProperty: the language reads if/then/else
    then: optional(Type.Object(EXPECT_MEMBERS, closed)),
    else: optional(Type.Object(EXPECT_MEMBERS, closed)),
  },
  closed,
)

/** Kinds of steps with the schema of what stands under their key. */
export const STEP_MEMBERS = {
  preview: params('action kind and parameters: preview an action'),
  act: params('action kind and parameters: preview and commit an action'),
  commit: text('${permit}: commit a permit'),
  cancel: text('${permit}: give a permit up'),
  query: params('tool and parameters: query_state'),
  tool: params('name and parameters: run a concrete tool; a write passes every layer'),
  call: Type.Object(
    { tool: text('one of the 8 Pi tools'), args: optional(anything('arguments, unchecked')) },
    { ...closed, description: 'call a Pi tool as a model would' },
  ),
  halt: text('reason: emergency_halt'),
  advance: duration('move both clocks'),
  skew: Type.Object({ wall: duration('move the wall clock only, backwards too') }, closed),
  price: params('feed answers by token, e.g. {WETH: 2100}; age makes them old'),
  trade: Type.Object(
    {
      actor: text('who trades'),
      tokenIn: text('token sold'),
      tokenOut: text('token bought'),
      amountIn: amount('amount sold'),
    },
    closed,
  ),
  transfer: Type.Object(
    { from: text('account'), to: text('account'), amount: amount('amount') },
    { ...closed, description: 'somebody sends tokens' },
  ),
  phase: text('phase that the inputs call for'),
  mine: Type.Integer({ minimum: 1, maximum: 1_000, description: 'mine empty blocks' }),
  restart: Type.Literal(true, { description: 'close the safety layer and open it on the same store' }),
  tamper: Type.Object(
    { permit: text('${permit}'), field: text('part of the stored permit to falsify') },
    closed,
  ),
  code: Type.Object({ at: text('token or contract'), set: text('bytes') }, closed),
} as const

const StepSchema = Type.Object(
  {
    name: optional(text('what the step is for')),
    as: optional(
      Type.String({ pattern: '^[A-Za-z][A-Za-z0-9]*$', description: 'name that binds the permit' }),
    ),
    expect: optional(ExpectSchema),
    ...(Object.fromEntries(
      Object.entries(STEP_MEMBERS).map(([key, schema]) => [key, Type.Optional(schema)]),
    ) as {
      [Key in keyof typeof STEP_MEMBERS]: ReturnType<typeof Type.Optional<(typeof STEP_MEMBERS)[Key]>>
    }),
  },
  closed,
)

/** The shape of a scenario file. What the shape cannot say (names, units, order) is checked afterwards. */
export const ScenarioFileSchema = Type.Object(
  {
    name: text('what the scenario shows, as a sentence'),
    description: optional(Type.String()),
    tags: optional(Type.Array(Type.String())),
    profile: optional(text('profile, or several with commas; default trader')),
    protocols: optional(Type.Array(Type.String(), { description: 'allowed protocols; default all' })),
    phase: optional(text('phase at the start; default thriving')),
    limits: optional(
      Type.Object(
        {
          perTransaction: optional(amount('limit of one transaction')),
          perDay: optional(amount('limit of every 24-hour window')),
          hotLane: optional(amount('most without the guardian')),
        },
        closed,
      ),
    ),
    policy: optional(
      Type.Object(
        {
          permitTtl: optional(duration('time to live of permits')),
          rateLimit: optional(
            Type.Object({ maxCalls: Type.Integer({ minimum: 0 }), window: duration('window') }, closed),
          ),
          maxClockSkew: optional(duration('largest difference of the clocks')),
          phaseDwell: optional(duration('time before a better phase is taken')),
          recipients: optional(Type.Array(text('actor or address'))),
          cage: optional(
            Type.Object(
              {
                positionCaps: optional(Type.Record(Type.String(), amount('cap'))),
                maxDrawdownBps: optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
                minRebalanceInterval: optional(duration('interval')),
                windowSpend: optional(amount('spend in 24 hours')),
                recipients: optional(Type.Array(text('actor or address'))),
              },
              { ...closed, description: "changes of the cage's default policy" },
            ),
          ),
        },
        closed,
      ),
    ),
    guardian: optional(text('on, off, down, refuses or wrong-key; default on')),
    signer: optional(text('on or off; default on')),
    gas: optional(text('free or normal; default free')),
    store: optional(text('memory or file; default memory')),
    matrix: optional(
      Type.Record(
        Type.String({ pattern: '^[A-Za-z][A-Za-z0-9]*$' }),
        Type.Array(Type.Unknown(), { minItems: 1 }),
        {
          description: 'values by name; the scenario runs once for every combination',
        },
      ),
    ),
    steps: Type.Array(StepSchema, { minItems: 1 }),
  },
  closed,
)
