import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { createEventBus } from '../../core/events.ts'
import { type OwnerOperation, planChange } from '../../core/plan.ts'
import { createApprovalCheck } from '../custody/approval-check.ts'
import { type ApprovalMessage, approvalTypedData, type OwnerApproval } from '../custody/owner-approval.ts'
import { buildChain } from '../fixtures/build-chain.ts'
import { buildPolicy } from '../fixtures/build-policy.ts'
import { createLimitKeeper } from '../policy/limit-keeper.ts'
import { createListKeeper } from '../policy/list-keeper.ts'
import { createPolicyInForce } from '../policy/policy-in-force.ts'
import { openSafetyDatabase } from '../store/open-database.ts'
import { createSafetyStore } from '../store/store.ts'
import { makeOwnerChange } from './owner-change.ts'

const [OWNER, GUARDIAN, OTHER] = ['11', '22', '33'].map((byte) =>
  privateKeyToAccount(`0x${byte.repeat(32)}`),
) as [Signer, Signer, Signer]
type Signer = ReturnType<typeof privateKeyToAccount>
const ACCOUNT = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const GATE = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const NOW = 1_000
const SKEW = 60
const PARAMS = { haltedSinceMs: 5 }

const policy = buildPolicy({
  owner: GATE,
  approver: OWNER.address,
  guardian: GUARDIAN.address,
  maxClockSkewSeconds: SKEW,
})

interface Node {
  readonly chainSeconds?: number
  readonly isUsed?: boolean
}

const buildNode = ({ chainSeconds = NOW, isUsed = false }: Node) =>
  buildChain({
    getBlock: async () => ({ timestamp: BigInt(chainSeconds) }),
    getBlockNumber: async () => 1n,
    getCode: async () => undefined,
    readContract: async () => isUsed,
  })

interface Asked {
  readonly operation?: OwnerOperation
  readonly by?: Signer
  /** The contract for which it is signed. */
  readonly gate?: Hex
  readonly nonce?: bigint
  readonly deadlineSeconds?: bigint
  readonly node?: Node
  readonly second?: Node
  readonly params?: typeof PARAMS
}

/** A safety layer whose changes do nothing but be noted. */
function createLayer(
  around: {
    readonly seal?: () => Promise<boolean>
    readonly apply?: (operation: OwnerOperation) => void
    /** For how long an operation reads. */
    readonly takesMs?: number
  } = {},
) {
  const store = createSafetyStore(openSafetyDatabase(':memory:'))
  const steps: string[] = []
  const events = createEventBus()
  events.subscribe(({ kind }) => void steps.push(kind))
  const limits = createLimitKeeper(store, policy.limits, '0x01')
  const inForce = createPolicyInForce(policy, limits, createListKeeper(store, '0x01'))
  let wallMs = NOW * 1_000
  const clock = { wallMs: () => wallMs, tick: () => 1, setTimer: () => () => undefined }
  const operation = (name: OwnerOperation) => async () => {
    wallMs += around.takesMs ?? 0
    return () => {
      around.apply?.(name)
      steps.push(`apply ${name}`)
      return { changed: name }
    }
  }

  const change = async ({
    operation: name = 'set-allowlist',
    by = OWNER,
    gate = GATE,
    nonce = 1n,
    deadlineSeconds = BigInt(NOW + 100),
    node = {},
    second,
    params = PARAMS,
  }: Asked) => {
    const providers = {
      chain: buildNode(node),
      secondProvider: second ? buildNode(second) : undefined,
    }
    const approvals = createApprovalCheck({ ...providers, policy, inForce, account: ACCOUNT, clock, store })
    const action = { tool: 'a_tool', params: PARAMS, plan: { calls: [] } }
    const message: ApprovalMessage = approvals.describe(action, { nonce, deadlineSeconds })
    const signature = await by.signTypedData(approvalTypedData(gate, message))
    const approval: OwnerApproval = { ...message, signature }
    return makeOwnerChange(
      { tool: action.tool, plan: planChange(name, params), approval },
      {
        ...providers,
        store,
        policy,
        clock,
        events,
        account: ACCOUNT,
        approvals,
        operations: {
          'clear-halt': operation('clear-halt'),
          'clear-losses': operation('clear-losses'),
          liquidate: operation('liquidate'),
          'set-allowlist': operation('set-allowlist'),
          'set-spending-limits': operation('set-spending-limits'),
        },
        carrier: {
          liquidate: async () => {
            steps.push('sell')
            return {
              status: 'disarmed',
              items: [],
              residual: undefined,
              isComplete: false,
              cancelledPermits: 0,
            }
          },
          prepare: () => void steps.push('prepare'),
        },
        sealer: {
          advance: async () => undefined,
          cover: async () => undefined,
          async seal() {
            steps.push('seal')
            return around.seal?.() ?? true
          },
        },
        nextId: () => `0x${'44'.repeat(32)}`,
      },
    )
  }
  return { change, steps, store, audited: () => store.readAudit(1, 9).map(({ kind }) => kind) }
}

const refusedAs = (code: string) => ({ code, layer: 'capability' })

test('default: what the owner approved takes effect once, is audited and sealed', async () => {
  const { change, steps, audited } = createLayer()
  expect(await change({})).toEqual({ changed: 'set-allowlist' })
  expect(steps).toEqual(['apply set-allowlist', 'seal'])
  expect(audited()).toContain('owner-change')
  await expect(change({})).rejects.toMatchObject(refusedAs('APPROVAL_USED'))
  expect(steps).toHaveLength(2)
})

test('I14: error: PERMIT_CLOCKS_DIVERGED where the head is further from the clock than they may be apart', async () => {
  const { change, steps } = createLayer()
  for (const chainSeconds of [NOW - SKEW - 1, NOW + SKEW + 1]) {
    await expect(change({ node: { chainSeconds } })).rejects.toMatchObject({ code: 'PERMIT_CLOCKS_DIVERGED' })
  }
  expect(steps).toEqual([])
  for (const [index, chainSeconds] of [NOW - SKEW, NOW + SKEW].entries()) {
    await expect(change({ node: { chainSeconds }, nonce: BigInt(index) })).resolves.toBeDefined()
  }
})

test('I14: an approval that has lapsed at one head is not revived by an earlier one', async () => {
  const { change } = createLayer()
  await change({ node: { chainSeconds: NOW + 50 } })
  const late = { nonce: 2n, deadlineSeconds: BigInt(NOW + 50) }
  await expect(change(late)).rejects.toMatchObject(refusedAs('APPROVAL_EXPIRED'))
  await expect(change({ ...late, deadlineSeconds: BigInt(NOW + 51) })).resolves.toBeDefined()
})

test('I14 I20: error: APPROVAL_EXPIRED for one that lapses while the operation reads', async () => {
  const { change, steps, audited } = createLayer({ takesMs: 10_000 })
  const late = { deadlineSeconds: BigInt(NOW + 10) }
  await expect(change(late)).rejects.toMatchObject(refusedAs('APPROVAL_EXPIRED'))
  expect(steps).toEqual([])
  expect(audited()).not.toContain('owner-change')
  await expect(change({ deadlineSeconds: BigInt(NOW + 21) })).resolves.toBeDefined()
})

test.each<[OwnerOperation, string]>([
  ['set-allowlist', 'answer'],
  ['liquidate', 'sell'],
  ['clear-halt', 'prepare'],
])('I12 I59: %s is sealed before anything follows it', async (operation, next) => {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const { change, steps } = createLayer({ seal: () => promise })
  const changing = change({ operation }).then(() => steps.push('answer'))
  await expect.poll(() => steps).toEqual([`apply ${operation}`, 'seal'])
  // Long enough for what does not wait to be done.
  await new Promise((done) => setImmediate(done))
  expect(steps).toEqual([`apply ${operation}`, 'seal'])
  resolve(true)
  await changing
  expect(steps[2]).toBe(next)
})

describe('an approval that was given up', () => {
  test.each<[string, string, Node, Node | undefined]>([
    ['APPROVAL_USED', 'its one node', { isUsed: true }, undefined],
    ['APPROVAL_USED', 'both nodes', { isUsed: true }, { isUsed: true }],
    ['PROVIDERS_DISAGREE', 'the first node alone', { isUsed: true }, {}],
    ['PROVIDERS_DISAGREE', 'the second node alone', {}, { isUsed: true }],
  ])('I55: error: %s where %s says so', async (code, _, node, second) => {
    const { change, steps } = createLayer()
    await expect(change({ node, ...(second ? { second } : {}) })).rejects.toMatchObject({ code })
    expect(steps).toEqual([])
    // It was not used up by that.
    await expect(change({ second: {} })).resolves.toBeDefined()
  })
})

describe('who approves', () => {
  test('I63: the guardian may order a sale and nothing else, by an approval for the cage', async () => {
    const { change, steps } = createLayer()
    const by = { by: GUARDIAN, gate: ACCOUNT } as const
    await expect(change(by)).rejects.toMatchObject(refusedAs('APPROVAL_NOT_SIGNED'))
    await expect(change({ ...by, operation: 'clear-halt' })).rejects.toMatchObject(
      refusedAs('APPROVAL_NOT_SIGNED'),
    )
    await expect(change({ ...by, gate: GATE, operation: 'liquidate' })).rejects.toMatchObject(
      refusedAs('APPROVAL_NOT_SIGNED'),
    )
    expect(steps).toEqual([])
    expect(await change({ ...by, operation: 'liquidate' })).toMatchObject({ status: 'disarmed' })
    expect(steps).toEqual(['apply liquidate', 'seal', 'sell'])
    // Its approvals are counted apart from those of the owner.
    await expect(change({ ...by, operation: 'liquidate' })).rejects.toMatchObject(refusedAs('APPROVAL_USED'))
    await expect(change({ operation: 'liquidate' })).resolves.toBeDefined()
  })

  test('I16: another key approves nothing, and no approval is one of other parameters', async () => {
    const { change, steps } = createLayer()
    await expect(change({ by: OTHER })).rejects.toMatchObject(refusedAs('APPROVAL_NOT_SIGNED'))
    await expect(change({ params: { haltedSinceMs: 6 } })).rejects.toMatchObject({
      ...refusedAs('APPROVAL_MISMATCH'),
      args: { field: 'paramsHash' },
    })
    expect(steps).toEqual([])
  })
})

test('behavior: a change that fails leaves its approval unused and nothing in the log', async () => {
  let isBroken = true
  const { change, steps, audited } = createLayer({
    apply: () => {
      if (isBroken) throw new Error('not now')
    },
  })
  await expect(change({})).rejects.toThrow('not now')
  expect(steps).toEqual([])
  expect(audited()).not.toContain('owner-change')
  isBroken = false
  await expect(change({})).resolves.toBeDefined()
})

test('behavior: a halt that was cleared is told, with space held for the next', async () => {
  const { change, steps } = createLayer()
  await change({ operation: 'clear-halt' })
  expect(steps).toEqual(['apply clear-halt', 'seal', 'prepare', 'halt:cleared'])
})
