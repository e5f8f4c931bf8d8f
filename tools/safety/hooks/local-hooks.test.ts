import { expect, test } from 'vitest'
import { createEventBus } from '../../core/events.ts'
import type { Json } from '../../core/json.ts'
import { buildPolicy } from '../fixtures/build-policy.ts'
import { buildRequest } from '../fixtures/build-request.ts'
import { createHooks } from './index.ts'
import { runLocalHooks } from './local-hooks.ts'

const deps = {
  events: createEventBus(),
  clock: { wallMs: () => 0, tick: () => 0, setTimer: () => () => undefined },
}
const hooks = createHooks({ resultFilter: (result) => ({ filtered: result }) as Json })
const ask = (given: typeof hooks, attempts = 1) => {
  const policy = buildPolicy({ rateLimit: { maxCalls: 1, windowSeconds: 60 } })
  return runLocalHooks(given, buildRequest({ policy, attempts, result: 'told' }), deps)
}

test('default: the model is told what the result filter left', async () => {
  await expect(ask(hooks)).resolves.toEqual({ filtered: 'told' })
})

test('error: RATE_LIMITED by the rate limiter', async () => {
  await expect(ask(hooks, 2)).rejects.toMatchObject({ code: 'RATE_LIMITED', layer: 'rate-limiter' })
})

test.each([
  'rate-limiter',
  'result-filter',
] as const)('I36: without the %s nothing is allowed', async (name) => {
  const without = hooks.filter((hook) => hook.name !== name)
  await expect(ask(without)).rejects.toMatchObject({ code: 'HOOK_FAILED', layer: name })
})
