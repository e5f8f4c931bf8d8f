import { Type } from '../../../tools/core/schema.ts'
import { amount, closed, duration, named, optional, text } from '../schema-words.ts'

const FunctionsSchema = Type.Object(
  { target: text('contract'), functions: Type.Array(Type.String(), { description: 'signatures' }) },
  closed,
)

/** The shape of what a scenario changes in the policy of the safety layer. */
export const PolicySchema = Type.Object(
  {
    permitTtl: optional(duration('time to live of permits')),
    announce: optional(
      Type.Object(
        { from: named('riskClass', 'risk class'), wait: duration('time to wait') },
        { ...closed, description: 'announce actions from a class on, e.g. { from: elevated, wait: 30s }' },
      ),
    ),
    rateLimit: optional(
      Type.Object(
        {
          maxCalls: Type.Integer({ minimum: 0, description: 'most attempts' }),
          window: duration('window'),
          perTick: optional(
            Type.Integer({ minimum: 0, description: 'most attempts in one tick; default any' }),
          ),
        },
        {
          ...closed,
          description: 'most write attempts in a window, e.g. { maxCalls: 3, window: 60s }',
        },
      ),
    ),
    maxSignature: optional(duration('longest time for which a signature may hold')),
    maxClockSkew: optional(duration('largest difference of the clocks')),
    phaseDwell: optional(duration('time before a better phase is taken')),
    maxToleranceBps: optional(
      Type.Integer({
        minimum: 0,
        maximum: 10_000,
        description: 'widest tolerance, slippage included, that anyone may choose; 500 by default',
      }),
    ),
    maxPriceDivergenceBps: optional(
      Type.Integer({ minimum: 0, description: 'largest difference between the sources of a price' }),
    ),
    sequencerGrace: optional(duration("heed the sequencer's uptime feed, with this grace period")),
    maxLogBlocks: optional(
      Type.Integer({
        minimum: 1,
        description: 'most blocks of which the stack asks for a log at once',
      }),
    ),
    lossyPlaces: optional(
      Type.Boolean({
        description: 'whether the owner approves places whose end may pay less than it counts for',
      }),
    ),
    guardianTimeout: optional(duration("longest time for the guardian's answer")),
    recipients: optional(
      Type.Array(named('account', 'actor or address'), {
        uniqueItems: true,
        description: 'allowed recipients',
      }),
    ),
    operator: optional(
      Type.Array(FunctionsSchema, {
        description: "what the operator's own account may call, in place of what protocols say of it",
      }),
    ),
    maxRebaseLossBps: optional(
      Type.Record(Type.String(), Type.Integer({ minimum: 0, maximum: 10_000 }), {
        description: 'most by which assets that rebase may shrink, e.g. { DAI: 50 }',
      }),
    ),
    cage: optional(
      Type.Object(
        {
          positionCaps: optional(
            Type.Record(Type.String(), amount('cap of a position'), {
              description: 'caps of positions by token, e.g. { WETH: 50000 USDC }',
            }),
          ),
          maxDrawdownBps: optional(
            Type.Integer({ minimum: 0, maximum: 10_000, description: 'largest drawdown' }),
          ),
          minRebalanceInterval: optional(duration('least time between two risks')),
          targets: optional(
            Type.Array(FunctionsSchema, {
              description:
                'functions to allow on top, e.g. [{ target: router, functions: ["multicall(bytes[])"] }]',
            }),
          ),
          windowSpend: optional(amount('most spend in 24 hours')),
          hotLane: optional(amount('most in 24 hours without the guardian; that of the limits otherwise')),
          windowLoss: optional(amount('most loss in 24 hours')),
          recipients: optional(
            Type.Array(named('account', 'actor or address'), {
              uniqueItems: true,
              description: 'recipients',
            }),
          ),
        },
        { ...closed, description: "changes of the cage's default policy" },
      ),
    ),
  },
  { ...closed, description: 'policy of the safety layer' },
)
