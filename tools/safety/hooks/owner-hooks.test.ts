import { expect, test } from 'vitest'
import { planTransaction } from '../../core/plan.ts'
import { buildRequest } from '../fixtures/build-request.ts'
import { HOOK_ORDER } from './hook.ts'
import { createHooks } from './index.ts'
import { hooksOf } from './owner-hooks.ts'

const hooks = createHooks({ resultFilter: (result) => result })
const { account, operator } = buildRequest()
const call = (to: typeof account) => ({ to, valueWei: 0n, data: '0x12345678' as const })

test.each([
  'cage',
  'sign',
  'owner',
  'account',
  'op',
] as const)('I36: by the route %s all seven are asked, in their order', (route) => {
  expect(hooksOf(route, hooks, undefined).map(({ name }) => name)).toEqual(HOOK_ORDER)
})

test('behavior: what is the owner’s, of its account or of the operator alone replaces what is for the cage, and nothing else', () => {
  const differing = (route: 'owner' | 'account' | 'op' | 'cage' | 'sign') =>
    hooksOf(route, hooks, undefined).flatMap((hook, at) => (hook === hooks[at] ? [] : [hook.name]))
  expect(differing('cage')).toEqual([])
  expect(differing('sign')).toEqual([])
  expect(differing('owner')).toEqual(['allowlist-guard'])
  expect(differing('account')).toEqual(['allowlist-guard'])
  expect(differing('op')).toEqual(['policy-cage', 'allowlist-guard', 'spending-limiter', 'simulator'])
})

test('behavior: an owner may change the cage, and calls what is not listed for nobody', async () => {
  const [, list] = hooksOf('owner', hooks, undefined)
  const ask = (to: typeof account) => {
    const request = buildRequest({ plan: planTransaction([call(to)], {}) })
    return list?.check(request)
  }
  expect(ask(account)).toEqual({ kind: 'allow' })
  expect(() => ask(operator)).toThrow(expect.objectContaining({ code: 'TARGET_NOT_ALLOWED' }))
})

test('error: TARGET_NOT_ALLOWED where there is no account of the owner', () => {
  const [, list] = hooksOf('account', hooks, undefined)
  expect(() => list?.check(buildRequest())).toThrow(expect.objectContaining({ code: 'TARGET_NOT_ALLOWED' }))
})
