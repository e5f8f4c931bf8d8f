import type { Address } from 'viem'
import { expect, test } from 'vitest'
import type { KnownSignature } from '../../core/signature-reader.ts'
import { buildAsset, buildPolicy } from '../fixtures/build-policy.ts'
import { readSignedAuthority } from './signed-authority.ts'

const [TOKEN, SPENDER, OTHER] = ['11', '22', '33'].map((byte) => `0x${byte.repeat(20)}`) as [
  Address,
  Address,
  Address,
]
const policy = buildPolicy({ assets: [buildAsset({ token: TOKEN })], spenders: [SPENDER] })

/** Read what a type authorises whose verifier is of a kind, where a contract verifies it. */
const read = (verifier: KnownSignature['verifier'], verifyingContract: Address) => () =>
  readSignedAuthority(
    {
      domain: { chainId: policy.chainId, verifyingContract },
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
          read: () => ({ authorities: [] }),
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
