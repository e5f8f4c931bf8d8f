import type { Address } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import type { AddressBook } from '../../core/address-book.ts'
import { indexDecoders } from '../../core/decoder-index.ts'
import type { KnownSignature } from '../../core/signature-reader.ts'
import type { AllowancePair } from '../evidence/live-allowances.ts'
import { buildChain } from '../fixtures/build-chain.ts'
import { EMPTY_STATE } from '../fixtures/build-evidence.ts'
import { buildAsset, buildPolicy } from '../fixtures/build-policy.ts'
import { type GuardianRequest, hashGuardianRequest, isGuardianSignature } from './guardian.ts'
import type { GuardianEntry, GuardianLedger } from './guardian-ledger.ts'
import { answerGuardianLine, type GuardianServiceDeps } from './guardian-service.ts'
import { encodeGuardianRequest } from './guardian-wire.ts'

const [CAGE, OPERATOR, VERIFIER, TOKEN] = ['c1', 'd2', '22', 'a1'].map((byte) => `0x${byte.repeat(20)}`) as [
  Address,
  Address,
  Address,
  Address,
]
const BOOK: AddressBook = { chainId: 31_337, nativeSymbol: 'ETH', tokens: [], protocols: {} }
const CODE_HASH = `0x${'cc'.repeat(32)}` as const
const GUARDIAN = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const HEAD = { number: 112n, timestamp: 1_000n }
const READER: KnownSignature = {
  type: 'Order(uint256 amount)',
  verifier: VERIFIER,
  read: () => ({ authorities: [] }),
  findLiveness: () => ({ isDead: async () => false, cancel: [] }),
}
const REQUEST: GuardianRequest = {
  chainId: 31_337,
  account: CAGE,
  permitId: `0x${'11'.repeat(32)}`,
  calls: [],
  typedData: {
    domain: { chainId: 31_337, verifyingContract: VERIFIER },
    types: { Order: [{ name: 'amount', type: 'uint256' }] },
    primaryType: 'Order',
    message: { amount: '7' },
  },
  deadlineSeconds: 1_060n,
  gasLimit: 0n,
  maxFeePerGasWei: 0n,
}
type Node = NonNullable<Parameters<typeof buildChain>[0]>
const NODE: Node = {
  getBlock: async () => HEAD,
  getTransactionCount: async () => 0,
  readContract: async () => false,
  readState: async () => ({ ...EMPTY_STATE, codeHashes: [CODE_HASH] }),
}

interface Around {
  readonly admit: GuardianLedger['admit']
  readonly node: Node
  /** What it ever signed for. */
  readonly granted: readonly AllowancePair[]
  /** Whether all time that is given to anybody is over at once. */
  readonly hangs: boolean
}
const ADMIT: Around['admit'] = async () => undefined

/** A guardian before a node; its signer tells what it was asked to sign. */
function createGuardian({ admit = ADMIT, node = {}, granted = [], hangs = false }: Partial<Around> = {}) {
  const signed: unknown[] = []
  const deps: GuardianServiceDeps = {
    policy: buildPolicy({
      targets: [{ address: VERIFIER, selectors: [], codeHash: CODE_HASH }],
      assets: [buildAsset({ token: TOKEN })],
    }),
    book: BOOK,
    account: CAGE,
    operator: OPERATOR,
    ledger: { admit, listGranted: () => granted },
    signer: {
      ...GUARDIAN,
      async sign(asked: { readonly hash: `0x${string}` }) {
        signed.push(asked)
        return GUARDIAN.sign(asked)
      },
    },
    chain: buildChain({ ...NODE, ...node }),
    broadcaster: { send: () => Promise.reject(new Error('nothing is sent')), isKnown: async () => false },
    decoders: indexDecoders([], BOOK),
    interfaces: { explainRevert: () => 'reverted' },
    signatures: [READER],
    clock: {
      setTimer(_, callback) {
        if (hangs) queueMicrotask(callback)
        return () => undefined
      },
    },
    pauses: {},
  }
  const answer = async (request: GuardianRequest) =>
    JSON.parse(await answerGuardianLine(encodeGuardianRequest(request), deps))
  return { answer, signed }
}

describe('answerGuardianLine', () => {
  test('default: what is in order is counted, then signed, over its very bytes', async () => {
    const admitted: GuardianEntry[] = []
    const { answer, signed } = createGuardian({
      async admit(entry) {
        expect(signed).toEqual([])
        admitted.push(entry)
        return undefined
      },
    })
    const { signature } = await answer(REQUEST)
    expect(isGuardianSignature(REQUEST, signature, GUARDIAN.address)).toBe(true)
    const { permitId } = REQUEST
    expect(admitted).toMatchObject([{ hash: hashGuardianRequest(REQUEST), permitId, signedSeconds: 1_000 }])
    // No transaction shows that a signature was never used.
    expect(admitted[0]).not.toHaveProperty('deadlineSeconds')
  })

  test.each<[string, Partial<GuardianRequest>, Partial<Around>, RegExp]>([
    ['another account', { account: OPERATOR }, {}, /is not the guarded account/],
    ['more than its ledger takes', {}, { admit: async () => 'it is above the limit' }, /above the limit/],
    ['what its ledger cannot keep', {}, { admit: () => Promise.reject(new Error('no space')) }, /no space/],
    [
      'what its node tells nothing of',
      {},
      { node: { getBlock: () => Promise.reject(new Error('gone')) } },
      /gone/,
    ],
    [
      'what its node hangs at',
      {},
      { node: { getBlock: () => new Promise(() => {}) }, hangs: true },
      /a review/,
    ],
  ])('I3: it refuses %s, and signs nothing', async (_, change, around, reason) => {
    const { answer, signed } = createGuardian(around)
    expect(await answer({ ...REQUEST, ...change })).toEqual({ refused: expect.stringMatching(reason) })
    expect(signed).toEqual([])
  })
})

test('I62: an allowance that it ever signed for is read, whatever its policy lists now', async () => {
  const granted = { token: TOKEN, spender: OPERATOR }
  const asked: unknown[] = []
  await createGuardian({
    granted: [granted],
    node: {
      async readState({ allowances }) {
        asked.push(...allowances)
        return { ...EMPTY_STATE, codeHashes: [CODE_HASH] }
      },
    },
  }).answer(REQUEST)
  expect(asked).toEqual([{ ...granted, owner: CAGE }])
})

test('I3: a transaction is simulated as it would be mined, by its gas and its fee', async () => {
  const { typedData: _, ...transaction } = REQUEST
  const environments: unknown[] = []
  const { answer, signed } = createGuardian({
    node: {
      simulate(_calls, _watch, environment) {
        environments.push(environment)
        return Promise.reject(new Error('it was seen'))
      },
    },
  })
  const limits = { gasLimit: 21_001n, maxFeePerGasWei: 7n }
  const calls = [{ to: VERIFIER, valueWei: 0n, data: '0x' as const }]
  expect(await answer({ ...transaction, ...limits, calls })).toEqual({ refused: expect.any(String) })
  expect(environments).toMatchObject([limits])
  expect(signed).toEqual([])
})

describe('what can never run any more', () => {
  const ENTRY: GuardianEntry = {
    hash: REQUEST.permitId,
    permitId: REQUEST.permitId,
    amountUsdc: 1n,
    signedSeconds: 1,
    deadlineSeconds: 900,
  }
  /** Ask the rule that the ledger is given, over a head at which the block that is final shows a time. */
  async function isVoid(entry: Partial<GuardianEntry>, node: Node = {}): Promise<boolean | undefined> {
    let found: boolean | undefined
    await createGuardian({
      node,
      async admit(_, rules) {
        found = await rules.isVoid({ ...ENTRY, ...entry })
        return undefined
      },
    }).answer(REQUEST)
    return found
  }
  /** A chain whose final block, the hundredth, shows a time, and whose cage used a permit or not. */
  const chain = (finalSeconds: bigint, isUsed = false): Node => ({
    getBlock: async ({ blockNumber }: { readonly blockNumber?: bigint } = {}) =>
      blockNumber === undefined
        ? HEAD
        : { number: blockNumber, timestamp: blockNumber === 100n ? finalSeconds : 0n },
    readContract: async ({ functionName, args, blockNumber }) =>
      functionName === 'permitUsed' && args?.[0] === ENTRY.permitId && blockNumber === 100n ? isUsed : false,
  })

  test('default: a permit that was not used when its deadline was over, in a block that is final', async () => {
    expect(await isVoid({}, chain(901n))).toBe(true)
  })

  test.each<[string, Partial<GuardianEntry>, Node]>([
    ['its deadline is over at the head alone', {}, chain(900n)],
    ['it was used', {}, chain(901n, true)],
    ['it is a signature', { deadlineSeconds: undefined }, chain(901n)],
    ['the chain is too young for a final block', {}, { getBlock: async () => ({ ...HEAD, number: 11n }) }],
  ])('I58: it still counts where %s', async (_, entry, node) => {
    expect(await isVoid(entry, node)).toBe(false)
  })
})
