import { makeVisible } from '../../../reports/text/make-visible.ts'
import { HarnessError } from '../../errors.ts'
import { executeScenario } from '../../schedule/execute-scenario.ts'
import type { JudgedStep } from '../../schedule/execution-ports.ts'
import type { Job } from '../../schedule/job.ts'
import { createEnvironment } from '../../stage/environment.ts'
import { describeWorld, printWorld } from '../describe-world.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { holdOpen } from '../hold-open.ts'
import { endLasting, unlessInterrupted } from '../interrupted.ts'
import type { CliIo } from '../io.ts'
import { setRealTimer } from '../real-timer.ts'
import type { ServedUpstream } from '../upstream.ts'

/** Where a scenario is to stop: behind a step, from 1, or behind the one that fails. */
export type StopAt = number | 'failure'

/**
 * Play one scenario until a step has been carried out, or until one fails, and keep its fork open there until Ctrl-C.
 * No report is written. Answers the exit code: 0 where it stopped at what was asked for.
 *
 * @throws HarnessError BAD_USAGE for anything but one scripted scenario that has the step
 */
export async function stopAt(
  jobs: readonly Job[],
  place: StopAt,
  served: ServedUpstream,
  io: CliIo,
): Promise<number> {
  const { job, scenario } = chooseJob(jobs, place)
  const opening = createEnvironment({
    upstream: served.upstream,
    stateDir: served.stateDir,
    storeDir: served.storeDir,
    anvilBinary: served.anvilBinary,
    index: 0,
  })
  const environment = await unlessInterrupted(io.signal, opening)
  let held: JudgedStep | undefined
  const afterStep = async (played: JudgedStep) => {
    io.signal.throwIfAborted()
    printStep(played, io)
    const isFailed = played.findings.length > 0
    if (!isFailed && played.index + 1 !== place) return
    printWorld(describeWorld(environment, played.cage), io)
    await holdOpen(environment, io)
    held = played
    // What is done to the fork meanwhile is nothing that the scenario should go on with.
    throw new HarnessError('INTERRUPTED', 'the scenario was stopped', { where: job.id, hint: 'run it again' })
  }
  const ports = {
    setTimer: setRealTimer,
    nowMs: () => performance.now(),
    onEvent: () => undefined,
    afterStep,
  }
  try {
    await executeScenario(scenario, job, environment, ports)
  } catch (cause) {
    if (held === undefined) throw io.signal.aborted ? io.signal.reason : cause
  } finally {
    await environment.stop()
  }
  if (held === undefined)
    io.progress(`passed: ${job.id} has no step that fails, so that nothing was kept open`)
  const isAsked = held === undefined || place === 'failure' || held.index + 1 === place
  return endLasting(io) || (isAsked ? EXIT_CODES.pass : EXIT_CODES.findings)
}

function chooseJob(jobs: readonly Job[], place: StopAt) {
  const [job] = jobs
  const scenario = job?.scenario
  const fail = (found: string, hint: string) =>
    new HarnessError('BAD_USAGE', 'there is no one place to stop at', {
      where: `--stop-at ${place}`,
      expected: 'one scenario of steps',
      found,
      hint,
    })
  if (job === undefined || jobs.length > 1)
    throw fail(`${jobs.length} scenarios`, `name one by its id, e.g. ${job?.id}; \`assay list\` prints them`)
  if (scenario === undefined) throw fail(`the property ${job.id}`, 'name a scripted scenario')
  const steps = scenario.steps.length
  if (place !== 'failure' && place > steps)
    throw fail(`step ${place} of ${steps}, in ${job.id}`, `pass a number from 1 to ${steps}, or failure`)
  return { job, scenario }
}

function printStep({ index, title, line, findings }: JudgedStep, io: CliIo): void {
  const { green, red, dim } = io.errorColors
  const verdict = findings.length > 0 ? red('failed') : green('passed')
  io.progress(`${verdict} step ${index + 1}  ${makeVisible(title)}  ${dim(`line ${line}`)}`)
  for (const { law, message, expected, found } of findings) {
    io.progress(makeVisible(`  ${law}: ${message}\n    expected: ${expected}\n    found:    ${found}`))
  }
}
