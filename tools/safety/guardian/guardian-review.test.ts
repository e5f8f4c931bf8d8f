import { encodeFunctionData, erc20Abi } from 'viem'
import { expect, test } from 'vitest'
import type { AddressBook } from '../../core/address-book.ts'
import { type DecodedCall, NO_EFFECT } from '../../core/call-decoder.ts'
import { ToolError } from '../../core/errors.ts'
import type { Position } from '../../core/position.ts'
import type { SignedAuthority } from '../../core/signature-reader.ts'
import type { Evidence } from '../evidence/evidence.ts'
import { createPriceTable } from '../evidence/valuation.ts'
import { buildEvidence, EMPTY_STATE } from '../fixtures/build-evidence.ts'
import { buildAsset, buildPolicy } from '../fixtures/build-policy.ts'
import { type GuardianRequest, hashGuardianRequest } from './guardian.ts'
import { findRefusal } from './guardian-review.ts'

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const TOKEN = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const RECIPIENT = '0x976EA74026E726554dB657fA54763abd0C3a0aa9'
const STRANGER = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const SPENDER = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
const FEED = '0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419'
const OTHER_FEED = '0x8fFfFfd4AfB6115b954Bd326cbe7B4BA576818f6'
const CODE_HASH = `0x${'cc'.repeat(32)}` as const
const NOW = 10_000
const USDC = 1_000_000n

const POLICY = buildPolicy({
  limits: { perTransactionUsdc: 3_000n * USDC, perDayUsdc: 0n, hotLaneUsdc: 0n },
  maxSignatureSeconds: 600,
  maxClockSkewSeconds: 30,
  assets: [
    buildAsset({
      token: TOKEN,
      symbol: 'WETH',
      exposure: 'ETH',
      feed: FEED,
      secondary: { feed: OTHER_FEED, maxStalenessSeconds: 60 },
    }),
  ],
  targets: [{ address: TOKEN, selectors: ['0xa9059cbb'], codeHash: CODE_HASH }],
  spenders: [SPENDER],
  recipients: [RECIPIENT],
})
const BOOK: AddressBook = { chainId: 31_337, nativeSymbol: 'ETH', tokens: [], protocols: {} }

interface Case {
  readonly request?: Partial<GuardianRequest>
  readonly evidence?: Partial<Evidence>
  readonly leaf?: Partial<DecodedCall>
  readonly amount?: bigint
  readonly prices?: readonly [bigint, bigint]
}

/** A position that owes next to nothing before the action, and has some health after it. */
function fallTo(health: bigint): Evidence['positions'] {
  const before: Position = {
    protocol: 'lender',
    key: CODE_HASH,
    place: CODE_HASH,
    health: 2n ** 128n,
    lots: [],
  }
  return { before: { positions: [before] }, after: { positions: [{ ...before, health }] }, changes: [] }
}

function review({ request, evidence, leaf, amount = 10n ** 18n, prices = [3_000n, 3_000n] }: Case) {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [RECIPIENT, amount] })
  const asked: GuardianRequest = {
    chainId: 31_337,
    account: ACCOUNT,
    permitId: `0x${'11'.repeat(32)}`,
    calls: [{ to: TOKEN, valueWei: 0n, data }],
    deadlineSeconds: BigInt(NOW + 60),
    gasLimit: 100_000n,
    maxFeePerGasWei: 0n,
    ...request,
  }
  const found = buildEvidence({
    decoded: {
      leaves: [
        {
          ...NO_EFFECT,
          functionName: 'transfer',
          outflows: [{ token: TOKEN, amountBaseUnits: amount }],
          recipients: [RECIPIENT],
          tokens: [TOKEN],
          ...leaf,
        },
      ],
      undecodable: [],
      calls: asked.calls,
    },
    targets: [TOKEN],
    codeHashes: [CODE_HASH],
    decimals: [{ token: TOKEN, found: 18n }],
    balances: [{ token: TOKEN, before: 2n * amount, after: amount }],
    outflows: [{ token: TOKEN, amountBaseUnits: amount }],
    prices: createPriceTable(
      POLICY,
      prices.map((usd) => ({
        answer: usd * 10n ** 8n,
        startedAtSeconds: BigInt(NOW),
        updatedAtSeconds: BigInt(NOW),
        decimals: 8,
      })),
      NOW,
    ),
    clocks: { wallMs: 0, chainSeconds: NOW },
    ...evidence,
  })
  return findRefusal(asked, found, { policy: POLICY, book: BOOK, account: ACCOUNT })
}

test('default: what is listed, decodable and within the limit is signed for', () => {
  expect(review({})).toBeUndefined()
})

test.each<[string, Case]>([
  ['a deadline that comes now', { request: { deadlineSeconds: BigInt(NOW) } }],
  ['the latest deadline', { request: { deadlineSeconds: BigInt(NOW + 90) } }],
  ['all the gas that is allowed', { request: { gasLimit: POLICY.gas.maxGasLimit } }],
  ['the highest price of gas', { request: { gasLimit: 0n, maxFeePerGasWei: POLICY.gas.maxFeePerGasWei } }],
  ['a position at its least health', { evidence: { positions: fallTo(POLICY.minHealth) } }],
])('default: %s is signed for', (_, change) => {
  expect(review(change)).toBeUndefined()
})

const undecodable = [{ index: 0, to: TOKEN, selector: '0x12345678' }] as const
test.each<[string, Case, RegExp]>([
  ['another chain', { request: { chainId: 1 } }, /^chain 1 is not/],
  ['another account', { request: { account: STRANGER } }, /is not the guarded account/],
  ['a deadline that passed', { request: { deadlineSeconds: BigInt(NOW - 1) } }, /^the deadline is -1 s away/],
  ['a deadline far away', { request: { deadlineSeconds: BigInt(NOW + 91) } }, /^the deadline is 91 s away/],
  ['more gas than allowed', { request: { gasLimit: 1_000_001n } }, /^1000001 gas/],
  [
    'a higher price of gas than allowed',
    { request: { gasLimit: 0n, maxFeePerGasWei: POLICY.gas.maxFeePerGasWei + 1n } },
    /^1000000000001 wei for a unit of gas/,
  ],
  ['no simulation', { evidence: { simulation: undefined, simulationProblem: 'timed out' } }, /timed out/],
  [
    'bytes that nobody decodes',
    { evidence: { decoded: { leaves: [], undecodable, calls: [] } } },
    /^UNDECODABLE_CALL/,
  ],
  ['an outsider as recipient', { leaf: { recipients: [STRANGER] } }, /^RECIPIENT_NOT_ALLOWED/],
  [
    'a function that is not listed',
    { request: { calls: [{ to: TOKEN, valueWei: 0n, data: '0x095ea7b3' }] } },
    /^SELECTOR_NOT_ALLOWED/,
  ],
  [
    'a target that is not listed',
    { request: { calls: [{ to: STRANGER, valueWei: 0n, data: '0xa9059cbb' }] } },
    /^TARGET_NOT_ALLOWED/,
  ],
  ['authority without bounds', { leaf: { forbidden: 'unlimited approval' } }, /^AUTHORITY_NOT_ALLOWED/],
  [
    'a spender that is not listed',
    { leaf: { approvals: [{ token: TOKEN, spender: STRANGER, amountBaseUnits: 1n }] } },
    /^SPENDER_NOT_ALLOWED/,
  ],
  ['code that changed', { evidence: { codeHashes: [`0x${'dd'.repeat(32)}`] } }, /^CODE_HASH_CHANGED/],
  ['decimals that changed', { evidence: { decimals: [{ token: TOKEN, found: 6n }] } }, /^DECIMALS_CHANGED/],
  [
    'decimals that were not read',
    { evidence: { decimals: [{ token: TOKEN, found: undefined }] } },
    /^DECIMALS_CHANGED.*unread/,
  ],
  [
    'a base unit beyond its own limit',
    { amount: 10n ** 18n + 1n },
    /spends 3000.000001 USDC, allowed are 3000 USDC/,
  ],
  ['one source above its own limit', { prices: [3_000n, 3_001n] }, /spends 3001 USDC, allowed are 3000 USDC/],
  [
    'what leaves a position below its least health',
    { evidence: { positions: fallTo(POLICY.minHealth - 1n) } },
    /^HEALTH_TOO_LOW/,
  ],
  [
    'what leaves while positions cannot be read',
    {
      evidence: { positions: { ...fallTo(POLICY.minHealth), after: { positions: [], problem: 'it hangs' } } },
    },
    /^POSITION_UNREADABLE.*it hangs/,
  ],
  ['risk while an asset gives no balance', { evidence: { unreadAssets: [TOKEN] } }, /^BALANCE_UNREADABLE/],
  ['sources that diverge', { prices: [3_000n, 30n] }, /^PRICE_DIVERGED/],
  ['a price of zero', { prices: [0n, 3_000n] }, /^PRICE_MISSING/],
])('I3: it refuses %s', (_, change, reason) => {
  expect(review(change) ?? 'signed for').toMatch(reason)
})

test('I3: what breaks the review itself is no consent', () => {
  const of = () => {
    throw new RangeError('no such price')
  }
  expect(() => review({ evidence: { prices: { of } } })).toThrow('no such price')
})

test('I3: it refuses what would revert', () => {
  const calls = [{ ok: false, returnData: '0x', gasUsed: 1n, logs: [] }] as const
  const simulation = { calls, before: EMPTY_STATE, after: EMPTY_STATE }
  expect(review({ evidence: { simulation } })).toMatch(/revert/)
})

const signature = (authority: Partial<SignedAuthority> = {}, denial?: ToolError): Case => {
  const given: SignedAuthority = {
    token: TOKEN,
    spender: SPENDER,
    recipients: [],
    amountBaseUnits: 10n ** 18n,
    untilSeconds: BigInt(NOW + 600),
    ...authority,
  }
  const { token, spender, recipients, amountBaseUnits } = given
  const approvals = spender ? [{ token, spender, amountBaseUnits }] : []
  const leaf = { ...NO_EFFECT, functionName: 'PermitSingle', approvals, recipients, tokens: [token] }
  return {
    request: {
      calls: [],
      gasLimit: 0n,
      typedData: { domain: {}, types: {}, primaryType: 'PermitSingle', message: {} },
    },
    evidence: {
      decoded: { leaves: [leaf], undecodable: [], calls: [] },
      signed: { authorities: [given], ...(denial ? { denial } : {}) },
      simulation: undefined,
      isPaused: false,
      outflows: [],
      balances: [],
      allowanceGrowth: [{ token, spender: SPENDER, growthBaseUnits: amountBaseUnits }],
    },
  }
}

const unsaid = ({ evidence: { isPaused: _, ...evidence } = {}, ...rest }: Case): Case => ({
  ...rest,
  evidence,
})

test('default: a signature for a listed spender within the limit is signed for', () => {
  expect(review(signature())).toBeUndefined()
})

test.each<[string, Case, RegExp]>([
  [
    'is not understood',
    signature({}, new ToolError('SIGNATURE_CHAIN', { found: 1, expected: 2 })),
    /^SIGNATURE_CHAIN/,
  ],
  ['is for an outsider', signature({ spender: STRANGER }), /^SPENDER_NOT_ALLOWED/],
  ['pays an outsider', signature({ recipients: [STRANGER] }), /^RECIPIENT_NOT_ALLOWED/],
  ['is over a token that is no asset', signature({ token: STRANGER }), /^TOKEN_NOT_ALLOWED/],
  [
    'is over more than the limit',
    signature({ amountBaseUnits: 10n ** 18n + 1n }),
    /spends 3000.000001 USDC, allowed are 3000 USDC/,
  ],
  [
    'comes while the node is silent',
    { ...signature(), evidence: { ...signature().evidence, state: undefined } },
    /^no simulation/,
  ],
  [
    'comes while the cage is paused',
    { ...signature(), evidence: { ...signature().evidence, isPaused: true } },
    /^the cage is paused/,
  ],
  ['comes while nobody says whether the cage is paused', unsaid(signature()), /^the cage is paused/],
  [
    'is over code that changed',
    { ...signature(), evidence: { ...signature().evidence, codeHashes: [`0x${'dd'.repeat(32)}`] } },
    /^CODE_HASH_CHANGED/,
  ],
])('I3 I7: it refuses a signature that %s', (_, change, reason) => {
  expect(review(change) ?? 'signed for').toMatch(reason)
})

test('I3 I16: every field is part of what is signed', () => {
  const request: GuardianRequest = {
    chainId: 1,
    account: ACCOUNT,
    permitId: `0x${'11'.repeat(32)}`,
    calls: [{ to: TOKEN, valueWei: 1n, data: '0x01' }],
    deadlineSeconds: 1n,
    gasLimit: 1n,
    maxFeePerGasWei: 1n,
  }
  const call = { to: TOKEN, valueWei: 1n, data: '0x01' } as const
  const changes: readonly Partial<GuardianRequest>[] = [
    {},
    { chainId: 2 },
    { account: STRANGER },
    { permitId: `0x${'12'.repeat(32)}` },
    { calls: [{ ...call, to: STRANGER }] },
    { calls: [{ ...call, valueWei: 2n }] },
    { calls: [{ ...call, data: '0x02' }] },
    { calls: [call, call] },
    { deadlineSeconds: 2n },
    { calls: [], typedData: { domain: {}, types: {}, primaryType: 'A', message: {} } },
    { calls: [], typedData: { domain: {}, types: {}, primaryType: 'A', message: { a: 1 } } },
  ]
  const hashes = changes.map((change) => hashGuardianRequest({ ...request, ...change }))
  expect(new Set(hashes).size).toBe(changes.length)
  // The caps on gas are reviewed, and no cage could verify them.
  expect(hashGuardianRequest({ ...request, gasLimit: 2n, maxFeePerGasWei: 2n })).toBe(hashes[0])
})
