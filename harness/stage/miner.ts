import type { Fork } from '../chain/fork.ts'
import type { HarnessClock } from './clock.ts'

/** Mines blocks; the stack's wall clock follows the chain's. */
export interface Miner {
  mineBlock(): Promise<void>
  /** Whether what the agent sends is mined while it waits; without, only the harness mines. */
  isOn: boolean
  /** Base fee of all blocks. */
  readonly baseFeeWei: bigint
  /** Set the base fee of all blocks from now on, and mine one. */
  setBaseFee(wei: bigint): Promise<void>
}

/** Create a miner over a fork. */
export function createMiner(fork: Fork, clock: HarnessClock, initialFeeWei: bigint): Miner {
  let baseFeeWei = initialFeeWei
  const mineBlock = async () => {
    const before = fork.headTimestampSeconds()
    await fork.mine()
    clock.moveWallMs(Number(fork.headTimestampSeconds() - before) * 1_000)
  }
  return {
    mineBlock,
    isOn: true,
    get baseFeeWei() {
      return baseFeeWei
    },
    async setBaseFee(wei) {
      baseFeeWei = wei
      fork.setBaseFeeWei(wei)
      await mineBlock()
    },
  }
}
