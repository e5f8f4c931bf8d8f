import { type Address, type Hex, numberToHex, parseUnits } from 'viem'
import { createChainBuilder } from '../../harness/chain/chain-builder.ts'
import { createReadClient } from '../../harness/chain/viem-client.ts'
import { createOracle } from '../../harness/oracle/oracle.ts'
import { loadPlainToken } from '../../harness/protocols/erc20/plain-token.ts'
import { TESTBED as MULTICALL3 } from '../../harness/protocols/multicall3/testbed.ts'
import type { WorldBuilder } from '../../harness/protocols/testbed.ts'
import { ACTORS } from '../../harness/world/actors.ts'
import { EMBEDDED_BOOK } from '../../harness/world/embedded-book.ts'
import { NATIVE_TOKEN } from '../../tools/core/address-book.ts'
import { openChain } from './open-chain.ts'

const { deployer, lp } = ACTORS

/** Open a chain that holds one plain token and what the oracle reads with, and let an account have 1 000 base units of it. */
export async function openTokenChain(token: Address, account: Address) {
  const opened = await openChain()
  const { rpc } = opened.upstream
  await rpc.request('anvil_autoImpersonateAccount', [true])
  for (const { address } of [deployer, lp]) {
    await rpc.request('anvil_setBalance', [address, numberToHex(parseUnits('10', 18))])
  }
  const head = await rpc.request<{ readonly timestamp: Hex }>('eth_getBlockByNumber', ['latest', false])
  const chain = createChainBuilder(rpc, Number(head.timestamp))
  const book = EMBEDDED_BOOK
  await MULTICALL3.deploy?.({ chain, book, deployer: deployer.address } as WorldBuilder)
  const artifact = loadPlainToken()
  const { abi } = artifact
  await chain.place(artifact, token, ['Token', 'TKN', 6], deployer.address)
  const transact = (functionName: string, from: Address, args: readonly unknown[]) =>
    chain.call({ label: functionName, from, to: token, abi, functionName, args })
  await transact('mint', deployer.address, [lp.address, parseUnits('1000', 6)])
  await transact('mint', deployer.address, [account, 1_000n])
  await chain.mine()
  return {
    oracle: createOracle({
      client: createReadClient(rpc, book.chainId),
      book,
      watch: [token, NATIVE_TOKEN].map((watched) => ({ token: watched, account })),
    }),
    /** Let the account receive tokens, in a block of its own; answers the hash of the transaction. */
    async pay(amountBaseUnits: bigint) {
      await transact('transfer', lp.address, [account, amountBaseUnits])
      await chain.mine()
      const block = await rpc.request<{ readonly transactions: readonly [Hex] }>('eth_getBlockByNumber', [
        'latest',
        false,
      ])
      return block.transactions[0]
    },
    close: opened.close,
  }
}
