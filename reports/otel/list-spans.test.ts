import { describe, expect, test } from 'vitest'
import {
  createFixtureRecord,
  createLabelledRecord,
  FIXTURE_COVERAGE,
} from '../../harness/record/fixtures/fixture-record.ts'
import type { RecordScenario, RunRecord } from '../../harness/record/record.ts'
import { listSpans, type Span } from './list-spans.ts'

const record = createFixtureRecord()
const spans = listSpans(record)
const only = (found: readonly Span[]): Span => {
  expect(found).toHaveLength(1)
  return found[0] as Span
}
const root = only(spans.filter(({ parentSpanId }) => parentSpanId === undefined))

describe('listSpans', () => {
  test('behavior: a run holds its scenarios, a scenario its steps', () => {
    const steps = record.scenarios.flatMap((scenario) => scenario.steps)
    expect(spans).toHaveLength(1 + record.scenarios.length + steps.length)
    for (const scenario of record.scenarios) {
      const own = only(spans.filter(({ attributes }) => attributes['assay.scenario.id'] === scenario.id))
      expect(own.parentSpanId).toBe(root.spanId)
      expect(spans.filter(({ parentSpanId }) => parentSpanId === own.spanId).map(({ name }) => name)).toEqual(
        scenario.steps.map(({ title }) => title),
      )
    }
  })

  test('behavior: ids are of the right length, each once, and follow from the record', () => {
    expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length)
    for (const { traceId, spanId } of spans) {
      expect([traceId, spanId]).toEqual([root.traceId, expect.stringMatching(/^[0-9a-f]{16}$/)])
    }
    expect(root.traceId).toMatch(/^[0-9a-f]{32}$/)
    expect(listSpans(structuredClone(record))).toEqual(spans)
    const others = [
      { ...record, runId: 'another' },
      { ...record, digest: '00' },
    ].flatMap((other) => listSpans(other).flatMap(({ traceId, spanId }) => [traceId, spanId]))
    const known = new Set(spans.flatMap(({ traceId, spanId }) => [traceId, spanId]))
    expect(others.filter((id) => known.has(id))).toEqual([])
  })

  test('behavior: times are those of the record, whatever the clocks of workers say', () => {
    const beganNs = BigInt(Date.parse(record.startedAt)) * 1_000_000n
    expect([root.startNs, root.endNs - root.startNs]).toEqual([beganNs, 8_421_700_000n])
    const moved = record.scenarios.map((scenario) => {
      const { timings } = scenario
      return { ...scenario, timings: { ...timings, startedMs: timings.startedMs + timings.worker * 1e9 } }
    })
    const times = (of: readonly Span[]) => of.map(({ startNs, endNs }) => [startNs, endNs])
    expect(times(listSpans({ ...record, scenarios: moved }))).toEqual(times(spans))
    const firsts = spans.filter(({ parentSpanId }) => parentSpanId === root.spanId)
    expect(firsts.map(({ startNs }) => startNs).reduce((least, each) => (each < least ? each : least))).toBe(
      beganNs + 2_314_200_000n,
    )
    for (const { timings, id } of record.scenarios) {
      const own = only(firsts.filter(({ name }) => name === id))
      expect(own.endNs - own.startNs).toBe(BigInt(Math.round(timings.durationMs * 1e6)))
      const ends = spans.filter(({ parentSpanId }) => parentSpanId === own.spanId)
      for (const [place, step] of ends.entries()) {
        expect(step.startNs).toBe(place === 0 ? own.startNs : ends[place - 1]?.endNs)
      }
    }
  })

  test('behavior: what failed, is flaky or broken is an error; what passed or was not reached is none', () => {
    expect(root.error).toBe(
      `${record.summary.failed} failed, ${record.summary.flaky} flaky, ${record.summary.broken} broken, ${record.summary.skipped} skipped`,
    )
    const verdicts = new Set<unknown>()
    const flaky = record.scenarios.map((scenario) => ({ ...scenario, verdict: 'flaky' as const }))
    const [, ...below] = [...spans, ...listSpans({ ...record, scenarios: flaky }).slice(1)]
    for (const { attributes, error } of below) {
      verdicts.add(attributes['assay.verdict'])
      expect(error === undefined).toBe(/passed|skipped/.test(String(attributes['assay.verdict'])))
    }
    expect([...verdicts].sort()).toEqual(['broken', 'failed', 'flaky', 'passed', 'skipped'])
    const sound = record.scenarios.filter(({ verdict }) => verdict === 'passed')
    expect(listSpans(createFixtureRecord(sound))[0]?.error).toBeUndefined()
    const interrupted = { cause: 'interrupted', code: 'SIGINT', message: 'Ctrl-C' } as const
    expect(listSpans({ ...record, incomplete: interrupted })[0]?.error).toBe('Ctrl-C')
    const failed = record.scenarios.find(({ verdict, steps }) => verdict === 'failed' && steps.length > 0)
    const findings = [{ law: 'l', message: '', expected: 'all', found: 'none', step: 0, line: 0 }]
    const steps = failed?.steps.slice(0, 1).map((step) => ({ ...step, verdict: 'failed' as const }))
    const silent = createFixtureRecord([{ ...failed, findings, steps } as RecordScenario])
    expect(listSpans(silent).map(({ error }) => error)).toEqual([
      '1 failed, 0 flaky, 0 broken, 0 skipped',
      'expected all; found none',
      'expected all; found none',
    ])
  })

  test('behavior: a run in which all scenarios passed says what else keeps it from passing', () => {
    const [passed] = record.scenarios.filter(({ verdict }) => verdict === 'passed')
    const sound = createFixtureRecord([passed as RecordScenario])
    const differences = [{ measure: 'gas', before: '1', after: '2', isWorse: true }] as const
    const gate = { baseline: 'b.json', differences }
    const summary = { ...sound.summary, verdict: 'failed' } as const
    const errorOf = (of: RunRecord) => listSpans(of)[0]?.error
    expect(errorOf({ ...sound, summary, gate })).toBe('gas: 1 then, 2 now')
    expect(errorOf({ ...sound, summary, coverage: FIXTURE_COVERAGE })).toMatch(
      /was seen and must not be; expected at least 95 %/,
    )
    expect(errorOf(createFixtureRecord([]))).toBe('none ran')
  })

  test('behavior: a run and each scenario say which model contracts and stand-ins are behind them', () => {
    const [run, scenario] = listSpans(createLabelledRecord())
    expect(run?.attributes).toMatchObject({
      'assay.model_contracts': ['chainlink', 'model-yield'],
      'assay.stand_ins': ['relay', 'cow'],
    })
    expect(scenario?.attributes).toMatchObject({
      'assay.model_contracts': ['chainlink', 'model-yield'],
      'assay.stand_ins': ['relay'],
    })
    expect(Object.keys(root.attributes)).not.toContain('assay.stand_ins')
  })

  test('behavior: a step says what denied it, in which phase, and the gas of what was sent', () => {
    const scenario = record.scenarios.find(({ steps }) => steps.length > 0)
    const step = scenario?.steps[0]
    if (!scenario || !step) throw new Error('the fixture has no step')
    const denied = {
      ...step,
      phase: 'thriving',
      denial: { layer: 'permit', code: 'PERMIT_EXPIRED', message: 'm', hint: 'h' },
      hooks: [
        { hook: 'phase', stage: 'commit', verdict: 'allow' },
        { hook: 'permit-alive', stage: 'commit', verdict: 'reject', code: 'PERMIT_EXPIRED' },
      ],
      sent: ['21000', '50000'].map((gasUsed, nonce) => ({
        hash: '0x00',
        nonce,
        call: { target: null },
        gasUsed,
      })),
    } as const
    const beside = { chain: 'base', finalBlock: { number: '7', hash: '0xab' } }
    const [, own, below] = listSpans({ ...record, scenarios: [{ ...scenario, beside, steps: [denied] }] })
    expect(below?.attributes).toMatchObject({
      'assay.phase': 'thriving',
      'assay.code': 'PERMIT_EXPIRED',
      'assay.layer': 'permit',
      'assay.hook': 'permit-alive',
      'assay.gas_used': 71_000,
    })
    expect(own?.attributes).toMatchObject({
      'assay.seed': scenario.seed,
      'assay.final_block.hash': scenario.finalBlock.hash,
      'assay.beside.chain': 'base',
      'assay.beside.final_block.number': '7',
      'assay.beside.final_block.hash': '0xab',
      'assay.round_trips.agent': scenario.roundTrips.agent,
      'assay.gas_used': 71_000,
    })
  })
})
