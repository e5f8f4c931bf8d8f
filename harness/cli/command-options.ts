import { type Command, Option } from 'commander'
import { DRIVERS } from '../pi/driver.ts'
import { parseQueueUrl } from '../queue/queue-url.ts'
import { parseReporter, type ReporterChoice } from './choose-reporters.ts'
import { parseOtelUrl } from './otel-endpoint.ts'
import { parseChain, parseChoice, parseCount, parseFolder, parseSeed } from './parse-option.ts'

/** Whose call trees are recorded. */
const TRACES = ['failures', 'all', 'off']

/** Seed of a run that does not choose one. */
const DEFAULT_SEED = '1'

/** Add an option: which anvil, and where state is kept. */
export const withAnvil = (command: Command) =>
  command
    .option('--anvil <path>', 'anvil binary to use')
    .option('--state-dir <folder>', 'where caches, sockets and kept facts are (default: .assay)', parseFolder)

/** Add an option: where runs are written. */
export const withOut = (command: Command) =>
  command.option('--out <folder>', 'where the folders of runs go (default: reports/runs)', parseFolder)

/** Add an option: JSON instead of text. */
export const withJson = (command: Command) => command.option('--json', 'print as JSON')

/** Add an option: which chain is forked. */
export const withChain = (command: Command) =>
  withRpc(
    withAnvil(
      command.addOption(
        new Option(
          '--chain <name>',
          'chain that the embedded origin stands for, e.g. base (default: ethereum)',
        )
          .argParser(parseChain)
          .conflicts('rpcUrl'),
      ),
    ),
  )

/** Add an option: whom to ask for the chain that is forked. */
export const withRpc = (command: Command) =>
  command
    .option('--rpc-url <url>', 'fork this chain instead of the embedded origin')
    .option('--fork-block-number <number>', 'block to fork; needed with --rpc-url')

/** Add an option: the seed. */
export const withSeed = (command: Command) =>
  command.option('--seed <seed>', 'seed of everything random', parseSeed, DEFAULT_SEED)

/** Add an option: how many work at the same time. */
export const withWorkers = (command: Command, what = 'forks to run on', byDefault = 'one a core') =>
  command.option('--workers <count>', `${what} at the same time (default: ${byDefault})`, parseCount)

/** Add an option: which reports are written. */
export const withReporter = (command: Command) =>
  command.addOption(
    new Option(
      '--reporter <name[=file]>',
      'a report on stdout, or in a file; again for another one (default: console)',
    ).argParser<ReporterChoice[]>(parseReporter),
  )

/** Add an option: who takes the traces. */
export const withOtel = (command: Command) =>
  command.addOption(
    new Option(
      '--otel <url>',
      'send the run as OpenTelemetry traces, by OTLP over HTTP (http://127.0.0.1:4318)',
    )
      .argParser(parseOtelUrl)
      .conflicts(['stopAt', 'update']),
  )

/** Add an option: the Redis server of a queue. */
export const withQueue = (what: string) => new Option('--queue <url>', what).argParser(parseQueueUrl)

const withDriver = (command: Command) =>
  command.addOption(
    new Option(
      '--driver <name>',
      "who makes the agent's calls in scripted scenarios that do not say; properties are left out",
    )
      .choices(DRIVERS)
      .argParser(parseChoice(DRIVERS)),
  )

const withCassette = (command: Command) =>
  command
    .option('--record <file>', 'write all that forks ask of the chain to this file (a cassette)')
    .option('--replay <file>', 'fork what was recorded in this file; no network is asked')

const withTrace = (command: Command) =>
  command.addOption(
    new Option('--trace <which>', 'whose calls in the EVM are recorded: these scenarios are played twice')
      .choices(TRACES)
      .argParser(parseChoice(TRACES))
      .default('failures'),
  )

/** Add the options that all runs of scenarios take. */
export const withRun = (command: Command) =>
  withTrace(
    withDriver(
      withOtel(
        withOut(
          withReporter(
            withWorkers(withCassette(withChain(command)), undefined, 'one a core, fewer for a few scenarios'),
          ),
        ),
      ),
    ),
  )
