import { relative, resolve } from 'node:path'
import { makeVisible } from '../../../reports/text/make-visible.ts'
import { readBundle } from '../../bundle/read-bundle.ts'
import { writeBundle } from '../../bundle/write-bundle.ts'
import { HarnessError } from '../../errors.ts'
import { compareEnds, nameFailure } from '../../record/judge-replay.ts'
import type { RecordScenario, RunRecord } from '../../record/record.ts'
import type { Job } from '../../schedule/job.ts'
import { DEFAULT_CHAIN, findChainName } from '../../world/origin-chains.ts'
import { writeAtomically } from '../../write-atomically.ts'
import { assertWritable } from '../assert-writable.ts'
import { collectSecrets } from '../bundle/collect-secrets.ts'
import { findFailed } from '../bundle/find-failed.ts'
import { isForeignCode, listPlanted, makeJob } from '../bundle/make-job.ts'
import { playJob } from '../bundle/play-job.ts'
import { readToolchain } from '../bundle/read-toolchain.ts'
import { replayed } from '../bundle/replay-bundle.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { findRun } from '../find-run.ts'
import type { CliIo } from '../io.ts'
import { refuseCode } from '../own-code.ts'
import { startTape } from '../tape.ts'
import { serveUpstream, type UpstreamOptions } from '../upstream.ts'

/** Options of `assay bundle`. */
export interface BundleOptions extends Omit<UpstreamOptions, 'onProgress' | 'signal' | 'record' | 'chain'> {
  readonly finding: number
  readonly out?: string
}

/**
 * Write a failure of a run with all that it takes to see it again to one file; answers the exit code.
 *
 * It is run again for that, recorded, and once more from the bundle alone: one that does not show the failure is not
 * written.
 */
export async function bundle(target: string, options: BundleOptions, io: CliIo): Promise<number> {
  const { record: run } = findRun(target)
  const out = resolve(options.out ?? `${run.runId}-${options.finding}.bundle.tar.gz`)
  assertWritable(out)
  const failed = findFailed(run, options.finding, target)
  const job = makeJob(failed, run.provenance.origin.chainId)
  if (isForeignCode(job, failed.text)) throw refuseCode([job], run)
  assertOneChain(job)
  const served = await serveUpstream({
    ...withBlock(options, run),
    onProgress: io.progress,
    signal: io.signal,
  })
  const tape = await startTape(served)
  let cassette: Uint8Array
  let played: Awaited<ReturnType<typeof playJob>>
  try {
    io.progress(makeVisible(`running it again: ${failed.id}`))
    played = await playJob(job, tape.upstream, served, io)
    cassette = tape.read()
  } finally {
    await tape.stop()
  }
  assertSame(failed.record, played.record, 'running it again')
  const bytes = writeBundle(
    {
      manifest: {
        runId: run.runId,
        seed: failed.seed,
        id: failed.id,
        file: failed.file,
        subject: failed.subject,
        toolchain: await readToolchain(served),
      },
      run,
      scenario: failed.record,
      text: failed.text,
      ...(failed.original === undefined ? {} : { original: failed.original }),
      cassette,
      events: played.events,
    },
    [...collectSecrets(process.env, options.rpcUrl), ...listPlanted(job)],
  )
  io.progress('replaying the bundle')
  const again = await replayed(readBundle(bytes, out), out, served, io)
  assertSame(failed.record, again, 'the bundle')
  writeAtomically(out, bytes)
  io.print(relative(process.cwd(), out))
  io.progress(makeVisible(`${nameFailure(failed.record)}: ${(bytes.length / 1024).toFixed(0)} kB`))
  return EXIT_CODES.pass
}

/** Refuse what no cassette holds: it is of one chain. */
function assertOneChain({ id, scenario }: Job): void {
  if (scenario?.beside === undefined) return
  throw new HarnessError('BAD_USAGE', 'a failure on two chains fits into no bundle', {
    where: id,
    expected: 'a scenario on one chain, which is recorded',
    found: `${scenario.beside.chain} beside it`,
    hint: 'hand on the folder of the run, and replay that at the commit of the run, or bundle another one with --finding',
  })
}

/** The chain of a run, where the record names its block; a URL is never recorded. */
function withBlock(options: BundleOptions, { provenance }: RunRecord): Omit<UpstreamOptions, 'onProgress'> {
  const { kind, chainId, blockNumber } = provenance.origin
  const { rpcUrl, replay, forkBlockNumber = blockNumber } = options
  if (kind === 'rpc' && rpcUrl === undefined && replay === undefined) {
    throw new HarnessError('BAD_USAGE', 'the run forked a chain that is not named', {
      expected: `an RPC URL of chain ${chainId}, or what \`assay run --record\` wrote`,
      found: 'neither',
      hint: 'pass --rpc-url "$RPC_URL", or --replay <cassette>',
    })
  }
  if (rpcUrl !== undefined) return { ...options, forkBlockNumber }
  return { ...options, chain: findChainName(chainId) ?? DEFAULT_CHAIN }
}

function assertSame(then: RecordScenario, now: RecordScenario, what: string): void {
  const differences = compareEnds(then, now)
  if (differences.length === 0) return
  throw new HarnessError('NOT_REPRODUCED', `${what} does not show the same failure`, {
    where: then.id,
    expected: 'the failure, final block and state of the record',
    found: [...differences, ...(now.broken ? [now.broken.message] : [])].join('; '),
    hint: 'bundle it with the commit, the seed and the chain of the run; where these are the same, the failure is flaky',
  })
}
