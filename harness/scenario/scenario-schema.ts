import { type TSchema, Type } from '../../tools/core/schema.ts'

/** Sets of names that an editor can offer; the generator of the editors' schema fills them in. */
export type NameSet =
  | 'account'
  | 'actionClass'
  | 'actionKind'
  | 'actor'
  | 'approval'
  | 'diskFault'
  | 'errorCode'
  | 'endpoint'
  | 'fault'
  | 'expectedPhase'
  | 'gas'
  | 'guardian'
  | 'invariant'
  | 'layer'
  | 'owner'
  | 'permitState'
  | 'phase'
  | 'piTool'
  | 'profile'
  | 'protocol'
  | 'readTool'
  | 'secretLabel'
  | 'capability'
  | 'signer'
  | 'store'
  | 'storeTable'
  | 'switch'
  | 'tamperField'
  | 'token'
  | 'tool'
  | 'upstreamFault'
  | 'secondProvider'

/** The keyword under which a schema says which names it takes. */
export const NAMES_KEYWORD = 'x-names'

const closed = { additionalProperties: false }
const optional = <Schema extends TSchema>(schema: Schema) => Type.Optional(schema)
const text = (description: string) => Type.String({ description, minLength: 1 })
const named = (names: NameSet, description: string) =>
  Type.String({ description, minLength: 1, [NAMES_KEYWORD]: names })
const amount = (description: string) => Type.String({ description: `${description}, e.g. "500 USDC"` })
const duration = (description: string) =>
  Type.String({ description: `${description}, e.g. "60s", "59.999s", "10m", "24h"` })
const map = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description })

const counted = (description: string) =>
  Type.Union([Type.Integer({ minimum: 0 }), Type.String()], { description })

const DenialSchema = Type.Object(
  { layer: optional(named('layer', 'denying layer')), code: optional(named('errorCode', 'error code')) },
  { ...closed, description: 'the step is denied by this layer with this code' },
)

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
  data: optional(map('members of the result by dotted path; "> 5" compares numbers')),
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
  events: optional(Type.Array(Type.Unknown(), { description: 'events in order: kinds, or {kind, …fields}' })),
  balances: optional(map('balances by account and token, e.g. { recipient: { USDC: ">= 500" } }')),
  allowances: optional(
    Type.Array(map('token, spender and amount'), {
      description: 'allowances of the cage, e.g. [{ token: USDC, spender: router, amount: 0 }]',
    }),
  ),
}

const BranchSchema = Type.Object(EXPECT_MEMBERS, { ...closed, description: 'expectations of this branch' })

const ExpectSchema = Type.Object(
  {
    ...EXPECT_MEMBERS,
    if: optional(text('condition over matrix values, e.g. "${wait} < 60s"')),
    // biome-ignore lint/suspicious/noThenProperty: the language reads if/then/else
    then: optional(BranchSchema),
    else: optional(BranchSchema),
  },
  { ...closed, description: 'what the step is expected to come to, e.g. { committed: true }' },
)

const action = (description: string) =>
  Type.Object(
    {
      kind: named('actionKind', 'action kind'),
      claims: optional(
        Type.Array(Type.Unknown(), { description: 'what the model claims: [{ subject, token, value }]' }),
      ),
    },
    { description: `${description}, e.g. { kind: swap, tokenIn: USDC, tokenOut: WETH, amountIn: 500 USDC }` },
  )

const TRADE_MEMBERS = {
  actor: named('actor', 'who trades'),
  tokenIn: named('token', 'token sold'),
  tokenOut: named('token', 'token bought'),
  amountIn: amount('amount sold'),
}

/** What a hostile token can be told to do. */
const TRAIT_MEMBERS = {
  decimals: optional(Type.Integer({ minimum: 0, maximum: 255, description: 'what it says it has' })),
  feeBps: optional(Type.Integer({ minimum: 0, maximum: 10_000, description: 'part not received' })),
  balanceBps: optional(Type.Integer({ minimum: 1, description: 'balances after a rebase' })),
  eventBps: optional(Type.Integer({ minimum: 0, description: 'what events claim of what moved' })),
  refusesZeroApproval: optional(Type.Boolean({ description: 'approve(spender, 0) reverts' })),
  approvals: optional(
    Type.Union([Type.Literal('normal'), Type.Literal('revert'), Type.Literal('false')], {
      description: 'approve works, reverts, or returns false and does nothing',
    }),
  ),
  transfers: optional(
    Type.Union([Type.Literal('normal'), Type.Literal('silent'), Type.Literal('pretended')], {
      description: 'transfers emit their event, emit none, or emit it and move nothing',
    }),
  ),
  reenters: optional(
    Type.Union([Type.Literal('no'), Type.Literal('tries'), Type.Literal('insists')], {
      description: 'a transfer calls the contracts on both sides back; insisting reverts when they refuse',
    }),
  ),
  symbol: optional(Type.String({ maxLength: 31, description: 'the symbol that it shows' })),
}

/** One call, as raw steps and outsiders write it. */
const CallSchema = Type.Object(
  {
    to: named('account', 'actor, contract, token or address'),
    function: optional(text('signature, e.g. "approve(address,uint256)"')),
    args: optional(
      Type.Array(Type.Unknown(), {
        description:
          'names, amounts, "max", "now+10m", lists for structs; bytes are hex, { function, args }, { abi, args }, { packed, args }, { multiSend: [calls] } or a list of these',
      }),
    ),
    data: optional(Type.Unknown({ description: 'call data in place of a function' })),
    value: optional(text('value, e.g. "1 ETH"')),
  },
  closed,
)

const AFTER = Type.Integer({
  minimum: 1,
  maximum: 1_000,
  description: 'matching requests that pass before; default none',
})

/** Kinds of steps with the schema of what stands under their key. */
export const STEP_MEMBERS = {
  preview: action('preview an action'),
  act: action('preview and commit an action'),
  commit: text('the permit to commit, e.g. ${permit}'),
  cancel: text('the permit to give up, e.g. ${permit}'),
  query: Type.Object(
    { tool: named('readTool', 'read tool') },
    { description: 'query_state, e.g. { tool: data_get_token_price, token: WETH }' },
  ),
  tool: Type.Object(
    {
      name: named('tool', 'concrete tool'),
      approval: optional(named('approval', "the owner's approval of a privileged tool; default missing")),
    },
    {
      description:
        'run a concrete tool; a write passes every layer, e.g. { name: weth_wrap_eth, amount: 1 ETH }',
    },
  ),
  raw: Type.Object(
    {
      calls: Type.Array(CallSchema, { minItems: 1, description: 'the calls' }),
      delegate: optional(named('account', 'code that an EIP-7702 authorisation in the plan would set')),
      risky: optional(Type.Boolean({ description: 'whether the tool is of risk tier 3; default false' })),
      hides: optional(Type.Boolean({ description: 'whether the plan states no outcome; default false' })),
      says: optional(text('text that the stated outcome carries')),
      commit: optional(Type.Boolean({ description: 'commit after the preview; default true' })),
    },
    {
      ...closed,
      description:
        'calls that a tool plans which was taken over, e.g. { calls: [{ to: USDC, function: "approve(address,uint256)", args: [router, max] }] }',
    },
  ),
  outsider: Type.Object(
    {
      actor: named('actor', 'who sends the transactions'),
      submits: optional(text('permit of a signature that was committed before, submitted first')),
      calls: optional(Type.Array(CallSchema, { description: 'calls, each in a transaction of its own' })),
      reverts: optional(
        Type.Union([Type.Boolean(), Type.Literal('either')], {
          description: 'whether the chain refuses the last of it; either says nothing of it; default false',
        }),
      ),
    },
    {
      ...closed,
      description:
        'an actor acts past the agent, e.g. { actor: attacker, submits: "${permit}", calls: [{ to: cage, function: "pause()" }], reverts: true }',
    },
  ),
  sign: Type.Object(
    {
      domain: map('domain: name, version, chainId, verifyingContract'),
      type: text('structs as EIP-712 encodes them, e.g. "Mail(address to,uint256 value)"'),
      message: map('the message; values as in raw calls'),
      commit: optional(Type.Boolean({ description: 'commit after the preview; default true' })),
    },
    {
      ...closed,
      description:
        'typed data that a tool has signed which was taken over, e.g. { domain: { chainId: 31337 }, type: "Mail(address to)", message: { to: attacker } }',
    },
  ),
  call: Type.Object(
    {
      tool: named('piTool', 'one of the 8 Pi tools'),
      args: optional(Type.Unknown({ description: 'arguments, passed as they are' })),
    },
    { ...closed, description: 'call a Pi tool as a model would, e.g. { tool: commit_action, args: {} }' },
  ),
  halt: text('reason of the emergency halt'),
  advance: duration('how far both clocks move'),
  skew: Type.Object(
    {
      wall: optional(duration('how far the wall clock moves, backwards too')),
      chain: optional(duration("how far the chain's clock moves")),
    },
    { ...closed, description: 'move one clock only, e.g. { wall: -5m }' },
  ),
  price: Type.Record(Type.String(), Type.Unknown(), {
    description:
      'feed answers in USD by token; age makes them old, source moves one publisher only, decimals gives them in another unit than the feed has, e.g. { WETH: 2100, age: 2h, source: secondary }',
  }),
  lie: Type.Object(
    {
      price: optional(map('prices in USD that it shows, e.g. { WETH: 30 }')),
      code: optional(text('token or contract of which it goes on showing the code that is there now')),
      balance: optional(text('what it shows that the account holds of a token, e.g. 100 USDC')),
      receipts: optional(
        Type.Union([Type.Literal('reverted'), Type.Literal('hidden')], {
          description: 'it says of every mined transaction that it reverted, or that it knows none',
        }),
      ),
      effects: optional(Type.Literal('none', { description: 'what it simulates moves nothing' })),
      noncesAhead: optional(
        Type.Integer({
          minimum: 1,
          maximum: 8,
          description: 'transactions that accounts are said to be ahead',
        }),
      ),
      withdrawn: optional(text('what it says that the owner took out of the cage, e.g. 500 USDC')),
    },
    { ...closed, description: "let the agent's node lie from now on, e.g. { price: { WETH: 30 } }" },
  ),
  sequencer: Type.Union([Type.Literal('up'), Type.Literal('down')], {
    description: "status of the rollup's sequencer, from now on",
  }),
  trade: Type.Object(TRADE_MEMBERS, { ...closed, description: 'somebody else trades on the market' }),
  sandwich: Type.Object(TRADE_MEMBERS, {
    ...closed,
    description:
      "somebody trades right before the agent's next transaction, when that was already sent, and back right after it",
  }),
  shock: Type.Record(Type.String(), Type.Unknown(), {
    description: 'prices in USD to which feeds and pools jump, e.g. { WETH: 2100 }',
  }),
  transfer: Type.Object(
    {
      from: named('account', 'who sends'),
      to: named('account', 'who receives'),
      amount: amount('amount sent'),
    },
    { ...closed, description: 'somebody sends tokens' },
  ),
  phase: named('phase', 'phase that the inputs call for'),
  vitality: Type.Union(
    [Type.Literal('read'), Type.Literal('unknown'), Type.Integer({ minimum: 0, maximum: 10_000 })],
    {
      description:
        'vitality in basis points that the inputs report, "unknown", or "read" to read it from the chain',
    },
  ),
  mine: Type.Integer({ minimum: 1, maximum: 1_000, description: 'empty blocks to mine' }),
  repeat: Type.Object(
    {
      times: Type.Integer({ minimum: 1, maximum: 1_000, description: 'how often' }),
      steps: Type.Array(Type.Unknown(), { minItems: 1, description: 'the steps' }),
    },
    { ...closed, description: 'steps that are carried out several times' },
  ),
  mining: named('switch', 'off: what the agent sends stays unmined until a block is; on again'),
  baseFee: Type.String({
    description: 'base fee of all blocks from now on, with a first one that shows it, e.g. "20 gwei"',
  }),
  fault: Type.Object(
    {
      rpc: named('fault', 'what goes wrong with a request to a node'),
      on: optional(
        named('endpoint', "whose node: the agent's, the second provider or the guardian's; default agent"),
      ),
      method: optional(text('JSON-RPC method, e.g. "eth_get*"; default any')),
      after: optional(AFTER),
      times: optional(Type.Integer({ minimum: 1, maximum: 1_000, description: 'how often; default once' })),
      rateBps: optional(
        Type.Integer({
          minimum: 1,
          maximum: 10_000,
          description: "part of the requests, drawn from the run's seed; without times for good",
        }),
      ),
      for: optional(duration('how long a delayed answer takes')),
      behind: optional(
        Type.Integer({ minimum: 1, maximum: 8, description: 'blocks that a stale head lies behind' }),
      ),
    },
    {
      ...closed,
      description:
        'a fault of the node, e.g. { rpc: reply-lost, method: eth_sendRawTransaction } or { rpc: delay, for: 11s }',
    },
  ),
  upstream: Type.Object(
    {
      fails: named('upstreamFault', 'what goes wrong with a request of the fork to its origin'),
      method: optional(text('JSON-RPC method, e.g. "eth_get*"; default any')),
      after: optional(AFTER),
      times: optional(Type.Integer({ minimum: 1, maximum: 1_000, description: 'how often; default once' })),
      for: optional(duration('how long a delayed answer takes')),
    },
    {
      ...closed,
      description: 'a fault between the fork and its origin, e.g. { fails: error, method: eth_getCode }',
    },
  ),
  disk: Type.Object(
    {
      fails: named('diskFault', 'how it fails'),
      from: optional(
        Type.Integer({ minimum: 1, maximum: 1_000, description: 'first durable write to fail; default 1' }),
      ),
    },
    { ...closed, description: 'the disk below the store fails, e.g. { fails: ENOSPC, from: 2 }' },
  ),
  heal: Type.Literal(true, { description: 'faults of node, origin and disk end, e.g. true' }),
  secondProvider: named('secondProvider', 'how the second provider behaves from now on'),
  guardian: named('guardian', 'how the guardian behaves from now on; one that signs-all judges nothing'),
  drop: Type.Literal('pending', { description: 'the node forgets all transactions that are not mined' }),
  mark: Type.Literal(true, { description: 'the block to which a later reorg goes back, e.g. true' }),
  reorg: Type.Union(
    [
      Type.Literal(true),
      Type.Object(
        {
          depth: Type.Integer({ minimum: 1, maximum: 8, description: 'blocks that are gone' }),
          ahead: optional(
            Type.Object(TRADE_MEMBERS, {
              ...closed,
              description: "a trade that comes first; the agent's transactions are mined again after it",
            }),
          ),
        },
        closed,
      ),
    ],
    {
      description:
        'the blocks since mark, or the newest ones, are gone and their transactions with them, e.g. true or { depth: 2 }',
    },
  ),
  include: text('a permit whose transaction, which some node still had, is mined next'),
  recover: Type.Literal(true, { description: 'settle, send again or cancel what is open, e.g. true' }),
  reconcile: Type.Literal(true, { description: 'look again for transactions that are not final, e.g. true' }),
  restart: Type.Literal(true, {
    description: 'close the safety layer and open it again on the same store, e.g. true',
  }),
  agent: Type.Union(
    [
      text('first or second'),
      Type.Object(
        { name: text('first or second'), store: optional(text('own or same; default own')) },
        closed,
      ),
    ],
    {
      description:
        'which of two agents of the account acts from now on; the second is a process with a store of its own, e.g. second or { name: second, store: same }',
    },
  ),
  copy: Type.Literal('store', { description: 'keep a copy of the files of the store as they are now' }),
  damage: Type.Object(
    {
      table: optional(named('storeTable', 'table of the store')),
      key: optional(
        Type.Union([Type.String(), Type.Integer()], {
          description: 'value of its first column, or last for the newest row; default all rows',
        }),
      ),
      set: optional(
        Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Null()]), {
          description: 'what columns hold afterwards, e.g. { value: thriving }; the rows are gone without it',
        }),
      ),
      file: optional(text('gone, or copy for what copy: store kept')),
      checkpoints: optional(
        Type.Boolean({ description: 'whether checkpoints go the same way; default false' }),
      ),
    },
    {
      ...closed,
      description:
        'damage a store, e.g. { table: meta, key: phase }: one in memory at once, one in a file while its process is down, with the next restart',
    },
  ),
  tamper: Type.Object(
    {
      permit: text('the permit, e.g. ${permit}'),
      field: named('tamperField', 'part of the stored permit to falsify'),
    },
    { ...closed, description: 'falsify a stored permit behind the back of the stack' },
  ),
  token: Type.Record(Type.String(), Type.Object(TRAIT_MEMBERS, closed), {
    description: 'tokens turn hostile, or behave otherwise than before, e.g. { DAI: { feeBps: 80 } }',
  }),
  together: Type.Array(Type.Unknown(), {
    minItems: 2,
    description: 'steps that run at the same time; what each waits for goes on in the order',
  }),
  code: Type.Object(
    { at: text('token or contract'), set: text('code to put there, e.g. "0x00"') },
    { ...closed, description: "change a contract's code" },
  ),
  storage: Type.Object(
    {
      at: text('token or contract'),
      slot: text('storage slot, 32 bytes'),
      set: text('word to put there, 32 bytes'),
    },
    { ...closed, description: "change a word of a contract's storage" },
  ),
} as const

/** The shape of one step; `repeat` holds steps of the same shape. */
export const StepSchema = Type.Object(
  {
    name: optional(text('what the step is for')),
    as: optional(
      Type.String({
        pattern: '^[A-Za-z][A-Za-z0-9]*$',
        description: 'name that binds the permit of this step',
      }),
    ),
    malformed: optional(
      Type.Boolean({
        description:
          'whether the input is bad on purpose: of another shape than the tool asks for; default false',
      }),
    ),
    order: optional(
      Type.Union([Type.Integer(), Type.Array(Type.Integer({ minimum: 0 }))], {
        description:
          "order in which steps that run together go on: a seed, or the steps by number; default drawn from the run's seed",
      }),
    ),
    expect: optional(ExpectSchema),
    ...Type.Partial(Type.Object(STEP_MEMBERS)).properties,
  },
  { ...closed, description: 'a step, e.g. advance: 60s' },
)

/**
 * The shape of a scenario file around its steps, whose shape is {@link StepSchema}. What a shape cannot say (names,
 * units, order) is checked afterwards.
 */
export const ScenarioFileSchema = Type.Object(
  {
    name: text('what the scenario shows, as a sentence'),
    description: optional(text('more about it')),
    invariants: optional(
      Type.Array(named('invariant', 'invariant'), { description: 'invariants that it checks, e.g. [I14]' }),
    ),
    found: optional(
      Type.Object(
        {
          property: text('property that it violates, e.g. authority'),
          seed: text('seed of the fuzz run, e.g. "1"'),
          case: Type.Integer({ minimum: 0, description: 'number of the drawn case' }),
          law: text('law that did not hold'),
          layer: optional(named('layer', 'layer that decided')),
          code: optional(named('errorCode', 'code with which it did')),
          settings: Type.Record(Type.String(), Type.String(), {
            description: 'defaults that it relies on, by name; it is refused when they have changed',
          }),
        },
        { ...closed, description: 'what a failure was found with; `assay fuzz` writes it' },
      ),
    ),
    profile: optional(named('profile', 'profile, or several with commas; default trader')),
    protocols: optional(
      Type.Array(named('protocol', 'protocol'), { description: 'allowed protocols; default all' }),
    ),
    phase: optional(named('phase', 'phase at the start; default thriving')),
    untrusted: optional(
      Type.Object(
        {
          module: text('WebAssembly module as hex'),
          reviewed: optional(text('the module that was reviewed, as hex; default the module')),
          mayRequest: optional(
            Type.Array(named('actionKind', 'action kind'), { description: 'actions that it may ask for' }),
          ),
          perRequest: optional(amount('most that an action it asks for may spend; default 100 USDC')),
          perDay: optional(amount('most that all of them may spend in 24 hours; default 200 USDC')),
          toleranceBps: optional(
            Type.Integer({
              minimum: 0,
              maximum: 10_000,
              description: 'widest tolerance that it may ask for; default 100',
            }),
          ),
        },
        { ...closed, description: "a stranger's tool, run in the sandbox as untrusted_tool" },
      ),
    ),
    limits: optional(
      Type.Object(
        {
          perTransaction: optional(amount('limit of one transaction')),
          perDay: optional(amount('limit of every 24-hour window')),
          hotLane: optional(amount('most without the guardian')),
        },
        {
          ...closed,
          description:
            'spending limits, e.g. { perTransaction: 1000 USDC, perDay: 5000 USDC, hotLane: 800 USDC }',
        },
      ),
    ),
    policy: optional(
      Type.Object(
        {
          permitTtl: optional(duration('time to live of permits')),
          rateLimit: optional(
            Type.Object(
              {
                maxCalls: Type.Integer({ minimum: 0, description: 'most attempts' }),
                window: duration('window'),
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
          guardianTimeout: optional(duration("longest time for the guardian's answer")),
          recipients: optional(
            Type.Array(named('account', 'actor or address'), { description: 'allowed recipients' }),
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
                  Type.Array(
                    Type.Object(
                      {
                        target: text('contract'),
                        functions: Type.Array(Type.String(), { description: 'signatures' }),
                      },
                      closed,
                    ),
                    {
                      description:
                        'functions to allow on top, e.g. [{ target: router, functions: ["multicall(bytes[])"] }]',
                    },
                  ),
                ),
                windowSpend: optional(amount('most spend in 24 hours')),
                hotLane: optional(
                  amount('most in 24 hours without the guardian; that of the limits otherwise'),
                ),
                windowLoss: optional(amount('most loss in 24 hours')),
                recipients: optional(
                  Type.Array(named('account', 'actor or address'), { description: 'recipients' }),
                ),
              },
              { ...closed, description: "changes of the cage's default policy" },
            ),
          ),
        },
        { ...closed, description: 'policy of the safety layer' },
      ),
    ),
    secrets: optional(
      Type.Record(Type.String(), named('secretLabel', 'what it is'), {
        description:
          'secrets that the process holds, by name; ${secret.name} or ${secret.name.base64} writes one where it must not get through, e.g. { canary: WalletSecret }',
      }),
    ),
    secondProvider: optional(
      named(
        'secondProvider',
        'second provider: off, agrees, behind, down, or what it lies about; default off',
      ),
    ),
    guardian: optional(
      named('guardian', 'how the guardian behaves, e.g. on, off, down, hung or killed; default on'),
    ),
    signer: optional(
      named('signer', 'on, off, keystore, safe, safe-short, wrong-key, lies or down; default on'),
    ),
    capability: optional(
      named('capability', 'what custody gets in place of a capability, e.g. copied, used-before or for-less'),
    ),
    owner: optional(named('owner', 'direct, key or safe: who owns the cage, with a gate; default direct')),
    gas: optional(named('gas', 'free or normal; default free')),
    store: optional(named('store', 'memory or file; default memory')),
    tokens: optional(
      Type.Record(Type.String(), Type.Object(TRAIT_MEMBERS, closed), {
        description:
          'hostile tokens that were reviewed as they are, e.g. { DAI: { feeBps: 1000 } }; slots 6 to 13 hold decimals, fee, balances, events, refusal, approvals, transfers and re-entry',
      }),
    ),
    matrix: optional(
      Type.Record(
        Type.String(),
        Type.Array(Type.Unknown(), { minItems: 1, description: 'values, e.g. [59s, 60s]' }),
        {
          description:
            'values by name; the scenario runs once for every combination, e.g. { wait: [59s, 60s] }',
        },
      ),
    ),
    steps: Type.Array(Type.Unknown(), { minItems: 1, description: 'what happens, in order' }),
  },
  closed,
)
