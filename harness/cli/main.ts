import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { redactUrls } from '../chain/redact-url.ts'
import { createIo } from './create-io.ts'
import { EXIT_CODES } from './exit-codes.ts'
import { Interrupted } from './interrupted.ts'
import { readOwnVersion } from './provenance.ts'

/** Seed of a run that does not choose one. */
const DEFAULT_SEED = '1'

const parseCount = (text: string): number => {
  const count = Number(text)
  if (/^\d+$/.test(text) && count >= 1 && count <= 64) return count
  throw new InvalidArgumentError('expected a whole number from 1 to 64')
}

const parsePercent = (text: string): number => {
  const percent = Number(text)
  if (/^\d+(\.\d+)?$/.test(text) && percent <= 100) return percent
  throw new InvalidArgumentError('expected a number from 0 to 100')
}

const parseSeed = (text: string): string => {
  if (text.trim() !== '') return text
  throw new InvalidArgumentError('expected a seed; leave the option out for the default')
}

const parsePort = (text: string): number => {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new InvalidArgumentError('expected a port from 0 to 65535; 0 picks a free one')
}

/**
 * Run the command line; answers the exit code: 0 pass, 1 findings, 2 broken run or bad usage, 130 interrupted.
 *
 * stdout carries the command's result, stderr everything else.
 */
export async function main(argv: readonly string[]): Promise<number> {
  const io = createIo()
  let exitCode: number = EXIT_CODES.pass
  const take = (code: number) => {
    exitCode = code
  }
  const program = new Command('assay')
    .description(
      'Runs the on-chain tool stack of an autonomous DeFi agent against forks that hold real protocols.',
    )
    .version(readOwnVersion())
    .exitOverride()
    .showHelpAfterError('(see `assay --help`)')
    .showSuggestionAfterError()
    .configureOutput({ writeErr: (text) => io.writeError(redactUrls(text)) })
    .addHelpText(
      'after',
      `
Examples:
  $ ./bin/assay.mjs run                                     the default scenarios
  $ ./bin/assay.mjs run scenarios/scripted/permit-ttl       one folder
  $ ./bin/assay.mjs run --filter "wait=60s" --workers 1     what matches, on one fork
  $ ./bin/assay.mjs validate my.yaml                        check a file, run nothing
  $ ./bin/assay.mjs replay reports/runs/<run-id>            what failed in a run
  $ ./bin/assay.mjs fuzz --time 10m --seed 7                drawn cases against the model
  $ ./bin/assay.mjs tools --profile lp                      the tools of a profile
  $ ./bin/assay.mjs audit verify agent.sqlite --checkpoints agent.checkpoints --signer 0x…
  $ ./bin/assay.mjs world up --port 8545                    keep a fork running

Exit codes: 0 pass, 1 findings, 2 broken run or bad usage, 130 interrupted by Ctrl-C.`,
    )

  const withChain = (command: Command) =>
    command
      .option('--rpc-url <url>', 'fork this chain instead of the embedded origin')
      .option('--fork-block-number <number>', 'block to fork; needed with --rpc-url')
      .option('--anvil <path>', 'anvil binary to use')
  const withRun = (command: Command) =>
    withChain(command)
      .option('--workers <count>', 'forks to run on at the same time (default: one a core)', parseCount)
      .addOption(
        new Option('--reporter <name>', 'what to print on stdout')
          .choices(['console', 'json', 'junit'])
          .default('console'),
      )

  withRun(program.command('run').argument('[paths...]', 'scenario files or folders'))
    .description('run scenarios and write a report')
    .option('--filter <text>', 'only scenarios whose id or name contains the text')
    .option('--seed <seed>', 'seed of everything random', parseSeed, DEFAULT_SEED)
    .option('--bail', 'stop after the first scenario that does not pass')
    .option('--coverage', 'show what was exercised: phases, permits, hooks, error codes, faults')
    .option('--coverage-min <percent>', 'fail below this share; implies --coverage', parsePercent)
    .option('--watch', 'run again when a scenario or the stack changes')
    .action(async (paths, options) => {
      const { run } = await import('./commands/run.ts')
      if (options.watch) take(await (await import('./commands/watch.ts')).watch(paths, options, io))
      else take(await run(paths, options, io))
    })
  program
    .command('fuzz')
    .option('--runs <count>', 'how many cases to draw (default: 200)')
    .option('--time <duration>', 'draw cases for so long instead, e.g. 10m')
    .option('--seed <seed>', 'seed of everything random', parseSeed, DEFAULT_SEED)
    .option('--property <name>', 'what to look for (default: authority)')
    .option('--corpus <folder>', 'cases to start from; what reaches new coverage is added')
    .option('--workers <count>', 'forks to run on at the same time (default: one a core)', parseCount)
    .option('--coverage-min <percent>', 'fail below this share of what counts', parsePercent)
    .option('--anvil <path>', 'anvil binary to use')
    .addOption(
      new Option('--reporter <name>', 'what to print on stdout')
        .choices(['console', 'json', 'junit'])
        .default('console'),
    )
    .description('draw cases, run them beside the model, keep what fails as a scenario')
    .action(async (options) => take(await (await import('./commands/fuzz.ts')).fuzz(options, io)))
  withRun(program.command('replay').argument('<run-or-scenario>', 'run directory, run.json, or scenario id'))
    .description('run again exactly what failed')
    .option('--seed <seed>', 'seed of everything random', parseSeed, DEFAULT_SEED)
    .action(async (target, options) =>
      take(await (await import('./commands/replay.ts')).replay(target, options, io)),
    )
  program
    .command('validate')
    .argument('[paths...]', 'scenario files or folders')
    .description('check scenario files; nothing is run')
    .action(async (paths) => take((await import('./commands/validate.ts')).validate(paths, io)))
  program
    .command('list')
    .argument('[paths...]', 'scenario files or folders')
    .option('--filter <text>', 'only scenarios whose id or name contains the text')
    .option('--invariants', 'list the invariants instead, with what checks each of them')
    .description('list the scenarios that a run would take')
    .action(async (paths, options) =>
      take(
        options.invariants
          ? (await import('./commands/list-invariants.ts')).listInvariants(io)
          : (await import('./commands/list.ts')).list(paths, options, io),
      ),
    )
  program
    .command('tools')
    .option('--profile <names>', 'profile, or several with commas', 'full')
    .option('--json', 'print as JSON')
    .description('list the tools of a profile')
    .action(async (options) => take((await import('./commands/tools.ts')).listTools(options, io)))
  const world = program.command('world').description('the world that scenarios run on')
  withChain(world.command('up'))
    .option('--port <port>', 'port of the RPC; 0 picks a free one', parsePort, 8545)
    .description('keep a fork running and print its accounts')
    .action(async (options) => take(await (await import('./commands/world-up.ts')).worldUp(options, io)))
  const keystore = program
    .command('keystore')
    .description('encrypted key files (Web3 Secret Storage, version 3)')
  keystore
    .command('new')
    .argument('<file>', 'file to write; it must not exist')
    .description('make a key; the password comes from stdin or a prompt')
    .action(async (file) => take(await (await import('./commands/keystore-new.ts')).keystoreNew(file, io)))
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
      take(await (await import('./commands/audit-verify.ts')).auditVerify(path, options, io)),
    )
  program
    .command('mutate')
    .argument('[ids...]', 'ids of mutants (default: all)')
    .option('--layer <name>', 'only mutants of this layer')
    .option('--workers <count>', 'mutants to judge at the same time (default: one a core)', parseCount)
    .option('--ablation', 'judge each with all other layers switched off as well')
    .option('--generated', 'mutants generated from the rules of the safety layer, not the listed ones')
    .option('--file <path>', 'another list of mutants, in the format of harness/mutate/mutants.yaml')
    .option('--list', 'list the mutants; nothing is run')
    .option('--json', 'print as JSON')
    .option('--anvil <path>', 'anvil binary to use')
    .description('put seeded faults into the stack and say what notices each of them')
    .action(async (ids, options) =>
      take(await (await import('./commands/mutate.ts')).mutate(ids, options, io)),
    )
  program
    .command('doctor')
    .option('--anvil <path>', 'anvil binary to use')
    .description('check everything that a run needs')
    .action(async (options) => take(await (await import('./commands/doctor.ts')).doctor(options, io)))

  return io.finish(
    await program.parseAsync(argv, { from: 'user' }).then(
      () => exitCode,
      (error: unknown) => {
        if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_CODES.pass : EXIT_CODES.broken
        if (error instanceof Interrupted) return error.exitCode
        io.complain(error)
        return EXIT_CODES.broken
      },
    ),
  )
}
