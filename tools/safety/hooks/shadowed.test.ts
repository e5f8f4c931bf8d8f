import type { Address } from 'viem'
import { expect, test } from 'vitest'
import type { TokenInfo } from '../../core/address-book.ts'
import { type DecodedPositionChange, NO_EFFECT } from '../../core/call-decoder.ts'
import { planSignature, planTransaction } from '../../core/plan.ts'
import { buildEvidence } from '../fixtures/build-evidence.ts'
import { buildPolicy } from '../fixtures/build-policy.ts'
import { buildRequest } from '../fixtures/build-request.ts'
import { allowlistGuardHook } from './allowlist-guard.ts'
import { hallucinationDetectorHook } from './hallucination-detector.ts'
import type { Hook, HookRequest } from './hook.ts'
import { simulatorHook } from './simulator.ts'

const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

// In the whole stack an earlier layer denies each of these first; a hook denies alone as well.
const check = (hook: Hook, request: HookRequest) => () => hook.check(request)

test.each([
  ['a transaction', planTransaction([], {})],
  ['a signature', planSignature({ domain: {}, types: {}, primaryType: 'Mail', message: {} })],
])('error: SIMULATION_UNAVAILABLE when %s was not simulated', (_, plan) => {
  const simulationProblem = 'the node refused'
  const evidence = buildEvidence({ simulation: undefined, state: undefined, simulationProblem })
  expect(check(simulatorHook, buildRequest({ plan, evidence }))).toThrow(
    /SIMULATION_UNAVAILABLE: .*the node refused/,
  )
})

test('error: HALLUCINATED_ADDRESS for a token that nobody knows', () => {
  const token: TokenInfo = { symbol: 'USDC', name: 'USD Coin', address: USDC, decimals: 6 }
  const request = (tokenIn: string) =>
    buildRequest({
      params: { tokenIn },
      book: { chainId: 31_337, nativeSymbol: 'ETH', tokens: [token], protocols: {} },
    })
  expect(check(hallucinationDetectorHook, request(USDC))()).toEqual({ kind: 'allow' })
  const twin = '0xA0b8699100000000000000000000000000006eB4'
  expect(check(hallucinationDetectorHook, request(twin))).toThrow(/HALLUCINATED_ADDRESS: tokenIn is 0xA0b8/)
})

test('I35: RECIPIENT_NOT_ALLOWED for fees that go to an approved recipient: the cage keeps them to itself', () => {
  const [account, recipient]: [Address, Address] = [`0x${'a1'.repeat(20)}`, `0x${'b2'.repeat(20)}`]
  const request = (to: Address, change: DecodedPositionChange['change']) => {
    const position = { protocol: 'p', contract: recipient, id: '7', change }
    const leaf = { ...NO_EFFECT, functionName: 'collect', recipients: [to], positions: [position] }
    return buildRequest({
      policy: buildPolicy({ recipients: [recipient] }),
      account,
      evidence: buildEvidence({ decoded: { calls: [], undecodable: [], leaves: [leaf] } }),
    })
  }
  expect(check(allowlistGuardHook, request(account, 'collect'))()).toEqual({ kind: 'allow' })
  expect(check(allowlistGuardHook, request(recipient, 'open'))()).toEqual({ kind: 'allow' })
  expect(check(allowlistGuardHook, request(recipient, 'collect'))).toThrow(/RECIPIENT_NOT_ALLOWED/)
})
