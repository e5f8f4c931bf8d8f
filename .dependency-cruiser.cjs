/** The layers: see AGENTS.md, rule 1. */
const cases = '\\.cases\\.ts$'
const forbid = (name, comment, from, to) => ({
  name,
  severity: 'error',
  comment,
  from,
  to,
})

module.exports = {
  forbidden: [
    forbid(
      'no-cycles',
      'two files that need each other are one',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    forbid(
      'tools-stand-alone',
      'the production stack imports no other top-level folder',
      { path: '^tools/' },
      {
        path: '^(harness|scenarios|reports|test|scripts|bin)/',
      },
    ),
    forbid('core-is-the-bottom', 'core imports core', { path: '^tools/core/' }, { path: '^tools/(?!core/)' }),
    forbid(
      'kit-knows-core',
      'the kit imports core',
      { path: '^tools/kit/' },
      { path: '^tools/(?!core/|kit/)' },
    ),
    forbid(
      'protocols-know-core-and-kit',
      'a protocol imports core, the kit and its own folder',
      { path: '^tools/protocols/([^/]+)/' },
      { path: '^tools/(?!core/|kit/|protocols/$1/)' },
    ),
    forbid(
      'generated-lists-gather-protocols',
      'only generated lists import a protocol.ts',
      { path: '^(?!tools/(profiles|devtools)/generated/)' },
      { path: '^tools/protocols/[^/]+/protocol\\.ts$' },
    ),
    forbid(
      'profiles-know-protocols',
      'profiles import core, the kit and protocols',
      {
        path: '^tools/profiles/',
        pathNot: '^tools/profiles/dev\\.ts$',
      },
      { path: '^tools/(?!core/|kit/|protocols/|profiles/)' },
    ),
    forbid(
      'agent-is-below-the-runtime',
      'only the composition root knows everything',
      { path: '^tools/(?!runtime/)' },
      { path: '^tools/runtime/' },
    ),
    forbid(
      'safety-knows-core',
      'safety imports core',
      { path: '^tools/safety/' },
      { path: '^tools/(?!core/|safety/)' },
    ),
    forbid(
      'sandbox-knows-core',
      'the sandbox imports core',
      { path: '^tools/sandbox/' },
      { path: '^tools/(?!core/|sandbox/)' },
    ),
    forbid(
      'workspace-knows-core',
      'the workspace tools import core',
      { path: '^tools/workspace/' },
      { path: '^tools/(?!core/|workspace/)' },
    ),
    forbid(
      'gateway-knows-core',
      'the gateway imports core',
      { path: '^tools/gateway/' },
      { path: '^tools/(?!core/|gateway/)' },
    ),
    forbid(
      'cases-are-for-conformance',
      'only the conformance suite reads cases: a build of production holds none',
      { path: '^(tools|harness|reports|scenarios)/' },
      { path: cases },
    ),
    forbid(
      'fixtures-are-for-tests',
      'what tests build from is no part of what runs',
      { path: '^(tools|harness|reports|scenarios)/', pathNot: '/fixtures/' },
      { path: '/fixtures/' },
    ),
    forbid(
      'devtools-extend-production',
      'only devtools and profiles/dev.ts import devtools',
      {
        path: '^tools/(?!devtools/)',
        pathNot: '^tools/profiles/dev\\.ts$',
      },
      { path: '^tools/devtools/' },
    ),
    forbid(
      'only-sessions-know-pi',
      "the stack serves any caller: only the extensions and what opens a session know the coding agent's packages",
      { path: '^tools/', pathNot: '^tools/(agent/extensions|runtime)/' },
      { path: 'node_modules/@earendil-works/|^@earendil-works/' },
    ),
    forbid(
      'only-the-driver-knows-pi',
      "no step knows who makes the agent's calls",
      { path: '^(harness|reports|scenarios)/', pathNot: '^harness/pi/' },
      { path: 'node_modules/@earendil-works/|^@earendil-works/' },
    ),
    forbid(
      'driver-is-below-the-stage',
      'a driver stands between a runtime and a stage',
      { path: '^harness/pi/' },
      { path: '^harness/(?!pi/|chain/|errors\\.ts)' },
    ),
    forbid(
      'tools-get-ports',
      'files, processes and networks enter through arguments',
      { path: '^tools/' },
      {
        path: '^(node:)?(fs|fs/promises|child_process|net|http|https|http2|dgram|tls|os|process|timers|timers/promises|vm)$',
      },
    ),
    forbid(
      'only-the-sandbox-has-threads',
      'a thread is what isolates an untrusted module; nothing else starts one',
      { path: '^tools/', pathNot: '^tools/sandbox/(run-in-thread\\.ts|thread-entry\\.mjs)$' },
      { path: '^(node:)?worker_threads$' },
    ),
    forbid(
      'runs-get-ports',
      'files, processes and networks enter through arguments',
      { path: '^harness/(stage|schedule)/' },
      {
        path: '^(node:)?(fs|fs/promises|child_process|net|http|https|dgram|tls|os|process|timers|timers/promises)$',
      },
    ),
    forbid(
      'harness-without-reports',
      'only the command line writes reports',
      { path: '^harness/(?!cli/)' },
      {
        path: '^(reports|scenarios|test)/',
      },
    ),
    forbid(
      'chain-is-below',
      'the chain layer knows nothing above it',
      { path: '^harness/chain/' },
      {
        path: '^harness/(?!chain/|(errors|kept-facts|make-folder|write-atomically)\\.ts)',
      },
    ),
    forbid(
      'world-is-below',
      'worlds know the chain layer and the testbeds',
      { path: '^harness/world/' },
      {
        path: '^harness/(?!chain/|protocols/|world/|(errors|kept-facts|write-atomically)\\.ts)',
      },
    ),
    forbid(
      'testbeds-are-below',
      'a testbed knows the vocabulary, the chain layer and its own folder',
      { path: '^harness/protocols/([^/]+)/', pathNot: '/generated/' },
      {
        path: '^harness/(?!chain/|vocabulary/|protocols/$1/|protocols/[^/]+\\.ts|(errors|key-account)\\.ts)',
      },
    ),
    forbid(
      'vocabulary-is-the-bottom',
      'the words for what protocols do know no protocol',
      { path: '^harness/vocabulary/' },
      { path: '^harness/(?!vocabulary/)|^tools/protocols/' },
    ),
    forbid(
      'models-know-no-code-under-test',
      'a model is written from documentation: of the production stack it knows addresses and types',
      { path: '^harness/protocols/[^/]+/model(\\.ts$|/)' },
      { path: '^tools/(?!core/|protocols/[^/]+/base\\.ts$)' },
    ),
    forbid(
      'rooms-ask-testbeds',
      'what is known of a protocol is asked of its testbed or its value; a tool that was taken over reports wraps as an honest one does',
      {
        path: '^harness/(?!protocols/)',
        pathNot: '^harness/stage/hostile-tool\\.ts$',
      },
      { path: '^(tools|harness)/protocols/(?!generated/|erc20/)[^/]+/' },
    ),
    forbid(
      'guardian-is-below-the-stage',
      'a guardian stands beside the stack that asks it',
      { path: '^harness/guardian/' },
      { path: '^harness/(?!guardian/|audit/|chain/|world/|(errors|key-account)\\.ts)' },
    ),
    forbid(
      'signer-is-below-the-stage',
      'a service that signs stands beside the stack that asks it',
      { path: '^harness/signer/' },
      { path: '^harness/(?!signer/|(errors|key-account|hold-port)\\.ts)' },
    ),
    forbid(
      'gateways-stand-beside-the-stack',
      'a gateway and its agent are processes that know nothing of a stage',
      { path: '^harness/gateway/' },
      { path: '^harness/(?!gateway/|chain/|(errors|hold-port)\\.ts)' },
    ),
    forbid(
      'stage-is-below-scenarios',
      'a stage knows nothing of what is played on it',
      { path: '^harness/stage/' },
      {
        path: '^harness/(attack|cli|coverage|fuzz|mutate|property|record|scenario|schedule)/',
      },
    ),
    forbid(
      'schedule-is-above-scenarios',
      'scenarios and properties do not know who runs them',
      { path: '^harness/(scenario|property)/' },
      { path: '^harness/(schedule|mutate|cli)/' },
    ),
    forbid(
      'queue-is-above-the-schedule',
      'a queue hands out what the schedule knows how to run',
      { path: '^harness/queue/' },
      { path: '^harness/(?!queue/|schedule/|record/|errors\\.ts)' },
    ),
    forbid(
      'only-the-queue-knows-redis',
      'a run on this machine loads nothing of it',
      { path: '^(tools|harness|reports|scenarios)/', pathNot: '^harness/queue/' },
      { path: '^(bullmq|ioredis)(/|$)|node_modules/(bullmq|ioredis)/' },
    ),
    forbid(
      'only-one-file-knows-opentelemetry',
      'a run that sends no traces loads nothing of it',
      { path: '^(tools|harness|reports|scenarios)/', pathNot: '^harness/cli/send-spans\\.ts$' },
      { path: '^@opentelemetry/|node_modules/@opentelemetry/' },
    ),
    forbid(
      'campaigns-are-on-top',
      'only the command line and what tests are given know it; what runs a job knows neither',
      { path: '^harness/(?!cli/|fuzz/|mutate/|queue/|vitest/)' },
      { path: '^harness/(cli|fuzz|mutate|queue|vitest)/' },
    ),
    forbid(
      'reports-read-records',
      'reports import harness/record, and what writes files',
      { path: '^reports/' },
      {
        path: '^(tools|scenarios|test|scripts)/|^harness/(?!record/|write-atomically\\.ts)',
      },
    ),
    forbid(
      'scenarios-know-the-harness',
      'properties import the harness',
      { path: '^scenarios/' },
      {
        path: '^(tools|reports|test)/',
      },
    ),
    forbid(
      'no-orphans',
      'a file that nobody imports is dead',
      {
        orphan: true,
        pathNot: [
          cases,
          '\\.property\\.ts$',
          '\\.d\\.ts$',
          '^(scripts|test|bin)/',
          '\\.cjs$',
          '^reports/viewer/page/main\\.js$',
        ],
      },
      {},
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // A test may know what its subject may not.
    exclude: { path: '\\.test(-d)?\\.ts$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.mjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
}
