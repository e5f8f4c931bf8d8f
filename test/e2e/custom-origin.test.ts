import { createAnvil } from '@viem/anvil'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBinary } from '../../harness/chain/binaries.ts'
import { findFreePort } from '../../harness/chain/free-port.ts'
import { openCustomOrigin } from '../../harness/world/custom-origin.ts'

const unsupported = { chainId: 4_242 }
let stop: () => Promise<void>
let url = ''

beforeAll(async () => {
  const port = await findFreePort()
  const anvil = createAnvil({ anvilBinary: findBinary('anvil'), port, chainId: unsupported.chainId })
  await anvil.start()
  stop = () => anvil.stop()
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
    const dead = `http://127.0.0.1:${await findFreePort()}`
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
