import hardhatViem from '@nomicfoundation/hardhat-viem'
import { createHardhatRuntimeEnvironment } from 'hardhat/hre'
import { privateKeyToAccount } from 'viem/accounts'
import { servePlays } from '../play/serve-plays.ts'
import { playPlainSwaps } from '../swaps/plain-swaps.ts'

const ETHER = 10n ** 18n

servePlays(async (swaps) => {
  const { network } = await createHardhatRuntimeEnvironment({
    plugins: [hardhatViem],
    // Without it calls at the forked block are refused.
    chainDescriptors: { 31337: { name: 'origin', hardforkHistory: { prague: { blockNumber: 0 } } } },
    networks: {
      fork: {
        type: 'edr-simulated',
        chainId: 31337,
        accounts: [{ privateKey: swaps.privateKey, balance: 1_000n * ETHER }],
        forking: { url: swaps.upstreamUrl, blockNumber: swaps.blockNumber },
      },
    },
  })
  const connection = await network.connect('fork')
  const account = privateKeyToAccount(swaps.privateKey)
  const { viem, provider } = connection
  const reader = await viem.getPublicClient()
  const writer = await viem.getWalletClient(account.address)
  const client = {
    simulateContract: reader.simulateContract,
    readContract: reader.readContract,
    waitForTransactionReceipt: reader.waitForTransactionReceipt,
    writeContract: writer.writeContract,
  }
  let snapshot = await provider.request({ method: 'evm_snapshot' })
  return {
    async play(count) {
      for (let index = 0; index < count; index += 1) {
        await playPlainSwaps(client, account, swaps)
        await provider.request({ method: 'evm_revert', params: [snapshot] })
        snapshot = await provider.request({ method: 'evm_snapshot' })
      }
    },
    stop: () => connection.close(),
  }
})
