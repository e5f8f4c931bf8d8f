import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DEV_REGISTRY } from '../../tools/profiles/dev.ts'
import { DEV_KINDS } from '../dev-kinds.ts'
import { createFixtureRecord } from '../record/fixtures/fixture-record.ts'
import type { RecordStep } from '../record/record.ts'
import { summariseCoverage } from '../record/summarise-coverage.ts'
import { coverageOf } from './coverage-of.ts'
import { measureCoverage } from './measure-coverage.ts'
import { COVERAGE_UNIVERSE, isForbidden, UNOBSERVABLE_CODES, UNREACHABLE_TOOLS } from './universe.ts'

const step = (partial: Partial<RecordStep>): RecordStep => ({
  index: 0,
  kind: 'act',
  title: 'act',
  line: 1,
  verdict: 'passed',
  phase: 'thriving',
  hooks: [],
  timings: { durationMs: 1 },
  ...partial,
})
const scenario = (...steps: Partial<RecordStep>[]) => ({ steps: steps.map(step) })
const allowed = (actionClass: string) => ({ actionClass, verdict: 'allowed' as const })

describe('coverageOf', () => {
  test('default: one step shows cell, permits, hooks, codes and faults', () => {
    const shown = coverageOf(
      scenario({
        phase: 'cautious',
        authority: allowed('rebalance'),
        faults: ['rpc-hang'],
        permit: { permitId: '0x01', state: 'failed' },
        permitChanges: [
          { from: 'new', to: 'pending' },
          { from: 'pending', to: 'committing' },
        ],
        hooks: [
          { hook: 'policy-cage', stage: 'preview', verdict: 'allow' },
          { hook: 'simulator', stage: 'commit', verdict: 'reject', code: 'SIMULATION_DRIFT' },
        ],
        denial: { layer: 'simulator', code: 'SIMULATION_DRIFT', message: '', hint: '' },
      }),
    )
    expect([...shown].sort()).toEqual([
      'cell:cautious/rebalance/allowed',
      'code:SIMULATION_DRIFT',
      'fault:rpc-hang',
      'hook:policy-cage/allow',
      'hook:simulator/reject',
      'permit:committing',
      'permit:failed',
      'permit:new>pending',
      'permit:pending',
      'permit:pending>committing',
    ])
  })

  test('behavior: a step under which the phase changed shows the change and no cell', () => {
    const phaseChanges = [{ from: 'thriving', to: 'survival' }]
    expect([...coverageOf(scenario({ authority: allowed('rebalance'), phaseChanges }))]).toEqual([
      'phase:thriving>survival',
    ])
  })

  test('behavior: a scenario without steps shows nothing', () => {
    expect(coverageOf(scenario()).size).toBe(0)
  })
})

describe('the universe', () => {
  test('default: every cell has one verdict, and the opposite is forbidden', () => {
    const cells = COVERAGE_UNIVERSE.filter((key) => key.startsWith('cell:'))
    expect(cells).toHaveLength(36)
    for (const cell of cells) {
      const opposite = cell.endsWith('/allowed')
        ? cell.replace(/allowed$/, 'denied')
        : cell.replace(/denied$/, 'allowed')
      expect(isForbidden(cell)).toBe(false)
      expect(isForbidden(opposite)).toBe(true)
    }
  })

  test.each([
    'cell:terminal/new-position/allowed',
    'cell:defensive/increase-position/allowed',
    'cell:survival/rebalance/allowed',
    'cell:unknown/new-position/allowed',
    'cell:thriving/new-position/denied',
    'phase:terminal>survival',
    'permit:committed>pending',
    'permit:pending>committed',
    'permit:expired>cancelled',
    'hook:policy-cage/allow-modified',
    'code:MADE_UP',
  ])('behavior: %s is a violation', (key) => expect(isForbidden(key)).toBe(true))

  test('behavior: every tool and every action kind counts', () => {
    for (const { name } of DEV_REGISTRY.tools) {
      const elsewhere = UNREACHABLE_TOOLS[name]
      if (elsewhere === undefined) expect(COVERAGE_UNIVERSE).toContain(`tool:${name}`)
      else expect(readFileSync(join(import.meta.dirname, '../..', elsewhere), 'utf8')).toContain(name)
    }
    for (const { kind } of DEV_KINDS) expect(COVERAGE_UNIVERSE).toContain(`kind:${kind}`)
    const shown = coverageOf(scenario({ action: 'wrap', tools: ['weth_wrap_eth'] }))
    expect([...shown]).toEqual(['kind:wrap', 'tool:weth_wrap_eth'])
    expect(isForbidden('tool:untrusted_tool')).toBe(false)
  })

  test('behavior: no key counts twice', () => {
    expect(new Set(COVERAGE_UNIVERSE).size).toBe(COVERAGE_UNIVERSE.length)
  })

  test.each(
    Object.entries(UNOBSERVABLE_CODES),
  )('behavior: %s, out of reach of a run, is raised by the test that is named', (code, { test: path }) => {
    expect(readFileSync(join(import.meta.dirname, '../..', path), 'utf8')).toContain(code)
    expect(isForbidden(`code:${code}`)).toBe(false)
  })
})

describe('measureCoverage', () => {
  const count = (key: string, ...found: ReturnType<typeof scenario>[]) =>
    measureCoverage(found).keys.find((entry) => entry.key === key)?.scenarios

  test('default: counts scenarios, not steps', () => {
    const one = { authority: allowed('rebalance') }
    expect(count('cell:thriving/rebalance/allowed', scenario(one, one), scenario(one))).toBe(2)
    expect(count('cell:thriving/rebalance/allowed', scenario({}))).toBe(0)
  })

  test('behavior: what is not exercised is no pass, and the share is rounded down', () => {
    const coverage = measureCoverage(createFixtureRecord().scenarios, 100)
    const { total, exercised, percent, notExercised, verdict } = summariseCoverage(coverage)
    expect(total).toBe(COVERAGE_UNIVERSE.length)
    expect(exercised + notExercised.length).toBe(total)
    expect(percent).toBeLessThan(100)
    expect(notExercised).toContain('cell:terminal/close-position/allowed')
    expect(verdict).toBe('failed')
  })

  test('behavior: the share that was asked for is enough, a little more is not', () => {
    const keys = [
      { key: 'a', scenarios: 1 },
      { key: 'b', scenarios: 0 },
      { key: 'c', scenarios: 9 },
    ]
    const judge = (minPercent?: number) =>
      summariseCoverage({ keys, violations: [], ...(minPercent === undefined ? {} : { minPercent }) })
    expect(judge().percent).toBe(66.6)
    expect(judge().verdict).toBe('passed')
    expect(judge(66.6).verdict).toBe('passed')
    expect(judge(66.7).verdict).toBe('failed')
  })

  test('behavior: where nothing counts, nothing is exercised', () => {
    const judge = (minPercent: number) => summariseCoverage({ keys: [], violations: [], minPercent }).verdict
    expect([judge(0), judge(0.1), judge(100)]).toEqual(['passed', 'failed', 'failed'])
  })

  test('behavior: a violation fails, however much is exercised', () => {
    const coverage = measureCoverage([scenario({ phase: 'terminal', authority: allowed('new-position') })], 0)
    expect(coverage.violations).toEqual(['cell:terminal/new-position/allowed'])
    expect(summariseCoverage(coverage).verdict).toBe('failed')
  })
})
