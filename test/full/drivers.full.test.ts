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

test('behavior: every scripted scenario comes to the same record, whoever makes the calls', async () => {
  const direct = await play('direct')
  const pi = await play('pi')
  expect(direct.played.length).toBeGreaterThan(1_000)
  expect(direct.code).toBe(0)
  for (const [index, found] of pi.played.entries()) expect(found, found.id).toEqual(direct.played[index])
  expect(pi.code).toBe(0)
}, 3_600_000)
