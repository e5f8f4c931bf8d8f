import type { Address } from 'viem'
import { expect, test } from 'vitest'
import type { TypedData } from '../../core/plan.ts'
import type { KnownSignature, ReadSignature } from '../../core/signature-reader.ts'
import { buildAsset, buildPolicy } from '../fixtures/build-policy.ts'
import { readSignedAuthority } from './signed-authority.ts'

const [TOKEN, SPENDER, OTHER] = ['11', '22', '33'].map((byte) => `0x${byte.repeat(20)}`) as [
  Address,
  Address,
  Address,
]
const policy = buildPolicy({ assets: [buildAsset({ token: TOKEN })], spenders: [SPENDER] })

/** Read what a type authorises whose verifier is of a kind, where a contract verifies it. */
const read =
  (
    verifier: KnownSignature['verifier'],
    verifyingContract: Address,
    domain: TypedData['domain'] = { chainId: policy.chainId },
    authorities: ReadSignature['authorities'] = [],
  ) =>
  () =>
    readSignedAuthority(
      {
        domain: { ...domain, verifyingContract },
        types: { Mail: [{ name: 'value', type: 'uint256' }] },
        primaryType: 'Mail',
        message: { value: '7' },
      },
      {
        signers: [],
        signatures: [
          {
            type: 'Mail(uint256 value)',
            verifier,
            read: () => ({ authorities }),
            findLiveness: () => ({ isDead: async () => false, cancel: [] }),
          },
        ],
        policy,
        nowSeconds: 1_000,
      },
    )

test.each<[string, KnownSignature['verifier'], Address, Address]>([
  ['a token of the policy', 'token', TOKEN, SPENDER],
  ['a listed spender', 'spender', SPENDER, TOKEN],
  ['its own contract', OTHER, OTHER, TOKEN],
])('I39: what %s verifies is read, and what another contract verifies is not', (_, verifier, own, other) => {
  expect(read(verifier, own)()).toEqual([])
  expect(read(verifier, other)).toThrow('SIGNATURE_CONTRACT_NOT_ALLOWED')
  expect(read(undefined, own)).toThrow('SIGNATURE_CONTRACT_NOT_ALLOWED')
})

test.each<[string, TypedData['domain']]>([
  ['another chain', { chainId: policy.chainId + 1 }],
  ['any chain', {}],
])('I19: error: SIGNATURE_CHAIN for what is signed for %s', (_, domain) => {
  expect(read('token', TOKEN, domain)).toThrow('SIGNATURE_CHAIN')
})

test('I7: what is signed may be used for as long as the policy says, to the second', () => {
  const latest = BigInt(1_000 + policy.maxSignatureSeconds)
  const until = (untilSeconds: bigint) =>
    read('token', TOKEN, undefined, [{ token: TOKEN, spender: SPENDER, amountBaseUnits: 1n, untilSeconds }])
  expect(until(latest)()).toMatchObject([{ untilSeconds: latest }])
  expect(until(latest + 1n)).toThrow('SIGNATURE_DEADLINE')
})
