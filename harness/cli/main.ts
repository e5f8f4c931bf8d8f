import { Command, CommanderError } from 'commander'
import { redactUrls } from '../chain/redact-url.ts'
import { COMMANDS } from './command-line.ts'
import { createIo, type ProcessIo } from './create-io.ts'
import { EXIT_CODES } from './exit-codes.ts'
import { Interrupted } from './interrupted.ts'
import type { CliIo } from './io.ts'
import { nameProgram } from './name-program.ts'
import { readOwnVersion } from './own-version.ts'
import { refuseEmpty } from './refuse-empty.ts'

/** Show how commands are called, by the program's name from here. */
const writeHelp = (program: string) => `
Examples:
  $ ${program} run                                     the default scenarios
  $ ${program} run scenarios/scripted/permit-ttl       one folder
  $ ${program} run --filter "wait=60s" --workers 1     what matches, on one fork
  $ ${program} validate my.yaml                        check a file, run nothing
  $ ${program} replay reports/runs/<run-id>            what failed in a run
  $ ${program} fuzz --time 10m --seed 7                drawn cases against the model
  $ ${program} agent trading --model scripted/follows  goal tasks, with a model that obeys attackers
  $ ${program} tools --profile lp                      the tools of a profile
  $ ${program} audit verify agent.sqlite --checkpoints agent.checkpoints --signer 0x…
  $ ${program} world up --port 8545                    keep a fork running

Exit codes: 0 pass, 1 findings, 2 broken run or bad usage, 3 a replay that differs, 130 interrupted by
Ctrl-C.`

/**
 * Run the command line; answers the exit code: 0 pass, 1 findings, 2 broken run or bad usage, 130 interrupted.
 *
 * stdout carries the command's result, stderr everything else; unless another `io` takes them, they are this process'.
 */
export async function main(argv: readonly string[], io: ProcessIo = createIo()): Promise<number> {
  const program = createProgram(io)
  let exitCode: number = EXIT_CODES.pass
  const take = (code: number) => {
    exitCode = code
  }
  for (const add of COMMANDS) add(program, io, take, argv)
  refuseEmpty(program)
  const ended = program.parseAsync(argv, { from: 'user' }).then(
    () => exitCode,
    (error: unknown) => exitCodeOf(error, io),
  )
  return io.finish(await ended)
}

const createProgram = (io: CliIo): Command =>
  new Command('assay')
    .description(
      'Runs the on-chain tool stack of an autonomous DeFi agent against forks that hold real protocols.',
    )
    .version(readOwnVersion())
    .exitOverride()
    .showHelpAfterError('(see `assay --help`)')
    .showSuggestionAfterError()
    .configureOutput({ writeErr: (text) => io.writeError(redactUrls(text)) })
    .addHelpText('after', () => writeHelp(nameProgram()))

function exitCodeOf(error: unknown, io: CliIo): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_CODES.pass : EXIT_CODES.broken
  if (error instanceof Interrupted) {
    // Whoever has something to report does so instead.
    io.progress(`${error.message} before anything was written`)
    return error.exitCode
  }
  io.complain(error)
  return EXIT_CODES.broken
}
