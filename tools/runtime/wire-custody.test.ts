import { expect, test } from 'vitest'
import type { RuntimePorts } from './runtime-ports.ts'
import { wireCustody } from './wire-custody.ts'

const wire = (ports: Partial<Pick<RuntimePorts, 'walletFor' | 'signing'>>) =>
  wireCustody(
    { policy: { chainId: 1 }, signing: { signer: {}, sender: '0x01' }, ...ports } as unknown as RuntimePorts,
    {} as never,
  )

test('default: custody has its wallet while the runtime runs, whatever sessions do', () => {
  const { custody, connectWallet } = wire({})
  expect(custody.isConfigured).toBe(true)
  connectWallet()()
  expect(custody.isConfigured).toBe(true)
})

test('I25: a wallet for sessions is there from the first that opens to the last that closes', () => {
  const { custody, connectWallet } = wire({ walletFor: 'sessions' })
  expect(custody.isConfigured).toBe(false)
  const [first, second] = [connectWallet(), connectWallet()]
  expect(custody.isConfigured).toBe(true)
  first()
  first()
  expect(custody.isConfigured).toBe(true)
  second()
  expect(custody.isConfigured).toBe(false)
})

test('I25: what signs typed data goes with the wallet', () => {
  const signing = { signer: {}, sender: '0x01', typedDataSigner: {} } as unknown as RuntimePorts['signing']
  const { custody, connectWallet } = wire({ walletFor: 'sessions', ...(signing ? { signing } : {}) })
  const leave = connectWallet()
  expect(custody.signsTypedData).toBe(true)
  leave()
  expect(custody.signsTypedData).toBe(false)
})

test('I25: error: WALLET_NOT_CONFIGURED without a session', async () => {
  const { custody } = wireCustody(
    {
      policy: { chainId: 1 },
      signing: { signer: {}, sender: '0x01' },
      walletFor: 'sessions',
    } as unknown as RuntimePorts,
    { mint: { consume: () => undefined }, guard: { pass: (_: string, value: unknown) => value } } as never,
  )
  await expect(
    (async () => custody.executeTx({ calls: [] } as never, {} as never, 1))(),
  ).rejects.toMatchObject({ code: 'WALLET_NOT_CONFIGURED' })
})

test('default: without a signing side there is nothing to connect', () => {
  const { custody, connectWallet } = wire({ signing: undefined })
  connectWallet()
  expect(custody.isConfigured).toBe(false)
})
