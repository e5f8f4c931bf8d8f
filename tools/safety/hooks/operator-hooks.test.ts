import { type Address, encodeFunctionData, erc20Abi, type Hex, toFunctionSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import { type DecodedCall, NO_EFFECT } from '../../core/call-decoder.ts'
import type { ToolError } from '../../core/errors.ts'
import { planOperatorTransaction } from '../../core/plan.ts'
import { PAUSE_CALL } from '../evidence/encode-cage-execute.ts'
import type { Evidence } from '../evidence/evidence.ts'
import { buildEvidence } from '../fixtures/build-evidence.ts'
import { buildAsset, buildPolicy } from '../fixtures/build-policy.ts'
import { buildRequest } from '../fixtures/build-request.ts'
import type { Hook, HookName, HookRequest } from './hook.ts'
import { createHooks } from './index.ts'
import { createOperatorHooks } from './operator-hooks.ts'

const [POOL, TOKEN, OTHER] = ['11', '22', '33'].map((byte) => `0x${byte.repeat(20)}`) as [
  Address,
  Address,
  Address,
]
const GROW: Hex = '0x32148f67'
const LEAF: DecodedCall = { ...NO_EFFECT, functionName: 'grow' }
const CALL = { to: POOL, valueWei: 0n, data: GROW }
const { account, operator, book } = buildRequest()
const hash: Hex = `0x${'ab'.repeat(32)}`
const listed = (address: Address, selector: Hex) => ({
  address,
  selectors: [],
  operatorSelectors: [selector],
})
const policy = buildPolicy({
  assets: [buildAsset({ token: TOKEN })],
  targets: [
    { ...listed(POOL, GROW), codeHash: hash },
    listed(account, PAUSE_CALL),
    { address: OTHER, selectors: [GROW] },
  ],
})

interface Act {
  readonly to?: Address
  readonly data?: Hex
  readonly leaf?: Partial<DecodedCall>
  readonly evidence?: Partial<Evidence>
  readonly request?: Partial<HookRequest>
}

const ask = async (name: HookName, act: Act, hooks: readonly Hook[] = HOOKS) => {
  const { to = POOL, data = GROW, leaf = {}, evidence = {}, request = {} } = act
  const plan = planOperatorTransaction({ to, data })
  const decoded = {
    leaves: [{ ...LEAF, ...leaf }],
    undecodable: [],
    calls: plan.calls,
  }
  const found = buildEvidence({
    decoded,
    targets: [to],
    codeHashes: [hash],
    actionClass: 'close-position',
    operatorAct: { effects: [], isPaused: false },
    ...evidence,
  })
  const hook = hooks.find((one) => one.name === name) as Hook
  try {
    return (await hook.check(buildRequest({ policy, plan, evidence: found, ...request }))).kind
  } catch (error) {
    return (error as ToolError).code
  }
}

const HOOKS = createOperatorHooks(createHooks({ resultFilter: (result) => result }))
const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [OTHER, 1n] })
const encode = (signature: string) => toFunctionSelector(`function ${signature}`)

describe('allow-list', () => {
  test('default: what is listed passes, the pause of the cage among it', async () => {
    expect(await ask('allowlist-guard', {})).toBe('allow')
    expect(await ask('allowlist-guard', { to: account, data: PAUSE_CALL })).toBe('allow')
  })

  test('behavior: bytes may pay the account, and nobody else', async () => {
    expect(await ask('allowlist-guard', { leaf: { recipients: [account] } })).toBe('allow')
    expect(await ask('allowlist-guard', { leaf: { recipients: [account, operator] } })).toBe(
      'AUTHORITY_NOT_ALLOWED',
    )
  })

  test.each<[string, string, Act]>([
    [
      'a contract that is not listed',
      'TARGET_NOT_ALLOWED',
      { to: '0x4444444444444444444444444444444444444444' },
    ],
    ['what is listed for the cage alone', 'TARGET_NOT_ALLOWED', { to: OTHER }],
    ['another function', 'SELECTOR_NOT_ALLOWED', { data: '0x12345678' }],
    ['no function', 'SELECTOR_NOT_ALLOWED', { data: '0x' }],
    ['another chain', 'TARGET_NOT_ALLOWED', { request: { book: { ...book, chainId: 1 } } }],
    ['other code', 'CODE_HASH_CHANGED', { evidence: { codeHashes: [`0x${'cd'.repeat(32)}`] } }],
    [
      'what nobody can read',
      'UNDECODABLE_CALL',
      {
        evidence: {
          decoded: { leaves: [], undecodable: [{ index: 0, to: POOL, selector: GROW }], calls: [] },
        },
      },
    ],
    [
      'what is read as nothing',
      'AUTHORITY_NOT_ALLOWED',
      { evidence: { decoded: { leaves: [], undecodable: [], calls: [] } } },
    ],
    ['what a guard forbids', 'AUTHORITY_NOT_ALLOWED', { leaf: { forbidden: 'everything' } }],
    [
      'an approval in its bytes',
      'AUTHORITY_NOT_ALLOWED',
      { leaf: { approvals: [{ token: TOKEN, spender: OTHER, amountBaseUnits: 0n }] } },
    ],
    [
      'what goes out by its bytes',
      'AUTHORITY_NOT_ALLOWED',
      { leaf: { outflows: [{ token: TOKEN, amountBaseUnits: 0n }] } },
    ],
    ['what comes in by its bytes', 'AUTHORITY_NOT_ALLOWED', { leaf: { inflows: [TOKEN] } }],
    [
      'a position in its bytes',
      'AUTHORITY_NOT_ALLOWED',
      { leaf: { positions: [{ protocol: 'amm', contract: POOL, id: '7', change: 'collect' }] } },
    ],
    [
      'a pledge in its bytes',
      'AUTHORITY_NOT_ALLOWED',
      { leaf: { pledges: [{ legs: [], spender: OTHER, to: account, untilSeconds: 1 }] } },
    ],
    ['a payment in its bytes', 'AUTHORITY_NOT_ALLOWED', { leaf: { recipients: [OTHER] } }],
    ['a role in its bytes', 'AUTHORITY_NOT_ALLOWED', { leaf: { empowers: [operator] } }],
    ['a token in its bytes', 'AUTHORITY_NOT_ALLOWED', { leaf: { tokens: [TOKEN] } }],
    ['a call within', 'AUTHORITY_NOT_ALLOWED', { leaf: { inner: [{ undecodable: '0x' }] } }],
    [
      'what is read as two calls',
      'AUTHORITY_NOT_ALLOWED',
      { evidence: { decoded: { leaves: [LEAF, LEAF], undecodable: [], calls: [CALL] } } },
    ],
    [
      'two calls that are read as one',
      'AUTHORITY_NOT_ALLOWED',
      { evidence: { decoded: { leaves: [LEAF], undecodable: [], calls: [CALL, CALL] } } },
    ],
  ])('I31 I39: error: %s is denied as %s', async (_, code, act) => {
    expect(await ask('allowlist-guard', act)).toBe(code)
  })

  const mistaken = (to: Address, data: Hex): Act => ({
    to,
    data,
    request: { policy: { ...policy, targets: [listed(to, data.slice(0, 10) as Hex)] } },
  })
  test.each<[string, string, Act]>([
    ['the cage to act', 'SELECTOR_NOT_ALLOWED', mistaken(account, '0x12345678')],
    ['itself', 'TARGET_NOT_ALLOWED', mistaken(operator, GROW)],
    ['an asset', 'TARGET_NOT_ALLOWED', mistaken(TOKEN, GROW)],
    ['an approval', 'AUTHORITY_NOT_ALLOWED', mistaken(POOL, approve)],
    [
      'all of a collection',
      'AUTHORITY_NOT_ALLOWED',
      mistaken(POOL, encode('setApprovalForAll(address, bool)')),
    ],
    ['its votes', 'AUTHORITY_NOT_ALLOWED', mistaken(POOL, encode('delegate(address)'))],
    ['a module of a Safe', 'AUTHORITY_NOT_ALLOWED', mistaken(POOL, encode('enableModule(address)'))],
    [
      'an allowance in Permit2',
      'AUTHORITY_NOT_ALLOWED',
      mistaken(POOL, encode('approve(address, address, uint160, uint48)')),
    ],
  ])('I7: error: an owner who lists %s for it is mistaken', async (_, code, act) => {
    expect(await ask('allowlist-guard', act)).toBe(code)
  })

  test('I31: error: an EIP-7702 authorisation on top of it', async () => {
    const plan = { ...planOperatorTransaction({ to: POOL, data: GROW }), authorizationList: [] }
    expect(await ask('allowlist-guard', { request: { plan } })).toBe('AUTHORITY_NOT_ALLOWED')
  })
})

describe('the cage', () => {
  test('I48: a pause stops here what is no exit, since the cage is not asked', async () => {
    const paused = { operatorAct: { effects: [], isPaused: true } } as const
    expect(await ask('policy-cage', { evidence: paused })).toBe('allow')
    expect(await ask('policy-cage', { evidence: { ...paused, actionClass: 'rebalance' } })).toBe(
      'CAGE_PAUSED',
    )
    const silent = { operatorAct: { effects: [], isPaused: undefined } }
    expect(await ask('policy-cage', { evidence: silent })).toBe('CAGE_UNVERIFIABLE')
    expect(await ask('policy-cage', { evidence: { simulation: undefined } })).toBe('CAGE_UNVERIFIABLE')
  })

  test("behavior: a contract that fails with the cage's own words is not the cage", async () => {
    const { simulation } = buildEvidence()
    const failed = { ok: false, returnData: '0x' as const, gasUsed: 1n, logs: [] }
    const evidence = { simulation: { ...(simulation as NonNullable<typeof simulation>), calls: [failed] } }
    expect(await ask('policy-cage', { evidence })).toBe('allow')
    expect(await ask('policy-cage', { evidence, to: account, data: PAUSE_CALL })).toBe('CAGE_REJECTED')
  })
})

test('I27: error: MORE_THAN_GAS for whatever changes, SIMULATION_UNAVAILABLE where nobody looked', async () => {
  expect(await ask('simulator', {})).toBe('allow')
  const effects = [{ subject: 'T of the operator', found: 'from 1 to 0' }]
  expect(await ask('simulator', { evidence: { operatorAct: { effects, isPaused: false } } })).toBe(
    'MORE_THAN_GAS',
  )
  const hidden = { ...buildEvidence(), operatorAct: undefined } as never
  expect(await ask('simulator', { evidence: hidden })).toBe('SIMULATION_UNAVAILABLE')
})

test('I4: its gas is spend, for which no guardian is asked', async () => {
  const spend = { outflowUsdc: 0n, allowanceUsdc: 0n, gasUsdc: 7n, totalUsdc: 7n }
  const asking: Hook = {
    name: 'spending-limiter',
    check: () => ({ kind: 'allow', spend, guardianDemand: { found: 7n, expected: 0n } }),
  }
  const [hook] = createOperatorHooks([asking])
  expect(await hook?.check(buildRequest())).toEqual({ kind: 'allow', spend })
})
