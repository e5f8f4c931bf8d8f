import type { Hex } from 'viem'
import type { Fork } from '../../harness/chain/fork.ts'
import type { RpcClient } from '../../harness/chain/rpc-client.ts'

/** The part of a fork that a stage uses. */
export type StageFork = Pick<
  Fork,
  'rpc' | 'forkBlockNumber' | 'mine' | 'advance' | 'headTimestampSeconds' | 'setBaseFeeWei' | 'resync'
>

/** Take part in a fork that another process started; its blocks are one second apart here too. */
export async function attachFork(
  rpc: RpcClient,
  { baseFeeWei, forkBlockNumber }: { readonly baseFeeWei: bigint } & Pick<Fork, 'forkBlockNumber'>,
): Promise<StageFork> {
  let headSeconds = 0n
  const quantity = (value: bigint): Hex => `0x${value.toString(16)}`
  const resync = async () => {
    const block = await rpc.request<{ timestamp: Hex }>('eth_getBlockByNumber', ['latest', false])
    headSeconds = BigInt(block.timestamp)
  }
  const mine = async (timestampSeconds = headSeconds + 1n) => {
    await rpc.request('anvil_setNextBlockBaseFeePerGas', [quantity(baseFeeWei)])
    await rpc.request('evm_setNextBlockTimestamp', [quantity(timestampSeconds)])
    await rpc.request('evm_mine')
    headSeconds = timestampSeconds
  }
  await resync()
  return {
    rpc,
    forkBlockNumber,
    mine,
    resync,
    advance: (seconds) => mine(headSeconds + seconds),
    headTimestampSeconds: () => headSeconds,
    setBaseFeeWei() {
      throw new Error('the base fee is that of the process that started the fork')
    },
  }
}
