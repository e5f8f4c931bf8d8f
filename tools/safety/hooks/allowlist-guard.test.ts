import { type Address, encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { type DecodedCall, NO_EFFECT } from '../../core/call-decoder.ts'
import type { Pledge } from '../../core/position.ts'
import type { Evidence } from '../evidence/evidence.ts'
import { buildEvidence } from '../fixtures/build-evidence.ts'
import { buildAsset, buildPolicy } from '../fixtures/build-policy.ts'
import { buildRequest } from '../fixtures/build-request.ts'
import type { SafetyPolicy, TargetRule } from '../policy/policy.ts'
import { checkAllowlist, checkOwnerCalls } from './allowlist-guard.ts'
import type { HookRequest } from './hook.ts'

const [TOKEN, STRAY, SETTLER, PAYEE] = ['11', '22', '33', '77'].map((byte) => `0x${byte.repeat(20)}`) as [
  Address,
  Address,
  Address,
  Address,
]
const NOW = 1_000
const policy = buildPolicy({
  assets: [buildAsset({ token: TOKEN })],
  spenders: [SETTLER],
  recipients: [PAYEE],
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
    ['proceeds for whom the account may pay', 'RECIPIENT_NOT_ALLOWED', { to: PAYEE }],
    ['a token that is not listed', 'TOKEN_NOT_ALLOWED', { legs: [{ token: STRAY, amount: 1n }] }],
    ['no bound', 'AUTHORITY_NOT_ALLOWED', { legs: [{ token: TOKEN, amount: -(2n ** 128n) }] }],
    ['more than a day', 'ALLOWANCE_DEADLINE', { untilSeconds: NOW + 86_401 }],
  ])('I70: %s is denied', (_, code, changes) => {
    expect(check(changes)).toThrow(expect.objectContaining({ code, layer: 'allowlist-guard' }))
  })
})

describe('calls', () => {
  const listed: SafetyPolicy = {
    ...policy,
    targets: [{ address: TOKEN, selectors: ['0xa9059cbb', '0x095ea7b3'] }],
  }
  const approve = (token: Address) => ({ approvals: [{ token, spender: SETTLER, amountBaseUnits: 1n }] })
  const see = (to: Address, leaf: Partial<DecodedCall>, data: Hex = '0x') => {
    const leaves = [{ ...NO_EFFECT, functionName: 'none', ...leaf }]
    const evidence = buildEvidence({
      decoded: { leaves, undecodable: [], calls: [{ to, valueWei: 1n, data }] },
    })
    return () => checkAllowlist(buildRequest({ policy: listed, evidence }))
  }

  test('default: what is paid out to the account, and an allowance of a listed token, pass', () => {
    see(TOKEN, { functionName: 'withdraw', recipients: [account] }, '0xa9059cbb')()
    see(TOKEN, approve(TOKEN), '0x095ea7b3')()
  })

  test('I7: error: ALLOWANCE_DEADLINE: an allowance may end at the last second for which anything is signed, and no later', () => {
    const ending = (untilSeconds: number) => ({
      approvals: [{ token: TOKEN, spender: SETTLER, amountBaseUnits: 1n, untilSeconds }],
    })
    const last = NOW + listed.maxSignatureSeconds
    see(TOKEN, ending(last), '0x095ea7b3')()
    expect(see(TOKEN, ending(last + 1), '0x095ea7b3')).toThrow(
      expect.objectContaining({ code: 'ALLOWANCE_DEADLINE', layer: 'allowlist-guard' }),
    )
  })

  test('I35: error: TARGET_NOT_ALLOWED: the account pays nothing to itself', () => {
    expect(see(account, { recipients: [account] })).toThrow(
      expect.objectContaining({ code: 'TARGET_NOT_ALLOWED' }),
    )
  })

  test('I35: error: RECIPIENT_NOT_ALLOWED: nor does it transfer tokens to itself, which the cage refuses', () => {
    expect(see(TOKEN, { functionName: 'transfer', recipients: [account] }, '0xa9059cbb')).toThrow(
      expect.objectContaining({ code: 'RECIPIENT_NOT_ALLOWED' }),
    )
  })

  test('I35: error: AUTHORITY_NOT_ALLOWED: nobody gets a role of the account, the operator neither', () => {
    const { operator } = buildRequest()
    expect(see(TOKEN, { empowers: [operator] }, '0xa9059cbb')).toThrow(
      expect.objectContaining({ code: 'AUTHORITY_NOT_ALLOWED' }),
    )
  })

  test('I39: error: TOKEN_NOT_ALLOWED: an allowance of a token that only its approval names', () => {
    expect(see(TOKEN, approve(STRAY), '0x095ea7b3')).toThrow(
      expect.objectContaining({ code: 'TOKEN_NOT_ALLOWED' }),
    )
  })
})

test('I39: error: TARGET_NOT_ALLOWED for what is listed of another chain', () => {
  const book = { ...buildRequest().book, chainId: policy.chainId + 1 }
  expect(() => checkAllowlist(buildRequest({ policy, book }))).toThrow(
    expect.objectContaining({ code: 'TARGET_NOT_ALLOWED' }),
  )
})

test.each<[string, readonly Hex[]]>([
  ['other code', [`0x${'bb'.repeat(32)}`]],
  ['code that nobody read', []],
])('I18: error: CODE_HASH_CHANGED for %s of a listed contract', (_, codeHashes) => {
  const pinned = buildPolicy({
    targets: [{ address: SETTLER, selectors: [], codeHash: `0x${'aa'.repeat(32)}` }],
  })
  const evidence = buildEvidence({ targets: [SETTLER], codeHashes })
  expect(() => checkAllowlist(buildRequest({ policy: pinned, evidence }))).toThrow(
    expect.objectContaining({ code: 'CODE_HASH_CHANGED' }),
  )
})

describe('a proxy', () => {
  const hash = (byte: string): Hex => `0x${byte.repeat(32)}`
  const behind = { slot: hash('00'), address: SETTLER, codeHash: hash('aa') }
  const see = (address: Address, codeHash: Hex | undefined) => () => {
    const implementations = [{ proxy: TOKEN, expected: behind, address, codeHash }]
    checkAllowlist(buildRequest({ policy, evidence: buildEvidence({ implementations } as never) }))
  }

  test('default: what was reviewed behind it passes', () => {
    see(SETTLER, hash('aa'))()
  })

  test.each<[string, string, Address, Hex | undefined]>([
    ['IMPLEMENTATION_CHANGED', 'another contract behind it', STRAY, hash('aa')],
    ['CODE_HASH_CHANGED', 'other code of the same contract', SETTLER, hash('bb')],
    ['CODE_HASH_CHANGED', 'code that nobody read', SETTLER, undefined],
  ])('I8: error: %s for %s', (code, _, address, codeHash) => {
    expect(see(address, codeHash)).toThrow(expect.objectContaining({ code }))
  })
})

test.each<[string, Address | undefined, boolean]>([
  ['the account', account, true],
  ['another', STRAY, false],
  ['nobody of whom its contract knows', undefined, false],
])('I61: a position of %s may be added to: %s', (_, owner, passes) => {
  const position = { protocol: 'lender', contract: SETTLER, id: '7', change: 'increase' } as const
  const evidence = buildEvidence({ positionOwners: [{ position, owner }] })
  const ask = () => checkAllowlist(buildRequest({ policy, evidence }))
  if (passes) expect(ask).not.toThrow()
  else expect(ask).toThrow(expect.objectContaining({ code: 'BENEFICIARY_NOT_ALLOWED' }))
})

describe("an owner's calls", () => {
  const [GATE, APPROVER, COLLECTION] = ['44', '55', '66'].map((byte) => `0x${byte.repeat(20)}`) as [
    Address,
    Address,
    Address,
  ]
  const owned = {
    ...policy,
    owner: GATE,
    approver: APPROVER,
    targets: [...policy.targets, { address: COLLECTION, selectors: [] }],
  }
  const move = (to: Address, from: Address, recipient: Address) => () => {
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transferFrom',
      args: [from, recipient, 1n],
    })
    const { plan, ...request } = buildRequest({ policy: owned })
    const calls = [{ to, valueWei: 0n, data }]
    checkOwnerCalls({ ...request, plan: { ...plan, calls } as never })
  }

  test('default: the approver pays in, and gets the token of a position', () => {
    move(TOKEN, APPROVER, account)()
    move(COLLECTION, GATE, APPROVER)()
  })

  test.each([
    ['what another account has is not taken', TOKEN, STRAY, account],
    ['what is paid in goes to the account alone', TOKEN, APPROVER, STRAY],
    ["tokens of the gate's own go nowhere by an allowance", TOKEN, GATE, APPROVER],
    ['a position goes to nobody else', COLLECTION, GATE, STRAY],
    ['nobody else loses a position', COLLECTION, APPROVER, GATE],
    ['what is neither asset nor target is not called', STRAY, GATE, APPROVER],
  ])('error: TARGET_NOT_ALLOWED: %s', (_, to, from, recipient) => {
    expect(move(to, from, recipient)).toThrow(expect.objectContaining({ code: 'TARGET_NOT_ALLOWED' }))
  })

  describe('what is listed for the owner', () => {
    const [ACT, OTHER_ACT]: readonly [Hex, Hex] = ['0x11111111', '0x22222222']
    const listing = (rule: Partial<TargetRule>): SafetyPolicy => ({
      ...owned,
      targets: [...policy.targets, { address: COLLECTION, selectors: [], ...rule }],
    })
    const call = (listed: SafetyPolicy, data: Hex, to = COLLECTION) => {
      const { plan, ...request } = buildRequest({ policy: listed })
      checkOwnerCalls({ ...request, plan: { ...plan, calls: [{ to, valueWei: 0n, data }] } as never })
    }
    const stray = expect.objectContaining({ code: 'TARGET_NOT_ALLOWED' })

    test('default: the very function of the very contract', () => {
      const listed = listing({ ownerSelectors: [ACT] })
      call(listed, ACT)
      expect(() => call(listed, OTHER_ACT)).toThrow(stray)
      expect(() => call(listed, '0x')).toThrow(stray)
      expect(() => call(listed, ACT, STRAY)).toThrow(stray)
      expect(() => call(listed, ACT, TOKEN)).toThrow(stray)
    })

    test("error: TARGET_NOT_ALLOWED: what is listed for the cage or the operator is not the owner's", () => {
      expect(() => call(listing({ selectors: [ACT] }), ACT)).toThrow(stray)
      expect(() => call(listing({ operatorSelectors: [ACT] }), ACT)).toThrow(stray)
    })

    test('error: SELECTOR_NOT_ALLOWED: nor may the cage what the owner may', () => {
      const request = buildRequest({ policy: listing({ ownerSelectors: [ACT] }) })
      const decoded = { ...request.evidence.decoded, calls: [{ to: COLLECTION, valueWei: 0n, data: ACT }] }
      expect(() => checkAllowlist({ ...request, evidence: { ...request.evidence, decoded } })).toThrow(
        expect.objectContaining({ code: 'SELECTOR_NOT_ALLOWED' }),
      )
    })

    test('I31: error: AUTHORITY_NOT_ALLOWED: what is never bounded is not theirs to give either', () => {
      const leaf = { ...NO_EFFECT, functionName: 'setApprovalForAll', forbidden: 'setApprovalForAll' }
      const decoded = { leaves: [leaf], undecodable: [], calls: [] }
      const { plan, ...request } = buildRequest({ policy: listing({ ownerSelectors: [ACT] }) })
      const calls = [{ to: COLLECTION, valueWei: 0n, data: ACT }]
      const evidence = buildEvidence({ decoded })
      expect(() => checkOwnerCalls({ ...request, evidence, plan: { ...plan, calls } as never })).toThrow(
        expect.objectContaining({ code: 'AUTHORITY_NOT_ALLOWED' }),
      )
    })

    test('error: CODE_HASH_CHANGED', () => {
      const listed = listing({ ownerSelectors: [ACT], codeHash: `0x${'1'.repeat(64)}` })
      const { plan, evidence, ...request } = buildRequest({ policy: listed })
      const calls = [{ to: COLLECTION, valueWei: 0n, data: ACT }]
      const seen = { ...evidence, targets: [COLLECTION], codeHashes: [`0x${'2'.repeat(64)}` as Hex] }
      expect(() =>
        checkOwnerCalls({ ...request, evidence: seen, plan: { ...plan, calls } as never }),
      ).toThrow(expect.objectContaining({ code: 'CODE_HASH_CHANGED' }))
    })
  })

  describe('a payment', () => {
    const pay = (recipient: Address, changes: Partial<HookRequest> = {}, seen: Partial<Evidence> = {}) => {
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [recipient, 1n] })
      const leaf = { ...NO_EFFECT, functionName: 'transfer', recipients: [recipient] }
      const decoded = { leaves: [leaf], undecodable: [], calls: [] }
      const { plan, ...request } = buildRequest({ policy: owned, ...changes })
      const calls = [{ to: TOKEN, valueWei: 0n, data }]
      const evidence = buildEvidence({ decoded, ...seen })
      return () => checkOwnerCalls({ ...request, evidence, plan: { ...plan, calls } as never })
    }

    test.each([
      ['the account', account],
      ['the gate', GATE],
      ['the approver', APPROVER],
    ])('default: %s may get one', (_, recipient) => {
      pay(recipient)()
    })

    test('I61: error: RECIPIENT_NOT_ALLOWED for another', () => {
      expect(pay(STRAY)).toThrow(expect.objectContaining({ code: 'RECIPIENT_NOT_ALLOWED' }))
    })

    test('I9: error: DECIMALS_CHANGED', () => {
      expect(pay(GATE, {}, { decimals: [{ token: TOKEN, found: 6n }] })).toThrow(
        expect.objectContaining({ code: 'DECIMALS_CHANGED' }),
      )
    })

    test('I39: error: TARGET_NOT_ALLOWED on another chain', () => {
      const { book } = buildRequest()
      expect(pay(GATE, { book: { ...book, chainId: 1 } })).toThrow(
        expect.objectContaining({ code: 'TARGET_NOT_ALLOWED' }),
      )
    })

    test('I31: error: AUTHORITY_NOT_ALLOWED for an EIP-7702 authorisation on top of it', () => {
      const plan = { ...buildRequest().plan, authorizationList: [] }
      expect(pay(GATE, { plan })).toThrow(expect.objectContaining({ code: 'AUTHORITY_NOT_ALLOWED' }))
    })
  })

  test('error: TARGET_NOT_ALLOWED: bytes that cannot be read', () => {
    const { plan, ...request } = buildRequest({ policy: owned })
    const calls = [{ to: TOKEN, valueWei: 0n, data: '0x23b872dd00' }]
    expect(() => checkOwnerCalls({ ...request, plan: { ...plan, calls } as never })).toThrow(
      expect.objectContaining({ code: 'TARGET_NOT_ALLOWED' }),
    )
  })
})
