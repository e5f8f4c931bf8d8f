import { Buffer } from 'node:buffer'
import { recoverTypedDataAddress, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import type { Capability } from '../../core/capability.ts'
import type { Call } from '../../core/plan.ts'
import { createSecretMatcher } from '../taint/secrets.ts'
import { createSinkGuard } from '../taint/sink-guard.ts'
import { createCapabilityMint } from './capability.ts'
import {
  createCustody,
  type ExecutionRequest,
  type RecoveryUse,
  recoveryUse,
  type SignedPermit,
} from './custody.ts'

const USE = { tool: 't', permitId: '0x01', simulationHash: '0x02', spendUsdc: 5n } as const
const typedData = {
  domain: { chainId: 1 },
  types: { Mail: [{ name: 'value', type: 'uint256' }] },
  primaryType: 'Mail',
  message: { value: '7' },
} as const
const signer = privateKeyToAccount(`0x${'11'.repeat(32)}`)

const createSigningCustody = () => {
  const mint = createCapabilityMint()
  const { tool, permitId, simulationHash, spendUsdc } = USE
  const grant = {
    tools: [tool],
    permitId,
    simulationHash,
    maxSpendUsdc: spendUsdc,
    expiresAtTick: 2,
  } as const
  return {
    custody: createCustody(mint, createSinkGuard(createSecretMatcher([]))),
    capability: mint.mint(grant),
  }
}

test('I23: typed data is signed once for a capability', async () => {
  const { custody, capability } = createSigningCustody()
  custody.setTypedDataSigner(signer)
  const signature = await custody.signTypedData({ ...USE, typedData }, capability, 1)
  await expect(recoverTypedDataAddress({ ...typedData, message: { value: 7n }, signature })).resolves.toBe(
    signer.address,
  )
  await expect(custody.signTypedData({ ...USE, typedData }, capability, 1)).rejects.toMatchObject({
    code: 'CAPABILITY_INVALID',
  })
})

test('I23: a signer that throws, or none at all, uses the capability up', async () => {
  for (const hasSigner of [true, false]) {
    const { custody, capability } = createSigningCustody()
    if (hasSigner) custody.setTypedDataSigner({ signTypedData: () => Promise.reject(new Error('offline')) })
    await expect(custody.signTypedData({ ...USE, typedData }, capability, 1)).rejects.toThrow()
    custody.setTypedDataSigner(signer)
    await expect(custody.signTypedData({ ...USE, typedData }, capability, 1)).rejects.toMatchObject({
      code: 'CAPABILITY_INVALID',
    })
  }
})

test('I23: more spend than the capability covers is not signed', async () => {
  const { custody, capability } = createSigningCustody()
  custody.setTypedDataSigner(signer)
  const request = { ...USE, spendUsdc: 6n, typedData }
  await expect(custody.signTypedData(request, capability, 1)).rejects.toMatchObject({
    code: 'CAPABILITY_INVALID',
  })
})

describe('what recovery does with signed bytes', () => {
  const PERMIT = { permitId: USE.permitId, simulationHash: USE.simulationHash }
  const KINDS: readonly RecoveryUse[] = ['resend', 'raise', 'cancel']

  const setUp = (use: RecoveryUse, permit: SignedPermit = PERMIT, sending = Promise.resolve()) => {
    const mint = createCapabilityMint()
    const sent: string[] = []
    const custody = createCustody(mint, createSinkGuard(createSecretMatcher([])))
    custody.setTxExecutor({
      execute: () => Promise.reject(new Error('not asked for')),
      resend: () => sending.then(() => void sent.push('resend')),
      replace: ({ kind }) => sending.then(() => void sent.push(kind)),
    })
    const { tool, spendUsdc, ...bound } = recoveryUse(use, permit)
    const grant = { ...bound, tools: [tool], maxSpendUsdc: spendUsdc, expiresAtTick: 2 }
    const capability = mint.mint(grant)
    const carryOut = (kind: RecoveryUse, given: Capability = capability) =>
      kind === 'resend'
        ? custody.resend({ ...PERMIT, raw: '0x' }, given, 1)
        : custody.replace({ ...PERMIT, kind, raw: '0x', maxFeePerGasWei: 1n, priorityFeeWei: 0n }, given, 1)
    return { sent, carryOut }
  }

  test.each(KINDS)('I22: a %s needs a capability, and takes one for it alone', async (use) => {
    const { sent, carryOut } = setUp(use)
    await expect(carryOut(use, null as never)).rejects.toMatchObject({ code: 'CAPABILITY_INVALID' })
    await expect(carryOut(use, {} as never)).rejects.toMatchObject({ code: 'CAPABILITY_INVALID' })
    await carryOut(use)
    expect(sent).toEqual([use])
    await expect(carryOut(use)).rejects.toMatchObject({ code: 'CAPABILITY_INVALID' })
    expect(sent).toEqual([use])
  })

  test.each(
    KINDS.flatMap((use) => KINDS.flatMap((other) => (use === other ? [] : [[use, other] as const]))),
  )('I24: a capability to %s is none to %s', async (use, other) => {
    const { sent, carryOut } = setUp(use)
    await expect(carryOut(other)).rejects.toMatchObject({ code: 'CAPABILITY_INVALID' })
    expect(sent).toEqual([])
  })

  test.each(KINDS)('behavior: a %s is over once it was sent, and fails where that failed', async (use) => {
    const failing = setUp(use, PERMIT, Promise.reject(new Error('the node is down')))
    await expect(failing.carryOut(use)).rejects.toThrow('the node is down')
    const held = Promise.withResolvers<void>()
    const { sent, carryOut } = setUp(use, PERMIT, held.promise)
    const over = carryOut(use).then(() => [...sent])
    setImmediate(held.resolve)
    expect(await over).toEqual([use])
  })

  test.each(KINDS)('I24: a capability to %s for another permit is none', async (use) => {
    const { sent, carryOut } = setUp(use, { ...PERMIT, permitId: `0x${'99'.repeat(32)}` })
    await expect(carryOut(use)).rejects.toMatchObject({ code: 'CAPABILITY_INVALID' })
    expect(sent).toEqual([])
  })
})

test('I43: a secret in typed data or calls reaches no signer', async () => {
  const key = Buffer.from('59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d', 'hex')
  const guard = createSinkGuard(createSecretMatcher([{ label: 'key', bytes: key }]))
  const mint = createCapabilityMint()
  const custody = createCustody(mint, guard)
  let asked = 0
  const count = async () => {
    asked += 1
    throw new Error('a secret reached a signer')
  }
  custody.setTypedDataSigner({ signTypedData: count })
  custody.setTxExecutor({ execute: count, resend: count, replace: count })
  const { tool, permitId, simulationHash, spendUsdc } = USE
  const entitle = () =>
    mint.mint({ tools: [tool], permitId, simulationHash, maxSpendUsdc: spendUsdc, expiresAtTick: 2 })
  const denied = { code: 'SECRET_AT_SINK', layer: 'taint' }
  const message = { value: BigInt(`0x${key.toString('hex')}`).toString() }
  await expect(
    custody.signTypedData({ ...USE, typedData: { ...typedData, message } }, entitle(), 1),
  ).rejects.toMatchObject(denied)
  const request: ExecutionRequest = {
    ...USE,
    route: 'cage',
    calls: [],
    nonce: 0,
    gasLimit: 1n,
    maxFeePerGasWei: 0n,
    priorityFeeWei: 0n,
    deadlineSeconds: 1n,
  }
  const call: Call = { to: zeroAddress, valueWei: 0n, data: `0x12345678${key.toString('hex')}` }
  const hidden: Call = { ...call, data: '0x', valueWei: BigInt(`0x${key.toString('hex')}`) }
  for (const calls of [[call], [hidden]]) {
    await expect(
      (async () => custody.executeTx({ ...request, calls }, entitle(), 1))(),
    ).rejects.toMatchObject(denied)
  }
  expect(asked).toBe(0)
})
