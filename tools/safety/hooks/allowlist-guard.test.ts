import type { Address } from 'viem'
import { describe, expect, test } from 'vitest'
import { NO_EFFECT } from '../../core/call-decoder.ts'
import type { Pledge } from '../../core/position.ts'
import { buildEvidence } from '../fixtures/build-evidence.ts'
import { buildAsset, buildPolicy } from '../fixtures/build-policy.ts'
import { buildRequest } from '../fixtures/build-request.ts'
import { checkAllowlist } from './allowlist-guard.ts'

const [TOKEN, STRAY, SETTLER] = ['11', '22', '33'].map((byte) => `0x${byte.repeat(20)}`) as [
  Address,
  Address,
  Address,
]
const NOW = 1_000
const policy = buildPolicy({
  assets: [buildAsset({ token: TOKEN })],
  spenders: [SETTLER],
  maxSignatureSeconds: 7 * 86_400,
})
const { account } = buildRequest()
const PLEDGE: Pledge = {
  legs: [
    { token: TOKEN, amount: -5n },
    { token: TOKEN, amount: 5n },
  ],
  spender: SETTLER,
  to: account,
  untilSeconds: NOW + 86_400,
}
const check = (changes: Partial<Pledge>) => () => {
  const leaves = [{ ...NO_EFFECT, functionName: 'order', pledges: [{ ...PLEDGE, ...changes }] }]
  const evidence = buildEvidence({ decoded: { leaves, undecodable: [], calls: [] } })
  checkAllowlist(buildRequest({ policy, evidence }))
}

describe('pledges', () => {
  test('default: what a listed spender may take within a day, for the account, passes', () => {
    check({})()
  })

  test.each<[string, string, Partial<Pledge>]>([
    ['another spender', 'SPENDER_NOT_ALLOWED', { spender: STRAY }],
    ['proceeds for another', 'RECIPIENT_NOT_ALLOWED', { to: STRAY }],
    ['a token that is not listed', 'TOKEN_NOT_ALLOWED', { legs: [{ token: STRAY, amount: 1n }] }],
    ['no bound', 'AUTHORITY_NOT_ALLOWED', { legs: [{ token: TOKEN, amount: -(2n ** 128n) }] }],
    ['more than a day', 'ALLOWANCE_DEADLINE', { untilSeconds: NOW + 86_401 }],
  ])('I70: %s is denied', (_, code, changes) => {
    expect(check(changes)).toThrow(expect.objectContaining({ code, layer: 'allowlist-guard' }))
  })
})
