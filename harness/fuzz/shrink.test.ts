import { expect, test } from 'vitest'
import type { StepVerdict } from '../property/case-judge.ts'
import type { ScenarioDocument } from '../scenario/scenario-document.ts'
import { parseDurationMs, splitAmount } from '../scenario/text/units.ts'
import type { CaseReport } from '../schedule/execute-case.ts'
import { keyOf, referencesOf, stepsOf } from './case-steps.ts'
import { identityOf } from './failure-identity.ts'
import { shrink } from './shrink.ts'

/** What a synthetic stack comes to: the first step that fails, with the law that does not hold. */
type Judge = (document: ScenarioDocument) => { step: number; law: string; code?: string } | undefined

const reportOf = (document: ScenarioDocument, judge: Judge, verdicts: StepVerdict[] = []): CaseReport => {
  const failure = judge(document)
  const finding = { message: '', expected: '', found: '', line: 0, layer: 'permit', ...failure }
  return {
    body: { findings: failure ? [finding] : [] } as unknown as CaseReport['body'],
    expectations: [],
    verdicts,
  }
}

/** As a parser would: an action without its parameters is none. */
const isValid = (document: ScenarioDocument) =>
  stepsOf(document).every(({ preview, act }) =>
    [preview, act].every((action) => action === undefined || Object.hasOwn(action as object, 'amount')),
  )

const shrinkWith = async (document: ScenarioDocument, judge: Judge, maxExecutions = 1_000) => {
  const ran: ScenarioDocument[] = []
  const report = reportOf(document, judge)
  const shrunk = await shrink({
    document,
    report,
    identity: identityOf(report.body) ?? { law: 'none' },
    run: async (candidate) => {
      if (!isValid(candidate)) return undefined
      ran.push(candidate)
      return reportOf(candidate, judge)
    },
    maxExecutions,
    signal: new AbortController().signal,
  })
  return { ...shrunk, ran }
}

/** Fails at the commit of a permit that is older than a minute. */
const expiredCommit: Judge = (document) => {
  const issued = new Map<string, number>()
  let now = 0
  for (const [index, step] of stepsOf(document).entries()) {
    if (keyOf(step) === 'advance') now += parseDurationMs(String(step.advance)) ?? 0
    if (typeof step.as === 'string') issued.set(step.as, now)
    const [name] = referencesOf(step)
    if (keyOf(step) === 'commit' && name !== undefined && now - (issued.get(name) ?? now) >= 60_000) {
      return { step: index, law: 'expect.denied', code: 'PERMIT_EXPIRED' }
    }
  }
  return undefined
}

const preview = (as: string, amount = '734 USDC') => ({
  preview: { kind: 'transfer', token: 'USDC', recipient: 'recipient', amount },
  as,
})

const NOISY: ScenarioDocument = {
  name: 'a drawn case',
  profile: 'full',
  phase: 'cautious',
  limits: { perTransaction: '1832 USDC', hotLane: '977 USDC' },
  policy: { rateLimit: { maxCalls: 7, window: '60s' } },
  steps: [
    preview('p1'),
    { act: { kind: 'wrap', amount: '0.5 ETH' } },
    { fault: { rpc: 'reply-lost', times: 3 } },
    { advance: '10s' },
    preview('p2'),
    { cancel: '${p1}' },
    { advance: '3h' },
    { mine: 4 },
    { commit: '${p2}' },
    { advance: '1h' },
    { act: { kind: 'wrap', amount: '0.25 ETH' } },
  ],
}

test('default: the fewest steps, the default configuration, values at the boundary', async () => {
  const { document, isComplete } = await shrinkWith(NOISY, expiredCommit)
  expect(document).toEqual({
    name: 'a drawn case',
    steps: [{ preview: { amount: '0 USDC' }, as: 'p2' }, { advance: '1m' }, { commit: '${p2}' }],
  })
  expect(isComplete).toBe(true)
})

test('behavior: the same case gives the same candidates in the same order', async () => {
  const [first, second] = [await shrinkWith(NOISY, expiredCommit), await shrinkWith(NOISY, expiredCommit)]
  expect(first.ran).toEqual(second.ran)
})

test('behavior: a candidate that fails with another code is not taken', async () => {
  // Without the wait the same law fails with another code.
  const judge: Judge = (document) =>
    expiredCommit(document) ??
    (stepsOf(document).length > 0 ? { step: 0, law: 'expect.denied', code: 'PERMIT_UNKNOWN' } : undefined)
  const { document, report } = await shrinkWith(NOISY, judge)
  expect(identityOf(report.body)?.code).toBe('PERMIT_EXPIRED')
  expect(stepsOf(document).map(keyOf)).toEqual(['preview', 'advance', 'commit'])
})

test('behavior: steps that refer to a permit go with the step that binds it', async () => {
  const { ran } = await shrinkWith(NOISY, expiredCommit)
  for (const candidate of ran) {
    const bound = new Set<string>()
    for (const step of stepsOf(candidate)) {
      for (const name of referencesOf(step)) expect(bound).toContain(name)
      if (typeof step.as === 'string') bound.add(step.as)
    }
  }
})

test('behavior: an amount ends at the limit that decides', async () => {
  const judge: Judge = (document) => {
    const step = stepsOf(document).findIndex((each) => {
      const { amount = '0 USDC' } = (each.act ?? {}) as { amount?: string }
      return Number(splitAmount(amount)?.decimal) > 1_000
    })
    return step < 0 ? undefined : { step, law: 'model.denied' }
  }
  const act = { kind: 'transfer', token: 'USDC', recipient: 'recipient', amount: '48213.55 USDC' }
  const { document } = await shrinkWith({ name: 'a case', steps: [{ mine: 2 }, { act }] }, judge)
  expect(document.steps).toMatchObject([{ act: { amount: '1001 USDC' } }])
})

test('behavior: faults and settings that decide are kept, each at its smallest', async () => {
  const judge: Judge = (document) => {
    const faults = stepsOf(document).filter((step) => keyOf(step) === 'fault')
    const { policy } = document as { policy?: { rateLimit?: { maxCalls?: number } } }
    return faults.length > 0 && (policy?.rateLimit?.maxCalls ?? 60) < 60 ? { step: 2, law: 'law' } : undefined
  }
  const { document } = await shrinkWith(NOISY, judge)
  expect(Object.keys(document).sort()).toEqual(['name', 'policy', 'steps'])
  expect(document.policy).toMatchObject({ rateLimit: { maxCalls: 0 } })
  expect(stepsOf(document).map(keyOf)).toEqual(['fault'])
})

test('behavior: steps that were left out are dropped, so that the file runs alone', async () => {
  const judge: Judge = (document) => {
    const step = stepsOf(document).findIndex((each) => keyOf(each) === 'mine')
    return step < 0 ? undefined : { step, law: 'law' }
  }
  const document: ScenarioDocument = {
    name: 'a case',
    steps: [preview('p1'), { commit: '${p1}' }, { mine: 1 }],
  }
  const shrunk = await shrink({
    document,
    report: reportOf(document, judge, ['denied', 'not-applicable', 'environment']),
    identity: { law: 'law', layer: 'permit' },
    run: async (candidate) => reportOf(candidate, judge),
    maxExecutions: 1,
    signal: new AbortController().signal,
  })
  expect(shrunk.document.steps).toEqual([preview('p1'), { mine: 1 }])
})

test('behavior: the number of executions is bounded', async () => {
  const { ran, isComplete, executions } = await shrinkWith(NOISY, expiredCommit, 5)
  expect([ran.length, executions, isComplete]).toEqual([5, 5, false])
})
