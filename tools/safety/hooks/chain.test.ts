import { describe, expect, test } from 'vitest'
import { createEventBus } from '../../core/events.ts'
import { buildRequest } from '../fixtures/build-request.ts'
import { runHookChain } from './chain.ts'
import { HOOK_ORDER, type Hook, type HookName } from './hook.ts'

const SPEND = { outflowUsdc: 0n, allowanceUsdc: 0n, gasUsdc: 0n, totalUsdc: 0n }
const allowing = (name: HookName): Hook => ({
  name,
  check: () => ({ kind: 'allow', ...(name === 'spending-limiter' ? { spend: SPEND } : {}) }),
})
const all = HOOK_ORDER.map(allowing)
const replace = (name: HookName, hook: Hook) => all.map((other) => (other.name === name ? hook : other))

/** Ask a chain of hooks; timers run out at once when told to. */
const ask = (hooks: readonly Hook[], { timersFire = false } = {}) =>
  runHookChain(hooks, buildRequest(), {
    events: createEventBus(),
    clock: {
      wallMs: () => 0,
      tick: () => 1,
      setTimer(_, callback) {
        if (timersFire) callback()
        return () => undefined
      },
    },
  })

describe('runHookChain', () => {
  test('default: passes when all seven allow', async () => {
    await expect(ask(all)).resolves.toMatchObject({ spend: SPEND })
  })

  test.each(HOOK_ORDER)('I36: %s alone denies for all', async (name) => {
    const thrower: Hook = {
      name,
      check() {
        throw new Error('broken')
      },
    }
    await expect(ask(replace(name, thrower))).rejects.toMatchObject({ code: 'HOOK_FAILED', layer: name })
  })

  test.each(HOOK_ORDER)('I36: without %s everything is denied', async (name) => {
    await expect(ask(all.filter((hook) => hook.name !== name))).rejects.toMatchObject({
      code: 'HOOK_FAILED',
      layer: name,
    })
  })

  test.each(HOOK_ORDER)('behavior: a %s that does not answer in time denies', async (name) => {
    const silent: Hook = { name, check: () => new Promise(() => undefined) }
    const asked = ask(replace(name, silent), { timersFire: true })
    const patience = new Promise((resolve) => setImmediate(() => resolve('still waiting')))
    await expect(Promise.race([asked, patience])).rejects.toMatchObject({ code: 'HOOK_FAILED', layer: name })
  })

  test.each([
    undefined,
    null,
    {},
    { kind: 'maybe' },
    true,
  ])('behavior: the verdict %j denies', async (verdict) => {
    const odd: Hook = { name: 'simulator', check: () => verdict as never }
    await expect(ask(replace('simulator', odd))).rejects.toMatchObject({
      code: 'HOOK_FAILED',
      layer: 'simulator',
    })
  })

  test('behavior: only the last hook may change the result', async () => {
    const changing = (name: HookName): Hook => ({
      name,
      check: () => ({ kind: 'allow-modified', result: 'changed', reason: 'because' }),
    })
    await expect(ask(replace('result-filter', changing('result-filter')))).resolves.toMatchObject({
      result: 'changed',
    })
    await expect(ask(replace('simulator', changing('simulator')))).rejects.toMatchObject({
      layer: 'simulator',
    })
  })

  test('behavior: a chain that counted no spend is denied', async () => {
    const silent: Hook = { name: 'spending-limiter', check: () => ({ kind: 'allow' }) }
    await expect(ask(replace('spending-limiter', silent))).rejects.toMatchObject({
      layer: 'spending-limiter',
    })
  })

  test('I3: what the limiter demands of the guardian is demanded, whatever the hooks behind it say', async () => {
    const guardianDemand = { found: 2n, expected: 1n }
    const demanding: Hook = {
      name: 'spending-limiter',
      check: () => ({ kind: 'allow', spend: SPEND, guardianDemand }),
    }
    expect(await ask(replace('spending-limiter', demanding))).toMatchObject({ guardianDemand })
  })

  test('behavior: hooks see a frozen request', async () => {
    const writing: Hook = {
      name: 'policy-cage',
      check(request) {
        ;(request as { tool: string }).tool = 'other'
        return { kind: 'allow' }
      },
    }
    await expect(ask(replace('policy-cage', writing))).rejects.toMatchObject({ code: 'HOOK_FAILED' })
  })
})
