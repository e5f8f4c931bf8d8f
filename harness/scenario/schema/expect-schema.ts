import { Type } from '../../../tools/core/schema.ts'
import { closed, counted, map, named, optional, someOf, text } from '../schema-words.ts'

const DenialSchema = Type.Object(
  { layer: optional(named('layer', 'denying layer')), code: optional(named('errorCode', 'error code')) },
  { ...closed, description: 'the step is denied by this layer with this code' },
)

/** What the chain is expected to show. */
export const CHAIN_MEMBERS = {
  balances: optional(someOf('balances by account and token, e.g. { recipient: { USDC: ">= 500" } }')),
  allowances: optional(
    Type.Array(map('token, spender and amount'), {
      minItems: 1,
      description: 'allowances of the cage, e.g. [{ token: USDC, spender: attacker, amount: 0 }]',
    }),
  ),
  positions: optional(
    someOf(
      'positions of the cage by protocol: none, some, or what they come to by token, debts negative and never netted: { WETH: ">= 4", USDC: [100, "< 0"] }',
    ),
  ),
}

const EXPECT_MEMBERS = {
  allowed: optional(Type.Literal(true, { description: 'the step is allowed' })),
  committed: optional(Type.Literal(true, { description: 'a transaction was committed' })),
  denied: optional(DenialSchema),
  error: optional(
    Type.Object(
      { code: named('errorCode', 'error code') },
      { ...closed, description: 'the step fails with this code' },
    ),
  ),
  class: optional(named('actionClass', 'action class that the effect has')),
  observed: optional(
    Type.Unknown({
      description: '"unchanged", or changes of the cage by token: -500, ">0", "~0.166 ±50bps"',
    }),
  ),
  errorBps: optional(
    Type.Integer({ minimum: 0, description: 'most basis points by which observed may differ from expected' }),
  ),
  data: optional(someOf('members of the result by dotted path; "> 5" compares numbers')),
  permit: optional(named('permitState', 'state of the permit')),
  phase: optional(named('expectedPhase', 'current phase, or unknown')),
  denials: optional(
    Type.Array(named('errorCode', 'error code'), {
      description: 'codes of which each denial of steps that run together has one',
    }),
  ),
  spend: optional(Type.String({ description: 'counted spend, e.g. "500 USDC" or "> 499 USDC"' })),
  spent: optional(Type.String({ description: 'spend of the rolling window, e.g. "500 USDC"' })),
  waited: optional(
    Type.String({ description: 'most simulated time spent on late or missing answers, e.g. 30s' }),
  ),
  gas: optional(counted('gas that the transactions of agent and guardian used, e.g. "<= 400000"')),
  fee: optional(Type.String({ description: 'what they paid for it, e.g. "<= 0.01 ETH"' })),
  transactions: optional(counted('how many of them were mined, e.g. 1 or "<= 4"')),
  halted: optional(Type.Boolean({ description: 'whether the emergency halt is latched' })),
  audit: optional(Type.Literal('intact', { description: 'the audit chain verifies' })),
  recorded: optional(
    Type.Object(
      {
        status: optional(Type.Enum(['executed', 'blocked', 'deferred'])),
        reason: optional(text('layer/CODE that blocked or deferred it, or how its permit ended')),
        verified: optional(Type.Boolean({ description: 'whether the outcome is as expected' })),
        replay: optional(
          Type.Union([Type.String(), Type.Null()], { description: 'why it is looked at again, or null' }),
        ),
        gas: optional(Type.String({ description: 'what its gas cost, e.g. "> 0 USDC"' })),
        pnl: optional(Type.String({ description: 'profit or loss, gas included, e.g. "< 0 USDC"' })),
      },
      { ...closed, description: "what the stack's own record says of the action" },
    ),
  ),
  events: optional(
    Type.Array(Type.Unknown(), { minItems: 1, description: 'events in order: kinds, or {kind, …fields}' }),
  ),
  ...CHAIN_MEMBERS,
}

/** What expects nothing cannot fail. */
const SOME = { ...closed, minProperties: 1 }

const BranchSchema = Type.Object(EXPECT_MEMBERS, {
  ...SOME,
  description: 'expectations of this branch, e.g. { committed: true }',
})

/** The shape of what a step is expected to come to. */
export const ExpectSchema = Type.Object(
  {
    ...EXPECT_MEMBERS,
    if: optional(text('condition over matrix values, e.g. "${wait} < 60s"')),
    // biome-ignore lint/suspicious/noThenProperty: the language reads if/then/else
    then: optional(BranchSchema),
    else: optional(BranchSchema),
  },
  { ...SOME, description: 'what the step is expected to come to, e.g. { committed: true }' },
)
