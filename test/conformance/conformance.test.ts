import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PROJECT_ROOT } from '../../harness/cli/paths.ts'
import type { CaseStep, CaseValue, Refusal, ServedCase, ToolCases } from '../../tools/core/cases.ts'
import { findSchemaProblems } from '../../tools/core/schema.ts'
import { type OpenEnvironment, openEnvironment } from '../safety/open-environment.ts'
import { type Bench, type CatalogueTool, codeOf, findTool, openBench } from './bench.ts'
import { carryOut } from './carry-out.ts'
import { loadCases } from './load-cases.ts'
import { check, resolve } from './values.ts'

const MOST_ROUND_TRIPS = 4

let environment: OpenEnvironment
beforeAll(async () => {
  environment = await openEnvironment()
})
afterAll(async () => {
  await environment?.close()
})

describe.each([...(await loadCases(PROJECT_ROOT))])('%s', (name, { path, cases }) => {
  if (cases === undefined) {
    test('has cases', () => expect.fail(`${name} has no cases: write ${path}`))
    return
  }
  const tool = findTool(name)
  test('behavior: has cases on both sides', () => {
    expect(cases.refuses.length, `${path}: input that it refuses`).toBeGreaterThan(0)
    expect(cases.serves.length, `${path}: input that it serves`).toBeGreaterThan(0)
    const declared = ['INVALID_PARAMS', 'SCHEMA_VERSION_UNKNOWN', ...tool.errorCodes]
    expect(declared).toEqual(expect.arrayContaining(cases.refuses.map(({ code }) => code)))
  })
  test.each(
    cases.refuses.map((refusal, index) => [refusal.code, index, refusal] as const),
  )('error: %s (%i)', async (_code, _index, refusal) => {
    const looksOnly = refusal.before === undefined && tool.capability !== 'control' && !changesSafety(tool)
    await assertRefuses(tool, refusal, await benchFor(tool, refusal, looksOnly))
  })
  test.each(
    cases.serves.map((served, index) => [served.name ?? 'default', index, served] as const),
  )('behavior: %s (%i)', async (_name, _index, served) => {
    const { before, after } = served
    const looksOnly = before === undefined && after === undefined && tool.capability === 'read'
    await assertServes(tool, served, cases, await benchFor(tool, served, looksOnly))
  })
})

const changesSafety = (tool: CatalogueTool) => tool.capability === 'privileged' && tool.changesSafety

let untouched: { readonly setup: string; readonly bench: Bench } | undefined

/** The world of one case; one that only looks at it leaves it to the next that needs the same. */
async function benchFor(
  tool: CatalogueTool,
  { ownedByGate, owner, recipients, baseFeeWei = '0' }: Partial<ServedCase>,
  looksOnly: boolean,
): Promise<Bench> {
  const given = { ownedByGate, owner, recipients }
  const setup = JSON.stringify([tool.capability === 'privileged', given, String(baseFeeWei)])
  const bench =
    looksOnly && untouched?.setup === setup
      ? untouched.bench
      : await openBench(environment, tool, { ...given, baseFeeWei: BigInt(baseFeeWei) })
  untouched = looksOnly ? { setup, bench } : undefined
  return bench
}

async function runAll(steps: readonly CaseStep[] | undefined, bench: Bench): Promise<void> {
  for (const step of steps ?? []) await bench.run(step)
}

async function assertRefuses(tool: CatalogueTool, { before, params, code }: Refusal, bench: Bench) {
  await runAll(before, bench)
  const input = await resolve(params, bench.scope)
  const run = async (): Promise<unknown> => {
    if (tool.capability === 'read') return bench.read(tool, input)
    if (tool.capability === 'control') return bench.runTool(tool.name, input)
    return changesSafety(tool) ? carryOut(tool, input, bench) : bench.plan(tool, input)
  }
  expect(await codeOf(run())).toBe(code)
}

async function assertServes(
  tool: CatalogueTool,
  {
    before,
    params = {},
    expect: expected,
    plan: expectedPlan,
    roundTrips: most,
    driftBps,
    after,
  }: ServedCase,
  { seesSpelling }: ToolCases,
  bench: Bench,
): Promise<void> {
  const { scope } = bench
  await runAll(before, bench)
  const input = await resolve(params, scope)
  const other = seesSpelling ? input : respell(input)
  let answer: unknown
  let roundTrips = 0
  if (tool.capability === 'read') {
    ;({ answer, roundTrips } = await bench.read(tool, input))
    expect(JSON.parse(JSON.stringify(answer))).toEqual(answer)
    expect((await bench.read(tool, other)).answer, 'with addresses in another spelling').toEqual(answer)
  } else if (tool.capability === 'control') {
    answer = await bench.runTool(tool.name, input)
  } else {
    const respelt = await bench.plan(tool, other)
    const done = await carryOut(tool, input, bench, driftBps)
    ;({ answer, roundTrips } = done)
    expect(respelt.plan, 'with addresses in another spelling').toEqual(done.plan)
    if (expectedPlan) await check(done.plan, expectedPlan, scope)
  }
  expect(findSchemaProblems(tool.output, answer)).toEqual([])
  if (most === undefined) expect(roundTrips).toBeLessThanOrEqual(MOST_ROUND_TRIPS)
  else expect(roundTrips).toBe(most)
  if (expected) await check(answer, expected, scope)
  await runAll(after, bench)
  if (tool.capability === 'write' && tool.protocol !== undefined) await bench.letOthersAct(tool.protocol)
}

/** Write every address without a checksum. */
function respell(value: CaseValue): CaseValue {
  if (typeof value === 'string')
    return /^0x[0-9a-fA-F]{40}$/.test(value) ? `0x${value.slice(2).toUpperCase()}` : value
  if (Array.isArray(value)) return value.map(respell)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, respell(item as CaseValue)]))
}
