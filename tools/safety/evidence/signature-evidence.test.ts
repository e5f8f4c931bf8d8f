import type { Address, Hex } from 'viem'
import { expect, test } from 'vitest'
import { type DecodedCall, NO_EFFECT } from '../../core/call-decoder.ts'
import type { StateReading } from '../../core/chain.ts'
import { planSignature } from '../../core/plan.ts'
import type { KnownSignature } from '../../core/signature-reader.ts'
import { buildChain } from '../fixtures/build-chain.ts'
import { buildEvidence, EMPTY_STATE } from '../fixtures/build-evidence.ts'
import { buildAsset, buildPolicy } from '../fixtures/build-policy.ts'
import { gatherSignatureEvidence, holdsUntil } from './signature-evidence.ts'

const [CAGE, OPERATOR, TOKEN, VERIFIER, OTHER] = ['c1', 'd2', '11', '22', '33'].map(
  (byte) => `0x${byte.repeat(20)}`,
) as [Address, Address, Address, Address, Address]
const HEAD = { timestamp: 1_000n, baseFeePerGas: 1n, miner: null, hash: `0x${'1'.repeat(64)}` } as const
const READER: KnownSignature = {
  type: 'Order(uint256 amount)',
  verifier: VERIFIER,
  read: () => ({
    authorities: [
      { token: TOKEN, spender: VERIFIER, recipients: [OTHER], amountBaseUnits: 7n, untilSeconds: 1_060n },
    ],
  }),
  findLiveness: () => ({ isDead: async () => false, cancel: [] }),
}
const plan = planSignature({
  domain: { chainId: 31_337, verifyingContract: VERIFIER },
  types: { Order: [{ name: 'amount', type: 'uint256' }] },
  primaryType: 'Order',
  message: { amount: '7' },
})

interface Said {
  readonly state?: Partial<StateReading>
  readonly head?: Partial<{ readonly hash: Hex; readonly timestamp: bigint; readonly baseFeePerGas: bigint }>
  readonly isPaused?: boolean
}

const node = ({ state, head, isPaused = false }: Said = {}) =>
  buildChain({
    getBlock: async () => ({ ...HEAD, ...head }),
    getTransactionCount: async () => 0,
    readContract: async () => isPaused,
    readState: async () => ({ ...EMPTY_STATE, balances: [5n], decimals: [18n], ...state }),
  })

const gather = (first: Said = {}, second?: Said) =>
  gatherSignatureEvidence(
    { plan, head: HEAD },
    {
      chain: node(first),
      secondProvider: second && node(second),
      signatures: [READER],
      account: CAGE,
      operator: OPERATOR,
      policy: buildPolicy({ assets: [buildAsset({ token: TOKEN })], maxSignatureSeconds: 60 }),
      wallMs: 1_000_000,
      granted: [],
    },
  )

test('I4 I61: what is signed is judged as if it were granted now, to whomever it pays', async () => {
  const { decoded, allowanceGrowth, actionClass, isPaused } = await gather()
  expect(decoded.leaves).toMatchObject([
    {
      approvals: [{ token: TOKEN, spender: VERIFIER, amountBaseUnits: 7n, keeper: VERIFIER }],
      recipients: [OTHER],
      tokens: [TOKEN],
    },
  ])
  expect(allowanceGrowth).toEqual([{ token: TOKEN, spender: VERIFIER, growthBaseUnits: 7n }])
  expect([actionClass, isPaused]).toEqual(['new-position', false])
})

test.each<[string, Said]>([
  ['balance', { state: { balances: [6n] } }],
  ['decimals', { state: { decimals: [6n] } }],
  ['head', { head: { hash: `0x${'2'.repeat(64)}` } }],
  ['pause', { isPaused: true }],
])('I55: error: PROVIDERS_DISAGREE about a %s on which a signature stands', async (_, other) => {
  await expect(gather({}, {})).resolves.toMatchObject({ nonce: 0 })
  await expect(gather({}, other)).rejects.toMatchObject({ code: 'PROVIDERS_DISAGREE' })
})

const TAKEN = { token: TOKEN, spender: OTHER, amountBaseUnits: 1n }
const leaf = (effects: Partial<DecodedCall>): DecodedCall => ({ ...NO_EFFECT, functionName: 'f', ...effects })
const authority = (untilSeconds: bigint) => ({
  token: TOKEN,
  recipients: [],
  amountBaseUnits: 1n,
  untilSeconds,
})

test.each<[string, Parameters<typeof buildEvidence>[0], number | undefined]>([
  ['nothing', {}, undefined],
  ['the latest of what is signed', { signed: { authorities: [authority(90n), authority(70n)] } }, 90],
  ['the latest of what is granted', decode(leaf({ approvals: [{ ...TAKEN, untilSeconds: 80 }, TAKEN] })), 80],
  [
    'what is pledged',
    decode(leaf({ pledges: [{ legs: [], spender: OTHER, to: CAGE, untilSeconds: 75 }] })),
    75,
  ],
  [
    'nothing that is ended again',
    decode(
      leaf({ approvals: [{ ...TAKEN, keeper: VERIFIER, untilSeconds: 80 }] }),
      leaf({ ends: [{ token: TOKEN, spender: OTHER, keeper: VERIFIER }] }),
    ),
    undefined,
  ],
])('I7: %s counts until its last second', (_, changes, untilSeconds) =>
  expect(holdsUntil(buildEvidence(changes))).toEqual(untilSeconds === undefined ? {} : { untilSeconds }))

function decode(...leaves: readonly DecodedCall[]) {
  return { decoded: { leaves, undecodable: [], calls: [] } }
}
