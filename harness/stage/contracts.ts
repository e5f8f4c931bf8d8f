import type { Address, Hex } from 'viem'
import { changeHostileToken, type HostileTraits } from '../world/place-hostile-tokens.ts'
import type { Ground } from './ground.ts'

/** Changes of contracts that no transaction makes. */
export interface Contracts {
  setCode(address: Address, code: Hex): Promise<void>
  setStorage(address: Address, slot: Hex, word: Hex): Promise<void>
  /** Let tokens behave otherwise, hostile ones from now on. */
  changeToken(token: Address, traits: Partial<HostileTraits>): Promise<void>
}

/** Create what changes the contracts of a stage. */
export const createContracts = ({ chain: { fork }, observer }: Ground): Contracts => ({
  async setCode(address, code) {
    await fork.rpc.request('anvil_setCode', [address, code])
    observer.invalidate()
  },
  async setStorage(address, slot, word) {
    await fork.rpc.request('anvil_setStorageAt', [address, slot, word])
    observer.invalidate()
  },
  async changeToken(token, traits) {
    await changeHostileToken(fork, token, traits)
    observer.invalidate()
  },
})
