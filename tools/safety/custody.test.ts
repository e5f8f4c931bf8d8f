import { recoverTypedDataAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { createCapabilityMint } from './capability.ts'
import { createCustody } from './custody.ts'

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
  return { custody: createCustody(mint), capability: mint.mint(grant) }
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
