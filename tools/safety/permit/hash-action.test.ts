import type { Address, Hex } from 'viem'
import { expect, test } from 'vitest'
import { planTransaction } from '../../core/plan.ts'
import type { Evidence } from '../evidence/evidence.ts'
import { buildEvidence } from '../fixtures/build-evidence.ts'
import { buildPermitBody } from '../fixtures/build-permit.ts'
import { hashAction } from './hash-action.ts'
import type { PermitBody } from './permit.ts'

const [ACCOUNT, BEHIND, OTHER] = ['11', '22', '33'].map((byte) => `0x${byte.repeat(20)}`) as [
  Address,
  Address,
  Address,
]
const [CODE, CHANGED]: [Hex, Hex] = [`0x${'aa'.repeat(32)}`, `0x${'bb'.repeat(32)}`]
const pin = { slot: CODE, address: BEHIND, codeHash: CODE }
const behind = (address: Address, codeHash: Hex | undefined) => ({
  implementations: [{ proxy: ACCOUNT, expected: pin, address, codeHash }],
})

const hash = (body: Partial<PermitBody> = {}, evidence: Partial<Evidence> = {}) =>
  hashAction(
    {
      permitId: CODE,
      body: buildPermitBody(body),
      evidence: buildEvidence({ codeHashes: [CODE], ...behind(BEHIND, CODE), ...evidence }),
    },
    { chainId: 1, account: ACCOUNT, operator: ACCOUNT, sender: ACCOUNT },
  )

test.each<[string, Partial<PermitBody>, Partial<Evidence>]>([
  ['the nonce of an operator that is a contract', { operatorNonce: 1n }, {}],
  ['the nonce of the account', {}, { nonce: 1 }],
  ['the code of a contract', {}, { codeHashes: [CHANGED] }],
  ['the code behind a proxy', {}, behind(BEHIND, CHANGED)],
  ['a contract behind a proxy of which no code was read', {}, behind(OTHER, undefined)],
])('I15 I18: a permit binds %s', (_, body, evidence) => expect(hash(body, evidence)).not.toBe(hash()))

test('I16: a permit binds what is signed', () => {
  const signing = (nonce: string) =>
    hash({
      plan: {
        kind: 'signature',
        route: 'sign',
        typedData: {
          domain: { chainId: 1, verifyingContract: OTHER },
          types: { Mail: [{ name: 'nonce', type: 'uint256' }] },
          primaryType: 'Mail',
          message: { nonce },
        },
        calls: [],
        expectation: planTransaction([], {}).expectation,
      },
    })
  expect(signing('1')).not.toBe(signing('2'))
})
