import { createAnvil } from '@viem/anvil'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { findBinary } from '../../harness/chain/binaries.ts'
import { holdPort } from '../../harness/hold-port.ts'
import { openCustomOrigin } from '../../harness/world/custom-origin.ts'

const unsupported = { chainId: 4_242 }
let stop: () => Promise<void>
let url = ''

beforeAll(async () => {
  const { port, release } = await holdPort()
  const anvil = createAnvil({
    anvilBinary: findBinary('anvil'),
    port,
    chainId: unsupported.chainId,
    startTimeout: 600_000,
  })
  stop = async () => {
    await anvil.stop()
    release()
  }
  await anvil.start()
  url = `http://127.0.0.1:${port}`
})
afterAll(() => stop())

describe('openCustomOrigin', () => {
  test('error: CHAIN_MISMATCH for a chain without an address book', async () => {
    await expect(openCustomOrigin({ rpcUrl: url, blockNumber: 0n })).rejects.toMatchObject({
      code: 'CHAIN_MISMATCH',
      details: { found: `chain ${unsupported.chainId}`, expected: expect.stringContaining('chain 1') },
    })
  })

  test('error: RPC_UNREACHABLE for a dead endpoint names what was tried and what to do', async () => {
    const { port, release } = await holdPort()
    onTestFinished(release)
    const dead = `http://127.0.0.1:${port}`
    await expect(openCustomOrigin({ rpcUrl: dead, blockNumber: 0n })).rejects.toMatchObject({
      code: 'RPC_UNREACHABLE',
      details: { where: dead, hint: expect.stringContaining('--rpc-url') },
    })
  })

  test('error: BAD_USAGE for something that is no URL', async () => {
    await expect(openCustomOrigin({ rpcUrl: 'mainnet', blockNumber: 0n })).rejects.toMatchObject({
      code: 'BAD_USAGE',
    })
  })
})
