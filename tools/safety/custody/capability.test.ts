import { createContext, runInContext } from 'node:vm'
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads'
import { describe, expect, test } from 'vitest'
import type { Capability } from '../../core/capability.ts'
import { buildReceipt } from '../fixtures/build-receipt.ts'
import { createSecretMatcher } from '../taint/secrets.ts'
import { createSinkGuard } from '../taint/sink-guard.ts'
import {
  type Attenuation,
  type CapabilityGrant,
  type CapabilityUse,
  createCapabilityMint,
} from './capability.ts'
import { createCustody, type ExecutionRequest, type TxExecutor } from './custody.ts'

const GRANT: CapabilityGrant = {
  tools: ['weth_wrap_eth', 'weth_unwrap_eth'],
  permitId: `0x${'11'.repeat(32)}`,
  simulationHash: `0x${'22'.repeat(32)}`,
  maxSpendUsdc: 100n,
  expiresAtTick: 3,
}
const USE: CapabilityUse = {
  tool: 'weth_wrap_eth',
  permitId: GRANT.permitId,
  simulationHash: GRANT.simulationHash,
  spendUsdc: 100n,
  tick: 1,
}
const mintOne = () => {
  const mint = createCapabilityMint()
  return { mint, capability: mint.mint(GRANT) }
}
const invalid = expect.objectContaining({ code: 'CAPABILITY_INVALID', layer: 'capability' })
const thrownBy = (body: () => unknown) => {
  try {
    body()
  } catch (error) {
    return error
  }
  return undefined
}

/** Send a value to another thread's side of a channel, as a worker would get it. */
function throughPort(value: unknown): unknown {
  const { port1, port2 } = new MessageChannel()
  try {
    port1.postMessage(value)
    return receiveMessageOnPort(port2)?.message
  } finally {
    port1.close()
  }
}

/** Give a value to another realm and take what its code makes of it. */
const inRealm = (code: string, capability: Capability): unknown =>
  runInContext(code, createContext({ capability }))

describe('createCapabilityMint', () => {
  test('default: a minted capability is consumed once', () => {
    const { mint, capability } = mintOne()
    mint.consume(capability, USE)
    expect(thrownBy(() => mint.consume(capability, USE))).toEqual(invalid)
  })

  test.each<[string, (capability: Capability) => unknown]>([
    ['a spread copy', (capability) => ({ ...capability })],
    ['an assigned copy', (capability) => Object.assign(Object.create(null), capability)],
    ['a structured clone', (capability) => structuredClone(capability)],
    ['parsed JSON', (capability) => JSON.parse(JSON.stringify(capability))],
    ['a proxy', (capability) => new Proxy(capability, {})],
    ['a proxy that answers with it', (capability) => new Proxy({}, { get: () => capability })],
    ['an heir', (capability) => Object.create(capability)],
    [
      'an object with its properties',
      (capability) => Object.create(null, Object.getOwnPropertyDescriptors(capability)),
    ],
    [
      'a getter to it',
      (capability) => ({
        get value() {
          return capability
        },
      }),
    ],
    // biome-ignore lint/suspicious/noThenProperty: a thenable is one of the forgeries
    ['a thenable', (capability) => ({ then: (resolve: (value: unknown) => void) => resolve(capability) })],
    ['a promise of it', (capability) => Promise.resolve(capability)],
    ['a weak reference', (capability) => new WeakRef(capability)],
    ['a wrapper', (capability) => [capability]],
    ['a function', (capability) => () => capability],
    ['what another thread gets', (capability) => throughPort(capability)],
    ['a copy of another realm', (capability) => inRealm('({ ...capability })', capability)],
    ['a proxy of another realm', (capability) => inRealm('new Proxy(capability, {})', capability)],
    ['an heir of another realm', (capability) => inRealm('Object.create(capability)', capability)],
    [
      'parsed JSON of another realm',
      (capability) => inRealm('JSON.parse(JSON.stringify(capability))', capability),
    ],
    ['nothing', () => undefined],
    ['null', () => null],
    ['a text', () => 'capability'],
  ])('I22: error: CAPABILITY_INVALID for %s, and the real one stays good', (_, forge) => {
    const { mint, capability } = mintOne()
    const forged = forge(capability) as Capability
    expect(thrownBy(() => mint.consume(forged, USE))).toEqual(invalid)
    expect(thrownBy(() => mint.attenuate(forged, {}))).toEqual(invalid)
    mint.consume(capability, USE)
  })

  test('I22: a capability of another mint is worth nothing', () => {
    const { capability } = mintOne()
    expect(thrownBy(() => createCapabilityMint().consume(capability, USE))).toEqual(invalid)
  })

  test('I22: replacing methods of WeakMap or filling Object.prototype gives nothing', () => {
    const { mint, capability } = mintOne()
    const { get, has } = WeakMap.prototype
    const seen: unknown[] = []
    const polluted = Object.prototype as Record<string, unknown>
    WeakMap.prototype.get = (key) => {
      seen.push(key)
      return { grant: GRANT, family: { isSpent: false } }
    }
    WeakMap.prototype.has = () => true
    Object.assign(polluted, {
      grant: GRANT,
      family: { isSpent: false },
      isRevoked: false,
      maxSpendUsdc: 10n ** 9n,
    })
    const errors: unknown[] = []
    try {
      errors.push(thrownBy(() => mint.consume({} as unknown as Capability, USE)))
      errors.push(thrownBy(() => mint.consume(capability, { ...USE, spendUsdc: 101n })))
      errors.push(thrownBy(() => mint.consume(capability, USE)))
    } finally {
      Object.assign(WeakMap.prototype, { get, has })
      for (const key of ['grant', 'family', 'isRevoked', 'maxSpendUsdc']) delete polluted[key]
    }
    expect(errors).toEqual([invalid, invalid, invalid])
    expect(seen).toEqual([])
  })

  test('I22: a grant that changes after minting changes nothing', () => {
    const mint = createCapabilityMint()
    const tools = ['weth_wrap_eth']
    const capability = mint.mint({ ...GRANT, tools })
    tools[0] = 'wallet_transfer_token'
    expect(thrownBy(() => mint.consume(capability, { ...USE, tool: 'wallet_transfer_token' }))).toEqual(
      invalid,
    )
  })

  test.each<[string, Partial<CapabilityUse>]>([
    ['another tool', { tool: 'wallet_transfer_token' }],
    ['another permit', { permitId: `0x${'33'.repeat(32)}` }],
    ['another plan', { simulationHash: `0x${'33'.repeat(32)}` }],
    ['a larger spend', { spendUsdc: 101n }],
    ['a later tick', { tick: 3 }],
    ['no tick at all', { tick: Number.NaN }],
  ])('I23 I24: s22-confused-deputy: use with %s denies and still uses it up', (_, change) => {
    const { mint, capability } = mintOne()
    expect(thrownBy(() => mint.consume(capability, { ...USE, ...change }))).toEqual(invalid)
    expect(thrownBy(() => mint.consume(capability, USE))).toEqual(invalid)
  })
})

describe('attenuate', () => {
  test('I24: a child may do less, and shares the one use of its family', () => {
    const { mint, capability } = mintOne()
    const child = mint.attenuate(capability, {
      tools: ['weth_wrap_eth'],
      maxSpendUsdc: 50n,
      expiresAtTick: 2,
    })
    const sibling = mint.attenuate(capability, {})
    mint.consume(child, { ...USE, spendUsdc: 50n })
    for (const used of [child, sibling, capability]) {
      expect(thrownBy(() => mint.consume(used, USE))).toEqual(invalid)
      expect(thrownBy(() => mint.attenuate(used, {}))).toEqual(invalid)
    }
  })

  test.each<[string, Attenuation]>([
    ['another tool', { tools: ['weth_wrap_eth', 'wallet_transfer_token'] }],
    ['more spend', { maxSpendUsdc: 101n }],
    ['a later expiry', { expiresAtTick: 4 }],
    ['an expiry that is no number', { expiresAtTick: Number.NaN }],
    ['an endless expiry', { expiresAtTick: Number.POSITIVE_INFINITY }],
  ])('I24: s22-confused-deputy: a child with %s is refused', (_, limits) => {
    const { mint, capability } = mintOne()
    expect(thrownBy(() => mint.attenuate(capability, limits))).toEqual(invalid)
    mint.consume(capability, USE)
  })

  test('I24: a child never widens step by step, and binds to its parent’s permit and plan', () => {
    const { mint, capability } = mintOne()
    const child = mint.attenuate(capability, { tools: ['weth_wrap_eth'], maxSpendUsdc: 50n })
    expect(thrownBy(() => mint.attenuate(child, { tools: GRANT.tools }))).toEqual(invalid)
    expect(thrownBy(() => mint.attenuate(child, { maxSpendUsdc: 51n }))).toEqual(invalid)
    const permitId = `0x${'33'.repeat(32)}` as const
    const moved = mint.attenuate(child, { permitId } as Attenuation)
    expect(thrownBy(() => mint.consume(moved, { ...USE, spendUsdc: 1n, permitId }))).toEqual(invalid)
  })

  test('I24: s22-confused-deputy: a child that is misused takes nothing from its parent', () => {
    const { mint, capability } = mintOne()
    const child = mint.attenuate(capability, { tools: ['weth_wrap_eth'] })
    expect(thrownBy(() => mint.consume(child, { ...USE, tool: 'weth_unwrap_eth' }))).toEqual(invalid)
    mint.consume(capability, USE)
  })

  test('I24: revoking reaches everything derived, and nothing above', () => {
    const { mint, capability } = mintOne()
    const child = mint.attenuate(capability, {})
    const grandchild = mint.attenuate(child, {})
    mint.revoke(child)
    expect(thrownBy(() => mint.consume(grandchild, USE))).toEqual(invalid)
    expect(thrownBy(() => mint.consume(child, USE))).toEqual(invalid)
    mint.consume(capability, USE)
  })
})

describe('custody', () => {
  const REQUEST: ExecutionRequest = {
    ...USE,
    route: 'cage',
    calls: [],
    nonce: 0,
    gasLimit: 1n,
    maxFeePerGasWei: 0n,
    priorityFeeWei: 0n,
    deadlineSeconds: 1n,
  }
  const setUp = (execute: TxExecutor['execute']) => {
    const { mint, capability } = mintOne()
    const custody = createCustody(mint, createSinkGuard(createSecretMatcher([])))
    const never = async () => Promise.reject(new Error('not asked for'))
    custody.setTxExecutor({ execute, resend: never, replace: never })
    return { custody, capability, use: () => custody.executeTx(REQUEST, capability, 1) }
  }

  test.each<[string, TxExecutor['execute']]>([
    ['reverts', async () => buildReceipt({ status: 'reverted' })],
    ['rejects', () => Promise.reject(new Error('no'))],
    [
      'throws at once',
      () => {
        throw new Error('no')
      },
    ],
    ['times out', () => new Promise(() => {})],
  ])('I23: s21-cap-reuse-revert: an execution that %s leaves the capability used up', async (_, executor) => {
    let calls = 0
    const { use } = setUp((request) => {
      calls += 1
      return executor(request)
    })
    const first = (async () => use())().catch(() => undefined)
    await expect((async () => use())()).rejects.toEqual(invalid)
    if (_ !== 'times out') await first
    await expect((async () => use())()).rejects.toEqual(invalid)
    expect(calls).toBe(1)
  })

  test('I23: it is used up before the effect begins, and before anything is awaited', async () => {
    const second: unknown[] = []
    const { custody, capability, use } = setUp(async () => {
      second.push(thrownBy(() => custody.executeTx(REQUEST, capability, 1)))
      return buildReceipt()
    })
    const first = use()
    // Not a tick has passed.
    second.push(thrownBy(() => custody.executeTx(REQUEST, capability, 1)))
    await first
    expect(second).toEqual([invalid, invalid])
  })

  test('I23: 64 uses at once have one effect', async () => {
    let effects = 0
    const { use } = setUp(async () => {
      effects += 1
      return buildReceipt()
    })
    const uses = await Promise.allSettled(Array.from({ length: 64 }, async () => use()))
    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(effects).toBe(1)
  })
})
