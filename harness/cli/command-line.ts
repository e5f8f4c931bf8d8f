import { Argument, type Command, Option } from 'commander'
import { VARIANTS } from '../goal/goal.ts'
import { startAhead } from '../schedule/start-ahead.ts'
import {
  withAnvil,
  withChain,
  withJson,
  withOtel,
  withOut,
  withQueue,
  withReporter,
  withRpc,
  withRun,
  withSeed,
  withWorkers,
} from './command-options.ts'
import { TOPICS } from './docs-topics.ts'
import { unlessInterrupted } from './interrupted.ts'
import type { CliIo } from './io.ts'
import {
  parseAmount,
  parseChain,
  parseChoice,
  parseCount,
  parseFile,
  parseNumber,
  parsePercent,
  parsePort,
  parseShard,
  parseStopAt,
  parseTimeLimit,
} from './parse-option.ts'
import { BASELINE_FILE, WORKER_ENTRY } from './paths.ts'

/** Await what holds nothing that has to be given back: an interruption ends it at once. */
const briefly = async (io: CliIo, work: () => Promise<number>): Promise<number> =>
  unlessInterrupted(io.signal, work())

/** Adds a command to the program; what the command does is loaded when it runs, and its exit code is taken. */
type AddCommand = (
  program: Command,
  io: CliIo,
  take: (exitCode: number) => void,
  argv: readonly string[],
) => void

const addRun: AddCommand = (program, io, take, argv) =>
  withSeed(
    withRun(
      program.command('run').argument('[paths...]', 'scenario files or folders, or ids of `assay list`'),
    )
      .description('run scenarios and write a report')
      .option('--filter <text>', 'only scenarios whose id or name contains the text'),
  )
    .option('--thorough', 'every draw and every cell, not only the share of a default run')
    .option('--changed [commit]', 'only what files that differ from the commit can affect (default: HEAD)')
    .addOption(
      new Option(
        '--last-failed',
        'only what did not pass in the newest run, or was not reached, under its seed and on its chain',
      ).conflicts(['seed', 'chain']),
    )
    .option('--shard <i/n>', 'only one of n parts, which are the same on every machine', parseShard)
    .addOption(
      new Option(
        '--stop-at <step>',
        'keep the fork of one scenario open behind this step, from 1, or behind the first "failure"',
      )
        .argParser(parseStopAt)
        .conflicts([
          'queue',
          'watch',
          'workers',
          'record',
          'reporter',
          'coverage',
          'coverageMin',
          'baseline',
        ]),
    )
    .option('--bail', 'stop after the first scenario that does not pass')
    .option('--coverage', 'show what was exercised: phases, permits, hooks, error codes, faults')
    .option('--coverage-min <percent>', 'fail below this share; implies --coverage', parsePercent)
    .option('--baseline <file>', 'fail when the run is worse than this baseline, as `assay gate` does')
    .option('--watch', 'run again when a scenario or the stack changes')
    // What runs that are watched are started with: left out, the word behind it would belong to the one before it.
    .addOption(new Option('--no-watch').hideHelp())
    .addOption(
      withQueue('let each `assay worker` of this Redis server run the jobs').conflicts([
        'workers',
        'record',
        'replay',
      ]),
    )
    .action(async (paths, options) => {
      if (options.watch)
        return take(await (await import('./commands/watch.ts')).watch(paths, argv, options.out, io))
      const isHere = options.queue === undefined && options.stopAt === undefined
      const ahead = isHere ? startAhead(WORKER_ENTRY) : undefined
      try {
        const { run } = await import('./commands/run.ts')
        take(await run(paths, ahead ? { ...options, ahead } : options, io))
      } finally {
        await ahead?.end()
      }
    })

const addWorker: AddCommand = (program, io, take) =>
  withWorkers(withChain(program.command('worker')))
    .addOption(
      withQueue(
        'Redis server: redis://user:password@host:6379/0, or rediss://… over TLS',
      ).makeOptionMandatory(),
    )
    .description('run the jobs of `assay run --queue`, on any machine, until Ctrl-C')
    .action(async (options) => take(await (await import('./commands/worker.ts')).worker(options, io)))

const addFuzz: AddCommand = (program, io, take) => {
  const command = program
    .command('fuzz')
    .option('--runs <count>', 'how many cases to draw (default: 200)')
    .option('--time <duration>', 'draw cases for so long instead, e.g. 10m')
  withSeed(command)
    .option('--property <name>', 'what to look for (default: authority)')
    .option('--corpus <folder>', 'cases to start from; what reaches new coverage is added')
  withWorkers(command).option(
    '--coverage-min <percent>',
    'fail below this share of what counts',
    parsePercent,
  )
  withOut(withReporter(withAnvil(command)))
    .description('draw cases, run them beside the model, keep what fails as a scenario')
    .action(async (options) => take(await (await import('./commands/fuzz.ts')).fuzz(options, io)))
}

const addAgent: AddCommand = (program, io, take) => {
  const command = program
    .command('agent')
    .argument('[tasks...]', 'goal tasks: files, folders, or names below scenarios/goals (default: all)')
    .requiredOption(
      '--model <provider/model>',
      'who works at them: a model of a provider whose key is in the environment, or scripted/succeeds, scripted/fails, scripted/follows',
    )
    .option('--base-url <url>', 'server of --model openai-compatible/<model>, e.g. http://127.0.0.1:8080/v1')
    .option('--repeats <count>', 'how often each task is tried', parseCount, 1)
    .addOption(
      new Option('--variant <name>', 'only the tasks as they are, or with an attacker in them')
        .choices(VARIANTS)
        .argParser(parseChoice(VARIANTS)),
    )
    .option('--filter <text>', 'only tasks whose file or name contains the text')
    .option('--max-turns <count>', 'most answers of the model to one task', parseCount, 30)
    .option('--max-tokens <count>', 'most tokens at one task', parseAmount, 400_000)
    .option('--max-cost <usd>', 'most US dollars at one task', parseAmount, 1)
    .option('--time-limit <duration>', 'longest time for one task', parseTimeLimit, 300_000)
    .option('--no-baselines', 'leave out the baselines that refuse and obey everything')
    .option('--tui', 'show the agent while it works: its sprite, phase, budget, and the step of its tool')
  // Goal tasks are written for the tokens of Ethereum.
  withOut(withRpc(withAnvil(withSeed(command))))
    .addOption(
      new Option('--reporter <name>', 'what to print on stdout')
        .choices(['console', 'json'])
        .argParser(parseChoice(['console', 'json']))
        .default('console'),
    )
    .description('let a model work at goal tasks, and score by the chain what it did')
    .action(async (tasks, options) =>
      take(await (await import('./commands/agent.ts')).agent(tasks, options, io)),
    )
}

const addReplay: AddCommand = (program, io, take) =>
  withSeed(
    withRun(
      program
        .command('replay')
        .argument('<run-or-scenario>', 'run id, run directory, run.json, bundle, or scenario id'),
    )
      .description('run again exactly what failed')
      .addHelpText(
        'after',
        '\nExit codes of a replayed run or bundle: 1 reproduced (same failure, same final block), 0 passes now, 3 differs; 2 broken.',
      ),
  ).action(async (target, options, command) =>
    take(await (await import('./commands/replay.ts')).replay(target, options, listGiven(command), io)),
  )

/** List the options that were written, by their long names. */
const listGiven = (command: Command): readonly string[] =>
  command.options.flatMap((option) =>
    command.getOptionValueSource(option.attributeName()) === 'cli' ? [option.long ?? option.flags] : [],
  )

const addBundle: AddCommand = (program, io, take) =>
  withRpc(withAnvil(program.command('bundle').argument('<run>', 'run id, run directory, or run.json')))
    .option('--replay <file>', 'take the chain of the run from this cassette')
    .option(
      '--finding <number>',
      'which of its scenarios that failed, in the order of its report',
      parseNumber,
      1,
    )
    .option('--out <file>', 'file to write (default: <run-id>-<number>.bundle.tar.gz)')
    .description('write a failure with its chain to one file, which `assay replay` shows again offline')
    .action(async (run, options) =>
      take(await (await import('./commands/bundle.ts')).bundle(run, options, io)),
    )

const addGate: AddCommand = (program, io, take) =>
  withOtel(
    withOut(
      withReporter(
        program
          .command('gate')
          .addOption(
            new Option('--baseline <file>', 'what runs are held against').default(
              BASELINE_FILE,
              'reports/baseline.json',
            ),
          )
          .option('--run <run>', 'run id, run directory or run.json (default: the newest run)')
          .addOption(
            new Option('--update', 'make the run the new baseline, and print what that accepts').conflicts(
              'reporter',
            ),
          )
          .option('--figures-only', 'keep no digests and hashes in it, nor in those that follow it'),
      ),
    ),
  )
    .description('hold a run against the baseline: verdicts, coverage, gas, round trips, errors')
    .addHelpText(
      'after',
      '\nExit codes: 0 no worse than the baseline, 1 worse or failed, 2 broken or bad usage.',
    )
    .action(async (options) => take(await (await import('./commands/gate.ts')).gate(options, io)))

const addCompare: AddCommand = (program, io, take) =>
  withReporter(
    program
      .command('compare')
      .argument('<before>', 'run id, run directory or run.json')
      .argument('<after>', 'another one')
      .addOption(new Option('--json', 'print as JSON').conflicts('reporter')),
  )
    .description('print in what a run differs from another; fails when it is worse')
    .action(async (before, after, options) =>
      take(
        await briefly(io, async () =>
          (await import('./commands/compare.ts')).compare(before, after, options, io),
        ),
      ),
    )

const addValidate: AddCommand = (program, io, take) =>
  withJson(program.command('validate').argument('[paths...]', 'scenario files or folders'))
    .description('check scenario files; nothing is run')
    .action(async (paths, options) =>
      take(
        await briefly(io, async () => (await import('./commands/validate.ts')).validate(paths, options, io)),
      ),
    )

const addList: AddCommand = (program, io, take) =>
  withJson(program.command('list'))
    .argument('[paths...]', 'scenario files or folders')
    .option('--filter <text>', 'only scenarios whose id or name contains the text')
    .addOption(
      new Option('--chain <name>', 'only what can be run on this chain (default: ethereum)').argParser(
        parseChain,
      ),
    )
    .option('--thorough', 'every draw and every cell, not only the share of a default run')
    .addOption(
      new Option('--invariants', 'list the invariants instead, with what checks each of them').conflicts([
        'filter',
        'chain',
        'thorough',
      ]),
    )
    .description('list the scenarios that a run would take')
    .action(async (paths, options) =>
      take(
        await briefly(io, async () =>
          options.invariants
            ? (await import('./commands/list-invariants.ts')).listInvariants(paths, options, io)
            : (await import('./commands/list.ts')).list(paths, options, io),
        ),
      ),
    )

const addTools: AddCommand = (program, io, take) =>
  program
    .command('tools')
    .option(
      '--profile <names>',
      'profile, or several with commas (default: TOOL_PROFILE, the config, or full)',
    )
    .option('--archetype <name>', 'archetype whose tools they are; a profile then bounds them')
    .option('--config <file>', 'config of the agent (TOML)')
    .option('--chain <chain>', 'only what works on this chain: its name, e.g. base, or its id')
    .option('--no-wallet', 'as if no signer were configured')
    .option('--missing', 'also list what an agent does not get, with the reason')
    .addOption(
      new Option('--tokens', 'print what they cost a model in every inference instead').conflicts([
        'missing',
        'kinds',
      ]),
    )
    .addOption(
      new Option(
        '--kinds',
        'list the action kinds instead, with their venues and the tools behind each',
      ).conflicts('missing'),
    )
    .addOption(
      new Option(
        '--count [run]',
        'count all that there are instead, by category, protocol, tier and label; with a run (its id, folder or record) those that it exercised',
      ).conflicts(['profile', 'archetype', 'config', 'chain', 'wallet', 'missing', 'tokens', 'kinds']),
    )
    .option('--json', 'print as JSON')
    .description('list the tools that an agent gets, and why others are missing')
    .action(async (options) =>
      take(await briefly(io, async () => (await import('./commands/tools.ts')).listTools(options, io))),
    )

const addArchetypes: AddCommand = (program, io, take) =>
  program
    .command('archetypes')
    .addOption(
      new Option('--graph <format>', 'print who delegates to whom')
        .choices(['mermaid', 'dot'])
        .argParser(parseChoice(['mermaid', 'dot'])),
    )
    .option('--json', 'print as JSON')
    .description('list the archetypes, their tools and to whom they delegate')
    .action(async (options) => take((await import('./commands/archetypes.ts')).listArchetypes(options, io)))

const addWorld: AddCommand = (program, io, take) => {
  const world = program.command('world').description('the world that scenarios run on')
  withJson(withChain(world.command('up')))
    .option('--port <port>', 'port of the RPC; 0 picks a free one', parsePort, 8545)
    .description('keep a fork running; print its endpoint, accounts with keys, and addresses')
    .action(async (options) => take(await (await import('./commands/world-up.ts')).worldUp(options, io)))
}

const addGateway: AddCommand = (program, io, take) =>
  program
    .command('gateway')
    .argument('<config>', 'config of the gateway (TOML)')
    .description('serve the tools of plugins to agents, and run these; the token is ASSAY_GATEWAY_TOKEN')
    .action(async (config) => take(await (await import('./commands/gateway.ts')).gateway(config, io)))

const addKeystore: AddCommand = (program, io, take) =>
  program
    .command('keystore')
    .description('encrypted key files (Web3 Secret Storage, version 3)')
    .command('new')
    .argument('<file>', 'file to write; it must not exist')
    .description('make a key; the password comes from stdin or a prompt')
    .action(async (file) =>
      take(await briefly(io, async () => (await import('./commands/keystore-new.ts')).keystoreNew(file, io))),
    )

const addAudit: AddCommand = (program, io, take) =>
  program
    .command('audit')
    .description('the audit log of an agent')
    .command('verify')
    .argument('<store>', 'database file of a safety store; it is only read')
    .option('--checkpoints <file>', 'signed checkpoints of the log, kept outside the store')
    .option('--signer <address>', 'the only key whose checkpoints count')
    .option('--newest <hash>', 'hash of the newest checkpoint that you know of')
    .option('--json', 'print as JSON')
    .description('check that an audit log is whole and unaltered')
    .action(async (path, options) =>
      take(
        await briefly(io, async () =>
          (await import('./commands/audit-verify.ts')).auditVerify(path, options, io),
        ),
      ),
    )

const addMutate: AddCommand = (program, io, take) => {
  const command = program
    .command('mutate')
    .argument('[ids...]', 'ids of mutants (default: all)')
    .option('--layer <name>', 'only mutants of this layer')
  withWorkers(command, 'mutants to judge')
    .option('--ablation', 'judge each with all other layers switched off as well')
    .addOption(
      new Option(
        '--generated',
        'mutants generated from the rules of the safety layer, not the listed ones',
      ).conflicts('file'),
    )
    .option('--file <path>', 'another list of mutants, in the format of harness/mutate/mutants.yaml')
    .addOption(
      new Option('--list', 'list the mutants; nothing is run').conflicts([
        'workers',
        'ablation',
        'json',
        'page',
      ]),
    )
    .option('--json', 'print as JSON')
    .option('--page <file>', 'write what became of each as a page, whose table can be filtered', parseFile)
  withAnvil(command)
    .description('put seeded faults into the stack and say what notices each of them')
    .action(async (ids, options) =>
      take(await (await import('./commands/mutate.ts')).mutate(ids, options, io)),
    )
}

const addDoctor: AddCommand = (program, io, take) =>
  withJson(withAnvil(program.command('doctor')))
    .description('check everything that a run needs')
    .action(async (options) => take(await (await import('./commands/doctor.ts')).doctor(options, io)))

const addNew: AddCommand = (program, io, take) =>
  program
    .command('new')
    .description('write a file to start from')
    .command('scenario')
    .argument('<path>', 'file to write: a path that ends in .yaml, or <area>/<name> below scenarios/scripted')
    .description('write a scenario that passes, to be changed')
    .action(async (path) => take((await import('./commands/new-scenario.ts')).newScenario(path, io)))

const addDocs: AddCommand = (program, io, take) =>
  withJson(program.command('docs'))
    .addArgument(
      new Argument('<topic>', 'what to print: steps and expectations of scenarios, error codes, action kinds')
        .choices(TOPICS)
        .argParser(parseChoice(TOPICS)),
    )
    .argument('[name]', 'one of them: a step, a member of expect, a code, a kind')
    .description('print what may stand in scenario files, and what the stack answers')
    .action(async (topic, name, options) =>
      take((await import('./commands/docs.ts')).docs(topic, name, options, io)),
    )

/** The commands, in the order of the help. */
export const COMMANDS: readonly AddCommand[] = [
  addRun,
  addWorker,
  addFuzz,
  addAgent,
  addReplay,
  addBundle,
  addGate,
  addCompare,
  addValidate,
  addList,
  addNew,
  addDocs,
  addTools,
  addArchetypes,
  addWorld,
  addGateway,
  addKeystore,
  addAudit,
  addMutate,
  addDoctor,
]
