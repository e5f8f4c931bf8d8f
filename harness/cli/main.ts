import { Command, CommanderError } from 'commander'
import { redactUrls } from '../chain/redact-url.ts'
import { COMMANDS } from './command-line.ts'
import { createIo, type ProcessIo } from './create-io.ts'
import { EXIT_CODES } from './exit-codes.ts'
import { Interrupted } from './interrupted.ts'
import type { CliIo } from './io.ts'
import { readOwnVersion } from './own-version.ts'
import { refuseEmpty } from './refuse-empty.ts'

const HELP = `
Examples:
  $ ./bin/assay.mjs run                                     the default scenarios
  $ ./bin/assay.mjs run scenarios/scripted/permit-ttl       one folder
  $ ./bin/assay.mjs run --filter "wait=60s" --workers 1     what matches, on one fork
  $ ./bin/assay.mjs validate my.yaml                        check a file, run nothing
  $ ./bin/assay.mjs replay reports/runs/<run-id>            what failed in a run
  $ ./bin/assay.mjs fuzz --time 10m --seed 7                drawn cases against the model
  $ ./bin/assay.mjs agent trading --model scripted/follows  goal tasks, with a model that obeys attackers
  $ ./bin/assay.mjs tools --profile lp                      the tools of a profile
  $ ./bin/assay.mjs audit verify agent.sqlite --checkpoints agent.checkpoints --signer 0x…
  $ ./bin/assay.mjs world up --port 8545                    keep a fork running

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
    .addHelpText('after', HELP)

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
