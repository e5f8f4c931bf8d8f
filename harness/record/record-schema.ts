import Type, { type Static } from 'typebox'
import { After, Before, Decimals, Plans, Sent, Traces } from './acts-schema.ts'
import { RECORD_VERSION, type RecordJson, type RunRecord } from './record.ts'
import { RUN_ID } from './run-id.ts'

const Text = Type.String()
/** A name that may be that of a folder, and be shown in a terminal. */
const RunId = Type.String({ pattern: RUN_ID.source })
const Count = Type.Integer({ minimum: 0 })
// Some decades: what is added to a start is a date yet.
const Milliseconds = Type.Number({ minimum: 0, maximum: 1e12 })
const Time = Type.String({
  pattern:
    '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\\.[0-9]{3}Z$',
})
const Json = Type.Unsafe<RecordJson>({})
const Verdict = Type.Enum(['passed', 'failed', 'flaky', 'broken', 'skipped'])
const BaseUnits = Type.String({ pattern: '^-?[0-9]+$' })
/** Commands that are to be copied name it. */
const BlockNumber = Type.String({ pattern: '^[0-9]+$' })

const Delta = Type.Object({
  symbol: Text,
  token: Text,
  decimals: Decimals,
  deltaBaseUnits: BaseUnits,
})

const Throughput = Type.Object({
  symbol: Text,
  token: Text,
  decimals: Decimals,
  throughBaseUnits: BaseUnits,
})

const Position = Type.Object({
  protocol: Text,
  key: Text,
  kind: Text,
  expectedUnits: BaseUnits,
  actualUnits: BaseUnits,
  observedUnits: BaseUnits,
})

const Worth = Type.Object({
  protocol: Text,
  key: Text,
  kind: Text,
  symbol: Text,
  token: Text,
  decimals: Decimals,
  expectedBaseUnits: BaseUnits,
  actualBaseUnits: BaseUnits,
  observedBaseUnits: BaseUnits,
})

const Stated = Type.Union([BaseUnits, Type.Null()])

const Allowance = Type.Object({
  symbol: Text,
  token: Text,
  decimals: Decimals,
  owner: Text,
  spender: Text,
  expectedBaseUnits: Stated,
  actualBaseUnits: Stated,
  observedBaseUnits: BaseUnits,
})

const Outcome = Type.Object({
  expected: Type.Array(Delta),
  actual: Type.Array(Delta),
  observed: Type.Array(Delta),
  through: Type.Optional(Type.Array(Throughput)),
  positions: Type.Optional(Type.Array(Position)),
  worth: Type.Optional(Type.Array(Worth)),
  allowances: Type.Optional(Type.Array(Allowance)),
  settles: Type.Optional(Count),
  groundTruthSource: Text,
  errorBps: Type.Number(),
})

const Figures = Type.Optional(
  Type.Array(
    Type.Object({
      name: Text,
      value: Text,
      unit: Text,
      decimals: Type.Optional(Decimals),
      most: Type.Optional(Text),
      least: Type.Optional(Text),
      source: Type.Optional(Text),
    }),
  ),
)

const Denial = Type.Object({ layer: Text, code: Text, message: Text, hint: Text, figures: Figures })

const HookVerdict = Type.Object({
  hook: Text,
  stage: Text,
  verdict: Type.Enum(['allow', 'allow-modified', 'reject']),
  code: Type.Optional(Text),
  figures: Figures,
  otherwiseAs: Type.Optional(Text),
  otherwiseIn: Type.Optional(Count),
})

const Transitions = Type.Array(Type.Object({ from: Text, to: Text }))

const Action = Type.Object({
  tick: Count,
  actionType: Text,
  status: Type.Enum(['executed', 'blocked', 'deferred']),
  tool: Type.Optional(Text),
  permitId: Type.Optional(Text),
  transactionHash: Type.Optional(Text),
  reason: Type.Optional(Text),
  gasUsdc: Type.Optional(BaseUnits),
  pnlUsdc: Type.Optional(BaseUnits),
  verified: Type.Optional(Type.Boolean()),
  expected: Type.Optional(Text),
  actual: Type.Optional(Text),
  replay: Type.Optional(Text),
})

const Cycle = Type.Object({ tick: Count, isDurable: Type.Boolean(), record: Json })

const Step = Type.Object({
  index: Count,
  kind: Text,
  title: Text,
  line: Count,
  chain: Type.Optional(Text),
  verdict: Verdict,
  skipped: Type.Optional(Text),
  phase: Text,
  phaseChanges: Type.Optional(Transitions),
  authority: Type.Optional(Type.Object({ actionClass: Text, verdict: Type.Enum(['allowed', 'denied']) })),
  action: Type.Optional(Text),
  tools: Type.Optional(Type.Array(Text)),
  faults: Type.Optional(Type.Array(Text)),
  denial: Type.Optional(Denial),
  hooks: Type.Array(HookVerdict),
  plans: Plans,
  sent: Sent,
  permit: Type.Optional(
    Type.Object({
      permitId: Text,
      state: Text,
      ageSeconds: Type.Optional(Type.Integer()),
      ttlSeconds: Type.Optional(Count),
      actionClass: Type.Optional(Text),
      spendUsdc: Type.Optional(Text),
    }),
  ),
  permitChanges: Type.Optional(Transitions),
  outcome: Type.Optional(Outcome),
  actions: Type.Optional(Type.Array(Action)),
  transaction: Type.Optional(Type.Object({ hash: Text, blockNumber: Text, gasUsed: BaseUnits })),
  before: Before,
  after: After,
  traces: Traces,
  result: Type.Optional(Json),
  timings: Type.Object({ durationMs: Milliseconds }),
})

const Finding = Type.Object({
  law: Text,
  message: Text,
  expected: Text,
  found: Text,
  layer: Type.Optional(Text),
  code: Type.Optional(Text),
  step: Count,
  line: Count,
  column: Type.Optional(Count),
  frame: Type.Optional(Text),
})

const Scenario = Type.Object({
  id: Text,
  name: Text,
  file: Text,
  area: Text,
  kind: Type.Enum(['scripted', 'property']),
  profile: Text,
  driver: Type.Optional(Type.Enum(['direct', 'pi'])),
  matrix: Type.Record(Text, Text),
  matrixCells: Type.Optional(Count),
  draws: Type.Optional(Type.Object({ first: Count, count: Count, total: Count })),
  seed: Text,
  verdict: Verdict,
  steps: Type.Array(Step),
  names: Type.Optional(Type.Record(Text, Text)),
  findings: Type.Array(Finding),
  cycles: Type.Optional(Type.Array(Cycle)),
  speculation: Type.Optional(Type.Object({ reads: Count, hits: Count, readAhead: Count, requests: Count })),
  broken: Type.Optional(Type.Object({ code: Text, message: Text })),
  property: Type.Optional(
    Type.Object({
      runs: Count,
      counterexample: Type.Optional(Json),
      original: Type.Optional(Json),
      path: Type.Optional(Text),
      oracle: Type.Optional(Type.Union([Type.Literal('model'), Type.Literal('laws')])),
    }),
  ),
  finalBlock: Type.Object({ number: Text, hash: Text }),
  stateDigest: Text,
  beside: Type.Optional(Type.Object({ chain: Text, finalBlock: Type.Object({ number: Text, hash: Text }) })),
  replay: Text,
  roundTrips: Type.Object({ agent: Count, harness: Count, oracle: Count }),
  timings: Type.Object({ startedMs: Milliseconds, durationMs: Milliseconds, worker: Count }),
})

const Provenance = Type.Object({
  assayVersion: Text,
  nodeVersion: Text,
  anvilVersion: Text,
  platform: Text,
  gitCommit: Type.Union([Text, Type.Null()]),
  isDirty: Type.Union([Type.Boolean(), Type.Null()]),
  codeHash: Text,
  files: Type.Record(Text, Text),
  replayOf: Type.Optional(
    Type.Object({
      runId: RunId,
      differences: Type.Array(Text),
      outcome: Type.Optional(Type.Enum(['reproduced', 'passes now', 'differs'])),
      differsIn: Type.Optional(Type.Array(Text)),
    }),
  ),
  origin: Type.Object({ kind: Type.Enum(['embedded', 'rpc']), chainId: Count, blockNumber: BlockNumber }),
  worldHash: Text,
  cassetteHash: Type.Optional(Text),
  seed: Text,
  assumptions: Type.Array(Text),
  maxLoss: Type.Optional(
    Type.Object({
      capitalUsdc: BaseUnits,
      bounds: Type.Array(Type.Object({ attacker: Text, assumes: Text, perDayUsdc: BaseUnits })),
      untilStopUsdc: BaseUnits,
      staleFeedsUsdc: BaseUnits,
      tested: Type.Optional(
        Type.Object({
          attacks: Count,
          worstBps: Count,
          date: Text,
          gitCommit: Type.Union([Text, Type.Null()]),
          isCurrent: Type.Boolean(),
        }),
      ),
    }),
  ),
  options: Type.Record(Text, Json),
})

const Coverage = Type.Object({
  keys: Type.Array(Type.Object({ key: Text, scenarios: Count })),
  violations: Type.Array(Text),
  minPercent: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
})

const Standing = Type.Enum(['published', 'model', 'own', 'service', 'none', 'dead'])

const Standings = Type.Object({
  protocols: Type.Record(
    Text,
    Type.Object({
      standing: Standing,
      isGround: Type.Optional(Type.Literal(true)),
      standIn: Type.Optional(Text),
    }),
  ),
  tools: Type.Record(Text, Type.Object({ standing: Standing, protocol: Type.Optional(Text) })),
})

const Gate = Type.Object({
  baseline: Text,
  outdated: Type.Optional(Type.Array(Text)),
  differences: Type.Array(
    Type.Object({
      measure: Type.Enum([
        'scenarios',
        'coverage',
        'benign allowed',
        'verdict',
        'flaky',
        'gas',
        'round trips',
        'error (bps)',
      ]),
      scenario: Type.Optional(Text),
      before: Text,
      after: Text,
      isWorse: Type.Boolean(),
    }),
  ),
})

const Fuzz = Type.Object({
  property: Text,
  cases: Count,
  operations: Count,
  commands: Type.Array(
    Type.Object({
      kind: Text,
      allowed: Count,
      denied: Count,
      notApplicable: Count,
      environment: Count,
      denials: Type.Array(Type.Object({ code: Text, count: Count })),
    }),
  ),
  neverDrawn: Type.Array(Text),
  neverAllowed: Type.Array(Text),
  blocks: Type.Array(Type.Object({ first: Count, cases: Count, keys: Count, digest: Text })),
  rerun: Count,
  notApplicable: Count,
  digestCases: Count,
  digest: Text,
  corpus: Count,
  failures: Type.Array(Type.Object({ id: Text, firstCase: Count, cases: Count })),
})

/** The schema that a stored run record must meet; members that it does not know are kept. */
export const RUN_RECORD_SCHEMA = Type.Object({
  recordVersion: Type.Literal(RECORD_VERSION),
  runId: RunId,
  startedAt: Time,
  provenance: Provenance,
  summary: Type.Object({
    total: Count,
    passed: Count,
    failed: Count,
    flaky: Count,
    broken: Count,
    skipped: Count,
    verdict: Type.Enum(['passed', 'failed', 'broken', 'interrupted']),
  }),
  incomplete: Type.Optional(
    Type.Object({ cause: Type.Enum(['interrupted', 'broken']), code: Text, message: Text }),
  ),
  notRun: Type.Optional(Type.Array(Text)),
  scenarios: Type.Array(Scenario),
  fuzz: Type.Optional(Fuzz),
  coverage: Type.Optional(Coverage),
  standings: Type.Optional(Standings),
  gate: Type.Optional(Gate),
  timings: Type.Object({ setUpMs: Milliseconds, totalMs: Milliseconds }),
  digest: Text,
})

// Fails to compile when the schema and `RunRecord` part ways.
type SchemaMatchesRecord = [Static<typeof RUN_RECORD_SCHEMA>] extends [RunRecord] ? true : never
true satisfies SchemaMatchesRecord
