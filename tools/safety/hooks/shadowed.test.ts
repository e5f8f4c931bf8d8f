import { expect, test } from 'vitest'
import { allowlistGuardHook } from './allowlist-guard.ts'
import { hallucinationDetectorHook } from './hallucination-detector.ts'
import type { HookRequest } from './hook.ts'
import { simulatorHook } from './simulator.ts'

// In the whole stack an earlier layer denies each of these first; a hook denies alone as well.
const check = (hook: typeof simulatorHook, request: unknown) => () => hook.check(request as HookRequest)

test.each([
  ['a transaction', { kind: 'transaction' }],
  ['a signature', { kind: 'signature' }],
])('error: SIMULATION_UNAVAILABLE when %s was not simulated', (_, plan) => {
  const request = { plan, evidence: { simulationProblem: 'the node refused' } }
  expect(check(simulatorHook, request)).toThrow(/SIMULATION_UNAVAILABLE: .*the node refused/)
})

test('error: HALLUCINATED_ADDRESS for a token that nobody knows', () => {
  const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
  const request = (tokenIn: string) => ({
    params: { tokenIn },
    claims: [],
    evidence: { outflows: [], balances: [] },
    book: { tokens: [{ symbol: 'USDC', address: token }] },
  })
  expect(check(hallucinationDetectorHook, request(token))()).toEqual({ kind: 'allow' })
  const twin = '0xA0b8699100000000000000000000000000006eB4'
  expect(check(hallucinationDetectorHook, request(twin))).toThrow(/HALLUCINATED_ADDRESS: tokenIn is 0xA0b8/)
})

test('I35: RECIPIENT_NOT_ALLOWED for fees that go to an approved recipient: the cage keeps them to itself', () => {
  const [account, recipient] = [`0x${'a1'.repeat(20)}`, `0x${'b2'.repeat(20)}`]
  const request = (to: string, change: string) => ({
    plan: { kind: 'transaction', calls: [] },
    policy: { chainId: 1, recipients: [recipient], targets: [], assets: [] },
    account,
    book: { chainId: 1 },
    evidence: {
      targets: [],
      codeHashes: [],
      implementations: [],
      positionOwners: [],
      decimals: [],
      decoded: {
        calls: [],
        undecodable: [],
        leaves: [
          { functionName: 'collect', approvals: [], tokens: [], recipients: [to], positions: [{ change }] },
        ],
      },
    },
  })
  expect(check(allowlistGuardHook, request(account, 'collect'))()).toEqual({ kind: 'allow' })
  expect(check(allowlistGuardHook, request(recipient, 'mint'))()).toEqual({ kind: 'allow' })
  expect(check(allowlistGuardHook, request(recipient, 'collect'))).toThrow(/RECIPIENT_NOT_ALLOWED/)
})
