import { type Address, encodeFunctionData, erc20Abi, type Hex, parseAbi } from 'viem'
import { expect, test, vi } from 'vitest'
import { NO_EFFECT } from '../../core/call-decoder.ts'
import type { AccountRules, OwnAccount } from '../../core/contract-account.ts'
import { type Call, planAccountTransaction } from '../../core/plan.ts'
import type { Evidence } from '../evidence/evidence.ts'
import type { OwnAccountEvidence } from '../evidence/own-account.ts'
import { buildEvidence } from '../fixtures/build-evidence.ts'
import { buildAsset, buildPolicy } from '../fixtures/build-policy.ts'
import { buildRequest } from '../fixtures/build-request.ts'
import { checkOwnCall } from './account-guard.ts'

const [SAFE, TOKEN, MODULE, GUARD, STRAY, GATE, PINNED] = ['10', '11', '22', '33', '44', '55', '66'].map(
  (byte) => `0x${byte.repeat(20)}`,
) as [Address, Address, Address, Address, Address, Address, Address]
const [REVIEWED, OTHER] = [`0x${'aa'.repeat(32)}`, `0x${'bb'.repeat(32)}`] as const
const SETTING = '0x12345678'
const SCOPE = '0x87654321'
const GIVE_UP = encodeFunctionData({
  abi: parseAbi(['function invalidate(uint256 nonce)']),
  args: [5n],
})
const policy = buildPolicy({
  owner: GATE,
  assets: [buildAsset({ token: TOKEN })],
  targets: [{ address: STRAY, selectors: [], codeHash: REVIEWED }],
  approver: SAFE,
  ownerAccount: {
    protocol: 'accounts',
    modules: [{ address: MODULE, selectors: [SCOPE], codeHash: REVIEWED }],
    guards: [{ address: GUARD }, { address: PINNED, codeHash: REVIEWED }],
  },
})
const { account, operator } = buildRequest()
const change = { before: { owners: [] }, after: { owners: [] } }
const FOUND: OwnAccountEvidence = {
  change,
  codeHashes: new Map<string, Hex>([
    [MODULE, REVIEWED],
    [GUARD, `0x${'00'.repeat(32)}`],
  ]),
}
const pay = (to: Address) => encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, 5n] })

const actsWith = (assertChange: (rules: AccountRules) => void): OwnAccount => ({
  chainId: policy.chainId,
  address: SAFE,
  acts: {
    isSetting: (data: Hex) => data === SETTING,
    assertChange: (_: unknown, rules: AccountRules) => assertChange(rules),
  } as never,
})

interface Leaf {
  readonly forbidden?: string
  readonly recipients?: readonly Address[]
  readonly empowers?: readonly Address[]
  readonly approvals?: never[]
  readonly pledges?: never[]
}

/** Check a call of the account, decoded to one leaf, or not at all. */
function check(
  call: Partial<Call>,
  leaf: Leaf | 'undecodable' = {},
  { found = FOUND, judge = () => undefined, ok = true, chainId = policy.chainId, seen }: Partial<Setup> = {},
): void {
  const whole: Call = { to: SAFE, valueWei: 0n, data: '0x', ...call }
  const decoded =
    leaf === 'undecodable'
      ? { leaves: [], undecodable: [{ index: 0, to: whole.to, selector: 'x' }], calls: [whole] }
      : { leaves: [{ ...NO_EFFECT, functionName: 'call', ...leaf }], undecodable: [], calls: [whole] }
  const evidence = buildEvidence({ decoded, ...(found ? { ownAccount: found } : {}), ...seen })
  const request = buildRequest({
    policy,
    plan: planAccountTransaction(SAFE, whole, {}) as never,
    book: { chainId, nativeSymbol: 'ETH', tokens: [], protocols: {} },
    evidence: ok
      ? evidence
      : buildEvidence({
          ...evidence,
          simulation: { ...evidence.simulation, calls: [{ ok: false }] } as never,
        }),
  })
  checkOwnCall(request, actsWith(judge))
}

interface Setup {
  readonly found: OwnAccountEvidence | undefined
  readonly judge: (rules: AccountRules) => void
  readonly ok: boolean
  readonly chainId: number
  readonly seen: Partial<Evidence>
}

test.each<[string, Partial<Call>, Leaf | 'undecodable']>([
  ['an empty call to itself', {}, 'undecodable'],
  ['a setting, which guards forbid elsewhere', { data: SETTING }, { forbidden: 'a setting' }],
  ['a payment to the account of the agent', { to: TOKEN, data: pay(account) }, { recipients: [account] }],
  ['a listed function of a listed module', { to: MODULE, data: SCOPE }, {}],
  ['an approval that is given up', { to: GATE, data: GIVE_UP }, {}],
  ['a role for the operator', { to: MODULE, data: SCOPE }, { empowers: [operator] }],
])('default: %s', (_, call, leaf) => {
  expect(() => check(call, leaf)).not.toThrow()
})

test('I31: error: AUTHORITY_NOT_ALLOWED for an EIP-7702 authorisation on top of it', () => {
  const call = { data: SETTING, authorizationList: [] } as Partial<Call>
  expect(() => check(call, { forbidden: 'a setting' })).toThrow(
    expect.objectContaining({ code: 'AUTHORITY_NOT_ALLOWED' }),
  )
})

test.each<[string, string, Partial<Call>, Leaf | 'undecodable']>([
  ['TARGET_NOT_ALLOWED', 'an empty call elsewhere', { to: STRAY }, {}],
  ['TARGET_NOT_ALLOWED', 'a setting of another account', { to: STRAY, data: SETTING }, {}],
  ['TARGET_NOT_ALLOWED', 'value to itself', { valueWei: 1n, data: SETTING }, {}],
  ['TARGET_NOT_ALLOWED', 'value to a token', { to: TOKEN, valueWei: 1n, data: pay(account) }, {}],
  ['TARGET_NOT_ALLOWED', 'the cage', { to: account, data: SCOPE }, {}],
  ['TARGET_NOT_ALLOWED', 'other bytes to itself', { data: SCOPE }, {}],
  ['SELECTOR_NOT_ALLOWED', 'another function of a module', { to: MODULE, data: SETTING }, {}],
  ['SELECTOR_NOT_ALLOWED', 'another function of the gate', { to: GATE, data: SCOPE }, {}],
  ['TARGET_NOT_ALLOWED', 'what gives up at another gate', { to: STRAY, data: GIVE_UP }, {}],
  ['TARGET_NOT_ALLOWED', 'value to the gate', { to: GATE, valueWei: 1n, data: GIVE_UP }, {}],
  ['UNDECODABLE_CALL', 'what gives up and says more', { to: GATE, data: GIVE_UP }, 'undecodable'],
  ['SELECTOR_NOT_ALLOWED', 'another function of a token', { to: TOKEN, data: SCOPE }, {}],
  ['RECIPIENT_NOT_ALLOWED', 'a payment to another', { to: TOKEN, data: pay(STRAY) }, { recipients: [STRAY] }],
  ['AUTHORITY_NOT_ALLOWED', 'what is always denied', { to: MODULE, data: SCOPE }, { forbidden: 'a thing' }],
  [
    'AUTHORITY_NOT_ALLOWED',
    'a role for another',
    { to: MODULE, data: SCOPE },
    { empowers: [operator, STRAY] },
  ],
  ['AUTHORITY_NOT_ALLOWED', 'a role for the cage', { to: MODULE, data: SCOPE }, { empowers: [account] }],
  [
    'AUTHORITY_NOT_ALLOWED',
    'an allowance',
    { to: TOKEN, data: pay(account) },
    { approvals: [{ token: TOKEN, spender: account, amountBaseUnits: 1n }] as never[] },
  ],
  [
    'AUTHORITY_NOT_ALLOWED',
    'a pledge',
    { to: MODULE, data: SCOPE },
    { pledges: [{ legs: [], spender: MODULE, to: account, untilSeconds: 1 }] as never[] },
  ],
  ['UNDECODABLE_CALL', 'what nobody can read', { to: MODULE, data: SCOPE }, 'undecodable'],
])('I58: %s for %s', (code, _, call, leaf) => {
  expect(() => check(call, leaf)).toThrow(expect.objectContaining({ code, layer: 'allowlist-guard' }))
})

test('I58: CODE_HASH_CHANGED where a module that it calls is not the one that was reviewed', () => {
  const found = { ...FOUND, codeHashes: new Map<string, Hex>([[MODULE, OTHER]]) }
  const call = { to: MODULE, data: SCOPE } as const
  expect(() => check(call, {}, { found })).toThrow(expect.objectContaining({ code: 'CODE_HASH_CHANGED' }))
  // One that it does not touch keeps nobody from taking it away.
  expect(() => check({}, 'undecodable', { found })).not.toThrow()
})

test.each<[string, Hex | undefined, boolean]>([
  ['the code that was reviewed', REVIEWED, true],
  ['other code', OTHER, false],
  ['code that nobody read', undefined, false],
])('I58: a guard of %s', (_, hash, passes) => {
  const found = { ...FOUND, codeHashes: new Map(hash ? [[PINNED.toLowerCase(), hash]] : []) }
  const judge = ({ hasCode }: AccountRules) => void hasCode(PINNED)
  const ask = () => check({ data: SETTING }, {}, { found, judge })
  if (passes) expect(ask).not.toThrow()
  else expect(ask).toThrow(expect.objectContaining({ code: 'CODE_HASH_CHANGED' }))
})

test.each<[string, string, Partial<Evidence>]>([
  ['DECIMALS_CHANGED', 'a token that counts otherwise', { decimals: [{ token: TOKEN, found: 6n }] }],
  ['DECIMALS_CHANGED', 'a token that does not say', { decimals: [{ token: TOKEN, found: undefined }] }],
  ['CODE_HASH_CHANGED', 'other code of a contract', { targets: [STRAY], codeHashes: [OTHER] }],
  [
    'IMPLEMENTATION_CHANGED',
    'other code behind a proxy',
    {
      implementations: [
        {
          proxy: TOKEN,
          expected: { slot: REVIEWED, address: MODULE, codeHash: REVIEWED },
          address: STRAY,
          codeHash: OTHER,
        },
      ],
    },
  ],
])('I9 I18: %s for %s, whatever is called', (code, _, seen) => {
  expect(() => check({}, 'undecodable', { seen })).toThrow(expect.objectContaining({ code }))
})

test('error: ACCOUNT_UNREADABLE, TARGET_NOT_ALLOWED on another chain', () => {
  const unread = { ...FOUND, change: undefined }
  expect(() => check({}, 'undecodable', { found: unread })).toThrow(
    expect.objectContaining({ code: 'ACCOUNT_UNREADABLE' }),
  )
  expect(() => check({}, 'undecodable', { chainId: 5 })).toThrow(
    expect.objectContaining({ code: 'TARGET_NOT_ALLOWED' }),
  )
})

test('behavior: what decides for the account afterwards is judged by its protocol, where the act succeeds', () => {
  const judge = vi.fn((rules: AccountRules) => {
    expect(rules).toMatchObject({ agents: [account, operator], modules: [MODULE], guards: [GUARD, PINNED] })
    expect(rules.hasCode(MODULE)).toBe(true)
    expect(rules.hasCode(GUARD)).toBe(false)
    expect(rules.hasCode(STRAY)).toBe(false)
  })
  check({ data: SETTING }, {}, { judge })
  expect(judge).toHaveBeenCalledOnce()
  check({ data: SETTING }, {}, { judge, ok: false })
  expect(judge).toHaveBeenCalledOnce()
})
