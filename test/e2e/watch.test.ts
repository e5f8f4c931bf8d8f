import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { PROJECT_ROOT } from '../../harness/cli/paths.ts'
import { listLeftovers, pressKey, runCommand } from './command.ts'

let directory = ''
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'assay-watch-'))
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const scenario = (amount: string) =>
  `name: wraps ${amount}\nsteps:\n  - act: { kind: wrap, amount: ${amount} }\n    expect: { committed: true }\n`

const countRuns = (stderr: string) => stderr.match(/^report: /gm)?.length ?? 0

describe('assay run --watch', () => {
  test('behavior: a file outside the project that is saved while nothing runs starts a run', async () => {
    const above = join(directory, 'of-others')
    const path = join(above, 'own', 'given.yaml')
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, scenario('0.01 ETH'))
    // What is above it may not be for this user to read.
    chmodSync(above, 0o311)
    onTestFinished(() => chmodSync(above, 0o755))
    const id = 'scenarios/scripted/permit-ttl/ttl-boundary.yaml#wait=60s'
    let [isSaved, isEnded] = [false, false]
    let pid = 0
    // Of a file outside the project git cannot tell, and of `--changed` the path is no commit.
    const { code, stdout } = await runCommand(['run', '--changed', '--watch', path, id, '--workers', '1'], {
      during(child, stderr) {
        pid = child.pid ?? 0
        const waits = stderr.match(/waiting for a change/g)?.length ?? 0
        if (waits === 1 && !isSaved) {
          isSaved = true
          writeFileSync(
            path,
            scenario('0.02 ETH').replace('committed: true', 'denied: { code: PHASE_FORBIDS_CLASS }'),
          )
        } else if (waits === 2 && !isEnded) {
          isEnded = true
          pressKey(child)
        }
      },
    })
    expect(code).toBe(0)
    expect(stdout).toMatch(/PASSED[\s\S]*wraps 0.02 ETH/)
    expect(listLeftovers(pid)).toEqual([])
  })

  test('behavior: a folder that is removed and made anew, as another branch does, is watched on', async () => {
    const folder = join(directory, 'branch', 'folder')
    const make = (amount: string) => {
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'given.yaml'), scenario(amount))
    }
    make('0.01 ETH')
    const changes = [
      () => rmSync(join(directory, 'branch'), { recursive: true }),
      () => make('0.02 ETH'),
      () => writeFileSync(join(folder, 'given.yaml'), scenario('0.03 ETH')),
    ]
    let [waits, isEnded] = [0, false]
    const { stderr } = await runCommand(['run', '--watch', folder, '--workers', '1'], {
      during(child, text) {
        for (const told = text.match(/waiting for a change/g)?.length ?? 0; waits < told; waits += 1) {
          const change = changes.shift()
          if (change !== undefined) change()
          else if (!isEnded) {
            isEnded = true
            pressKey(child)
          }
        }
      },
    })
    expect(stderr).toMatch(/wraps 0.01 ETH[\s\S]*no such scenario[\s\S]*wraps 0.02 ETH[\s\S]*wraps 0.03 ETH/)
  })

  test('behavior: what is saved during a run is run next', async () => {
    const given = join(directory, 'saved.yaml')
    writeFileSync(given, scenario('0.01 ETH'))
    const saves = join(directory, 'saves.property.ts')
    writeFileSync(
      saves,
      `import { existsSync, writeFileSync } from 'node:fs'
import * as fc from '${join(PROJECT_ROOT, 'node_modules/fast-check/lib/fast-check.js')}'
import { defineProperty } from '${join(PROJECT_ROOT, 'harness/property/define-property.ts')}'
export const PROPERTY = defineProperty({
  name: 'saves a file once, as an editor does during a run',
  draws: { total: 1, cell: 1 },
  profile: 'trader',
  invariants: [],
  arbitrary: fc.constant(0),
  async check(_, world) {
    await world.open()
    const mark = ${JSON.stringify(join(directory, 'mark'))}
    if (existsSync(mark)) return
    writeFileSync(mark, '')
    writeFileSync(${JSON.stringify(given)}, ${JSON.stringify(scenario('0.03 ETH'))})
  },
})
`,
    )
    let isEnded = false
    const { stderr } = await runCommand(['run', '--watch', given, saves, '--workers', '1'], {
      during(child, text) {
        if (isEnded || !text.includes('waiting for a change')) return
        isEnded = true
        pressKey(child)
      },
    })
    expect(countRuns(stderr)).toBe(2)
  })

  test('behavior: what an editor keeps hidden beside a scenario starts no run', async () => {
    const folder = join(directory, 'locked')
    mkdirSync(folder)
    writeFileSync(join(folder, 'given.yaml'), scenario('0.01 ETH'))
    let isLocked = false
    const { code, stderr } = await runCommand(['run', '--watch', folder, '--workers', '1'], {
      during(child, text) {
        if (isLocked || !text.includes('waiting for a change')) return
        isLocked = true
        // Emacs locks a file so while it is changed.
        symlinkSync('me@here.1', join(folder, '.#given.yaml'))
        setTimeout(pressKey, 1_500, child)
      },
    })
    expect([code, countRuns(stderr)]).toEqual([0, 1])
  })

  test('behavior: Ctrl-C during a run ends both', async () => {
    const path = join(directory, 'cut.yaml')
    writeFileSync(path, scenario('0.01 ETH'))
    let isSent = false
    const { code, stderr } = await runCommand(['run', '--watch', 'scenarios/scripted/permit-ttl'], {
      during(child, text) {
        if (isSent || !/^ *\d+\/\d+ /m.test(text)) return
        isSent = true
        pressKey(child)
      },
    })
    expect(code).toBe(0)
    expect(stderr).not.toContain('waiting for a change')
  })
})
