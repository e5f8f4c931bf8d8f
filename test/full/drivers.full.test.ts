import { expect, test } from 'vitest'
import type { DriverName } from '../../harness/pi/driver.ts'
import { withoutMeasurements } from '../../harness/record/digest.ts'
import type { RunRecord } from '../../harness/record/record.ts'
import { runCommand } from '../e2e/command.ts'

/** Play every scripted scenario that names no driver itself. */
async function play(driver: DriverName) {
  const args = ['run', 'scenarios/scripted', '--driver', driver, '--reporter', 'json']
  const { code, stdout } = await runCommand(args)
  const { scenarios } = JSON.parse(stdout) as RunRecord
  const played = scenarios.map((scenario) => {
    const { driver: _driver, ...found } = withoutMeasurements(scenario)
    return found
  })
  return { code, played }
}

/** Where the transactions that were sent differ, by scenario, with the step and the reason. */
const EXCEPTIONS: Readonly<Record<string, { readonly step: number; readonly reason: string }>> = {
  'scenarios/scripted/adversarial/s48-halt-in-flight.yaml': {
    step: 6,
    reason: 'a session begins a tick for each prompt, and a tick first takes up the commit that is open',
  },
}

type Played = Awaited<ReturnType<typeof play>>['played'][number]

/** Take what was sent out of the step that may differ. */
const split = (found: Played) => {
  const sent: unknown[] = []
  const steps = found.steps.map((step, index) => {
    if (index !== EXCEPTIONS[found.id]?.step) return step
    const { sent: own, ...rest } = step
    sent.push(own)
    return rest
  })
  return { found: { ...found, steps }, sent }
}

test('behavior: every scripted scenario comes to the same record, whoever makes the calls', async () => {
  const direct = await play('direct')
  const pi = await play('pi')
  expect(direct.played.length).toBeGreaterThan(1_000)
  expect(direct.code).toBe(0)
  const others = new Map(direct.played.map((found) => [found.id, split(found)]))
  for (const played of pi.played) {
    const [{ found, sent }, other] = [split(played), others.get(played.id)]
    expect(found, found.id).toEqual(other?.found)
    // An exception that is none any more goes.
    if (found.id in EXCEPTIONS) expect(sent, found.id).not.toEqual(other?.sent)
  }
  expect(pi.played).toHaveLength(direct.played.length)
  expect(pi.code).toBe(0)
}, 3_600_000)
