import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

/** How a fuzz run of the whole stack met a fault. */
export interface FuzzHunt {
  readonly foundMs: number
  readonly shrunkMs: number
  /** Steps of the scenario that it was made into. */
  readonly shrunkLength: number
}

const listScenarios = (directory: string) =>
  existsSync(directory) ? readdirSync(directory).filter((name) => name.endsWith('.yaml')) : []

/**
 * Fuzz a checkout until the first failure is kept as a scenario, then end the run.
 *
 * @throws Error when nothing is found
 */
export async function huntWithFuzz(checkout: string): Promise<FuzzHunt> {
  const regressions = join(checkout, 'scenarios/regressions')
  const child = spawn(
    process.execPath,
    ['bin/assay.mjs', 'fuzz', '--property', 'authority-of-traders', '--seed', '1', '--workers', '1'],
    { cwd: checkout, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let said = ''
  let started = 0
  let found = 0
  let shrunk = 0
  child.stderr.on('data', (data) => {
    said += data
    if (said.includes('fuzz authority-of-traders')) started ||= performance.now()
    if (!said.includes('failed  case')) return
    found ||= performance.now()
    if (shrunk === 0 && listScenarios(regressions).length > 0) {
      shrunk = performance.now()
      child.kill('SIGINT')
    }
  })
  await new Promise((resolve) => child.once('close', resolve))
  const [kept] = listScenarios(regressions)
  if (kept === undefined) throw new Error(`the fault of the cage was not found: ${said.slice(-2_000)}`)
  const { steps } = parse(readFileSync(join(regressions, kept), 'utf8')) as { readonly steps: unknown[] }
  shrunk ||= performance.now()
  return { foundMs: found - started, shrunkMs: shrunk - found, shrunkLength: steps.length }
}
