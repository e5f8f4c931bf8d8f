import { Instance } from 'prool'
import { createWalletClient, http, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { anvil as anvilChain } from 'viem/chains'
import { findFreePort } from '../../../harness/chain/free-port.ts'
import { servePlays } from '../play/serve-plays.ts'
import { type PlainSwaps, playPlainSwaps } from '../swaps/plain-swaps.ts'

/** The way that comes to mind first: for each scenario a fresh prool fork of the anvil on PATH, and viem over HTTP. */
async function playNaively(swaps: PlainSwaps): Promise<void> {
  const port = await findFreePort()
  const forking = { forkUrl: swaps.upstreamUrl, forkBlockNumber: BigInt(swaps.blockNumber) }
  const instance = Instance.anvil(forking).create({ port })
  await instance.start()
  try {
    const account = privateKeyToAccount(swaps.privateKey)
    const transport = http(`http://127.0.0.1:${port}`)
    const client = createWalletClient({ chain: anvilChain, transport, account }).extend(publicActions)
    await playPlainSwaps(client as never, account, swaps)
  } finally {
    await instance.stop()
  }
}

servePlays(async (swaps: PlainSwaps) => ({
  async play(count) {
    for (let index = 0; index < count; index += 1) await playNaively(swaps)
  },
  async stop() {},
}))
